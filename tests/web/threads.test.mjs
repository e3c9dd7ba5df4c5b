// The list of threads, its filter, and the titles of pages: threads.js, thread_filter.js, title.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EVERYTHING, filtered, filterOf, searchOf } from "../../web/thread_filter.js";
import { countOpen, inOrder, inOrderOf, reduceAll, reduceRows, tally } from "../../web/threads.js";
import { pageTitle } from "../../web/title.js";

function names(rows) {
  return rows.map((row) => row.thread);
}

function rowsOf(...rows) {
  return reduceRows(new Map(), { kind: "rows", threads: rows });
}

test("threads: rows replace, go, and stand in the order of need", () => {
  let rows = rowsOf({ thread: "a", open: 0, last_at: 9 }, { thread: "b", open: 1, last_at: 1 });
  assert.deepEqual(names(inOrder(rows)), ["b", "a"]);
  rows = reduceRows(rows, { kind: "row", row: { thread: "c", open: 2, last_at: 5 } });
  rows = reduceRows(rows, { kind: "row", row: { thread: "b", gone: true } });
  assert.deepEqual(names(inOrder(rows)), ["c", "a"]);
  assert.equal(countOpen(rows), 2);
});

test("inputs that are reduced together come to what they come to one by one", () => {
  const inputs = [
    { kind: "row", row: { thread: "old", open: 1 } },
    { kind: "rows", threads: [{ thread: "a", open: 0 }] },
    { kind: "row", row: { thread: "b", open: 3 } },
    { kind: "row", row: { thread: "a", gone: true } },
  ];
  const before = new Map();
  assert.deepEqual(reduceAll(before, inputs), inputs.reduce(reduceRows, before));
  assert.equal(before.size, 0);
});

test("a list that is held keeps its order; what came since goes below, what went is gone", () => {
  const rows = inOrder(
    rowsOf({ thread: "new", open: 1 }, { thread: "b", open: 1 }, { thread: "c", open: 0 }),
  );
  assert.deepEqual(names(inOrderOf(["c", "gone", "b"], rows)), ["c", "b", "new"]);
});

test("a filter takes each word anywhere in a name, in any case, and the threads that it says", () => {
  const rows = [
    { thread: "Deploy-Prod", open: 1, live: false },
    { thread: "deploy-staging", open: 0, live: true },
    { thread: "notes", open: 2, live: true },
  ];
  const left = (filter) => names(filtered(rows, { ...EVERYTHING, ...filter }));
  assert.deepEqual(left({}), ["Deploy-Prod", "deploy-staging", "notes"]);
  assert.deepEqual(left({ text: " PROD dep " }), ["Deploy-Prod"]);
  assert.deepEqual(left({ show: "open" }), ["Deploy-Prod", "notes"]);
  assert.deepEqual(left({ show: "live", text: "deploy" }), ["deploy-staging"]);
  assert.deepEqual(tally(new Map(rows.map((row) => [row.thread, row]))), { all: 3, open: 2, live: 2 });
});

test("a filter stands in the query of the address and is read back from it", () => {
  for (const filter of [EVERYTHING, { text: "a b&c", show: "open" }, { text: "", show: "live" }])
    assert.deepEqual(filterOf(searchOf(filter)), filter);
  assert.equal(searchOf(EVERYTHING), "");
  assert.deepEqual(filterOf("?show=nonsense"), EVERYTHING);
  assert.equal(filterOf(`?q=${"x".repeat(5_000)}`).text.length, 200);
});

test("a title counts what is open, and is the bare name where nothing is", () => {
  assert.equal(pageTitle(2, "build"), "(2) build · dialog-hub");
  assert.equal(pageTitle(0, "build"), "build · dialog-hub");
});
