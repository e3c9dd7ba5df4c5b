// What the client says and shows: words.js, visible.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agentWords, closeReason, endSentence, who } from "../../web/words.js";
import { visible } from "../../web/visible.js";

test("what is hidden in a text is drawn as an escape", () => {
  assert.equal(visible("a\u202eb"), "a⟨U+202E⟩b");
  assert.equal(visible("a\u200bb\u2066c\u0000d\u{e0041}"), "a⟨U+200B⟩b⟨U+2066⟩c⟨U+0000⟩d⟨U+E0041⟩");
  assert.equal(visible("\u3164\u2028\ufeff\u00ad"), "⟨U+3164⟩⟨U+2028⟩⟨U+FEFF⟩⟨U+00AD⟩");
});

test("what is only unusual is drawn as it is", () => {
  for (const text of ["line\n\ttab", "مرحبا 你好", "👋🏽", "👩‍👩‍👧", "❤️", "1️⃣", "<b>&amp;"])
    assert.equal(visible(text), text);
  assert.equal(visible("a\r\nb"), "a\nb");
  assert.equal(visible("a\u200db"), "a⟨U+200D⟩b");
});

test("an agent that is not there is missed only where one was", () => {
  const off = { live: false, busy: false, run: 0 };
  const on = { live: true, busy: false, run: 0 };
  const never = { hosted: false, gone: false };
  const once = { hosted: true, gone: false };
  assert.equal(agentWords(off, never), "");
  assert.equal(agentWords({ ...off, busy: true }, never), "");
  assert.equal(agentWords(on, once), "Agent attached");
  assert.equal(agentWords({ ...on, busy: true, run: 3 }, once), "Agent attached, busy · run 3");
  assert.equal(agentWords({ ...off, run: 3 }, once), "No agent attached · run 3");
  assert.equal(agentWords(off, { hosted: false, gone: true }), "This thread was forgotten");
});

test("who answered", () => {
  assert.equal(who({ follower: "f1", label: "laptop" }, false), "laptop");
  assert.equal(who({ follower: "f1", label: "laptop" }, true), "you");
  assert.equal(who({ follower: "f1", label: "laptop", subject: "ann" }, false), "laptop (ann)");
  assert.equal(who({ follower: "f1", subject: "ann" }, false), "ann");
  assert.equal(who({ follower: "http" }, false), "a program");
  assert.equal(who({ follower: "f1" }, false), "another tab");
  assert.equal(who(undefined, false), "somebody");
});

test("every outcome has its sentence", () => {
  const by = { follower: "f1", label: "laptop" };
  const dialog = { method: "select", options: [{ value: "prod", label: "Production" }] };
  assert.equal(
    endSentence({ outcome: "answered", by, answer: { value: "prod" } }, dialog),
    "Answered by laptop: Production",
  );
  assert.equal(endSentence({ outcome: "answered", by, mine: true }, dialog), "Answered by you");
  assert.equal(endSentence({ outcome: "cancelled", by }), "Dismissed by laptop");
  assert.equal(endSentence({ outcome: "withdrawn", reason: "done" }), "Withdrawn by the agent (done)");
  const outcomes = [
    "answered",
    "cancelled",
    "timed_out",
    "withdrawn",
    "aborted",
    "disposed",
    "superseded",
    "unsupported",
    null,
  ];
  assert.equal(new Set(outcomes.map((outcome) => endSentence({ outcome }))).size, outcomes.length);
});

function answered(answer, dialog) {
  const sentence = endSentence({ outcome: "answered", mine: true, answer }, dialog);
  assert.ok(sentence.startsWith("Answered by you: "));
  return sentence.slice("Answered by you: ".length);
}

test("answers read as people say them", () => {
  assert.equal(answered({ confirmed: true }, { yes_label: "Ja" }), "Ja");
  assert.equal(answered({ confirmed: false }), "No");
  assert.equal(
    answered({ values: ["a"], other: "b, c" }, { options: [{ value: "a", label: "A" }] }),
    "A, other: b, c",
  );
  assert.equal(answered({ other: "mine" }, { method: "select" }), "mine");
  assert.equal(answered({ choice: "once", reason: "ok", input: {} }), "allowed once, edited (ok)");
  const dialog = {
    method: "questionnaire",
    questions: [{ id: "q", question: "Which?", options: [{ value: "x", label: "X" }] }],
  };
  assert.equal(
    answered(
      {
        answers: [
          { id: "q", value: "x" },
          { id: "r", value: null, other: "o" },
        ],
      },
      dialog,
    ),
    "Which?: X; r: o",
  );
  assert.equal(answered({ value: "" }, { method: "input" }), "");
  assert.equal(answered({ result: { a: 1 } }), '{\n  "a": 1\n}');
});

test("why a connection was closed for good: the hub's words, else what the code stands for", () => {
  assert.equal(closeReason({ code: 4501, reason: "revoked" }), "revoked, 4501");
  assert.equal(closeReason({ code: 1009, reason: "" }), "a message that was too large, 1009");
  assert.equal(closeReason({ code: 4777, reason: "" }), "4777");
});
