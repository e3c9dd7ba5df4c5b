// The page's words stand in the catalogue (web/texts): what draws has none of its own.
//
// A string in these files reads as words where it has a space between letters, or begins with
// a capital letter and goes on in small ones. Left aside are comments, the keys of t("…"), and
// strings that are plainly something else: attributes, selectors, paths.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const FILES = [
  "earlier.js",
  "find.js",
  "foot.js",
  "help.js",
  "history.js",
  "inbox.js",
  "inbox_filter.js",
  "inbox_page.js",
  "journal.js",
  "journal_section.js",
  "keyboard.js",
  "label.js",
  "language.js",
  "page.js",
  "past.js",
  "popup.js",
  "prompt.js",
  "qr.js",
  "qr_picture.js",
  "routes.js",
  "stop.js",
  "thread_filter.js",
  "threads.js",
  "view.js",
];

/** Names of products, of keys as the platform calls them, and of errors. */
const ALLOWED = new Set([
  ...["Firefox", "Edge", "Opera", "Chrome", "Safari"],
  ...["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"],
  ...["Enter", "HubError", "ConnectionError"],
]);

function withoutComments(code) {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** Strings of a module that read as words. */
export function wordsIn(code) {
  const bare = withoutComments(code).replace(/^(?:import|export)\b[^;]*?\bfrom "[^"]+";/gm, "");
  const texts = [...bare.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, double, single, template]) => double ?? single ?? template.replace(/\$\{[^}]*\}/g, ""))
    .filter((text) => !ALLOWED.has(text));
  return texts.filter((text) => !isTechnical(text) && isWords(text));
}

function isWords(text) {
  return /\p{L}{2,}[,.:;?!…]? \p{L}|^\p{Lu}\p{Ll}+|\p{L}[….!?]$/u.test(text);
}

// Selectors, queries of media and lists of classes: no sentence has their signs, or is so small.
function isTechnical(text) {
  return (
    /[[\]#>=]|(^|\s)\.[a-z]|:is\(|:not\(|^\(.*\)$/.test(text) || /^[a-z][a-z-]*( [a-z][a-z-]*)?$/.test(text)
  );
}

test("words are found, and what is no words is not", () => {
  const found = wordsIn(`
    // "A comment"
    h("p", {}, "Nothing yet."); say(x, "Sending…"); button('Go on', f); note(\`Now \${x} open\`);
    h("article", { class: "card quiet" }); find('.actions > button:not(.quiet)'); t("history.none");
  `);
  assert.deepEqual(found, ["Nothing yet.", "Sending…", "Go on", "Now  open"]);
});

for (const name of FILES)
  test(`${name} has no words of its own`, async () => {
    const code = await readFile(new URL(`../../web/${name}`, import.meta.url), "utf8");
    assert.deepEqual(wordsIn(code), []);
  });
