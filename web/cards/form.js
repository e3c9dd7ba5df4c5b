// The card of a `form`: the fields that its JSON Schema asks for, and raw JSON where the
// schema says more than fields can show.

import { leaves, planOf } from "../schema.js";
import { freshId, h, problemSlot, said, showProblem } from "../dom.js";
import { jsonField } from "./raw.js";

export function form({ dialog, fields, start, changed }) {
  const plan = planOf(dialog.schema);
  if (plan.kind === "json" || fields.json !== undefined) {
    const json = jsonField({
      label: "Your answer, as a JSON object",
      text: fields.json ?? "{}",
      start: start.json,
      changed,
    });
    return { ...json, read: () => ({ json: json.text() }) };
  }
  const built = new Map();
  const element = h(
    "div",
    { class: "form-fields" },
    plan.fields.map((field) => fieldElement(field, fields.values, changed, built)),
  );
  return {
    element,
    read: () => ({ values: readAll(plan, built) }),
    typed: () =>
      leaves(plan)
        .map((field) => built.get(field.pointer).typed?.() ?? "")
        .filter(Boolean)
        .join("\n"),
    problem(detail, where) {
      if (detail === null) {
        for (const each of built.values()) each.problem(null);
        return null;
      }
      return nearest(built, where?.pointer)?.problem(detail) ?? null;
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

// The hub may point into a value that has one field here: the closest one above is meant.
function nearest(built, pointer) {
  let at = pointer ?? "";
  while (at !== "" && !built.has(at)) at = at.slice(0, at.lastIndexOf("/"));
  return built.get(at);
}

function fieldElement(field, values, changed, built) {
  if (field.kind === "object") {
    const inner = field.fields.map((each) => fieldElement(each, values, changed, built));
    return h("fieldset", { class: "field nested" }, h("legend", {}, labelOf(field)), aboutOf(field), inner);
  }
  const made = make(field, values[field.pointer], changed);
  built.set(field.pointer, made);
  return made.element;
}

function labelOf(field) {
  return [said("span", field.label), field.required ? null : h("span", { class: "optional" }, " (optional)")];
}

function aboutOf(field) {
  return field.description ? said("p", field.description, { class: "hint", id: freshId("about") }) : null;
}

function make(field, raw, changed) {
  switch (field.kind) {
    case "boolean":
      return checkField(field, raw, changed);
    case "enum":
      return listField(field, raw, changed);
    case "enums":
      return manyField(field, raw, changed);
    case "json": {
      const about = aboutOf(field);
      const json = jsonField({ label: labelOf(field), text: raw ?? "", start: raw ?? "", changed, about });
      return { ...json, read: () => json.text() || undefined };
    }
    default:
      return textField(field, raw, changed);
  }
}

function textField(field, raw, changed) {
  const lines = field.kind === "strings" || field.lines;
  const input = lines ? h("textarea", { rows: 3 }) : h("input", { type: "text", autocomplete: "off" });
  if (field.kind === "number") input.inputMode = "decimal";
  if (field.kind === "integer") input.inputMode = "numeric";
  if (field.format === "email") input.inputMode = "email";
  if (field.format === "uri") input.inputMode = "url";
  input.value = raw ?? "";
  const touched = watchTouch(input, raw, changed);
  const each = field.kind === "strings" ? h("p", { class: "hint" }, "One on a line.") : null;
  return {
    ...labelled(field, input, (label, about) => [label, about, each, input]),
    read: () => (touched() ? input.value : undefined),
    typed: () => (input.value === (raw ?? "") ? "" : input.value),
  };
}

function listField(field, raw, changed) {
  const options = field.options.map((option, index) =>
    said("option", option.label, { value: String(index) }),
  );
  const input = h(
    "select",
    { input: changed },
    h("option", { value: "" }, field.required ? "Choose…" : "—"),
    options,
  );
  input.value = raw === undefined || raw < 0 ? "" : String(raw);
  return {
    ...labelled(field, input, (label, about) => [label, about, input]),
    read: () => (input.value === "" ? undefined : Number(input.value)),
  };
}

function checkField(field, raw, changed) {
  const input = h("input", { type: "checkbox", checked: raw === true });
  const touched = watchTouch(input, raw, changed);
  return {
    ...labelled(field, input, (label, about) => [h("div", { class: "option" }, input, label), about]),
    read: () => (touched() ? input.checked : undefined),
  };
}

function manyField(field, raw, changed) {
  const inputs = field.options.map((_option, index) =>
    h("input", { type: "checkbox", id: freshId("field"), checked: raw?.includes(index) === true }),
  );
  const rows = field.options.map((option, index) =>
    h("div", { class: "option" }, inputs[index], said("label", option.label, { for: inputs[index].id })),
  );
  const slot = problemSlot();
  const element = h(
    "fieldset",
    { class: "field" },
    h("legend", {}, labelOf(field)),
    aboutOf(field),
    rows,
    slot,
  );
  const touched = watchTouch(element, raw, changed);
  return {
    element,
    read: () => (touched() ? inputs.flatMap((input, index) => (input.checked ? [index] : [])) : undefined),
    problem(detail) {
      showProblem(slot, element, detail);
      return inputs[0] ?? null;
    },
  };
}

// Whether a person, or the value that it started with, was at a field: what nobody touched
// is left out of the answer.
function watchTouch(element, raw, changed) {
  let touched = raw !== undefined;
  element.addEventListener("input", () => {
    touched = true;
    changed();
  });
  return () => touched;
}

// One input with its label, what is said about it, and a place for its problem; `lay` puts
// what comes before that place in order.
function labelled(field, input, lay) {
  input.id = freshId("field");
  const label = h("label", { for: input.id }, labelOf(field));
  const about = aboutOf(field);
  const slot = problemSlot();
  if (about) input.setAttribute("aria-describedby", about.id);
  return {
    element: h("div", { class: "field" }, lay(label, about), slot),
    problem(detail) {
      showProblem(slot, input, detail);
      return input;
    },
  };
}
