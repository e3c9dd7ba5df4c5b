// The cards of `confirm`, `select`, `multiselect`, `input`, `editor` and `secret`.
//
// Each builder takes {dialog, fields, start, title, titleId, changed} and returns what card.js
// needs of a card's middle: {element, read, typed, problem}, with `buttons` where it is not
// sent by one "Send". `fields` may come from a draft, `start` is what the dialog itself says.

import { optionsOf } from "../answers.js";
import { visible } from "../visible.js";
import { freshId, h, problemSlot, showProblem } from "../dom.js";
import { choiceList } from "./choice.js";

export function confirm({ dialog }) {
  return {
    element: null,
    read: () => ({}),
    typed: () => "",
    problem: () => null,
    buttons: [
      {
        label: visible(dialog.yes_label || "Yes"),
        fields: { confirmed: true },
        look: dialog.default === false ? "plain" : "main",
      },
      {
        label: visible(dialog.no_label || "No"),
        fields: { confirmed: false },
        look: dialog.default === false ? "main" : "plain",
      },
    ],
  };
}

export function select({ dialog, fields, title, changed }) {
  return picks({ dialog, fields, title, changed, many: false });
}

export function multiselect({ dialog, fields, title, changed }) {
  return picks({ dialog, fields, title, changed, many: true, hint: countHint(dialog) });
}

function picks({ dialog, fields, title, changed, many, hint }) {
  const legend = h("legend", { class: "only-read", id: freshId("legend") }, title);
  return choiceList({
    legend,
    options: optionsOf(dialog),
    many,
    allowOther: dialog.allow_other === true,
    fields,
    hint,
    changed,
  });
}

function countHint({ min, max }) {
  const least = min ?? 0;
  if (typeof max === "number")
    return least === max ? `Pick ${max}.` : least > 0 ? `Pick ${least} to ${max}.` : `Pick up to ${max}.`;
  return least > 0 ? `Pick at least ${least}.` : "Pick any number.";
}

export function input({ dialog, fields, start, titleId, changed }) {
  const field = h("input", {
    type: "text",
    autocomplete: "off",
    placeholder: visible(dialog.placeholder ?? ""),
  });
  return text({ field, fields, start, titleId, changed, hint: lengthHint(dialog) });
}

export function editor({ dialog, fields, start, titleId, changed }) {
  const code = typeof dialog.language === "string" && dialog.language !== "";
  const field = h("textarea", { class: code ? "code" : "", rows: 8, spellcheck: !code });
  const hint = [code ? visible(dialog.language) : "", lengthHint(dialog)].filter(Boolean).join(" · ");
  return text({ field, fields, start, titleId, changed, hint });
}

// What is typed here is for the hub alone: it is not offered back, kept, or remembered.
export function secret({ dialog, titleId, changed }) {
  const field = h("input", {
    type: "password",
    autocomplete: "off",
    spellcheck: false,
    placeholder: visible(dialog.placeholder ?? ""),
    "data-1p-ignore": "",
    "data-lpignore": "true",
  });
  const kind = text({
    field,
    fields: { text: "" },
    start: { text: "" },
    titleId,
    changed,
    hint: "Not shown to others, not stored.",
  });
  return { ...kind, typed: () => "", forget: () => void (field.value = "") };
}

function lengthHint({ max_length: length }) {
  return typeof length === "number" ? `At most ${length} characters.` : "";
}

function text({ field, fields, start, titleId, changed, hint }) {
  const slot = problemSlot();
  field.value = fields.text;
  field.setAttribute("aria-labelledby", titleId);
  field.addEventListener("input", changed);
  const about = hint ? h("p", { class: "hint", id: freshId("hint") }, hint) : null;
  if (about) field.setAttribute("aria-describedby", about.id);
  return {
    element: h("div", { class: "field" }, field, about, slot),
    read: () => ({ text: field.value }),
    typed: () => (field.value === start.text ? "" : field.value),
    problem(detail) {
      showProblem(slot, field, detail);
      return field;
    },
  };
}
