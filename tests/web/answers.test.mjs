// answers.js and schema.js: from what was entered to the contract's answer, for each method.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerFrom, choicesOf, lockFrom, questionFields, startFields } from "../../web/answers.js";
import { planOf } from "../../web/schema.js";
import { parseJson } from "../../web/json.js";

function answer(dialog, fields) {
  const result = answerFrom(dialog, fields);
  assert.equal(result.problem, undefined);
  return result.answer;
}

function problem(dialog, fields) {
  const result = answerFrom(dialog, fields);
  assert.equal(result.answer, undefined);
  return result.problem;
}

test("confirm", () => {
  assert.deepEqual(answer({ method: "confirm" }, { confirmed: false }), { confirmed: false });
});

const SELECT = { method: "select", options: ["a", { value: "b", label: "B" }], allow_other: true };

test("select: what is picked or what is typed, never both", () => {
  assert.deepEqual(answer(SELECT, { pick: "a", otherChosen: false, other: "typed, kept" }), { value: "a" });
  assert.deepEqual(answer(SELECT, { pick: "a", otherChosen: true, other: "typed" }), { other: "typed" });
  assert.deepEqual(answer(SELECT, { pick: "", otherChosen: false, other: "" }), { value: "" });
  assert.match(problem(SELECT, { pick: null, otherChosen: false, other: "x" }).detail, /Nothing is chosen/);
});

test("an other that is blank is for the hub to refuse", () => {
  assert.deepEqual(answer(SELECT, { pick: null, otherChosen: true, other: " " }), { other: " " });
});

test("multiselect: picks and other stay apart, commas and all", () => {
  const dialog = { method: "multiselect", options: ["a", "b"], allow_other: true };
  assert.deepEqual(answer(dialog, { picks: ["b", "a"], otherChosen: true, other: "x, y" }), {
    values: ["b", "a"],
    other: "x, y",
  });
  assert.deepEqual(answer(dialog, { picks: [], otherChosen: false, other: "x" }), { values: [] });
});

test("input, editor and secret carry their text as it is", () => {
  for (const method of ["input", "editor", "secret"])
    assert.deepEqual(answer({ method }, { text: " a\n\u202e" }), { value: " a\n\u202e" });
});

const ASKED = {
  method: "questionnaire",
  questions: [
    { id: "one", question: "?", options: ["x", "y"], allow_other: true },
    { id: "many", question: "?", options: ["m", "n"], multi_select: true, allow_other: true },
    { id: "text", question: "?", options: [], multi_select: true },
  ],
};

function entered(questions) {
  const untouched = startFields(ASKED).questions;
  const touched = Object.fromEntries(
    Object.entries(questions).map(([id, each]) => [id, { touched: true, ...each }]),
  );
  return { questions: { ...untouched, ...touched } };
}

test("questionnaire: only what was touched is named, each in its own form", () => {
  assert.deepEqual(answer(ASKED, entered({})), { answers: [] });
  assert.deepEqual(
    answer(ASKED, entered({ text: { text: "why" }, one: { pick: "x", otherChosen: false, other: "" } })),
    {
      answers: [
        { id: "one", value: "x" },
        { id: "text", value: "why" },
      ],
    },
  );
  assert.deepEqual(
    answer(
      ASKED,
      entered({
        one: { pick: "x", otherChosen: true, other: "z" },
        many: { picks: ["m"], otherChosen: true, other: "o" },
      }),
    ),
    {
      answers: [
        { id: "one", other: "z" },
        { id: "many", value: ["m"], other: "o" },
      ],
    },
  );
});

test("questionnaire: touched and emptied again is not given", () => {
  assert.deepEqual(
    answer(ASKED, entered({ text: { text: "" }, many: { picks: [], otherChosen: false, other: "" } })),
    { answers: [] },
  );
});

test("questionnaire: a lock filled in from elsewhere is not sent again", () => {
  const fields = {
    questions: { ...startFields(ASKED).questions, one: questionFields(ASKED.questions[0], { value: "y" }) },
  };
  assert.deepEqual(answer(ASKED, fields), { answers: [] });
});

