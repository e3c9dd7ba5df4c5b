// What a tab keeps of what was typed: drafts.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Drafts } from "../../web/drafts.js";
import { storage } from "./fake_storage.mjs";

const HOUR = 3_600_000;

function entered(text, rest = {}) {
  return { thread: "t1", title: "Name?", fields: { text }, text, ...rest };
}

function texts(drafts, now) {
  return drafts.kept(now).map(({ id, text }) => [id, text]);
}

test("a draft belongs to one dialog and outlives the page", () => {
  const tab = storage();
  new Drafts(tab).save("dlg-1", entered(""), 1);
  new Drafts(tab).save("dlg-2", entered("two"), 2);
  const drafts = new Drafts(tab);
  assert.deepEqual(drafts.load("dlg-1"), { text: "" });
  assert.deepEqual(drafts.load("dlg-2"), { text: "two" });
  drafts.drop("dlg-2");
  assert.equal(drafts.load("dlg-2"), undefined);
});

test("a secret is never kept, neither while it is typed nor when it is over", () => {
  const tab = storage();
  const drafts = new Drafts(tab);
  drafts.save("sec-1", entered("hunter2"), 1);
  drafts.keep("sec-1", entered("hunter2"), 2);
  assert.equal(tab.map.size, 0);
});

test("drafts are bounded, the oldest go, and no storage is no failure", () => {
  const tab = storage();
  const drafts = new Drafts(tab);
  for (let n = 0; n < 150; n += 1) drafts.save(`dlg-${n}`, entered(`text ${n}`), n);
  for (let n = 0; n < 150; n += 1) drafts.save("dlg-149", entered("the same again"), 150 + n);
  assert.equal(tab.map.size, 100);
  assert.equal(drafts.load("dlg-49"), undefined);
  assert.deepEqual(drafts.load("dlg-50"), { text: "text 50" });
  const none = new Drafts(null);
  none.save("dlg-1", entered("x"), 1);
  none.keep("dlg-1", entered("x"), 1);
  none.settle("t1", new Set(), 1);
  assert.equal(none.load("dlg-1"), undefined);
  assert.deepEqual(none.kept(1), []);
});

test("where the tab's storage is full the oldest make place, and no older text stands for a newer", () => {
  const tab = storage(600);
  const drafts = new Drafts(tab);
  for (let n = 0; n < 9; n += 1) drafts.save(`dlg-${n}`, entered("x".repeat(20)), n);
  assert.equal(drafts.load("dlg-0"), undefined);
  assert.deepEqual(drafts.load("dlg-8"), { text: "x".repeat(20) });
  drafts.save("dlg-8", entered("y".repeat(400)), 10);
  assert.equal(drafts.load("dlg-8"), undefined);
});

test("the text of a dialog that is over waits two days to be read", () => {
  const drafts = new Drafts(storage());
  drafts.save("dlg-1", entered("half a thought"), 0);
  drafts.keep("dlg-1", entered("half a thought"), HOUR);
  assert.equal(drafts.load("dlg-1"), undefined);
  assert.deepEqual(texts(drafts, 25 * HOUR), [["dlg-1", "half a thought"]]);
  assert.deepEqual(texts(drafts, 49 * HOUR), []);
  drafts.keep("dlg-2", entered(""), HOUR);
  assert.deepEqual(texts(drafts, HOUR), []);
  drafts.keep("dlg-3", entered("read"), HOUR);
  drafts.drop("dlg-3");
  assert.deepEqual(texts(drafts, HOUR), []);
});

test("a dialog that ended while the page was away leaves its text, and those of other threads be", () => {
  const drafts = new Drafts(storage());
  drafts.save("dlg-1", entered("ended"), 1);
  drafts.save("dlg-2", entered("open"), 2);
  drafts.save("dlg-3", entered("elsewhere", { thread: "t2" }), 3);
  drafts.save("dlg-4", entered("", { fields: { pick: "a" } }), 4);
  drafts.settle("t1", new Set(["dlg-2"]), 5);
  assert.deepEqual(texts(drafts, 6), [["dlg-1", "ended"]]);
  assert.deepEqual(drafts.load("dlg-2"), { text: "open" });
  assert.deepEqual(drafts.load("dlg-3"), { text: "elsewhere" });
  assert.equal(drafts.load("dlg-4"), undefined);
});

test("what another version of the page has stored is passed over", () => {
  const tab = storage();
  tab.setItem("dialog-hub.draft.dlg-1", "{");
  tab.setItem("dialog-hub.kept.dlg-2", "null");
  const drafts = new Drafts(tab);
  assert.equal(drafts.load("dlg-1"), undefined);
  assert.deepEqual(drafts.kept(1), []);
});
