// A list to pick from, one or many, with a place to type something else. Used by `select`,
// `multiselect`, the questions of a `questionnaire` and the lists of a `form`.
//
// What is picked and what is typed are two fields. Typing chooses "Other"; choosing
// something else keeps the text, unsent.

import { button, freshId, h, problemSlot, said, say, showProblem } from "../dom.js";
import { countWords, isBounded, limitWords } from "../picking.js";
import { t } from "../texts.js";
import { describe } from "./about.js";
import { FILTER_ABOVE, optionFilter } from "./option_filter.js";

const FREE = { least: 0, most: Infinity };

/**
 * `fields` are {pick | picks, otherChosen, other}; `limits` say how many to pick of a list
 * for many; `clearable` offers to unpick the one of a list for one; `about` is what else is
 * said above it. Returns {element, read, set, typed, problem}; `problem(detail | null)`
 * gives the field to put the focus on.
 */
export function choiceList(parts) {
  const { legend, options, many, allowOther, fields, changed, limits = FREE, about = null } = parts;
  const name = freshId("choice");
  const type = many ? "checkbox" : "radio";
  const inputs = options.map((option) =>
    h("input", { type, name, id: freshId("option"), value: option.value }),
  );
  const rows = options.map((option, index) => optionRow(option, inputs[index]));
  const bare = options.length === 0;
  const other = allowOther ? otherField({ type, name, bare, legend }) : null;
  const long = options.length > FILTER_ABOVE;
  const slot = problemSlot();
  const shelf = h("div", { class: long ? "options long" : "options" }, rows);
  const list = h("div", { class: "options" }, bare ? null : shelf, other?.row);
  const filter = long ? optionFilter({ options, rows, inputs, list: shelf }) : null;
  const hint = many && !bare ? h("p", { class: "hint" }, limitWords(limits)) : null;
  const count = many && (long || isBounded(limits)) ? h("p", { class: "hint", role: "status" }) : null;
  const clear = parts.clearable && !many && !bare ? clearButton(unpick) : null;
  const element = h(
    "fieldset",
    { class: "field" },
    legend,
    about,
    hint,
    filter?.element,
    list,
    count,
    clear,
    slot,
  );
  describe(element, about, hint);

  const otherChosen = () => other !== null && (bare || other.choose.checked);
  const picked = () => options.filter((_option, index) => inputs[index].checked).map(({ value }) => value);

  function follow() {
    if (count) say(count, countWords(limits, picked().length + (otherChosen() ? 1 : 0)));
    if (clear) clear.hidden = picked().length === 0 && !otherChosen();
  }

  function unpick() {
    for (const input of inputs) input.checked = false;
    if (other) other.choose.checked = false;
    follow();
    changed();
    inputs[0].focus();
  }

  list.addEventListener("input", (event) => {
    if (other && event.target === other.text && !bare)
      other.choose.checked = other.text.value !== "" || other.choose.checked;
    follow();
    changed();
  });

  const set = (next) => {
    const values = new Set(many ? next.picks : [next.pick]);
    for (const [index, option] of options.entries()) inputs[index].checked = values.has(option.value);
    if (other) {
      if (!bare) other.choose.checked = next.otherChosen === true;
      other.text.value = next.other ?? "";
    }
    follow();
  };
  set(fields);

  return {
    element,
    set,
    read: () => ({
      ...(many ? { picks: picked() } : { pick: picked()[0] ?? null }),
      otherChosen: otherChosen(),
      other: other?.text.value ?? "",
    }),
    typed: () => other?.text.value ?? "",
    problem(detail) {
      showProblem(slot, element, detail);
      if (otherChosen()) return other.text;
      return inputs.find((_input, index) => !rows[index].hidden) ?? filter?.field ?? null;
    },
  };
}

function optionRow(option, input) {
  // The description is no part of the name, though a click on it picks the option.
  const label = said("span", option.label || t("pick.empty"), { class: "label", id: freshId("label") });
  input.setAttribute("aria-labelledby", label.id);
  const description = option.description
    ? said("span", option.description, { class: "description", id: freshId("about") })
    : null;
  describe(input, description);
  return h("div", { class: "option" }, input, h("label", { for: input.id }, label, description));
}

function otherField({ type, name, bare, legend }) {
  const text = h("input", {
    type: "text",
    id: freshId("other"),
    class: "other",
    autocomplete: "off",
    dir: "auto",
  });
  if (bare) {
    text.setAttribute("aria-labelledby", legend.id);
    return { text, row: h("div", { class: "option bare" }, text) };
  }
  const choose = h("input", { type, name, id: freshId("option") });
  const label = h("label", { for: choose.id, class: "label" }, t("pick.other"));
  text.setAttribute("aria-label", t("pick.otherText"));
  return { text, choose, row: h("div", { class: "option with-text" }, choose, label, text) };
}

function clearButton(unpick) {
  return button(t("pick.clear"), unpick, { class: "small quiet clear" });
}
