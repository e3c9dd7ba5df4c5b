// Between the fields of a form and its content: what each field of a plan (schema.js) holds
// at first, and what it gives. Pure.
//
// Raw values live in one flat object under the field's JSON pointer; one that is absent was
// never touched. They are text; for a boolean itself; for an enum the index of its option,
// or a list of them; null for a date that is not complete. The hub alone judges: a problem
// here is what cannot be written as JSON of that kind at all.

import { isObject, parseJson, prettyJson } from "./json.js";
import { numberFrom } from "./numbers.js";
import { t } from "./texts.js";

/** All fields that hold a value, the nested ones too. */
export function leaves(plan) {
  return plan.fields.flatMap((field) => (field.kind === "object" ? leaves(field) : [field]));
}

/** The raw values that the fields hold at first. */
export function startValues(plan) {
  const values = {};
  for (const field of leaves(plan))
    if (field.preset !== undefined) values[field.pointer] = rawOf(field, field.preset);
  return values;
}

/** {content}, or {problem: {pointer, detail}} for the first field that cannot be written. */
export function contentFrom(plan, values) {
  const content = {};
  for (const field of plan.fields) {
    const result = field.kind === "object" ? inner(field, values) : valueOf(field, values[field.pointer]);
    if (result.problem) return { problem: { pointer: field.pointer, ...result.problem } };
    // Defined, so that a field named __proto__ is a member like any other.
    if ("value" in result) {
      Object.defineProperty(content, field.name, {
        value: result.value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return { content };
}

/** Whether a field gives a value back as it was, when nobody touches it. */
export function fits(field, value) {
  return JSON.stringify(valueOf(field, rawOf(field, value)).value) === JSON.stringify(value);
}

/** A value as a person reads it: text as it is, all else as JSON. */
export function literal(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

// What an optional object asks for counts only once somebody gave a part of it.
function inner(field, values) {
  const given = leaves(field).some((leaf) => isGiven(leaf, values[leaf.pointer]));
  if (!given && !field.required) return {};
  const { content, problem } = contentFrom(field, values);
  return problem ? { problem } : { value: content };
}

function isGiven(field, raw) {
  if (raw === undefined || raw === "") return false;
  if (field.preset !== undefined) return true;
  return !(raw === false || raw === -1 || (Array.isArray(raw) && raw.length === 0));
}

function rawOf(field, value) {
  switch (field.kind) {
    case "string":
    case "number":
    case "integer":
      return literal(value);
    case "boolean":
      return value === true;
    case "enum":
      return indexOf(field, value);
    case "enums":
      return Array.isArray(value)
        ? value.map((each) => indexOf(field, each)).filter((index) => index >= 0)
        : [];
    case "strings":
      return Array.isArray(value) ? value.map(literal).join("\n") : "";
    default:
      return prettyJson(value);
  }
}

function indexOf(field, value) {
  return field.options.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(value));
}

// {value}, {} for a field that is left out, or {problem}.
function valueOf(field, raw) {
  switch (field.kind) {
    case "string":
      return textOf(field, raw);
    case "number":
    case "integer":
      return numberOf(field, raw);
    case "boolean":
      return raw === undefined && !field.required ? {} : { value: raw === true };
    case "enum":
      return raw === undefined || raw < 0 ? missing(field) : { value: field.options[raw].value };
    case "enums":
      if (raw === undefined) return field.required ? { value: [] } : {};
      return { value: raw.map((index) => field.options[index].value) };
    case "strings":
      return linesOf(field, raw);
    default:
      return jsonOf(field, raw);
  }
}

// An empty optional text is no text, unless it stood there or a person emptied what did.
function textOf(field, raw) {
  if (raw === null) return { problem: { detail: t("form.incompleteDate") } };
  if (raw) return { value: raw };
  if (field.required) return { value: "" };
  return raw === "" && field.preset !== undefined ? { value: "" } : {};
}

function linesOf(field, raw) {
  const lines = (raw ?? "").split(/\r\n?|\n/).filter((line) => line !== "");
  const left = lines.length === 0 && !field.required && !(raw === "" && field.preset !== undefined);
  return left ? {} : { value: lines };
}

function numberOf(field, raw) {
  const text = (raw ?? "").trim();
  if (text === "") return missing(field);
  const { value, problem } = numberFrom(text);
  if (problem === undefined) return { value };
  if (problem === "inexact") return { problem: { detail: t("form.inexactNumber") } };
  return { problem: { detail: t(field.kind === "integer" ? "form.noInteger" : "form.noNumber") } };
}

function jsonOf(field, raw) {
  if (raw === undefined || raw.trim() === "") return missing(field);
  try {
    return { value: parseJson(raw) };
  } catch (error) {
    return { problem: { detail: t("form.noJson", { error: error.message }) } };
  }
}

function missing(field) {
  return field.required ? { problem: { detail: t("form.required") } } : {};
}

/** A member of an object, or undefined. */
export function memberOf(value, name) {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
