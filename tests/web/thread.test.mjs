// thread.js: cards stand from the hub's word to the hub's word.

import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyThread, endOf, findCard, openCount, reduce } from "../../web/thread.js";
import { place, resume } from "../../web/position.js";
import { EPOCH, published, requested, settledEvent, snapshot } from "./fake_socket.mjs";

const GO = { method: "confirm", title: "Go?" };

function after(...inputs) {
  return inputs.reduce(reduce, emptyThread("t1"));
}

function shot(seq, open = [], rest = {}) {
  const { from = "snapshot", events = [], ...members } = rest;
  return { kind: "snapshot", snapshot: snapshot(seq, { open, ...members }), from, events };
}

function event(of) {
  return { kind: "event", event: of };
}

const OPEN = after(shot(4), event(requested(5, "dlg-1", GO)));

function end(state, id = "dlg-1") {
  const { phase } = findCard(state, id);
  assert.equal(phase.name, "over");
  return phase.end;
}

test("a requested dialog is a card, in stream order", () => {
  const state = after(shot(4), event(requested(5, "dlg-1", GO)), event(requested(6, "dlg-2", GO)));
  assert.deepEqual(
    state.cards.map((card) => card.id),
    ["dlg-1", "dlg-2"],
  );
  assert.equal(openCount(state), 2);
});

test("a settle ends the card and says who won", () => {
  const by = { follower: "f9", label: "laptop" };
  const state = reduce(OPEN, event(settledEvent(6, "dlg-1", { answer: { confirmed: true }, by })));
  assert.deepEqual(end(state), {
    outcome: "answered",
    at: 1006,
    answer: { confirmed: true },
    by,
    reason: undefined,
    partial: undefined,
    mine: false,
    late: false,
  });
  assert.equal(openCount(state), 0);
});

test("a settle by this follower is its own, also one that was sent over an earlier connection", () => {
  const direct = [
    { kind: "me", follower: "f1" },
    event(settledEvent(6, "dlg-1", { by: { follower: "f1" } })),
  ].reduce(reduce, OPEN);
  assert.equal(end(direct).mine, true);
  assert.equal(endOf(direct, "dlg-1").mine, true);
  const sent = [
    { kind: "me", follower: "f1" },
    { kind: "sending", id: "dlg-1", answer: {} },
    { kind: "me", follower: "f2" },
  ].reduce(reduce, OPEN);
  assert.equal(end(reduce(sent, event(settledEvent(6, "dlg-1", { by: { follower: "f1" } })))).mine, true);
});

test("a name of an earlier connection is nobody's: the hub may give it to another tab", () => {
  const state = [
    { kind: "me", follower: "f1" },
    { kind: "me", follower: "f2" },
    event(settledEvent(6, "dlg-1", { by: { follower: "f1" } })),
  ].reduce(reduce, OPEN);
  assert.equal(end(state).mine, false);
});

test("sending, an accepted answer, a refusal and a lost connection leave the card open", () => {
  const sending = reduce(OPEN, { kind: "sending", id: "dlg-1", answer: { confirmed: true } });
  assert.equal(findCard(sending, "dlg-1").phase.name, "sending");
  for (const [input, phase] of [
    [{ kind: "accepted", id: "dlg-1" }, "accepted"],
    [
      { kind: "refusal", refusal: { id: "dlg-1", code: "refused", reason: "shape", detail: "no" } },
      "refused",
    ],
    [{ kind: "unsent", id: "dlg-1", code: "connection", detail: "gone" }, "refused"],
  ]) {
    const state = reduce(sending, input);
    assert.equal(findCard(state, "dlg-1").phase.name, phase);
    assert.equal(openCount(state), 1);
  }
});

test("a refusal keeps where it belongs", () => {
  const refusal = { id: "dlg-1", code: "refused", reason: "missing", detail: "no", question: "q1" };
  const { phase } = findCard(reduce(OPEN, { kind: "refusal", refusal }), "dlg-1");
  assert.deepEqual(
    { ...phase.refusal },
    {
      code: "refused",
      reason: "missing",
      detail: "no",
      question: "q1",
      pointer: undefined,
      field: undefined,
    },
  );
});

