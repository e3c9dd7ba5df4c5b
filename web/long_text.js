// Text of an agent that may be long, whole and in lines: in blocks that the browser lays out
// when they come into view, so that a megabyte stays usable and nothing has to be folded.

import { h } from "./dom.js";
import { visible } from "./visible.js";

const LINES_IN_BLOCK = 200;

/** The elements of a text: blocks of lines, to stand in a `pre`. */
export function textBlocks(text) {
  const lines = visible(text).split("\n");
  if (lines.length <= LINES_IN_BLOCK) return [lines.join("\n")];
  const blocks = [];
  for (let n = 0; n < lines.length; n += LINES_IN_BLOCK) {
    const isLast = n + LINES_IN_BLOCK >= lines.length;
    const part = lines.slice(n, n + LINES_IN_BLOCK).join("\n");
    blocks.push(h("span", { class: "lines" }, isLast ? part : `${part}\n`));
  }
  return blocks;
}

/** A text as it is, in a `pre`. */
export function longText(text, props = {}) {
  return h("pre", { dir: "auto", ...props }, ...textBlocks(text));
}