test("a lock is one question's answer", () => {
  assert.deepEqual(lockFrom(ASKED.questions[0], { pick: "x" }).lock, { question: "one", value: "x" });
  assert.deepEqual(lockFrom(ASKED.questions[0], { otherChosen: true, other: "z" }).lock, {
    question: "one",
    value: null,
    other: "z",
  });
  assert.deepEqual(lockFrom(ASKED.questions[1], { picks: ["m"], otherChosen: true, other: "o" }).lock, {
    question: "many",
    value: ["m"],
    other: "o",
  });
  assert.equal(lockFrom(ASKED.questions[2], { text: "" }).problem.question, "text");
});

const ACT = { method: "approval", action: { cmd: ["rm"] }, editable: true };

test("approval: choice, reason and what was edited", () => {
  const untouched = { reason: "", edited: false, text: "{}" };
  assert.deepEqual(answer(ACT, { ...untouched, choice: "once" }), { choice: "once" });
  assert.deepEqual(answer(ACT, { ...untouched, choice: "deny", reason: "too risky" }), {
    choice: "deny",
    reason: "too risky",
  });
  assert.deepEqual(answer(ACT, { choice: "once", reason: " ", edited: true, text: '{"cmd":["ls"]}' }), {
    choice: "once",
    input: { cmd: ["ls"] },
  });
  assert.equal(problem(ACT, { choice: "once", edited: true, text: "{" }).field, "input");
});

test("approval: a denial is never held up by a broken edit", () => {
  assert.deepEqual(answer(ACT, { choice: "deny", edited: true, text: "{" }), { choice: "deny" });
});

test("approval: the denial comes first, and both choices where none are named", () => {
  assert.deepEqual(choicesOf({}), ["deny", "once"]);
  assert.deepEqual(choicesOf({ choices: ["once", "session", "always", "deny"] }), [
    "deny",
    "once",
    "session",
    "always",
  ]);
  assert.deepEqual(choicesOf({ choices: ["once"] }), ["once"]);
});

test("x.NAME: any JSON", () => {
  assert.deepEqual(answer({ method: "x.a" }, { json: "null" }), { result: null });
  assert.match(problem({ method: "x.a" }, { json: "nope" }).detail, /no JSON/);
  assert.match(problem({ method: "x.a" }, { json: " " }).detail, /Write a JSON value/);
});