test("a not-open reply ends the card with what won, even before the settle is seen", () => {
  const refusal = {
    id: "dlg-1",
    code: "not-open",
    outcome: "answered",
    by: { follower: "http" },
    answer: { confirmed: false },
  };
  const state = reduce(OPEN, { kind: "refusal", refusal });
  assert.equal(end(state).outcome, "answered");
  assert.deepEqual(end(state).answer, { confirmed: false });
  assert.equal(
    reduce(state, event(settledEvent(6, "dlg-1", { outcome: "aborted" }))).cards[0].phase.end.outcome,
    "answered",
  );
});

test("a late refusal or reply changes nothing of a card that is over", () => {
  const over = reduce(OPEN, event(settledEvent(6, "dlg-1")));
  for (const input of [
    { kind: "sending", id: "dlg-1", answer: {} },
    { kind: "accepted", id: "dlg-1" },
    { kind: "unsent", id: "dlg-1", code: "connection", detail: "" },
    { kind: "refusal", refusal: { id: "dlg-1", code: "refused" } },
    { kind: "refusal", refusal: { id: "dlg-1", code: "not-open", outcome: "aborted" } },
  ]) {
    assert.equal(end(reduce(over, input)).outcome, "answered");
  }
});

test("an answer that came second is told from never having answered", () => {
  const by = { follower: "f9" };
  const settle = event(settledEvent(6, "dlg-1", { by }));
  assert.equal(end(reduce(OPEN, settle)).late, false);
  const sending = reduce(OPEN, { kind: "sending", id: "dlg-1", answer: { confirmed: true } });
  assert.equal(end(reduce(sending, settle)).late, true);
  const drawnLate = reduce(reduce(OPEN, settle), { kind: "sending", id: "dlg-1", answer: { confirmed: true } });
  assert.deepEqual([end(drawnLate).late, end(drawnLate).by], [true, by]);
  const refusal = { id: "dlg-1", code: "not-open", outcome: "withdrawn" };
  assert.equal(end(reduce(sending, { kind: "refusal", refusal })).late, true);
});

test("the hub's word on an answer counts also after a snapshot has left its dialog out", () => {
  const left = (answer) =>
    [{ kind: "me", follower: "f1" }, { kind: "sending", id: "dlg-1", answer }, shot(9)].reduce(reduce, OPEN);
  const won = end(reduce(left({ confirmed: true }), { kind: "accepted", id: "dlg-1" }));
  assert.deepEqual(won, { outcome: "answered", mine: true, late: false });
  const dismissed = end(reduce(left({ cancelled: true }), { kind: "accepted", id: "dlg-1" }));
  assert.equal(dismissed.outcome, "cancelled");
  const refusal = { id: "dlg-1", code: "not-open", outcome: "answered", by: { follower: "f9" } };
  const lost = end(reduce(left({ confirmed: true }), { kind: "refusal", refusal }));
  assert.deepEqual([lost.outcome, lost.mine, lost.late], ["answered", false, true]);
  const bare = reduce(OPEN, shot(9));
  assert.equal(end(reduce(bare, { kind: "accepted", id: "dlg-1" })).outcome, null);
});

test("a deadline that somebody's typing moved says when; a snapshot's deadline is no news", () => {
  const moved = { type: "dialog.deadline", thread: "t1", seq: 6, at: 500, id: "dlg-1", deadline_at: 777 };
  assert.equal(findCard(reduce(OPEN, event(moved)), "dlg-1").held_at, 500);
  const again = shot(9, [requested(5, "dlg-1", GO, { deadline_at: 999 })]);
  assert.equal(findCard(reduce(OPEN, again), "dlg-1").held_at, undefined);
});

test("a card that an event does not concern stays the very same object", () => {
  const two = reduce(OPEN, event(requested(6, "dlg-2", GO)));
  const moved = { type: "dialog.deadline", thread: "t1", seq: 7, id: "dlg-2", deadline_at: 1 };
  const state = reduce(two, event(moved));
  assert.equal(state.cards[0], two.cards[0]);
  assert.notEqual(state.cards[1], two.cards[1]);
  assert.equal(reduce(state, event(published(8))).cards, state.cards);
});

