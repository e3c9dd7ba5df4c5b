// A list to pick from, one or many, with a place to type something else. Used by `select`,
// `multiselect` and the questions of a `questionnaire`.
//
// What is picked and what is typed are two fields. Typing chooses "Other"; choosing
// something else keeps the text, unsent.

import { freshId, h, problemSlot, said, showProblem } from "../dom.js";

/**
 * `fields` are {pick | picks, otherChosen, other}. Returns {element, read, set, typed,
 * problem}; `problem(detail | null)` gives the field to put the focus on.
 */
export function choiceList({ legend, options, many, allowOther, fields, hint, changed }) {
  const name = freshId("choice");
  const type = many ? "checkbox" : "radio";
  const inputs = options.map((option) =>
    h("input", { type, name, id: freshId("option"), value: option.value }),
  );
  const rows = options.map((option, index) => optionRow(option, inputs[index]));
  const bare = options.length === 0;
  const other = allowOther ? otherField({ type, name, bare, legend }) : null;
  const slot = problemSlot();
  const list = h("div", { class: "options" }, rows, other?.row);
  const element = h(
    "fieldset",
    { class: "field" },
    legend,
    hint ? h("p", { class: "hint" }, hint) : null,
    list,
    slot,
  );
  list.addEventListener("input", (event) => {
    if (other && event.target === other.text && !bare)
      other.choose.checked = other.text.value !== "" || other.choose.checked;
    changed();
  });

  const set = (next) => {
    const picked = new Set(many ? next.picks : [next.pick]);
    for (const [index, option] of options.entries()) inputs[index].checked = picked.has(option.value);
    if (!other) return;
    if (!bare) other.choose.checked = next.otherChosen === true;
    other.text.value = next.other ?? "";
  };
  set(fields);

  return {
    element,
    set,
    read() {
      const picks = options.filter((_option, index) => inputs[index].checked).map((option) => option.value);
      const picked = many ? { picks } : { pick: picks[0] ?? null };
      return {
        ...picked,
        otherChosen: other !== null && (bare || other.choose.checked),
        other: other?.text.value ?? "",
      };
    },
    typed: () => other?.text.value ?? "",
    problem(detail) {
      showProblem(slot, element, detail);
      return other && (bare || other.choose.checked) ? other.text : (inputs[0] ?? null);
    },
  };
}

function optionRow(option, input) {
  const description = option.description
    ? said("span", option.description, { class: "description", id: freshId("about") })
    : null;
  if (description) input.setAttribute("aria-describedby", description.id);
  return h(
    "div",
    { class: "option" },
    input,
    h("label", { for: input.id }, said("span", option.label || "(empty)", { class: "label" }), description),
  );
}

function otherField({ type, name, bare, legend }) {
  const text = h("input", { type: "text", id: freshId("other"), class: "other", autocomplete: "off" });
  if (bare) {
    text.setAttribute("aria-labelledby", legend.id);
    return { text, row: h("div", { class: "option bare" }, text) };
  }
  const choose = h("input", { type, name, id: freshId("option") });
  const label = h("label", { for: choose.id, class: "label" }, "Other");
  text.setAttribute("aria-label", "Other, in your own words");
  return { text, choose, row: h("div", { class: "option with-text" }, choose, label, text) };
}
