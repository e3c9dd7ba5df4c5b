// What calls for attention, as pure rules: counts, the icon, which notifications stand, and
// why they may not.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { shortCount, Waiting } from "../../web/attention/counts.js";
import { iconAddress } from "../../web/attention/icon.js";
import { notice, notificationState, plan } from "../../web/attention/plan.js";

const list = (counts) => ({
  kind: "rows",
  threads: Object.entries(counts).map(([thread, open]) => ({ thread, open })),
});
const row = (thread, open) => ({ kind: "row", row: { thread, open } });
const question = (id, thread = "t") => ({ id, thread, title: `Question ${id}`, at: 5 });
const view = (questions, unread = []) => ({
  questions: new Map(questions.map((each) => [each.id, each])),
  unread: new Set(unread),
});

test("what waits is counted over all threads, of the page's own as the page says it", () => {
  const waiting = new Waiting();
  assert.equal(waiting.count({ thread: "a", open: 4 }), 4, "before the hub has told a list");
  waiting.take(list({ a: 2, b: 1, idle: 0 }));
  assert.equal(waiting.count(null), 3);
  assert.equal(waiting.count({ name: "Threads" }), 3);
  assert.equal(waiting.count({ thread: "a", open: 0 }), 1, "the page has heard of the settles first");
  waiting.take(row("b", 3));
  waiting.take(row("a", 0));
  waiting.take(row("new", 1));
  waiting.take({ kind: "row", row: { thread: "new", gone: true } });
  assert.equal(waiting.count(null), 3);
  assert.deepEqual([...waiting.rows.keys()], ["b"]);
  waiting.take(list({ c: 5 }));
  assert.equal(waiting.count(null), 5);
});

test("more waits when any thread has more, not when others have less, and not at first", () => {
  const waiting = new Waiting();
  assert.equal(waiting.known, false);
  assert.equal(waiting.take(list({ a: 2, b: 0 })), false);
  assert.equal(waiting.known, true);
  assert.equal(waiting.take(row("a", 2)), false);
  assert.equal(waiting.take(row("a", 1)), false);
  assert.equal(waiting.take(row("b", 1)), true);
  assert.equal(waiting.take(list({ a: 1, b: 1 })), false, "a reconnect without news");
  assert.equal(waiting.take(list({ b: 2 })), true);
  assert.equal(waiting.take({ kind: "row", row: { thread: "b", gone: true } }), false);
});

test("the icon has room for one character", () => {
  assert.deepEqual([0, 1, 9, 10, 300].map(shortCount), ["", "1", "9", "+", "+"]);
});

test("the icon with a number is the icon of the page, and plain where nothing waits", async () => {
  assert.equal(iconAddress(0), "/icon.svg");
  const svg = decodeURIComponent(iconAddress(7).slice("data:image/svg+xml,".length));
  const plain = await readFile(new URL("../../web/icon.svg", import.meta.url), "utf8");
  const [, bubble] = /(<path fill="#[^"]*" d="[^"]*"\/>)/.exec(plain);
  assert.ok(svg.includes(bubble));
  assert.match(svg, />7<\/text>/);
});

test("a question that nobody was told of is shown, while nobody looks", () => {
  const open = view([question("1"), question("2")]);
  const next = plan({ open, shown: [], told: new Set(["1"]), looked: false });
  assert.deepEqual(next, { close: [], show: [question("2")], told: ["2"] });
});

test("who looks counts as told, and what stands is taken back", () => {
  const open = view([question("1"), question("2")]);
  const next = plan({ open, shown: [{ id: "1", thread: "t" }], told: new Set(["1"]), looked: true });
  assert.deepEqual(next, { close: ["1"], show: [], told: ["2"] });
});

test("a notification goes when its question is over, not while its thread is unread", () => {
  const shown = [
    { id: "1", thread: "read" },
    { id: "2", thread: "unread" },
    { id: "3", thread: "gone" },
  ];
  const told = new Set(["1", "2", "3"]);
  const next = plan({ open: view([], ["unread"]), shown, told, looked: false });
  assert.deepEqual(next.close, ["1", "3"]);
});

test("not more than ten stand; the others count as told, since the number tells of them", () => {
  const many = Array.from({ length: 30 }, (_, n) => question(`q${n}`));
  const shown = [{ id: "over", thread: "t" }, question("q0"), question("q1")];
  const told = new Set(["over", "q0", "q1"]);
  const next = plan({ open: view(many), shown, told, looked: false });
  assert.deepEqual(next.close, ["over"]);
  assert.equal(next.show.length, 8);
  assert.equal(next.told.length, 28);
});

test("a notification says the title and the thread, nothing hidden, and not at length", () => {
  const { title, options } = notice({ id: "d", thread: "build", title: `a\u202E${"😀".repeat(200)}`, at: 9 });
  assert.match(title, /^a⟨U\+202E⟩😀+…$/u);
  assert.equal([...title].length, 100);
  assert.equal(options.tag, "d");
  assert.equal(options.body, "build");
  assert.deepEqual(options.data, { id: "d", thread: "build" });
  assert.equal(options.timestamp, 9);
});

test("why there are none is one word, the hopeless first", () => {
  const granted = {
    secure: true,
    supported: true,
    permission: "granted",
    wanted: true,
    asked: false,
    trouble: null,
  };
  const word = (more) => notificationState({ ...granted, ...more });
  assert.equal(word({}), "on");
  assert.equal(word({ wanted: false }), "off");
  assert.equal(word({ trouble: new Error("no") }), "failed");
  assert.equal(word({ wanted: false, trouble: new Error("no") }), "off");
  assert.equal(word({ permission: "denied" }), "denied");
  assert.equal(word({ permission: "default", wanted: false }), "off");
  assert.equal(word({ permission: "default", wanted: false, asked: true }), "ignored");
  assert.equal(word({ permission: "default" }), "ignored", "allowed once, and taken back");
  assert.equal(word({ supported: false, permission: undefined }), "unsupported");
  assert.equal(word({ secure: false, supported: false }), "insecure");
  assert.equal(word({ secure: false, permission: "denied" }), "insecure");
});