test("a snapshot that does not list a card ends it, one that does keeps what is being sent", () => {
  const sending = reduce(OPEN, { kind: "sending", id: "dlg-1", answer: {} });
  assert.equal(end(reduce(sending, shot(9))).outcome, null);
  assert.equal(
    findCard(reduce(sending, shot(9, [requested(5, "dlg-1", GO)])), "dlg-1").phase.name,
    "sending",
  );
});

test("what was missed says how the card ended", () => {
  const events = [settledEvent(6, "dlg-1", { outcome: "timed_out" })];
  assert.equal(end(reduce(OPEN, shot(6, [], { from: "missed", events }))).outcome, "timed_out");
});

test("an end that a snapshot only implied is taken back by one that lists the dialog", () => {
  const state = reduce(reduce(OPEN, shot(9)), shot(10, [requested(5, "dlg-1", GO)]));
  assert.equal(findCard(state, "dlg-1").phase.name, "open");
});

test("an accepted answer that the hub lost can be given again", () => {
  const accepted = [
    { kind: "sending", id: "dlg-1", answer: {} },
    { kind: "accepted", id: "dlg-1" },
  ].reduce(reduce, OPEN);
  assert.equal(findCard(reduce(accepted, shot(9, [requested(5, "dlg-1", GO)])), "dlg-1").phase.name, "open");
});

test("a snapshot brings the open cards in the hub's order, with their locks and deadlines", () => {
  const open = [
    requested(5, "dlg-1", GO, { deadline_at: 99 }),
    requested(6, "dlg-2", GO, { locked: { q1: { value: "x" } } }),
  ];
  const state = after(shot(8, open));
  assert.equal(state.cards[0].deadline_at, 99);
  assert.deepEqual(state.cards[1].locked, { q1: { value: "x" } });
});

test("a card stands once, however often it is told", () => {
  const state = after(
    shot(5, [requested(5, "dlg-1", GO)]),
    shot(5, [requested(5, "dlg-1", GO)]),
    event(requested(6, "dlg-1", GO)),
  );
  assert.equal(state.cards.length, 1);
});

test("older events and gaps change nothing", () => {
  assert.equal(reduce(OPEN, event(settledEvent(5, "dlg-1"))), OPEN);
  assert.equal(reduce(OPEN, event(settledEvent(7, "dlg-1"))), OPEN);
});

test("locks and deadlines move as the stream says", () => {
  const by = { follower: "f9" };
  const state = [
    event({
      type: "dialog.locked",
      thread: "t1",
      seq: 6,
      id: "dlg-1",
      question: "q1",
      value: ["a"],
      other: "b",
      by,
      remaining: [],
    }),
    event({ type: "dialog.deadline", thread: "t1", seq: 7, id: "dlg-1", deadline_at: 777 }),
    event({ type: "thread.status", thread: "t1", seq: 8, live: true, busy: true, run: 3 }),
  ].reduce(reduce, OPEN);
  assert.deepEqual(findCard(state, "dlg-1").locked, { q1: { value: ["a"], other: "b", by } });
  assert.equal(findCard(state, "dlg-1").deadline_at, 777);
  assert.deepEqual(state.status, { live: true, busy: true, run: 3 });
});

test("a private lock names the question and nothing else", () => {
  const lock = {
    type: "dialog.locked",
    thread: "t1",
    seq: 6,
    id: "dlg-1",
    question: "q1",
    by: { follower: "f9" },
    remaining: [],
  };
  assert.deepEqual(findCard(reduce(OPEN, event(lock)), "dlg-1").locked.q1, { by: { follower: "f9" } });
});

test("a moved thread keeps its cards under the new name, a forgotten one ends them", () => {
  const moved = reduce(OPEN, event({ type: "thread.moved", thread: "t1", seq: 6, to: "t2" }));
  assert.equal(moved.thread, "t2");
  assert.equal(openCount(moved), 1);
  const gone = reduce(OPEN, event({ type: "thread.moved", thread: "t1", seq: 6, to: null }));
  assert.equal(gone.gone, true);
  assert.equal(end(gone).outcome, "disposed");
});

test("only a card that is over can be hidden", () => {
  assert.equal(reduce(OPEN, { kind: "hide", id: "dlg-1" }).cards.length, 1);
  const over = reduce(OPEN, event(settledEvent(6, "dlg-1")));
  assert.equal(reduce(over, { kind: "hide", id: "dlg-1" }).cards.length, 0);
});

