// A diff on the page: its files by name, its lines with their signs. What is added or removed
// is told by the sign, by the colour, and in words to who hears the page.

import { countOf } from "../diff.js";
import { h, said } from "../dom.js";
import { textBlocks } from "../long_text.js";
import { t } from "../texts.js";

/** `files` are those of diff.js. */
export function diffView(files) {
  return h("div", { class: "diff" }, files.map(fileView));
}

function fileView(file) {
  return h(
    "div",
    { class: "file" },
    h(
      "p",
      { class: "file-name" },
      file.name === null ? null : said("strong", file.name),
      file.name === null ? null : " ",
      h("span", { class: "hint" }, t("diff.count", countOf([file]))),
    ),
    h("pre", { dir: "ltr" }, file.runs.map(runView)),
  );
}

function runView({ kind, lines }) {
  const blocks = textBlocks(`${lines.join("\n")}\n`);
  const props = { class: `run ${kind}` };
  if (kind === "added") return h("ins", props, told("diff.added"), blocks);
  if (kind === "removed") return h("del", props, told("diff.removed"), blocks);
  return h("span", props, blocks);
}

function told(key) {
  return h("span", { class: "only-read" }, t(key), " ");
}
