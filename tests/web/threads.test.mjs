// The list of threads and the titles of pages: threads.js, title.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { countOpen, inOrder, reduceRows } from "../../web/threads.js";
import { pageTitle } from "../../web/title.js";

test("threads: rows replace, go, and stand in the order of need", () => {
  let rows = reduceRows(new Map(), {
    kind: "rows",
    threads: [
      { thread: "a", open: 0, last_at: 9 },
      { thread: "b", open: 1, last_at: 1 },
    ],
  });
  assert.deepEqual(
    inOrder(rows).map((row) => row.thread),
    ["b", "a"],
  );
  rows = reduceRows(rows, { kind: "row", row: { thread: "c", open: 2, last_at: 5 } });
  rows = reduceRows(rows, { kind: "row", row: { thread: "b", gone: true } });
  assert.deepEqual(
    inOrder(rows).map((row) => row.thread),
    ["c", "a"],
  );
  assert.equal(countOpen(rows), 2);
});

test("a title counts what is open, and is the bare name where nothing is", () => {
  assert.equal(pageTitle(2, "build"), "(2) build · dialog-hub");
  assert.equal(pageTitle(0, "build"), "build · dialog-hub");
});
