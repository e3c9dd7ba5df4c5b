// From a JSON Schema to the fields that a form shows. Pure.
//
// A plan is {kind, pointer, label, description?, required, schema, preset?, …}; kinds:
// "object" (with `fields`), "string", "number", "integer", "boolean", "enum" (with
// `options`), "enums", "strings", and "json" for everything that has no field of its own.
// The schema is not checked here: the hub alone judges.

import { fits, literal, memberOf } from "./form_values.js";
import { isObject } from "./json.js";
import { hasLines } from "./line_ends.js";
import { boundOf } from "./numbers.js";

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

/**
 * The plan of a form's schema. `preset` is the dialog's default: where there is one, the
 * schema's own defaults do not count, and what no field can hold as it is becomes JSON. A
 * default of the schema that its field cannot hold was never checked, and is left out.
 */
export function planOf(schema, preset) {
  const base = { pointer: "", path: [], label: "", required: true };
  const from = preset === undefined ? null : { value: preset };
  return objectPlan(schema, base, 0, from) ?? { ...base, kind: "json", schema };
}

/** The plan of a form dialog. */
export function formPlan(dialog) {
  return planOf(dialog.schema, dialog.default ?? undefined);
}

/**
 * The pointer of the field or object of a plan that a refusal is about: the nearest one
 * above what it names. Of a member that is missing the hub can name only the object around
 * it; its words begin with the member's name then.
 */
export function placeOf(plan, pointer, detail = "") {
  const known = new Set(pointersIn(plan));
  const [, quoted] = /^("(?:[^"\\]|\\.)*")/.exec(detail) ?? [];
  const below = quoted === undefined ? undefined : `${pointer}/${escaped(nameIn(quoted))}`;
  if (known.has(below)) return below;
  let at = pointer;
  while (at !== "" && !known.has(at)) at = at.slice(0, at.lastIndexOf("/"));
  return at === "" ? undefined : at;
}

function pointersIn(plan) {
  return plan.fields.flatMap((field) =>
    field.kind === "object" ? [field.pointer, ...pointersIn(field)] : [field.pointer],
  );
}

function nameIn(quoted) {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted;
  }
}

function escaped(name) {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

// `from` is null where the schema's own defaults count, else {value} of the default.
function objectPlan(schema, base, depth, from) {
  if (!isObject(schema) || !isObject(schema.properties)) return null;
  if (schema.type !== undefined && schema.type !== "object") return null;
  if (BEYOND_FIELDS.some((keyword) => keyword in schema)) return null;
  const names = Object.keys(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  // A member that is asked for but not described could not be given.
  if (names.length === 0 || required.some((name) => !names.includes(name))) return null;
  const held = (value) => isObject(value) && Object.keys(value).every((name) => names.includes(name));
  // A member that has no field would be lost.
  if (from?.value !== undefined && !held(from.value)) return null;
  const inside = from ?? (held(schema.default) ? { value: schema.default } : null);
  const fields = names.map((name) => {
    const below = { name, pointer: `${base.pointer}/${escaped(name)}`, path: [...base.path, name] };
    const given = inside && { value: memberOf(inside.value, name) };
    return fieldPlan(schema.properties[name], below, required.includes(name), depth + 1, given);
  });
  return { ...base, kind: "object", schema, fields, preset: undefined };
}

function fieldPlan(schema, below, required, depth, from) {
  const words = isObject(schema) ? schema : {};
  const preset = from ? from.value : words.default;
  const base = {
    ...below,
    required,
    schema: words,
    label: textIn(words.title) ?? below.name,
    description: textIn(words.description),
    preset,
  };
  const field = { ...base, ...kindOf(schema, base, depth, from) };
  if (field.preset === undefined || fits(field, field.preset)) return field;
  return from ? { ...base, kind: "json" } : { ...field, preset: undefined };
}

function kindOf(schema, base, depth, from) {
  const options = choicesIn(schema);
  if (options) return { kind: "enum", options };
  if (!isObject(schema) || BEYOND_FIELDS.some((keyword) => keyword in schema)) return { kind: "json" };
  switch (schema.type) {
    case "string":
      return {
        kind: "string",
        lines: boundOf(schema.maxLength) > ONE_LINE || (typeof base.preset === "string" && hasLines(base.preset)),
        format: schema.format,
      };
    case "number":
    case "integer":
    case "boolean":
      return { kind: schema.type };
    case "array":
      return arrayPlan(schema);
    default:
      return (depth < MAX_DEPTH ? objectPlan(schema, base, depth, from) : null) ?? { kind: "json" };
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
  if ("const" in schema) return distinct([{ value: schema.const }]);
  if (Array.isArray(schema.enum)) {
    const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
    return distinct(schema.enum.map((value, index) => ({ value, label: textIn(names[index]) })));
  }
  const list = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(list) || list.length === 0 || !list.every((each) => isObject(each) && "const" in each))
    return null;
  return distinct(
    list.map((each) => ({
      value: each.const,
      label: textIn(each.title),
      description: textIn(each.description),
    })),
  );
}

// The text "2" and the number 2 are two options: where both are there, each is shown as JSON.
function distinct(options) {
  const plain = options.map(({ value, label }) => label ?? literal(value));
  const times = new Map();
  for (const each of plain) times.set(each, (times.get(each) ?? 0) + 1);
  return options.map((option, index) => {
    const twice = times.get(plain[index]) > 1;
    const label = twice && option.label === undefined ? JSON.stringify(option.value) : plain[index];
    return { ...option, label };
  });
}

function textIn(value) {
  return typeof value === "string" && value !== "" ? value : undefined;
}
