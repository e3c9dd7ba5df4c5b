// Where a text stops being JSON, in lines and columns: browsers say it each in their own way,
// or not at all. Pure.

import { t } from "./texts.js";

const SPACE = /[ \t\n\r]*/y;
const SCALAR =
  /(?:"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/**
 * The place of the first thing that cannot stand where it stands: {line, column, found},
 * from 1, with `found` empty where the text ends too early. Null for JSON.
 */
export function brokenAt(text) {
  const at = brokenOffset(text);
  if (at === null) return null;
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  const column = [...before.slice(before.lastIndexOf("\n") + 1)].length + 1;
  const found = at < text.length ? String.fromCodePoint(text.codePointAt(at)) : "";
  return { line, column, found };
}

// Reads without recursion: `open` holds the brackets that are not closed yet, and `wants`
// what may come next.
function brokenOffset(text) {
  const open = [];
  let at = 0;
  let wants = "value";
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return null;
    at = pattern.lastIndex;
    return found[0];
  };
  for (;;) {
    take(SPACE);
    const sign = text[at];
    if (wants === "end" || sign === undefined) return wants === "end" && sign === undefined ? null : at;
    const closes = sign === "}" || sign === "]";
    if (closes) {
      const isEmptyOrDone = wants === "comma" || wants === "first name" || wants === "first value";
      if (!isEmptyOrDone || open.at(-1) !== sign) return at;
      open.pop();
      at += 1;
      wants = open.length === 0 ? "end" : "comma";
    } else if (wants === "comma") {
      if (sign !== ",") return at;
      at += 1;
      wants = open.at(-1) === "}" ? "name" : "value";
    } else if (wants === "colon") {
      if (sign !== ":") return at;
      at += 1;
      wants = "value";
    } else if (wants.endsWith("name")) {
      if (sign !== '"' || take(SCALAR) === null) return at;
      wants = "colon";
    } else if (sign === "{" || sign === "[") {
      open.push(sign === "{" ? "}" : "]");
      at += 1;
      wants = sign === "{" ? "first name" : "first value";
    } else {
      if (take(SCALAR) === null) return at;
      wants = open.length === 0 ? "end" : "comma";
    }
  }
}

/** What is wrong with a text that is no JSON, as a sentence. */
export function jsonProblem(text) {
  if (text.trim() === "") return t("json.empty");
  const place = brokenAt(text) ?? { line: 1, column: 1, found: "" };
  return t(place.found === "" ? "json.short" : "json.broken", place);
}
