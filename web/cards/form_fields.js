// The fields of a `form`, one builder for each kind that holds a value. Each gives
// {element, read, typed, problem}: `read` is the raw value of form_values.js, undefined
// where nobody, nor a default, was at the field: what nobody touched is left out. `raw` may
// come from a draft, `start` is what the dialog itself says.

import { freshId, h, problemSlot, said, showProblem } from "../dom.js";
import { asSent } from "../line_ends.js";
import { boundOf } from "../numbers.js";
import { limitsOf } from "../picking.js";
import { ruleWords } from "../rules.js";
import { t } from "../texts.js";
import { descriptionLine, describe, hintLine, optionalMark } from "./about.js";
import { choiceList } from "./choice.js";
import { counter } from "./counter.js";
import { jsonField } from "./raw.js";

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function leafField(parts) {
  const { field, raw } = parts;
  switch (field.kind) {
    case "boolean":
      return checkField(parts);
    case "enum":
      return listField(parts);
    case "enums":
      return manyField(parts);
    case "json":
      return anyField(parts);
    default:
      return field.format === "date" && !(typeof raw === "string" && raw !== "" && !isDate(raw))
        ? dateField(parts)
        : textField(parts);
  }
}

function nameOf(field) {
  return [said("span", field.label), optionalMark(field.required)];
}

function textField({ field, raw, start, changed }) {
  const lines = field.kind === "strings" || field.lines;
  const input = lines ? h("textarea", { rows: 3 }) : h("input", { type: "text", autocomplete: "off" });
  input.dir = "auto";
  input.inputMode = keyboardFor(field);
  input.value = raw ?? "";
  const sent = () => asSent(input.value, start);
  const max = field.kind === "string" ? boundOf(field.schema.maxLength) : undefined;
  const room = max === undefined ? null : counter(max, sent());
  const touched = watchTouch(input, raw, () => {
    room?.update(sent());
    changed();
  });
  return {
    ...labelled(field, input, { under: room?.element }),
    read: () => (touched() ? sent() : undefined),
    typed: () => (sent() === start ? "" : input.value),
  };
}

// The keyboards for numbers of some phones have no minus.
function keyboardFor({ kind, format, schema }) {
  const positive = boundOf(schema.minimum) >= 0 || boundOf(schema.exclusiveMinimum) >= 0;
  if (kind === "number" && positive) return "decimal";
  if (kind === "integer" && positive) return "numeric";
  if (format === "email") return "email";
  return format === "uri" ? "url" : "";
}

// Of the formats only this one has an input whose value is, to the letter, what the format
// asks for. Half a date reads as "", which must not pass for one that was left out.
function dateField({ field, raw, start, changed }) {
  const input = h("input", { type: "date", value: raw ?? "" });
  const read = () => (input.validity.badInput ? null : input.value);
  // Half a date tells of itself by its blur alone.
  input.addEventListener("blur", () => input.validity.badInput && changed());
  const touched = watchTouch(input, raw, changed);
  return {
    ...labelled(field, input),
    read: () => (touched() || input.validity.badInput ? read() : undefined),
    typed: () => (input.value === start ? "" : input.value),
  };
}

function isDate(raw) {
  return DATE.test(raw) && h("input", { type: "date", value: raw }).value === raw;
}

function listField({ field, raw, changed }) {
  const options = field.options.map((option, index) =>
    said("option", option.label, { value: String(index) }),
  );
  const input = h(
    "select",
    { input: changed },
    h("option", { value: "" }, field.required ? t("form.choose") : "—"),
    options,
  );
  input.value = raw === undefined || raw < 0 ? "" : String(raw);
  return {
    ...labelled(field, input),
    read: () => (input.value === "" ? undefined : Number(input.value)),
    typed: () => "",
  };
}

function checkField({ field, raw, changed }) {
  const input = h("input", { type: "checkbox", checked: raw === true, id: freshId("field") });
  const touched = watchTouch(input, raw, changed);
  const label = h("label", { for: input.id }, nameOf(field));
  const about = descriptionLine(field.description);
  const slot = problemSlot();
  describe(input, about);
  return {
    element: h("div", { class: "field" }, h("div", { class: "option" }, input, label), about, slot),
    read: () => (touched() ? input.checked : undefined),
    typed: () => "",
    problem: problemAt(slot, input),
  };
}

function manyField({ field, raw, changed }) {
  let touched = raw !== undefined;
  const list = choiceList({
    legend: h("legend", {}, nameOf(field)),
    // Two options may read alike, and their values may be anything: their places tell them apart.
    options: field.options.map((option, index) => ({ ...option, value: String(index) })),
    many: true,
    allowOther: false,
    fields: { picks: (raw ?? []).map(String) },
    limits: limitsOf({ min: boundOf(field.schema.minItems), max: boundOf(field.schema.maxItems) }),
    about: descriptionLine(field.description),
    changed() {
      touched = true;
      changed();
    },
  });
  return {
    ...list,
    read: () => (touched ? list.read().picks.map(Number) : undefined),
    typed: () => "",
  };
}

function anyField({ field, raw, start, changed }) {
  const about = h(
    "div",
    { class: "about", id: freshId("about") },
    descriptionLine(field.description),
    hintLine(ruleWords(field)),
  );
  const json = jsonField({ label: nameOf(field), text: raw ?? "", start, changed, about });
  return { ...json, read: () => json.text() || undefined };
}

// Whether a person, or the value that it started with, was at a field.
function watchTouch(element, raw, changed) {
  let touched = raw !== undefined;
  element.addEventListener("input", () => {
    touched = true;
    changed();
  });
  return () => touched;
}

// One input with its label, what is said about it, and a place for its problem.
function labelled(field, input, { under = null } = {}) {
  input.id = freshId("field");
  // No `required`: an empty field is not wrong before anybody was at it.
  if (field.required) input.setAttribute("aria-required", "true");
  const about = descriptionLine(field.description);
  const rules = hintLine(ruleWords(field));
  const slot = problemSlot();
  describe(input, about, rules);
  return {
    element: h(
      "div",
      { class: "field" },
      h("label", { for: input.id }, nameOf(field)),
      about,
      rules,
      input,
      under,
      slot,
    ),
    problem: problemAt(slot, input),
  };
}

function problemAt(slot, input) {
  return (detail) => {
    showProblem(slot, input, detail);
    return input;
  };
}
