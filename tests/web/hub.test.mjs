// hub.js against a socket in memory: connections, requests, answers that outlive a connection.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionError, HubError, mayAnswer, TooLargeError } from "../../web/hub.js";
import { back, client, following, settled } from "./fake_socket.mjs";

test("the subprotocol is offered, and the token beside it where there is one", () => {
  assert.deepEqual(client().socket().protocols, ["dialog-hub.v1"]);
  assert.deepEqual(client({ token: "abc" }).socket().protocols, ["dialog-hub.v1", "bearer.abc"]);
});

test("a reply reaches its own request, an error is a HubError with the problem object", async () => {
  const { hub, socket } = client();
  socket().hello();
  const first = hub.request("a", { x: 1 });
  const second = hub.request("b");
  await socket().reply(socket().last("b"), { b: true });
  const refused = assert.rejects(
    first,
    (error) => error instanceof HubError && error.code === "forbidden" && error.message === "not yours",
  );
  await socket().fail(socket().last("a"), { code: "forbidden", detail: "not yours" });
  assert.deepEqual(await second, { b: true });
  await refused;
});

test("a request without a connection, or in flight when it breaks, is a ConnectionError", async () => {
  const { hub, socket } = client();
  await assert.rejects(hub.request("a"), ConnectionError);
  socket().hello();
  const lost = hub.request("thread.stop", { thread: "t1" });
  socket().drop();
  await assert.rejects(lost, ConnectionError);
});

