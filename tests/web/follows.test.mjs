// hub.js and follows.js: a listener gets a snapshot first, then every event once and in order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { back, client, EPOCH, following, published, requested, settled, snapshot } from "./fake_socket.mjs";

test("a snapshot comes first, then each event once and in order", async () => {
  const { socket, heard, events } = await following(5);
  assert.equal(heard[0].kind, "snapshot");
  for (const seq of [6, 6, 5, 7]) socket().notify(published(seq));
  assert.deepEqual(events(), [6, 7]);
});

test("a dialog request of the hub is an event of the stream", async () => {
  const { socket, heard } = await following(5);
  const event = requested(6, "dlg-1", { method: "confirm", title: "Go?" });
  socket().say({ id: "dlg-1", method: "dialog.confirm", params: event });
  assert.deepEqual(heard.at(-1), { kind: "event", event });
});

test("a reconnect follows from where it stopped and gets what was missed", async () => {
  const all = await following(5);
  all.socket().notify(published(6));
  all.socket().drop();
  await back(all);
  const again = all.socket().last("thread.follow");
  assert.deepEqual(again.params, { thread: "t1", since: { epoch: EPOCH, seq: 6 } });
  await all.socket().reply(again, snapshot(8, { recovered: true, missed: [published(7), published(8)] }));
  assert.equal(all.heard.at(-1).from, "missed");
  assert.deepEqual(
    all.heard.at(-1).events.map((event) => event.seq),
    [7, 8],
  );
  all.socket().notify(published(9));
  assert.deepEqual(all.events(), [6, 9]);
});

test("another epoch, or lost history, starts from the snapshot", async () => {
  for (const reply of [
    snapshot(2, { epoch: "other", recovered: true, missed: [published(1), published(2)] }),
    snapshot(9000),
  ]) {
    const all = await following(5);
    all.socket().drop();
    await back(all);
    await all.socket().reply(all.socket().last("thread.follow"), reply);
    assert.equal(all.heard.at(-1).from, "snapshot");
    all.socket().notify(published(reply.seq + 1));
    assert.deepEqual(all.events(), [reply.seq + 1]);
  }
});

test("missed events that do not join up are not believed", async () => {
  const all = await following(5);
  all.socket().drop();
  await back(all);
  await all
    .socket()
    .reply(
      all.socket().last("thread.follow"),
      snapshot(8, { recovered: true, missed: [published(6), published(8)] }),
    );
  assert.equal(all.heard.at(-1).from, "snapshot");
});

test("a gap makes it follow again, and nothing that comes meanwhile is lost or doubled", async () => {
  const all = await following(5);
  all.socket().notify(published(8));
  const again = all.socket().last("thread.follow");
  assert.deepEqual(again.params.since, { epoch: EPOCH, seq: 5 });
  all.socket().notify(published(9));
  assert.deepEqual(all.events(), []);
  await all
    .socket()
    .reply(again, snapshot(8, { recovered: true, missed: [6, 7, 8].map((seq) => published(seq)) }));
  assert.deepEqual(
    all.heard.at(-2).events.map((event) => event.seq),
    [6, 7, 8],
  );
  assert.deepEqual(all.events(), [9]);
  assert.equal(all.socket().requests("thread.follow").length, 2);
});

test("a follow reply of a connection that is gone is ignored", async () => {
  const all = client();
  const heard = [];
  all.hub.follow("t1", (input) => heard.push(input));
  all.socket().hello();
  const old = all.socket();
  all.socket().drop();
  await back(all);
  old.onmessage({ data: JSON.stringify({ id: old.last("thread.follow").id, result: snapshot(3) }) });
  await settled();
  assert.deepEqual(heard, []);
});

test("earlier events come with a second snapshot where history is wanted", async () => {
  const all = await following(500, { history: 200 });
  const second = all.socket().last("thread.follow");
  assert.deepEqual(second.params.since, { epoch: EPOCH, seq: 300 });
  all.socket().notify(published(501));
  await all
    .socket()
    .reply(second, snapshot(501, { recovered: true, missed: [published(500), published(501)] }));
  assert.deepEqual(
    all.heard.at(-1).events.map((event) => event.seq),
    [500, 501],
  );
  all.socket().notify(published(502));
  assert.deepEqual(all.events(), [502]);
  assert.equal(all.socket().requests("thread.follow").length, 2);
});

test("a thread that moves is followed under its new name", async () => {
  const all = await following(5);
  all.socket().notify({ type: "thread.moved", thread: "t1", seq: 6, at: 1, to: "t2" });
  all.socket().notify(published(7, { thread: "t2" }));
  assert.deepEqual(all.events(), [6, 7]);
  all.socket().drop();
  await back(all);
  assert.deepEqual(all.socket().last("thread.follow").params, {
    thread: "t2",
    since: { epoch: EPOCH, seq: 7 },
  });
});

test("a forgotten thread is followed no more", async () => {
  const all = await following(5);
  all.socket().notify({ type: "thread.moved", thread: "t1", seq: 6, at: 1, to: null });
  all.socket().drop();
  await back(all);
  assert.equal(all.socket().last("thread.follow"), undefined);
});

test("a follow that is refused is told", async () => {
  const all = client();
  const heard = [];
  all.hub.follow("t1", (input) => heard.push(input));
  all.socket().hello();
  await all.socket().fail(all.socket().last("thread.follow"), { code: "forbidden", detail: "no" });
  assert.deepEqual(
    heard.map((input) => [input.kind, input.error.code]),
    [["failed", "forbidden"]],
  );
});
