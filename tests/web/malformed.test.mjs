// What a hub must not say and a client must outlive: thread.js, words.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyThread, findCard, reduce } from "../../web/thread.js";
import { endSentence, who } from "../../web/words.js";
import { requested, settledEvent, snapshot } from "./fake_socket.mjs";

const GO = { method: "confirm", title: "Go?" };

function at(seq, open) {
  const told = { ...snapshot(seq), open };
  return reduce(emptyThread("t1"), { kind: "snapshot", snapshot: told, from: "snapshot", events: [] });
}

const OPEN = at(5, [requested(5, "dlg-1", GO)]);

test("what the hub says without the form of the contract costs no other card", () => {
  const odd = [
    requested(6, undefined, GO),
    requested(7, "dlg-7", null),
    requested(8, "dlg-8", { method: 5, title: ["x"], options: 7 }),
    requested(9, "dlg-9", "text", { deadline_at: "soon", locked: 4 }),
    { type: "thread.unheard", thread: "t1", seq: 10, id: "dlg-1" },
    { type: "thread.status", thread: "t1", seq: 11 },
    settledEvent(12, "dlg-8", { outcome: "vanished", by: 3 }),
    settledEvent(13, "dlg-9", { outcome: undefined }),
  ];
  const state = odd.map((each) => ({ kind: "event", event: each })).reduce(reduce, OPEN);
  assert.deepEqual(
    state.cards.map((card) => [card.id, card.event.dialog.title, card.event.dialog.method]),
    [
      ["dlg-1", "Go?", "confirm"],
      ["dlg-7", "dlg-7", "unknown"],
      ["dlg-8", "dlg-8", "unknown"],
      ["dlg-9", "dlg-9", "unknown"],
    ],
  );
  assert.equal(findCard(state, "dlg-9").deadline_at, undefined);
  assert.equal(findCard(state, "dlg-8").phase.end.outcome, "vanished");
  assert.equal(findCard(state, "dlg-9").phase.end.outcome, "unknown");
  assert.deepEqual(state.status, { live: false, busy: false, run: 0 });
  assert.equal(at(4, null).known, true);
  assert.equal(at(4, [null, 5, { id: 1 }, requested(3, "dlg-3", GO)]).cards.length, 1);
});

test("an end has a sentence, whatever it is made of", () => {
  const odd = [undefined, null, 5, "text", [], {}, { label: {}, subject: 7 }];
  for (const answer of [null, 5, "text", [], {}, { answers: 3 }, { answers: [null] }, { values: {} }]) {
    for (const dialog of [undefined, {}, { options: 7 }, { options: [null] }, { questions: "q" }]) {
      assert.match(endSentence({ outcome: "answered", mine: true, answer }, dialog), /^Answered by you/);
    }
  }
  for (const by of odd) assert.equal(typeof who(by, false), "string");
  assert.equal(endSentence({ outcome: "vanished" }), "Ended: vanished");
});
