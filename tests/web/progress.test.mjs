// progress.js: how far a questionnaire is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { progressOf } from "../../web/progress.js";

const QUESTIONS = [{ id: "a" }, { id: "b", required: true }, { id: "c", required: false }];

function progress(entered, locked, questions = QUESTIONS) {
  return progressOf(questions, { entered: new Set(entered), locked: new Set(locked) });
}

test("a question is answered once, by what was entered or by a lock", () => {
  assert.deepEqual(progress([], []), { answered: 0, total: 3, last: null });
  assert.equal(progress(["a", "c"], ["a"]).answered, 2);
});

test("the last required question without a lock is the one whose lock ends it", () => {
  assert.equal(progress([], ["a"]).last, "b");
  assert.equal(progress(["b"], ["a"]).last, "b");
  assert.equal(progress([], ["a", "c"]).last, "b");
});

test("no lock ends a questionnaire that requires nothing", () => {
  assert.equal(progress([], [], [{ id: "c", required: false }]).last, null);
});

test("locks of questions that were not asked count for nothing", () => {
  assert.equal(progress(["x"], ["y"]).answered, 0);
});
