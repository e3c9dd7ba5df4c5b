// What the client says and shows: words.js, visible.js, drafts.js, inbox.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Drafts } from "../../web/drafts.js";
import { countOpen, inOrder, reduceRows } from "../../web/inbox.js";
import { defaultLabel } from "../../web/label.js";
import { ago, answerText, endSentence, timeLeft, who } from "../../web/words.js";
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

test("answers read as people say them", () => {
  assert.equal(answerText({ confirmed: true }, { yes_label: "Ja" }), "Ja");
  assert.equal(answerText({ confirmed: false }), "No");
  assert.equal(
    answerText({ values: ["a"], other: "b, c" }, { options: [{ value: "a", label: "A" }] }),
    "A, other: b, c",
  );
  assert.equal(answerText({ other: "mine" }, { method: "select" }), "mine");
  assert.equal(answerText({ choice: "once", reason: "ok", input: {} }), "allowed once, edited (ok)");
  const dialog = {
    method: "questionnaire",
    questions: [{ id: "q", question: "Which?", options: [{ value: "x", label: "X" }] }],
  };
  assert.equal(
    answerText(
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
  assert.equal(answerText({ value: "" }, { method: "input" }), "");
  assert.equal(answerText({ result: { a: 1 } }), '{\n  "a": 1\n}');
});

test("time, in words", () => {
  assert.deepEqual([-1, 500, 59_000, 61_000, 11 * 60_000, 3 * 3_600_000].map(timeLeft), [
    "Time is up",
    "1 s left",
    "59 s left",
    "1 min 1 s left",
    "11 min left",
    "3 h left",
  ]);
  assert.deepEqual([0, 5 * 60_000, 3 * 3_600_000, 72 * 3_600_000].map(ago), [
    "just now",
    "5 min ago",
    "3 h ago",
    "3 days ago",
  ]);
});

function storage() {
  const map = new Map();
  return {
    map,
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index],
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

test("a draft belongs to one dialog and outlives the page", () => {
  const kept = storage();
  new Drafts(kept).save("dlg-1", { text: "" }, 1);
  new Drafts(kept).save("dlg-2", { text: "two" }, 2);
  const drafts = new Drafts(kept);
  assert.deepEqual(drafts.load("dlg-1"), { text: "" });
  assert.deepEqual(drafts.load("dlg-2"), { text: "two" });
  drafts.drop("dlg-2");
  assert.equal(drafts.load("dlg-2"), undefined);
});

test("a secret is never kept", () => {
  const kept = storage();
  new Drafts(kept).save("sec-1", { text: "hunter2" }, 1);
  assert.equal(kept.map.size, 0);
});

test("drafts are bounded, the oldest go, and no storage is no failure", () => {
  const kept = storage();
  const drafts = new Drafts(kept);
  for (let n = 0; n < 150; n += 1) drafts.save(`dlg-${n}`, { n }, n);
  assert.equal(kept.map.size, 100);
  assert.equal(drafts.load("dlg-0"), undefined);
  assert.deepEqual(drafts.load("dlg-149"), { n: 149 });
  const none = new Drafts(null);
  none.save("dlg-1", {}, 1);
  assert.equal(none.load("dlg-1"), undefined);
});

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

test("a browser has a name before its person gives one", () => {
  assert.equal(
    defaultLabel("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36"),
    "Chrome on Linux",
  );
  assert.equal(
    defaultLabel("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1"),
    "Safari on iPhone",
  );
  assert.equal(defaultLabel("curl/8"), "Browser");
});