test("events from before this client are history and open no card", () => {
  const events = [
    requested(1, "dlg-0", { method: "confirm", title: "Old?" }),
    settledEvent(2, "dlg-0", { answer: { confirmed: true } }),
    published(3),
  ];
  const state = after(shot(4), shot(4, [], { from: "missed", events }));
  assert.equal(state.cards.length, 0);
  assert.deepEqual(
    state.history.map((line) => line.seq),
    [2, 3],
  );
  assert.equal(state.asked["dlg-0"].title, "Old?");
  assert.equal(endOf(state, "dlg-0").outcome, "answered");
  assert.equal(
    after(shot(4), shot(4, [], { from: "missed", events }), shot(4, [], { from: "missed", events })).history
      .length,
    2,
  );
});

test("the history of another epoch is dropped", () => {
  const state = reduce(reduce(OPEN, event(published(6))), shot(1, [], { epoch: "other" }));
  assert.deepEqual(state.history, []);
  assert.equal(state.epoch, "other");
});

test("history and ended cards are bounded, open cards are not", () => {
  let state = after(shot(0));
  let seq = 0;
  for (let n = 0; n < 400; n += 1) {
    state = reduce(state, event(requested(++seq, `dlg-${n}`, GO)));
    state = reduce(state, event(settledEvent(++seq, `dlg-${n}`)));
  }
  for (let n = 0; n < 120; n += 1) state = reduce(state, event(requested(++seq, `dlg-open-${n}`, GO)));
  assert.ok(state.history.length >= 300 && state.history.length <= 350);
  assert.equal(state.history.at(-1).id, "dlg-399");
  assert.equal(openCount(state), 120);
  assert.equal(state.cards.length, 170);
  assert.ok(Object.keys(state.asked).length <= 470);
});

test("a position takes the next event alone", () => {
  assert.deepEqual(
    [4, 5, 6, 7].map((seq) => place({ epoch: EPOCH, seq: 5 }, seq)),
    ["older", "older", "next", "gap"],
  );
});

test("a follow reply goes on only where it joins the position", () => {
  const at = { epoch: EPOCH, seq: 5 };
  const reply = snapshot(7, { recovered: true, missed: [published(6), published(7)] });
  assert.equal(resume(at, reply).events.length, 2);
  assert.equal(resume(null, reply).from, "snapshot");
  assert.equal(resume(at, { ...reply, epoch: "other" }).from, "snapshot");
  assert.equal(resume(at, { ...reply, recovered: false }).from, "snapshot");
  assert.equal(resume(at, { ...reply, seq: 8 }).from, "snapshot");
  assert.equal(resume({ epoch: EPOCH, seq: 6 }, reply).events.length, 1);
});

test("an agent was there: by the status, by an event, by its runs, or by the history", () => {
  const off = { live: false, busy: false, run: 0 };
  const told = (status, events = []) =>
    reduce(emptyThread("t1"), {
      kind: "snapshot",
      snapshot: snapshot(7, { status }),
      events,
      from: events.length > 0 ? "missed" : "snapshot",
    });
  assert.equal(told(off).hosted, false);
  assert.equal(told({ ...off, busy: true }).hosted, false);
  assert.equal(told({ ...off, live: true }).hosted, true);
  assert.equal(told({ ...off, run: 1 }).hosted, true);
  const status = { type: "thread.status", thread: "t1", busy: false, run: 0 };
  const came = reduce(told(off), event({ ...status, seq: 8, live: true }));
  assert.equal(reduce(came, event({ ...status, seq: 9, live: false })).hosted, true);
  const before = reduce(told(off), {
    kind: "snapshot",
    snapshot: snapshot(7, { status: off }),
    events: [
      { ...status, seq: 2, live: true },
      { ...status, seq: 3, live: false },
    ],
    from: "missed",
  });
  assert.equal(before.hosted, true);
  const other = reduce(before, {
    kind: "snapshot",
    snapshot: snapshot(1, { epoch: "another", status: off }),
    events: [],
    from: "snapshot",
  });
  assert.equal(other.hosted, false);
});
