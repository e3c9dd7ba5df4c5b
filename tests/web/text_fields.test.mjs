// room.js, line_ends.js and numbers.js: what a text field counts, keeps and sends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { asSent, asShown } from "../../web/line_ends.js";
import { numberFrom } from "../../web/numbers.js";
import { lengthOf, roomOf } from "../../web/room.js";

test("a length is counted in Unicode scalar values", () => {
  assert.equal(lengthOf("abc"), 3);
  assert.equal(lengthOf("😀"), 1);
  assert.equal(lengthOf("👩‍👩‍👧"), 5);
  assert.equal(lengthOf("e\u0301"), 2);
  assert.equal(lengthOf(""), 0);
});

test("the end of a long text is near at its last twenty characters", () => {
  const names = [0, 79, 80, 100, 101].map((length) => roomOf("x".repeat(length), 100).name);
  assert.deepEqual(names, ["roomy", "roomy", "near", "near", "over"]);
  assert.equal(roomOf("x".repeat(103), 100).left, -3);
});

test("the end of a short text is near at its last fifth, and a text of no length is at its end", () => {
  const names = [0, 4, 5].map((length) => roomOf("x".repeat(length), 5).name);
  assert.deepEqual(names, ["roomy", "roomy", "near"]);
  assert.deepEqual(roomOf("", 0), { name: "near", left: 0, mark: 0 });
});

test("what is left is worth saying a few times, not at every character", () => {
  const marks = new Set();
  for (let length = 0; length <= 105; length += 1) marks.add(roomOf("x".repeat(length), 100).mark);
  assert.deepEqual([...marks], [undefined, 20, 10, 5, 0, -1]);
});

test("a text that nobody changed keeps its line ends, all of them", () => {
  for (const text of ["a\r\nb", "a\rb", "a\r\nb\nc\r", "a\nb", ""])
    assert.equal(asSent(asShown(text), text), text);
});

test("a changed text keeps the line ends of a file that knows one kind", () => {
  assert.equal(asSent("a\nb\nnew", "a\r\nb"), "a\r\nb\r\nnew");
  assert.equal(asSent("a\nnew", "a\nb"), "a\nnew");
  assert.equal(asSent("a\nnew", "a\r\nb\nc"), "a\nnew");
  assert.equal(asSent("a\nnew", ""), "a\nnew");
});

const EXACT = typeof JSON.rawJSON === "function";

test("a number is carried as it was typed, or as the same number", () => {
  for (const text of ["12", "-1.5", "0", "1e3", "1E400", "1.50", "-0", "12345678901234567890", "0.1e-7"]) {
    const { value, problem } = numberFrom(text);
    if (EXACT) assert.equal(JSON.stringify(value), text);
    else if (problem === undefined) assert.equal(value, Number(text));
  }
});

test("where the engine cannot keep a number, it is refused rather than changed", { skip: EXACT }, () => {
  for (const text of ["12345678901234567890", "9007199254740993", "0.12345678901234567891", "1e400"])
    assert.deepEqual(numberFrom(text), { problem: "inexact" });
  for (const text of ["1e3", "1.50", "100000000000000000000", "0.000", "-0.0", "1E-7"])
    assert.equal(numberFrom(text).value, Number(text));
});

test("what is no JSON number is none", () => {
  for (const text of ["", "abc", "1,5", "+1", "01", ".5", "5.", "0x10", "NaN", '"1"', "[1]", "null", "1 2"])
    assert.deepEqual(numberFrom(text), { problem: "none" });
});
