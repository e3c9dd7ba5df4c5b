// Reading again and again without asking too much: reading.js, http.js, and who may.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readJournal } from "../../web/http.js";
import { ConnectionError, HubError, mayReadJournal } from "../../web/hub.js";
import { PAUSE_MS, Reading } from "../../web/reading.js";
import { fakePlatform, settled } from "./fake_socket.mjs";

// A reading whose replies come when the test says so.
function reading() {
  const { clock } = fakePlatform();
  const under = []; // how to end each reading that is under way
  let begun = 0;
  const it = new Reading(() => {
    begun += 1;
    return new Promise((resolve) => under.push(resolve));
  }, clock);
  return {
    it,
    clock,
    begun: () => begun,
    underWay: () => under.length,
    async reply() {
      under.shift()();
      await settled();
    },
  };
}

test("many reasons in a row make one reading, after a pause", () => {
  const { it, clock, begun } = reading();
  for (let n = 0; n < 50; n += 1) it.soon();
  assert.equal(begun(), 0);
  clock.pass(PAUSE_MS);
  assert.equal(begun(), 1);
  assert.equal(clock.timers.size, 0);
});

test("reasons without end do not put the reading off", () => {
  const { it, clock, begun } = reading();
  for (let n = 0; n < 10; n += 1) {
    it.soon();
    clock.pass(PAUSE_MS / 5);
  }
  assert.equal(begun(), 1);
});

test("who waits for it does not wait for the pause, and what was planned is done with it", async () => {
  const { it, clock, begun, reply } = reading();
  it.soon();
  it.now();
  assert.equal(begun(), 1);
  await reply();
  clock.pass(PAUSE_MS);
  assert.equal(begun(), 1);
});

test("never more than one is under way, and a reason that came meanwhile makes one more", async () => {
  const { it, clock, begun, underWay, reply } = reading();
  it.now();
  for (let n = 0; n < 5; n += 1) {
    it.soon();
    it.now();
    clock.pass(PAUSE_MS);
  }
  assert.deepEqual([begun(), underWay()], [1, 1]);
  await reply();
  clock.pass(PAUSE_MS);
  assert.deepEqual([begun(), underWay()], [2, 1]);
  await reply();
  clock.pass(PAUSE_MS);
  assert.equal(begun(), 2);
});

function replying(status, text) {
  const asked = [];
  const fetch = async (path, options) => {
    asked.push({ path, options });
    return { status, text: async () => text };
  };
  return { asked, fetch };
}

test("the journal is read from its thread's own path, past every cache", async () => {
  const { asked, fetch } = replying(200, '{"thread":"a:b","entries":[],"debt":2}');
  assert.deepEqual(await readJournal("a:b", fetch), { thread: "a:b", entries: [], debt: 2 });
  assert.equal(asked[0].path, "/api/threads/a%3Ab/journal");
  assert.equal(asked[0].options.cache, "no-store");
  assert.ok(asked[0].options.signal instanceof AbortSignal);
});

test("a problem of the hub is a HubError with its code and its words", async () => {
  const { fetch } = replying(503, '{"code":"store-failed","detail":"the store failed"}');
  await assert.rejects(
    readJournal("t", fetch),
    (error) =>
      error instanceof HubError && error.code === "store-failed" && error.message === "the store failed",
  );
});

test("a 403 is forbidden in whatever words, and what is no journal is an error", async () => {
  const rejected = (code) => (error) => error instanceof HubError && error.code === code;
  await assert.rejects(readJournal("t", replying(403, "<h1>No</h1>").fetch), rejected("forbidden"));
  for (const text of ["", "<p>hello", "[]", "null", '{"entries":1}'])
    await assert.rejects(readJournal("t", replying(200, text).fetch), rejected("error"), text);
});

test("no reply at all is a ConnectionError", async () => {
  const fetch = () => Promise.reject(new TypeError("failed to fetch"));
  await assert.rejects(readJournal("t", fetch), ConnectionError);
});

test("a journal is for those who may ask", () => {
  const may = (roles) => mayReadJournal({ roles });
  assert.deepEqual([[], ["ask"], ["admin"], ["view"], ["view", "answer"]].map(may), [
    true,
    true,
    true,
    false,
    false,
  ]);
  assert.equal(mayReadJournal({}), true);
});