const FORM = {
  method: "form",
  schema: {
    type: "object",
    required: ["name", "age", "on"],
    properties: {
      name: { type: "string" },
      age: { type: "integer" },
      on: { type: "boolean" },
      ratio: { type: "number" },
      mode: { enum: ["fast", 2, null] },
      tags: { type: "array", items: { type: "string" } },
      sets: { type: "array", items: { enum: ["a", "b"] } },
      deep: { type: "object", properties: { "a/b": { type: "number" } } },
      any: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
  },
};

test("form: types survive", () => {
  const values = {
    "/name": "Ann",
    "/age": "41",
    "/on": true,
    "/ratio": "1.5",
    "/mode": 1,
    "/tags": "x\ny\n",
    "/sets": [1, 0],
    "/deep/a~1b": "2",
    "/any": "null",
  };
  assert.deepEqual(answer(FORM, { values }), {
    content: {
      name: "Ann",
      age: 41,
      on: true,
      ratio: 1.5,
      mode: 2,
      tags: ["x", "y"],
      sets: ["b", "a"],
      deep: { "a/b": 2 },
      any: null,
    },
  });
});

test("form: what is optional and untouched is left out, what is required is given empty", () => {
  assert.deepEqual(answer(FORM, { values: { "/age": "1" } }), { content: { name: "", age: 1, on: false } });
});

test("form: a number that is none is a problem at its field", () => {
  assert.equal(problem(FORM, { values: { "/age": "abc" } }).pointer, "/age");
  assert.equal(problem(FORM, { values: {} }).pointer, "/age");
  assert.equal(problem(FORM, { values: { "/age": "1", "/deep/a~1b": "x" } }).pointer, "/deep/a~1b");
  assert.equal(problem(FORM, { values: { "/age": '"1"' } }).pointer, "/age");
});

test("form: a fraction is the hub's to refuse", () => {
  assert.equal(answer(FORM, { values: { "/age": "1.5" } }).content.age, 1.5);
});

test("form: defaults fill the fields, the dialog's before the schema's", () => {
  const schema = {
    type: "object",
    properties: {
      port: { type: "integer", default: 80 },
      m: { enum: ["a", "b"], default: "b" },
      on: { type: "boolean", default: true },
    },
  };
  assert.deepEqual(startFields({ method: "form", schema }), {
    values: { "/port": "80", "/m": 1, "/on": true },
  });
  assert.deepEqual(startFields({ method: "form", schema, default: { port: 8080 } }), {
    values: { "/port": "8080" },
  });
});

test("form: what fields cannot show is written as JSON", () => {
  for (const schema of [
    { type: "object" },
    { type: "object", $ref: "#/$defs/x" },
    { type: "object", properties: { a: {} }, allOf: [] },
    { type: "object", properties: { a: {} }, required: ["b"] },
  ]) {
    assert.equal(planOf(schema).kind, "json");
    assert.deepEqual(answer({ method: "form", schema }, { json: '{"a":1}' }), { content: { a: 1 } });
  }
  assert.equal(problem({ method: "form", schema: {} }, { json: "[]" }).field, "content");
});

test("form: a field of each kind, JSON for the rest", () => {
  const kinds = Object.fromEntries(planOf(FORM.schema).fields.map((field) => [field.name, field.kind]));
  assert.deepEqual(kinds, {
    name: "string",
    age: "integer",
    on: "boolean",
    ratio: "number",
    mode: "enum",
    tags: "strings",
    sets: "enums",
    deep: "object",
    any: "json",
  });
  const titled = planOf({
    properties: {
      a: { oneOf: [{ const: 1, title: "One" }, { const: 2 }] },
      b: { enum: ["x"], enumNames: ["X"] },
    },
  }).fields;
  assert.deepEqual(
    titled.map((field) => field.options.map((option) => option.label)),
    [["One", "2"], ["X"]],
  );
});

test("form: a member named __proto__ is a member", () => {
  const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
  const { content } = answer({ method: "form", schema }, { values: { "/__proto__": "x" } });
  assert.equal(JSON.stringify(content), '{"__proto__":"x"}');
});

test("fields start from the default, in the form of the value", () => {
  assert.deepEqual(startFields({ ...SELECT, default: "b" }), { pick: "b", otherChosen: false, other: "" });
  assert.deepEqual(startFields({ ...SELECT, default: "typed" }), {
    pick: null,
    otherChosen: true,
    other: "typed",
  });
  assert.deepEqual(
    startFields({ method: "multiselect", options: ["a", "b"], allow_other: true, default: ["b", "typed"] }),
    { picks: ["b"], otherChosen: true, other: "typed" },
  );
  assert.deepEqual(startFields({ method: "select", allow_other: true, options: null }), {
    pick: null,
    otherChosen: true,
    other: "",
  });
  assert.equal(startFields({ method: "editor", prefill: "p", default: "d" }).text, "p");
  assert.equal(startFields({ method: "input", default: "d" }).text, "d");
  const asked = {
    ...ASKED,
    default: [
      { id: "one", value: null, other: "z" },
      { id: "many", value: ["m"] },
    ],
  };
  assert.deepEqual(answer(asked, startFields(asked)), {
    answers: [
      { id: "one", other: "z" },
      { id: "many", value: ["m"] },
    ],
  });
});

test("numbers come through as they came where the engine keeps their source, else as JSON.parse has them", () => {
  const text = '{"n":9007199254740993,"e":1E400,"s":"9007199254740993"}';
  const written = JSON.stringify(parseJson(text));
  if (typeof JSON.rawJSON === "function") assert.equal(written, text);
  else assert.equal(written, JSON.stringify(JSON.parse(text)));
});
