// What tabs of a browser agree on: who leads without locks, what is wanted, who was told;
// and what the service worker opens.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import vm from "node:vm";
import { Roster } from "../../web/attention/roster.js";
import { Settings } from "../../web/attention/settings.js";
import { Told } from "../../web/attention/told.js";

class FakeStorage {
  #entries = new Map();
  getItem(key) {
    return this.#entries.get(key) ?? null;
  }
  setItem(key, value) {
    this.#entries.set(key, value);
  }
  removeItem(key) {
    this.#entries.delete(key);
  }
}

const closed = {
  getItem: () => {
    throw new Error("off");
  },
  setItem: () => {
    throw new Error("off");
  },
  removeItem: () => {
    throw new Error("off");
  },
};

test("a roster: the smallest name leads, and the next one when it leaves", () => {
  const roster = new Roster("b");
  assert.equal(roster.leads, true);
  roster.heard("c");
  roster.heard("b");
  assert.equal(roster.leads, true);
  roster.heard("a");
  assert.equal(roster.leads, false);
  roster.left("a");
  assert.equal(roster.leads, true);
});

test("a roster: a tab that vanished is missed at the second roll call, one that answers stays", () => {
  const roster = new Roster("c");
  roster.heard("a");
  roster.heard("b");
  roster.call();
  roster.heard("b");
  assert.equal(roster.leads, false);
  roster.call();
  roster.call();
  assert.equal(roster.leads, true);
});

test("a roster is bounded, and takes names alone", () => {
  const roster = new Roster("m");
  roster.heard({ name: "a" });
  for (let n = 0; n < 200; n += 1) roster.heard(`z${n}`);
  roster.heard("a");
  assert.equal(roster.leads, true);
});

test("a wish is kept, and reaches the other tabs of the browser", () => {
  const storage = new FakeStorage();
  const events = new EventTarget();
  const mine = new Settings(storage, new EventTarget());
  const other = new Settings(storage, events);
  let told = 0;
  other.onChange(() => (told += 1));
  mine.set("notify", true);
  const change = (key) => events.dispatchEvent(Object.assign(new Event("storage"), { key }));
  change("something else");
  assert.equal(told, 0);
  change("dialog-hub.notify");
  assert.equal(told, 1);
  assert.deepEqual([other.wants("notify"), other.wants("sound")], [true, false]);
  assert.equal(new Settings(storage, events).wants("notify"), true);
  mine.set("notify", false);
  assert.equal(new Settings(storage, events).wants("notify"), false);
});

test("a wish lasts as long as the page where storage is off or forbidden", () => {
  for (const storage of [null, closed]) {
    const settings = new Settings(storage, new EventTarget());
    settings.set("sound", true);
    assert.equal(settings.wants("sound"), true);
  }
});

test("who was told is known to every tab, and to one without storage as long as it lives", () => {
  const storage = new FakeStorage();
  const [one, two] = [new Told(storage), new Told(storage)];
  one.add(["1"]);
  two.add(["2"]);
  assert.deepEqual([...one.ids()], ["1", "2"]);
  for (const nowhere of [null, closed]) {
    const alone = new Told(nowhere);
    alone.add(["1"]);
    assert.ok(alone.ids().has("1"));
  }
});

test("what was told is bounded, the newest stay, and damage is passed over", () => {
  const storage = new FakeStorage();
  storage.setItem("dialog-hub.told", "{not json");
  const told = new Told(storage);
  told.add(Array.from({ length: 700 }, (_, n) => `q${n}`));
  assert.equal(told.ids().size, 500);
  assert.ok(told.ids().has("q699") && !told.ids().has("q0"));
  assert.ok(storage.getItem("dialog-hub.told").length < 10_000);
});

/** What the service worker does on a click, beside tabs at these paths. */
async function click(paths, data) {
  const did = [];
  const handlers = {};
  const tabs = paths.map((path) => ({
    url: `http://hub${path}`,
    postMessage: (message) => did.push(`${path} is told ${message.kind} ${message.id}`),
    focus: () => did.push(`focus ${path}`),
  }));
  const self = {
    addEventListener: (name, handler) => (handlers[name] = handler),
    clients: { matchAll: async () => tabs, openWindow: async (address) => did.push(`open ${address}`) },
  };
  vm.runInNewContext(await readFile(new URL("../../web/sw.js", import.meta.url), "utf8"), {
    self,
    URL,
    encodeURIComponent,
  });
  let done;
  const notification = { data, close: () => did.push("close") };
  handlers.notificationclick({ notification, waitUntil: (promise) => (done = promise) });
  await done;
  return { did, handlers: Object.keys(handlers) };
}

test("a click goes to the tab that shows the thread, else opens the question", async () => {
  const data = { id: "dlg-1", thread: "a:b" };
  assert.deepEqual((await click(["/", "/t/a%3Ab"], data)).did, [
    "close",
    "/t/a%3Ab is told dialog-hub.look dlg-1",
    "focus /t/a%3Ab",
  ]);
  assert.deepEqual((await click(["/t/a:b"], data)).did.at(-1), "focus /t/a:b");
  assert.deepEqual((await click(["/d/dlg-1#a:b"], data)).did.at(-1), "focus /d/dlg-1#a:b");
  assert.deepEqual((await click(["/", "/t/other", "/d/dlg-2#a:b"], data)).did, [
    "close",
    "open /d/dlg-1#a%3Ab",
  ]);
});

test("the service worker sees no request and no push", async () => {
  const { handlers } = await click([], { id: "d", thread: "t" });
  assert.deepEqual(handlers, ["install", "notificationclick"]);
});
