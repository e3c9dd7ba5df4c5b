// From a JSON Schema to the fields that a form shows, and from their raw values to the
// content. Pure.
//
// A plan is {kind, pointer, label, description?, required, …}; kinds: "object" (with
// `fields`), "string", "number", "integer", "boolean", "enum" (with `options`), "enums",
// "strings", and "json" for everything that has no field of its own. Raw values live in
// one flat object under the field's JSON pointer; one that is absent was never touched.
// The schema is not checked here: the hub alone judges.

import { isNumber, isObject, parseJson, prettyJson } from "./json.js";

/** Nested objects deeper than this are written as JSON. */
const MAX_DEPTH = 4;
/** Keywords that say more of a value than a plain field can show. */
const BEYOND_FIELDS = [
  "$ref",
  "$dynamicRef",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "patternProperties",
  "dependentSchemas",
];
/** A string that may be longer than this gets several lines. */
const ONE_LINE = 200;

/** The plan of a form's schema. */
export function planOf(schema) {
  return (
    objectPlan(schema, "", { label: "", required: true }, 0) ?? {
      kind: "json",
      pointer: "",
      label: "",
      required: true,
    }
  );
}

/** The raw values that the fields hold at first: `preset`, else the schema's own defaults. */
export function startValues(plan, preset) {
  const values = {};
  for (const field of leaves(plan)) {
    const given = preset === undefined ? field.preset : at(preset, field.path);
    if (given !== undefined) values[field.pointer] = rawOf(field, given);
  }
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

/** All fields that hold a value, the nested ones too. */
export function leaves(plan) {
  return plan.fields.flatMap((field) => (field.kind === "object" ? leaves(field) : [field]));
}

function inner(field, values) {
  const { content, problem } = contentFrom(field, values);
  if (problem) return { problem };
  return field.required || Object.keys(content).length > 0 ? { value: content } : {};
}

function objectPlan(schema, pointer, base, depth) {
  if (!isObject(schema) || !isObject(schema.properties)) return null;
  if (schema.type !== undefined && schema.type !== "object") return null;
  if (BEYOND_FIELDS.some((keyword) => keyword in schema)) return null;
  const names = Object.keys(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  // A member that is asked for but not described could not be given.
  if (names.length === 0 || required.some((name) => !names.includes(name))) return null;
  const fields = names.map((name) => {
    const below = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return fieldPlan(
      schema.properties[name],
      name,
      below,
      [...(base.path ?? []), name],
      required.includes(name),
      depth + 1,
    );
  });
  return { ...base, kind: "object", pointer, fields };
}

function fieldPlan(schema, name, pointer, path, required, depth) {
  const words = isObject(schema) ? schema : {};
  const base = {
    name,
    pointer,
    path,
    required,
    label: typeof words.title === "string" ? words.title : name,
    description: typeof words.description === "string" ? words.description : undefined,
    preset: words.default,
  };
  const options = choicesIn(schema);
  if (options) return { ...base, kind: "enum", options };
  if (!isObject(schema) || BEYOND_FIELDS.some((keyword) => keyword in schema))
    return { ...base, kind: "json" };
  switch (schema.type) {
    case "string":
      return {
        ...base,
        kind: "string",
        lines: schema.maxLength > ONE_LINE || /\n/.test(schema.default ?? ""),
        format: schema.format,
      };
    case "number":
    case "integer":
    case "boolean":
      return { ...base, kind: schema.type };
    case "array":
      return { ...base, ...arrayPlan(schema) };
    default: {
      const nested = depth < MAX_DEPTH ? objectPlan(schema, pointer, base, depth) : null;
      return nested ?? { ...base, kind: "json" };
    }
  }
}

function arrayPlan({ items, prefixItems }) {
  if (prefixItems !== undefined || !isObject(items)) return { kind: "json" };
  const options = choicesIn(items);
  if (options) return { kind: "enums", options };
  const plain = items.type === "string" && !BEYOND_FIELDS.some((keyword) => keyword in items);
  return { kind: plain ? "strings" : "json" };
}

// A closed list of values, in any of the ways in which schemas write one.
function choicesIn(schema) {
  if (!isObject(schema)) return null;
  if ("const" in schema) return [{ value: schema.const, label: literal(schema.const) }];
  if (Array.isArray(schema.enum)) {
    const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
    return schema.enum.map((value, index) => ({ value, label: names[index] ?? literal(value) }));
  }
  const list = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(list) || list.length === 0 || !list.every((each) => isObject(each) && "const" in each))
    return null;
  return list.map((each) => ({ value: each.const, label: each.title ?? literal(each.const) }));
}

function literal(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

// Raw values: text; for a boolean itself; for an enum the index of the option, or a list.
function rawOf(field, value) {
  switch (field.kind) {
    case "string":
      return typeof value === "string" ? value : literal(value);
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
      return optional(field, raw, raw);
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
    case "strings": {
      const lines = (raw ?? "").split("\n").filter((line) => line !== "");
      return lines.length === 0 && !field.required ? {} : { value: lines };
    }
    default:
      return jsonOf(field, raw);
  }
}

// An empty optional text is no text, unless a person emptied what stood there.
function optional(field, raw, value) {
  if (raw) return { value };
  if (field.required) return { value: "" };
  return raw === "" && field.preset ? { value: "" } : {};
}

function numberOf(field, raw) {
  const text = (raw ?? "").trim();
  if (text === "") return missing(field);
  try {
    const value = parseJson(text);
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      return { problem: { detail: "This browser cannot carry a whole number of that length exactly." } };
    }
    if (isNumber(value)) return { value };
  } catch {
    // Said below.
  }
  return { problem: { detail: `Write a number, such as ${field.kind === "integer" ? "12" : "1.5"}.` } };
}

function jsonOf(field, raw) {
  if (raw === undefined || raw.trim() === "") return missing(field);
  try {
    return { value: parseJson(raw) };
  } catch (error) {
    return { problem: { detail: `This is no JSON: ${error.message}` } };
  }
}

function missing(field) {
  return field.required ? { problem: { detail: "This field is required." } } : {};
}

function at(value, path) {
  let here = value;
  for (const name of path) {
    if (!isObject(here) || !Object.hasOwn(here, name)) return undefined;
    here = here[name];
  }
  return here;
}
