// The card of an `x.NAME` dialog, whose meaning this client does not know: its parameters
// as readable JSON, and the answer as JSON.

import { prettyJson } from "../json.js";
import { freshId, h, problemSlot, said, showProblem } from "../dom.js";

export function raw({ dialog, fields, start, changed }) {
  const params =
    dialog.params === undefined ? null : said("pre", prettyJson(dialog.params), { class: "action" });
  const schema =
    dialog.result_schema === undefined || dialog.result_schema === null
      ? null
      : schemaText(dialog.result_schema);
  const json = jsonField({ label: "Your answer, as JSON", text: fields.json, start: start.json, changed });
  return {
    ...json,
    element: h("div", {}, params, json.element, schema),
    read: () => ({ json: json.text() }),
  };
}

function schemaText(schema) {
  return h(
    "details",
    {},
    h("summary", {}, "What the answer must satisfy"),
    said("pre", prettyJson(schema), { class: "action" }),
  );
}

/** A text area for JSON: {element, text, typed, problem}. */
export function jsonField({ label, text, start, changed, about = null }) {
  const slot = problemSlot();
  const field = h("textarea", {
    class: "code",
    id: freshId("json"),
    rows: 5,
    spellcheck: false,
    value: text,
    input: changed,
  });
  if (about) field.setAttribute("aria-describedby", about.id);
  return {
    element: h("div", { class: "field" }, h("label", { for: field.id }, label), about, field, slot),
    field,
    text: () => field.value,
    typed: () => (field.value === start ? "" : field.value),
    problem(detail) {
      showProblem(slot, field, detail);
      return field;
    },
  };
}
