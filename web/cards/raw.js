// The card of an `x.NAME` dialog, whose meaning this client does not know: its parameters
// as readable JSON, and the answer as JSON.

import { freshId, h, problemSlot, showProblem } from "../dom.js";
import { jsonView } from "../json_view.js";
import { t } from "../texts.js";

export function raw({ dialog, fields, start, changed }) {
  const params = dialog.params === undefined ? null : h("div", { class: "action" }, jsonView(dialog.params));
  const schema =
    dialog.result_schema === undefined || dialog.result_schema === null
      ? null
      : schemaText(dialog.result_schema);
  const json = jsonField({ label: t("raw.answer"), text: fields.json, start: start.json, changed });
  return {
    ...json,
    element: h("div", {}, params, json.element, schema),
    read: () => ({ json: json.text() }),
  };
}

function schemaText(schema) {
  return h(
    "details",
    { class: "schema" },
    h("summary", {}, t("raw.schema")),
    h("div", { class: "action" }, jsonView(schema)),
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
