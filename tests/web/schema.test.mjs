// schema.js, form_values.js and rules.js: from a JSON Schema to fields, to words, and back
// to the content.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerFrom, startFields } from "../../web/answers.js";
import { ruleWords } from "../../web/rules.js";
import { placeOf, planOf } from "../../web/schema.js";

function object(properties, rest = {}) {
  return { type: "object", properties, ...rest };
}

function field(schema) {
  return planOf(object({ it: schema })).fields[0];
}

function words(schema) {
  return ruleWords(field(schema));
}

/** What a form that nobody touches answers. */
function untouched(dialog) {
  return answerFrom({ method: "form", ...dialog }, startFields({ method: "form", ...dialog })).answer
    ?.content;
}

function filled(schema, values) {
  return answerFrom({ method: "form", schema }, { values });
}

test("a string tells its length, its pattern and its format", () => {
  assert.deepEqual(words({ type: "string", minLength: 2, maxLength: 5, pattern: "^a" }), [
    "2 to 5 characters",
    "Must match ^a",
  ]);
  assert.deepEqual(words({ type: "string", minLength: 1 }), ["At least 1 character"]);
  assert.deepEqual(words({ type: "string", minLength: 0, maxLength: 1 }), ["At most 1 character"]);
  assert.deepEqual(words({ type: "string", format: "date-time" }), ["Such as 2026-03-01T09:30:00Z"]);
  assert.deepEqual(words({ type: "string", format: "__proto__" }), []);
});

test("a number tells its bounds as they must be typed", () => {
  assert.deepEqual(words({ type: "integer", minimum: 1, maximum: 65535 }), [
    "A whole number",
    "From 1 to 65535",
  ]);
  assert.deepEqual(words({ type: "number", minimum: 0.5 }), ["At least 0.5"]);
  assert.deepEqual(words({ type: "number", maximum: 64, exclusiveMinimum: 0, multipleOf: 0.5 }), [
    "At most 64",
    "More than 0",
    "In steps of 0.5",
  ]);
  assert.deepEqual(words({ type: "number", exclusiveMaximum: 10 }), ["Less than 10"]);
});

test("a list of texts tells how many, and what each must be", () => {
  const items = { type: "string", maxLength: 5 };
  assert.deepEqual(words({ type: "array", items, maxItems: 3 }), [
    "One on a line",
    "At most 3 of them",
    "Each: At most 5 characters",
  ]);
  assert.deepEqual(words({ type: "array", items: { type: "string" }, minItems: 1, maxItems: 3 }), [
    "One on a line",
    "1 to 3 of them",
  ]);
});

test("options that would read alike are told apart", () => {
  assert.deepEqual(
    field({ enum: [2, "2", null, "null", "x"] }).options.map(({ label }) => label),
    ["2", '"2"', "null", '"null"', "x"],
  );
  const titled = field({
    oneOf: [
      { const: 1, title: "One", description: "just one" },
      { const: 2, title: "" },
    ],
  });
  assert.deepEqual(titled.options, [
    { value: 1, label: "One", description: "just one" },
    { value: 2, label: "2", description: undefined },
  ]);
});

test("an optional object is left out while nobody gave a part of it", () => {
  const schema = object({
    who: object(
      { name: { type: "string" }, age: { type: "integer" }, on: { type: "boolean" } },
      {
        required: ["name", "age", "on"],
      },
    ),
  });
  assert.deepEqual(filled(schema, {}).answer.content, {});
  assert.deepEqual(filled(schema, { "/who/name": "", "/who/on": false }).answer.content, {});
  assert.equal(filled(schema, { "/who/name": "Ann" }).problem.pointer, "/who/age");
  assert.deepEqual(filled(schema, { "/who/age": "41" }).answer.content, {
    who: { name: "", age: 41, on: false },
  });
});

test("a required object is always given", () => {
  const schema = object({ who: object({ name: { type: "string" } }) }, { required: ["who"] });
  assert.deepEqual(filled(schema, {}).answer.content, { who: {} });
});

test("a default comes back as it was when nobody touches it", () => {
  const schema = object({
    text: { type: "string" },
    lines: { type: "array", items: { type: "string" } },
    pick: { enum: ["a", 1] },
    deep: object({ n: { type: "number" } }),
  });
  for (const content of [
    {},
    { text: "", lines: [], pick: 1, deep: { n: 1.5 } },
    { text: "a\r\nb", lines: ["a", "b"] },
    { lines: ["two\nlines", ""] },
    { lines: ["carriage\rreturn"] },
    { pick: "none of them" },
    { text: 7, deep: { n: 1, more: true } },
    { unknown: [1], text: "x" },
  ])
    assert.deepEqual(untouched({ schema, default: content }), content, JSON.stringify(content));
});

test("a default of the schema that its field cannot hold is left out", () => {
  const schema = object({ n: { type: "integer", default: "8080" }, m: { enum: ["a"], default: "b" } });
  assert.deepEqual(untouched({ schema }), {});
  assert.deepEqual(
    planOf(schema).fields.map(({ kind }) => kind),
    ["integer", "enum"],
  );
});

test("the default of an object fills its fields", () => {
  const schema = object({ deep: object({ n: { type: "number" } }, { default: { n: 2 } }) });
  assert.deepEqual(untouched({ schema }), { deep: { n: 2 } });
});

test("half a date is no date that was left out", () => {
  const schema = object({ day: { type: "string", format: "date" } });
  assert.equal(filled(schema, { "/day": null }).problem.pointer, "/day");
  assert.deepEqual(filled(schema, { "/day": "" }).answer.content, {});
  assert.deepEqual(filled(schema, { "/day": "2026-12-01" }).answer.content, { day: "2026-12-01" });
});

const PLAN = planOf(
  object({
    name: { type: "string" },
    "a/b": object({ "c~d": { type: "number" }, list: { type: "array", items: { type: "string" } } }),
  }),
);

test("a refusal is about the nearest field above what it names", () => {
  assert.equal(placeOf(PLAN, "/name"), "/name");
  assert.equal(placeOf(PLAN, "/a~1b/c~0d"), "/a~1b/c~0d");
  assert.equal(placeOf(PLAN, "/a~1b/list/3"), "/a~1b/list");
  assert.equal(placeOf(PLAN, "/a~1b", "value has less than 2 properties"), "/a~1b");
  assert.equal(placeOf(PLAN, "/elsewhere"), undefined);
  assert.equal(placeOf(PLAN, ""), undefined);
});

test("a refusal for a member that is missing is about that member", () => {
  assert.equal(placeOf(PLAN, "", '"name" is a required property'), "/name");
  assert.equal(placeOf(PLAN, "/a~1b", '"c~d" is a required property'), "/a~1b/c~0d");
  assert.equal(placeOf(PLAN, "/a~1b", '"gone" is a required property'), "/a~1b");
  assert.equal(placeOf(PLAN, "", '"a/b" is a required property'), "/a~1b");
  assert.equal(placeOf(PLAN, "/name", '"name" is not one of the options'), "/name");
});
