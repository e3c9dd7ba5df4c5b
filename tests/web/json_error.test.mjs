// Where a text stops being JSON.

import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenAt } from "../../web/json_error.js";

test("JSON is broken nowhere", () => {
  for (const text of [
    "1",
    " null ",
    '{"a":[1,{"b":"x\\n\\u00e9"}],"c":{}}',
    "[]",
    "-1.5e+3",
    '"😀"',
    "[[],[[]]]",
  ])
    assert.equal(brokenAt(text), null, text);
});

test("the place and the sign are named", () => {
  assert.deepEqual(brokenAt('{\n  "a": x\n}'), { line: 2, column: 8, found: "x" });
  assert.deepEqual(brokenAt('{"a": 1,}'), { line: 1, column: 9, found: "}" });
  assert.deepEqual(brokenAt('["😀" 1]'), { line: 1, column: 6, found: "1" });
  assert.deepEqual(brokenAt("[1 2]"), { line: 1, column: 4, found: "2" });
  assert.deepEqual(brokenAt("01"), { line: 1, column: 2, found: "1" });
  assert.deepEqual(brokenAt("{} {}"), { line: 1, column: 4, found: "{" });
  assert.deepEqual(brokenAt('"a\nb"'), { line: 1, column: 1, found: '"' });
});

test("a text that ends too early has nothing where it ends", () => {
  for (const text of ["", "{", '{"a"', '{"a":', "[1,", "[1"])
    assert.deepEqual(brokenAt(text), { line: 1, column: text.length + 1, found: "" }, text);
});

test("it says the same as the browser's own parser of what is JSON", () => {
  const signs = ["{", "}", "[", "]", ",", ":", '"a"', "1", "-", " ", "true", "0", "."];
  let seed = 7;
  const next = (n) => (seed = (seed * 48_271) % 2_147_483_647) % n;
  for (let n = 0; n < 20_000; n += 1) {
    const text = Array.from({ length: 1 + next(7) }, () => signs[next(signs.length)]).join("");
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    assert.equal(brokenAt(text) === null, isJson, text);
  }
});

test("brackets without end cost no stack", () => {
  assert.equal(brokenAt("[".repeat(200_000)).column, 200_001);
});
