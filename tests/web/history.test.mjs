// The past of a thread, read back a page at a time: earlier.js, and what thread.js keeps of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Earlier } from "../../web/earlier.js";
import { emptyThread, reduce } from "../../web/thread.js";
import { EPOCH, published, snapshot } from "./fake_socket.mjs";

/** A hub with a stream of `length` published events, of which it keeps those from `kept` on. */
function hubWith({ length, kept = 1, epoch = EPOCH, eventOf = published }) {
  const asked = [];
  return {
    asked,
    async request(method, { thread, since }) {
      assert.equal(method, "thread.follow");
      asked.push(since.seq);
      const recovered = since.epoch === epoch && since.seq >= kept - 1;
      const missed = [];
      for (let seq = since.seq + 1; recovered && seq <= length; seq += 1) missed.push(eventOf(seq));
      return snapshot(length, { thread, epoch, recovered, missed });
    },
  };
}

// A page that came when the hub told `seq`, and reads from `hub`.
function pageOf(hub, seq) {
  const page = {
    state: reduce(emptyThread("t1"), {
      kind: "snapshot",
      snapshot: snapshot(seq),
      from: "snapshot",
      events: [],
    }),
    earlier: new Earlier((method, params) => hub.request(method, params)),
  };
  page.read = (isEnough = () => true) =>
    page.earlier.read(
      () => page.state,
      (more) => {
        page.state = reduce(page.state, { kind: "earlier", ...more });
        return isEnough();
      },
    );
  page.seqs = () => page.state.history.map((event) => event.seq);
  page.end = () => page.earlier.end(page.state);
  return page;
}

test("each reading goes a page further back, down to the start", async () => {
  const hub = hubWith({ length: 450 });
  const page = pageOf(hub, 450);
  await page.read();
  assert.deepEqual([page.seqs()[0], page.seqs().at(-1), page.seqs().length], [251, 450, 200]);
  assert.equal(page.end(), null);
  await page.read();
  await page.read();
  assert.deepEqual([page.seqs()[0], page.seqs().length, page.end()], [1, 450, "start"]);
  await page.read();
  assert.deepEqual(hub.asked, [250, 50, 0]);
});

test("what is newer than the page has come to is left to the stream", async () => {
  const page = pageOf(hubWith({ length: 120 }), 100);
  await page.read();
  assert.equal(page.seqs().at(-1), 100);
  assert.equal(page.state.seq, 100);
});

test("a hub that keeps less than a page is read as far as it goes, and asked no more", async () => {
  const hub = hubWith({ length: 450, kept: 440 });
  const page = pageOf(hub, 450);
  await page.read(() => false);
  assert.equal(page.seqs()[0], 440);
  assert.equal(page.end(), "gone");
  const count = hub.asked.length;
  await page.read();
  assert.equal(hub.asked.length, count);
});

test("it reads on until it finds what is wanted, but not without end", async () => {
  const hub = hubWith({ length: 5_000 });
  const page = pageOf(hub, 5_000);
  await page.read(() => page.seqs()[0] < 4_500);
  assert.equal(hub.asked.length, 3);
  await page.read(() => false);
  assert.equal(hub.asked.length, 13);
});

test("another epoch meanwhile leaves the page as it is", async () => {
  const page = pageOf(hubWith({ length: 50, epoch: "other" }), 50);
  await page.read();
  assert.deepEqual(page.seqs(), []);
  assert.equal(reduce(page.state, { kind: "earlier", epoch: "other", events: [published(1)] }), page.state);
});

test("a failed request is told, and the next reading asks again", async () => {
  const hub = hubWith({ length: 50 });
  let isAway = true;
  const request = (method, params) =>
    isAway ? Promise.reject(new Error("away")) : hub.request(method, params);
  const page = pageOf({ request }, 50);
  await assert.rejects(page.read(), /away/);
  isAway = false;
  await page.read();
  assert.equal(page.seqs().length, 50);
});

test("what the stream pushed out is read again from where it was cut", async () => {
  const page = pageOf(hubWith({ length: 400 }), 0);
  assert.equal(page.end(), "start");
  for (let seq = 1; seq <= 400; seq += 1)
    page.state = reduce(page.state, { kind: "event", event: published(seq) });
  assert.ok(page.seqs()[0] > 50, "the oldest are gone");
  assert.equal(page.end(), null);
  await page.read();
  assert.deepEqual([page.seqs()[0], page.seqs().length, page.end()], [1, 400, "start"]);
});

test("history that is read back is bounded too", async () => {
  const page = pageOf(hubWith({ length: 3_000 }), 3_000);
  for (let n = 0; n < 10; n += 1) await page.read();
  assert.equal(page.seqs().length, 1_000);
});
