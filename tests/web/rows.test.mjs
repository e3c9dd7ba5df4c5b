// The list of threads, followed once for many: rows.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Rows } from "../../web/rows.js";

function told() {
  let tell;
  const rows = new Rows({ followAll: (listener) => (tell = listener) });
  return { rows, tell: (input) => tell(input) };
}

const a = { thread: "a", open: 1 };
const b = { thread: "b", open: 0 };

test("who comes later is told the whole list first, then the same as everybody", () => {
  const { rows, tell } = told();
  const early = [];
  const late = [];
  rows.followAll((input, hasRisen) => early.push([input, hasRisen]));
  tell({ kind: "rows", threads: [a, b] });
  tell({ kind: "row", row: { thread: "a", gone: true } });
  rows.followAll((input, hasRisen) => late.push([input, hasRisen]));
  tell({ kind: "row", row: { ...b, open: 2 } });
  assert.deepEqual(late, [
    [{ kind: "rows", threads: [b] }, false],
    [{ kind: "row", row: { ...b, open: 2 } }, true],
  ]);
  assert.equal(early.length, 3);
  assert.deepEqual(early.at(-1), late.at(-1));
  assert.equal(rows.waiting.count(null), 2);
});

test("that the list cannot be followed is told as it is", () => {
  const { rows, tell } = told();
  const heard = [];
  rows.followAll((input) => heard.push(input));
  tell({ kind: "failed", error: "no" });
  assert.deepEqual(heard, [{ kind: "failed", error: "no" }]);
  assert.equal(rows.waiting.known, false);
});
