// Which questions are open on all threads: open.js, fed with rows and with readings that a
// test answers when it wants.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OpenQuestions } from "../../web/attention/open.js";
import { settled } from "./fake_socket.mjs";

/** Readings wait in `asked`, as {thread, answer(ids), fail()}. */
function watched() {
  const asked = [];
  const read = (thread) =>
    new Promise((resolve, reject) => {
      asked.push({
        thread,
        async answer(...ids) {
          resolve({ open: ids.map((id) => ({ id, thread, at: 1, dialog: { title: `T ${id}` } })) });
          await settled();
        },
        async fail() {
          reject(new Error("no"));
          await settled();
        },
      });
    });
  const rows = new Map();
  const retries = [];
  let changes = 0;
  const open = new OpenQuestions(
    read,
    () => (changes += 1),
    (run) => retries.push(run),
  );
  const input = (kind, more) => open.update(rows, { kind, ...more });
  return {
    open,
    asked,
    retries,
    changes: () => changes,
    ids: () => [...open.view().questions.keys()],
    unread: () => [...open.view().unread],
    row(thread, count, last_at = 0) {
      const row = { thread, open: count, last_at };
      if (count > 0) rows.set(thread, row);
      else rows.delete(thread);
      input("row", { row });
    },
    gone(thread) {
      rows.delete(thread);
      input("row", { row: { thread, gone: true } });
    },
    all() {
      input("rows");
    },
  };
}

test("a thread with open questions is read, one without is not", async () => {
  const w = watched();
  assert.equal(w.open.view(), null, "nothing is known before the list of threads");
  w.row("idle", 0);
  w.row("a", 1);
  assert.deepEqual(
    w.asked.map(({ thread }) => thread),
    ["a"],
  );
  assert.deepEqual(w.unread(), ["a"]);
  await w.asked[0].answer("1");
  assert.deepEqual(w.ids(), ["1"]);
  assert.deepEqual(w.unread(), []);
});

test("what is over by its row is over at once, and a late reading does not bring it back", async () => {
  const w = watched();
  w.row("a", 1);
  await w.asked[0].answer("1");
  w.row("a", 2);
  w.row("a", 0);
  assert.deepEqual(w.ids(), []);
  await w.asked[1].answer("1", "2");
  assert.deepEqual(w.ids(), []);
  w.row("b", 1);
  await w.asked[2].answer("3");
  w.gone("b");
  assert.deepEqual(w.ids(), []);
});

test("a change during a reading is read after it, once", async () => {
  const w = watched();
  w.row("a", 1);
  w.row("a", 2);
  w.row("a", 3);
  assert.equal(w.asked.length, 1);
  await w.asked[0].answer("1");
  assert.equal(w.asked.length, 2);
  await w.asked[1].answer("1", "2", "3");
  assert.equal(w.asked.length, 2);
  assert.deepEqual(w.ids(), ["1", "2", "3"]);
});

test("after a reconnect every thread with open questions is read again", async () => {
  const w = watched();
  w.row("a", 1);
  await w.asked[0].answer("1");
  w.all();
  assert.equal(w.asked.length, 2);
  assert.deepEqual(w.ids(), ["1"], "until then the last reading stands");
  await w.asked[1].answer("2");
  assert.deepEqual(w.ids(), ["2"]);
});

test("a reading that fails leaves what was known, and the next change reads again", async () => {
  const w = watched();
  w.row("a", 1);
  await w.asked[0].fail();
  assert.deepEqual(w.unread(), ["a"]);
  assert.equal(w.asked.length, 1);
  w.row("a", 2);
  await w.asked[1].answer("1", "2");
  assert.deepEqual(w.ids(), ["1", "2"]);
});

test("readings that fail are tried again later, those that still matter", async () => {
  const w = watched();
  w.row("a", 1);
  w.row("b", 1);
  for (const each of w.asked) await each.fail();
  assert.equal(w.retries.length, 1, "one timer for all");
  w.row("b", 0);
  w.retries[0]();
  assert.deepEqual(
    w.asked.map(({ thread }) => thread),
    ["a", "b", "a"],
  );
  await w.asked[2].fail();
  assert.equal(w.retries.length, 2);
  w.retries[1]();
  await w.asked[3].answer("1");
  assert.deepEqual(w.ids(), ["1"]);
});

test("four readings at once, fifty threads, the latest first", async () => {
  const w = watched();
  for (let n = 0; n < 80; n += 1) w.row(`t${n}`, 1, n);
  for (let n = 0; n < w.asked.length; n += 1) {
    assert.ok(w.asked.length - n <= 4);
    await w.asked[n].answer(`q-${w.asked[n].thread}`);
  }
  assert.equal(w.ids().length, 50);
  assert.ok(w.ids().includes("q-t79") && !w.ids().includes("q-t29"));
  assert.equal(w.unread().length, 30);
});

test("who no longer leads forgets, and a reading that is under way stays without effect", async () => {
  const w = watched();
  w.row("a", 1);
  w.open.clear();
  const before = w.changes();
  await w.asked[0].answer("1");
  assert.equal(w.open.view(), null);
  assert.equal(w.changes(), before);
});
