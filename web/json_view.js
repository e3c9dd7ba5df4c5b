// JSON drawn for reading: indented, in its own notation, every character of it.

import { longText } from "./long_text.js";
import { prettyJson } from "./json.js";

/** Deeper levels are not moved further to the right: a narrow page has no room for it. */
const MAX_INDENT = 24;

/** The value as a `pre`. */
export function jsonView(value) {
  return longText(readable(prettyJson(value)), { class: "json", dir: "ltr" });
}

/** Indented JSON with a line break after each one inside a text, and bounded indentation. Pure. */
export function readable(json) {
  return json
    .split("\n")
    .map((line) => {
      const indent = Math.min(MAX_INDENT, line.length - line.trimStart().length);
      const next = `\n${" ".repeat(indent + 2)}`;
      const text = line.trimStart().replace(/\\./g, (escape, at, whole) => {
        const isBreak = escape === "\\n" && whole[at + 2] !== '"';
        return isBreak ? escape + next : escape;
      });
      return " ".repeat(indent) + text;
    })
    .join("\n");
}
