// The middle of a `form`: the fields that its JSON Schema asks for, and raw JSON where the
// schema, or the default, says more than fields can show. A refusal is shown at the field
// that it is about.

import { h, problemSlot, said, showProblem } from "../dom.js";
import { leaves } from "../form_values.js";
import { formPlan, placeOf } from "../schema.js";
import { t } from "../texts.js";
import { descriptionLine, optionalMark } from "./about.js";
import { leafField } from "./form_fields.js";
import { jsonField } from "./raw.js";

export function form({ dialog, fields, start, changed }) {
  const plan = formPlan(dialog);
  if (plan.kind === "json" || fields.json !== undefined) return wholeAsJson({ fields, start, changed });
  const built = new Map();
  const element = h(
    "div",
    { class: "form-fields" },
    descriptionLine(textOf(plan.schema.description)),
    plan.fields.map((field) =>
      fieldElement(field, { values: fields.values, start: start.values, changed }, built),
    ),
  );
  return {
    element,
    read: () => ({ values: readAll(plan, built) }),
    typed: () =>
      leaves(plan)
        .map((field) => built.get(field.pointer).typed())
        .filter(Boolean)
        .join("\n"),
    problem(detail, where) {
      if (detail === null) {
        for (const each of built.values()) each.problem(null);
        return null;
      }
      const at = where?.pointer === undefined ? undefined : placeOf(plan, where.pointer, detail);
      return built.get(at)?.problem(detail) ?? null;
    },
  };
}

function wholeAsJson({ fields, start, changed }) {
  const json = jsonField({
    label: t("form.whole"),
    text: fields.json ?? "{}",
    start: start.json,
    changed,
  });
  return {
    ...json,
    read: () => ({ json: json.text() }),
    problem(detail, where) {
      const at = where?.pointer;
      return json.problem(detail && at ? t("form.at", { pointer: at, detail }) : detail);
    },
  };
}

function readAll(plan, built) {
  const values = {};
  for (const { pointer } of leaves(plan)) {
    const raw = built.get(pointer).read();
    if (raw !== undefined) values[pointer] = raw;
  }
  return values;
}

function fieldElement(field, form, built) {
  if (field.kind === "object") return objectElement(field, form, built);
  const { values, start, changed } = form;
  const made = leafField({ field, raw: values[field.pointer], start: start[field.pointer] ?? "", changed });
  built.set(field.pointer, made);
  return made.element;
}

// What is said of an object as a whole stands at its head; the focus goes to its first field.
function objectElement(field, form, built) {
  const slot = problemSlot();
  const inner = field.fields.map((each) => fieldElement(each, form, built));
  const element = h(
    "fieldset",
    { class: "field nested" },
    h("legend", {}, said("span", field.label), optionalMark(field.required)),
    descriptionLine(field.description),
    slot,
    inner,
  );
  built.set(field.pointer, {
    problem(detail) {
      showProblem(slot, element, detail);
      return detail === null ? null : element.querySelector("input, textarea, select");
    },
  });
  return element;
}

function textOf(value) {
  return typeof value === "string" && value !== "" ? value : undefined;
}
