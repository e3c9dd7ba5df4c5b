// What a person reads of a journal: journal.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { concernsJournal, drawJournal } from "../../web/journal.js";

const DIALOG = { method: "select", title: "Where?", options: [{ value: "prod", label: "Production" }] };

function entry(token, rest = {}) {
  return {
    token,
    id: `dlg-${token}`,
    question: "Where?",
    dialog: DIALOG,
    answer: { value: "prod" },
    value: "prod",
    fingerprint: "0".repeat(64),
    correlation: "matched",
    delivery: "pending",
    acked: false,
    answered_at: 1_000,
    by: { follower: "f1", label: "laptop" },
    ...rest,
  };
}

function retired(token, rest = {}) {
  return {
    token,
    id: `dlg-${token}`,
    correlation: "foreign",
    delivery: "none",
    acked: false,
    answered_at: 1_000,
    retired: true,
    ...rest,
  };
}

function draw(entries, { debt = 0, mine = [] } = {}) {
  return drawJournal({ thread: "t", entries, debt }, (id) => mine.includes(id));
}

function lineOf(of, options) {
  return draw([of], options).lines[0];
}

test("a line says the question, the answer by its label, who gave it and when", () => {
  assert.deepEqual(lineOf(entry("a", { answered_at: 77 })), {
    token: "a",
    at: 77,
    asked: "Where?",
    answered: "Answered by laptop: Production",
    receipt: "Waiting for its host",
    isRead: false,
  });
});

test("an answer of this client is its own, one without a name is somebody's", () => {
  assert.equal(lineOf(entry("a"), { mine: ["dlg-a"] }).answered, "Answered by you: Production");
  assert.equal(lineOf(entry("a", { by: undefined })).answered, "Answered by somebody: Production");
});

test("the newest answer comes first", () => {
  const { lines } = draw([entry("a"), entry("b"), entry("c")]);
  assert.deepEqual(
    lines.map((line) => line.token),
    ["c", "b", "a"],
  );
});

test("how far an answer has come has words of its own at each step", () => {
  const steps = [
    [{ delivery: "none" }, "Being handed over"],
    [{ delivery: "pending" }, "Waiting for its host"],
    [{ delivery: "handed_off" }, "Handed over, receipt not proved"],
    [{ delivery: "handed_off", acked: true }, "Read by its host"],
    // Proof given from the list, without a delivery.
    [{ delivery: "pending", acked: true }, "Read by its host"],
  ];
  for (const [members, words] of steps) assert.equal(lineOf(entry("a", members)).receipt, words);
  assert.equal(lineOf(entry("a", { acked: true })).isRead, true);
});

test("a foreign answer is still delivered, and said to belong to no question any more", () => {
  assert.equal(
    lineOf(entry("a", { correlation: "foreign" })).receipt,
    "Waiting for its host · not attributed to a question any more",
  );
});

test("of a retired answer nothing is said but how far it came, and never that it is waited for", () => {
  const { asked, answered, receipt } = lineOf(retired("a"));
  assert.deepEqual(
    [asked, answered, receipt],
    [null, "An answer of an earlier conversation", "Receipt not proved · its conversation is over"],
  );
  assert.equal(
    lineOf(retired("a", { delivery: "handed_off" })).receipt,
    "Handed over, receipt not proved · its conversation is over",
  );
  assert.equal(lineOf(retired("a", { acked: true })).receipt, "Read by its host · its conversation is over");
});

test("a private answer is nowhere in what is drawn", () => {
  const of = entry("a", { private: true, answer: { value: "hunter2" }, value: "hunter2" });
  const drawn = draw([of]);
  assert.equal(drawn.lines[0].answered, "Answered by laptop: answer hidden");
  assert.ok(!JSON.stringify(drawn).includes("hunter2"));
});

test("a long answer is one line, cut between characters", () => {
  const text = (value) =>
    lineOf(entry("a", { dialog: { method: "editor", title: "T" }, answer: { value } })).answered.slice(
      "Answered by laptop: ".length,
    );
  assert.equal(text("one\n  two\tthree\n"), "one two three");
  assert.equal(text("👋".repeat(200)), "👋".repeat(200));
  assert.equal(text("👋".repeat(201)), `${"👋".repeat(200)}…`);
  assert.equal(text(`a${" ".repeat(5_000)}b`), "a…");
});

test("an empty answer leaves no colon behind", () => {
  const of = entry("a", { dialog: { method: "input", title: "T" }, answer: { value: "" } });
  assert.equal(lineOf(of).answered, "Answered by laptop");
});

test("what is counted is what is not known to have arrived; retired answers owe nothing", () => {
  assert.equal(draw([]).count, "no answers");
  assert.equal(draw([entry("a", { acked: true })]).count, "1 answer");
  const all = [
    entry("a"),
    entry("b"),
    entry("c", { delivery: "handed_off" }),
    entry("d", { delivery: "none" }),
    entry("e", { acked: true }),
    retired("f"),
  ];
  assert.equal(draw(all).count, "6 answers, 2 waiting, 2 not proved");
});

test("a debt is said, and nothing where there is none", () => {
  assert.equal(draw([]).debt, "");
  assert.equal(draw([], { debt: 1 }).debt, "1 answer was dropped before its host had read it.");
  assert.equal(draw([], { debt: 12 }).debt, "12 answers were dropped before their host had read them.");
});

test("a long journal is drawn from its new end, and says how much is left out", () => {
  const entries = Array.from({ length: 203 }, (_, n) => entry(`t${n}`));
  const { lines, older, count } = draw(entries);
  assert.equal(lines.length, 200);
  assert.equal(lines[0].token, "t202");
  assert.equal(older, "3 answers before these are not shown.");
  assert.equal(count, "203 answers, 203 waiting");
  assert.equal(draw(entries.slice(2)).older, "1 answer before these is not shown.");
  assert.equal(draw([entry("a")]).older, "");
});

test("settles, runs, resets, moves and reconnects are reasons to read it again, other news is none", () => {
  const event = (type) => concernsJournal({ kind: "event", event: { type } });
  for (const type of ["dialog.settled", "thread.status", "thread.reset", "thread.moved"])
    assert.equal(event(type), true, type);
  for (const type of ["dialog.requested", "dialog.locked", "dialog.deadline", "thread.published"])
    assert.equal(event(type), false, type);
  assert.equal(concernsJournal({ kind: "snapshot" }), true);
  assert.equal(concernsJournal({ kind: "refusal" }), false);
});