test("the delay is jittered in full and doubles up to a ceiling", () => {
  const { hub, socket, clock, sockets } = client();
  const delays = [];
  for (let turn = 0; turn < 9; turn += 1) {
    socket().drop();
    delays.push(hub.state.retryAt - clock.now());
    clock.pass(delays.at(-1));
  }
  assert.deepEqual(delays, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  assert.equal(sockets.length, 10);
  clock.share = 0.5;
  socket().drop();
  assert.equal(hub.state.retryAt - clock.now(), 15_000);
});

test("a connection that lived long starts the delays anew, a short one does not", () => {
  const { hub, socket, clock } = client();
  socket().drop();
  clock.pass(500);
  socket().hello();
  socket().drop();
  assert.equal(hub.state.retryAt - clock.now(), 1_000);
  clock.pass(1_000);
  socket().hello();
  clock.pass(11_000);
  socket().drop();
  assert.equal(hub.state.retryAt - clock.now(), 500);
});

test("waking connects at once", () => {
  const { hub, socket, sockets } = client();
  socket().drop();
  assert.equal(hub.state.name, "waiting");
  hub.wake();
  assert.equal(hub.state.name, "connecting");
  assert.equal(sockets.length, 2);
});

test("a draining hub's wish is honoured, also by waking", () => {
  const { hub, socket, clock, sockets } = client();
  socket().hello();
  socket().say({ method: "hub.draining", params: { retry_after_ms: 4_000 } });
  socket().drop(1012);
  clock.pass(3_999);
  hub.wake();
  assert.equal(sockets.length, 1);
  clock.pass(10_000);
  assert.equal(sockets.length, 2);
});

test("codes that blame this side and 4500 to 4999 end it, the others do not", () => {
  for (const [code, name] of [
    [1002, "refused"],
    [1003, "refused"],
    [1007, "refused"],
    [1009, "refused"],
    [4500, "refused"],
    [4501, "refused"],
    [4999, "refused"],
    [4008, "waiting"],
    [4499, "waiting"],
    [5000, "waiting"],
    [1001, "waiting"],
    [1006, "waiting"],
    [1012, "waiting"],
  ]) {
    const { hub, socket, clock, sockets } = client();
    socket().hello();
    socket().drop(code, "why");
    assert.equal(hub.state.name, name, code);
    assert.deepEqual([hub.state.code, hub.state.reason], [code, "why"]);
    clock.pass(500);
    hub.wake();
    assert.equal(sockets.length, name === "refused" ? 1 : 2, code);
  }
});

test("an answer that waits is rejected when the hub does not want this client back", async () => {
  const { hub, socket } = client();
  const answer = hub.answer("t1", "dlg-1", { value: "a" });
  socket().drop(4503);
  await assert.rejects(answer, ConnectionError);
  await assert.rejects(hub.answer("t1", "dlg-1", { value: "a" }), ConnectionError);
});

test("a hub that says no hello, or falls silent, is given up on", async () => {
  const { hub, socket, clock, sockets } = client();
  clock.pass(10_000);
  assert.equal(hub.state.name, "waiting");
  clock.pass(500);
  socket().hello();
  clock.pass(25_000);
  const probe = socket().last("client.identify");
  assert.ok(probe);
  await socket().reply(probe, { follower: "f1" });
  clock.pass(9_000);
  assert.equal(hub.state.name, "connected");
  clock.pass(40_000);
  assert.ok(sockets.length > 2, "the silent connection was replaced");
  assert.equal(sockets[1].closedWith, 1000);
});

test("waking finds out whether the connection still lives", () => {
  const { hub, socket, clock } = client();
  socket().hello();
  hub.wake();
  assert.equal(socket().requests("client.identify").length, 1);
  clock.pass(10_000);
  assert.equal(hub.state.name, "waiting");
});

test("the label is told at each hello and when it changes", async () => {
  const all = client({ label: "laptop" });
  all.socket().hello();
  assert.deepEqual(all.socket().last("client.identify").params, { label: "laptop" });
  all.hub.setLabel("phone");
  assert.deepEqual(all.socket().last("client.identify").params, { label: "phone" });
  all.socket().drop();
  await back(all);
  assert.deepEqual(all.socket().last("client.identify").params, { label: "phone" });
});

test("an accepted answer resolves, a refused one is an error with its reason", async () => {
  const { hub, socket } = client();
  socket().hello();
  const good = hub.answer("t1", "dlg-1", { value: "a" });
  const { params } = socket().last("dialog.answer");
  assert.match(params.answer_key, /^[0-9a-f]{32}$/);
  assert.deepEqual({ ...params, answer_key: "" }, { thread: "t1", id: "dlg-1", value: "a", answer_key: "" });
  await socket().reply(socket().last("dialog.answer"), {});
  await good;
  const bad = assert.rejects(
    hub.answer("t1", "dlg-2", { value: "zz" }),
    (error) => error.code === "refused" && error.data.reason === "not-offered",
  );
  await socket().fail(socket().last("dialog.answer"), {
    code: "refused",
    reason: "not-offered",
    detail: "zz is not offered",
  });
  await bad;
});

test("an answer whose reply was lost is repeated with the same key, after the follow", async () => {
  const all = await following(5);
  const answer = all.hub.answer("t1", "dlg-1", { value: "a" });
  const sent = all.socket().last("dialog.answer").params;
  all.socket().drop();
  await back(all);
  const methods = all.socket().sent.map((frame) => frame.method);
  assert.deepEqual(methods, ["thread.follow", "dialog.answer"]);
  assert.deepEqual(all.socket().last("dialog.answer").params, sent);
  await all.socket().reply(all.socket().last("dialog.answer"), {});
  await answer;
  all.socket().drop();
  await back(all);
  assert.equal(all.socket().last("dialog.answer"), undefined);
});

test("an answer given while away goes out with the next hello, two answers have two keys", async () => {
  const all = client();
  all.socket().drop();
  all.hub.answer("t1", "dlg-1", { value: "a" });
  all.hub.answer("t1", "dlg-2", { value: "b" });
  await back(all);
  const keys = all
    .socket()
    .requests("dialog.answer")
    .map((frame) => frame.params.answer_key);
  assert.equal(new Set(keys).size, 2);
});

test("an answer to a draining hub is kept for the next connection", async () => {
  const all = client();
  all.socket().hello();
  const answer = all.hub.answer("t1", "dlg-1", { value: "a" });
  await all.socket().fail(all.socket().last("dialog.answer"), { code: "draining", detail: "going down" });
  all.socket().drop(1012);
  await back(all);
  await all.socket().reply(all.socket().last("dialog.answer"), {});
  await answer;
});

for (const code of ["draining", "store-failed"]) {
  test(`an answer that got ${code} goes out again after longer and longer pauses`, async () => {
    const { hub, socket, clock } = client();
    socket().hello();
    const answer = hub.answer("t1", "dlg-1", { value: "a" });
    const sent = () => socket().requests("dialog.answer");
    for (const [turn, pause] of [500, 1_000, 2_000].entries()) {
      await socket().fail(socket().last("dialog.answer"), { code, detail: "not now" });
      clock.pass(pause - 1);
      assert.equal(sent().length, turn + 1);
      clock.pass(1);
      assert.equal(sent().length, turn + 2);
    }
    assert.equal(new Set(sent().map((frame) => frame.params.answer_key)).size, 1);
    await socket().reply(socket().last("dialog.answer"), {});
    await answer;
  });
}

test("an answer that waits for its pause goes out once with the next hello", async () => {
  const all = client();
  all.socket().hello();
  all.hub.answer("t1", "dlg-1", { value: "a" });
  await all.socket().fail(all.socket().last("dialog.answer"), { code: "store-failed", detail: "lost" });
  all.socket().drop(4011);
  await back(all);
  all.clock.pass(5_000);
  assert.equal(all.socket().requests("dialog.answer").length, 1);
});

test("an answer that waits for its pause is rejected when the client is closed", async () => {
  const { hub, socket, clock } = client();
  socket().hello();
  const answer = hub.answer("t1", "dlg-1", { value: "a" });
  await socket().fail(socket().last("dialog.answer"), { code: "store-failed", detail: "lost" });
  hub.close();
  await assert.rejects(answer, ConnectionError);
  assert.equal(clock.timers.size, 0);
});

test("what is larger than the hub takes is not sent, and the connection stays", async () => {
  const { hub, socket } = client();
  socket().hello("f1", { max_message_bytes: 300 });
  const tooLarge = (error) =>
    error instanceof TooLargeError &&
    error.code === "too-large" &&
    /bytes, and the hub takes 300$/.test(error.message);
  // Fewer than 300 characters, more than 300 bytes.
  await assert.rejects(hub.answer("t1", "dlg-1", { value: "é".repeat(120) }), tooLarge);
  await assert.rejects(hub.request("thread.prompt", { message: "x".repeat(300) }), tooLarge);
  assert.deepEqual(socket().sent, []);
  hub.answer("t1", "dlg-1", { value: "e".repeat(120) });
  assert.equal(socket().requests("dialog.answer").length, 1);
  assert.equal(hub.state.name, "connected");
});

test("a message of exactly the bound goes out", async () => {
  const { hub, socket } = client();
  const frame = { jsonrpc: "2.0", id: 1, method: "a", params: { x: "é" } };
  const max = new TextEncoder().encode(JSON.stringify(frame)).length;
  socket().hello("f1", { max_message_bytes: max });
  hub.request("a", { x: "é" });
  assert.deepEqual(socket().sent, [frame]);
});

test("an answer given while away that is too large is rejected with the hello, and not kept", async () => {
  const all = client();
  all.socket().drop();
  const rejected = assert.rejects(all.hub.answer("t1", "dlg-1", { value: "x".repeat(400) }), TooLargeError);
  all.hub.wake();
  all.socket().hello("f2", { max_message_bytes: 300 });
  await rejected;
  all.socket().drop();
  await back(all);
  await settled();
  assert.equal(all.socket().last("dialog.answer"), undefined);
});

test("who may answer: by a role, or where the hub tells none", () => {
  for (const [roles, may] of [
    [["view"], false],
    [["view", "answer"], true],
    [["admin"], true],
    [[], true],
    [undefined, true],
  ])
    assert.equal(mayAnswer({ name: "connected", roles }), may);
});

const ROW = { thread: "t1", live: false, busy: false, run: 0, open: 1, last_at: 5 };

test("the list of threads is followed over reconnects", async () => {
  const all = client();
  const heard = [];
  all.hub.followAll((input) => heard.push(input.kind));
  all.socket().hello();
  await all.socket().reply(all.socket().last("hub.follow"), { threads: [] });
  all.socket().say({ method: "hub.thread", params: ROW });
  all.socket().drop();
  await back(all);
  await all.socket().reply(all.socket().last("hub.follow"), { threads: [] });
  assert.deepEqual(heard, ["rows", "row", "rows"]);
});

test("a closed client stays closed", async () => {
  const { hub, socket, clock, sockets } = client();
  socket().hello();
  const lost = hub.request("a");
  hub.close();
  await assert.rejects(lost, ConnectionError);
  hub.wake();
  clock.pass(60_000);
  assert.equal(sockets.length, 1);
  assert.equal(clock.timers.size, 0);
});
