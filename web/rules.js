// What the schema of a form's field asks for, in words, so that nobody has to be refused to
// learn it. Pure; numbers are told as they must be typed.

import { boundOf } from "./numbers.js";
import { t } from "./texts.js";

/** The formats that have an example; what they mean is the hub's and the asker's matter. */
const EXAMPLES = {
  "date-time": "2026-03-01T09:30:00Z",
  duration: "PT1H30M",
  email: "ann@example.org",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  time: "09:30:00Z",
  uri: "https://example.org/a",
  uuid: "0b0e2c6a-4c2f-4a0e-9d57-3f2a6c1e8b40",
};

/** Short texts, in the order in which they are to be read. */
export function ruleWords({ kind, schema }) {
  switch (kind) {
    case "string":
      return [lengthWords(schema), patternWords(schema), formatWords(schema)].filter(Boolean);
    case "integer":
      return [t("form.integer"), ...rangeWords(schema)];
    case "number":
      return rangeWords(schema);
    case "strings":
      return [t("form.lines"), itemWords(schema), itemRules(schema)].flat().filter(Boolean);
    case "json":
      return [t("form.asJson")];
    default:
      return [];
  }
}

function lengthWords({ minLength, maxLength }) {
  if (boundOf(minLength) > 0) {
    return has(maxLength)
      ? t("form.lengthBetween", { least: boundOf(minLength), count: boundOf(maxLength) })
      : t("form.lengthAtLeast", { count: boundOf(minLength) });
  }
  return has(maxLength) ? t("text.atMost", { count: boundOf(maxLength) }) : "";
}

/** What a pattern asks for; also for the pattern of an `input`. */
export function patternWords({ pattern }) {
  return typeof pattern === "string" ? t("text.pattern", { pattern }) : "";
}

function formatWords({ format }) {
  return Object.hasOwn(EXAMPLES, format ?? "") ? t("form.example", { example: EXAMPLES[format] }) : "";
}

function rangeWords(schema) {
  const said = [];
  if (has(schema.minimum) && has(schema.maximum)) {
    said.push(t("form.between", { least: asTyped(schema.minimum), most: asTyped(schema.maximum) }));
  } else if (has(schema.minimum)) {
    said.push(t("form.atLeast", { least: asTyped(schema.minimum) }));
  } else if (has(schema.maximum)) {
    said.push(t("form.atMost", { most: asTyped(schema.maximum) }));
  }
  if (has(schema.exclusiveMinimum)) said.push(t("form.above", { least: asTyped(schema.exclusiveMinimum) }));
  if (has(schema.exclusiveMaximum)) said.push(t("form.below", { most: asTyped(schema.exclusiveMaximum) }));
  if (has(schema.multipleOf)) said.push(t("form.steps", { step: asTyped(schema.multipleOf) }));
  return said;
}

function itemWords({ minItems, maxItems }) {
  if (boundOf(minItems) > 0) {
    return has(maxItems)
      ? t("form.itemsBetween", { least: boundOf(minItems), count: boundOf(maxItems) })
      : t("form.itemsAtLeast", { count: boundOf(minItems) });
  }
  return has(maxItems) ? t("form.itemsAtMost", { count: boundOf(maxItems) }) : "";
}

function itemRules({ items }) {
  return ruleWords({ kind: "string", schema: items }).map((rule) => t("form.eachLine", { rule }));
}

function has(bound) {
  return boundOf(bound) !== undefined;
}

function asTyped(number) {
  return JSON.stringify(number);
}
