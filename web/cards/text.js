// The middles of `input` and `editor`: one text, whose field is named by the card's title.
//
// What is sent is the text that stands here, to the line end: what a field would change on
// its own (line ends, in a field of one line even their being there) is kept.

import { freshId, h, problemSlot, said, showProblem } from "../dom.js";
import { asSent, asShown, hasLines } from "../line_ends.js";
import { patternWords } from "../rules.js";
import { t } from "../texts.js";
import { visible } from "../visible.js";
import { describe, hintLine } from "./about.js";
import { counter } from "./counter.js";

export function input(parts) {
  const { dialog, start } = parts;
  const placeholder = visible(dialog.placeholder ?? "");
  const field = hasLines(start.text)
    ? h("textarea", { rows: 3, placeholder })
    : h("input", { type: "text", autocomplete: "off", placeholder });
  return text({ ...parts, field, words: [lengthWords(dialog), patternWords(dialog)] });
}

export function editor(parts) {
  const { dialog } = parts;
  const code = typeof dialog.language === "string" && dialog.language !== "";
  const field = h("textarea", { class: code ? "editor code" : "editor", rows: 8, spellcheck: !code });
  return text({ ...parts, field, words: [code ? dialog.language : "", lengthWords(dialog)], code });
}

function lengthWords({ max_length: max }) {
  return typeof max === "number" ? t("text.atMost", { count: max }) : "";
}

function text({ dialog, field, fields, start, titleId, changed, words, code = false }) {
  const slot = problemSlot();
  // Code runs from left to right, whatever it starts with.
  field.dir = code ? "ltr" : "auto";
  field.value = fields.text;
  field.setAttribute("aria-labelledby", titleId);
  const sent = () => asSent(field.value, start.text);
  const room = typeof dialog.max_length === "number" ? counter(dialog.max_length, sent()) : null;
  field.addEventListener("input", () => {
    room?.update(sent());
    changed();
  });
  const hint = hintLine(words.filter(Boolean));
  describe(field, hint);
  const under = h("div", { class: "under" }, hint, room?.element);
  return {
    element: h("div", { class: "field" }, field, under, hiddenIn(start.text), slot),
    read: () => ({ text: sent() }),
    typed: () => (sent() === start.text ? "" : field.value),
    problem(detail) {
      showProblem(slot, field, detail);
      return field;
    },
  };
}

// A field shows characters that cannot be seen as it likes, so they are drawn beside it too.
function hiddenIn(given) {
  const shown = asShown(given);
  if (visible(shown) === shown) return null;
  const summary = h("summary", { id: freshId("hidden") }, t("text.hidden"));
  return h("details", { class: "hidden-characters" }, summary, said("pre", shown, { class: "action" }));
}
