// hub.js against a hub that breaks the contract: it goes on, says what is wrong, and does
// not hammer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { client, EPOCH, following, published, requested, settled, snapshot } from "./fake_socket.mjs";

const GO = { method: "confirm", title: "Go?" };

async function watched(seq = 5) {
  const all = await following(seq);
  const problems = [];
  all.hub.onProblem(({ kind, detail }) => problems.push([kind, detail]));
  return { ...all, problems };
}

test("JSON that is no message is left out, and what follows is heard", async () => {
  const { hub, socket, problems, events } = await watched(5);
  for (const text of [
    "null",
    "[]",
    '[{"id":1}]',
    "7",
    '"hello"',
    "true",
    "{}",
    '{"method":7}',
    '{"method":"a","params":[]}',
  ])
    socket().onmessage({ data: text });
  socket().notify(published(6));
  assert.deepEqual(events(), [6]);
  assert.equal(hub.state.name, "connected");
  assert.deepEqual([problems.length, new Set(problems.map(([kind]) => kind))], [9, new Set(["unreadable"])]);
});

test("what is no JSON costs the connection, and longer and longer pauses though it says hello each time", async () => {
  const { hub, socket, clock, problems, sockets } = await watched(5);
  const pauses = [];
  for (let turn = 0; turn < 8; turn += 1) {
    clock.pass(20_000); // a connection that lived
    await socket().reply(socket().last("client.identify") ?? { id: 0 }, {});
    socket().onmessage({ data: "<html>" });
    assert.equal(hub.state.name, "waiting");
    pauses.push(hub.state.retryAt - clock.now());
    clock.pass(pauses.at(-1));
    socket().hello();
  }
  assert.deepEqual(pauses, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  assert.equal(sockets.length, 9);
  assert.deepEqual(problems[0], ["unreadable", "a message that is no JSON"]);
});

test("methods and events that it does not know are told, and events keep their place", async () => {
  const { socket, problems, events, heard } = await watched(5);
  socket().say({ method: "hub.weather", params: { sun: true } });
  socket().notify(published(6, { type: "thread.danced" }));
  socket().notify(published(7));
  assert.deepEqual(events(), [6, 7]);
  assert.equal(heard.at(-2).event.type, "thread.danced");
  assert.deepEqual(problems, [
    ["unknown", "hub.weather"],
    ["unknown", "thread.danced"],
  ]);
});

for (const [what, wrong] of [
  ["a dialog without a title", requested(6, "dlg-1", { method: "confirm" })],
  ["a dialog that is null", requested(6, "dlg-1", null)],
  ["options that are a number", requested(6, "dlg-1", { method: "select", title: "?", options: 7 })],
  ["an option without a value", requested(6, "dlg-1", { method: "select", title: "?", options: [{}] })],
  ["questions that are missing", requested(6, "dlg-1", { method: "questionnaire", title: "?" })],
  ["a schema that is text", requested(6, "dlg-1", { method: "form", title: "?", schema: "x" })],
  ["an id that is a number", requested(6, 7, GO)],
  [
    "an answer that is a text",
    { ...published(6), type: "dialog.settled", id: "d", method: "m", outcome: "answered", answer: "a" },
  ],
  ["a lock by nobody knows whom", { ...published(6), type: "dialog.locked", id: "d", question: "q", by: 5 }],
  ["a status of words", { ...published(6), type: "thread.status", live: "yes", busy: "no", run: "1" }],
]) {
  test(`${what} comes as an unreadable event, told, and the count goes on`, async () => {
    const { socket, problems, events, heard } = await watched(5);
    socket().notify(wrong);
    socket().notify(published(7));
    assert.deepEqual(events(), [6, 7]);
    assert.equal(heard.at(-2).event.type, "unreadable");
    assert.deepEqual(
      problems.map(([kind]) => kind),
      ["unreadable"],
    );
    assert.equal(socket().requests("thread.follow").length, 1);
  });
}

test("an event without a place is left out", async () => {
  const { socket, problems, events } = await watched(5);
  for (const seq of ["6", 6.5, -1, null, {}, undefined]) socket().notify({ ...published(6), seq });
  for (const thread of [7, null, undefined]) socket().notify({ ...published(6), thread });
  socket().notify(published(6));
  assert.deepEqual(events(), [6]);
  assert.equal(problems.length, 9);
});

test("a follow reply that is none fails the follow, without asking on and on", async () => {
  for (const reply of [
    null,
    [],
    7,
    {},
    snapshot("5"),
    { ...snapshot(5), open: null },
    { ...snapshot(5), status: 1 },
  ]) {
    const all = client();
    const heard = [];
    all.hub.onProblem(() => {});
    all.hub.follow("t1", (input) => heard.push(input.kind));
    all.socket().hello();
    await all.socket().reply(all.socket().last("thread.follow"), reply);
    all.clock.pass(9_000);
    assert.deepEqual(heard, ["failed"]);
    assert.equal(all.socket().requests("thread.follow").length, 1);
  }
});

test("dialogs in a snapshot that cannot be read are left out, the others are there", async () => {
  const all = client();
  const heard = [];
  const problems = [];
  all.hub.onProblem(({ kind }) => problems.push(kind));
  all.hub.follow("t1", (input) => heard.push(input));
  all.socket().hello();
  const open = [requested(1, "dlg-1", GO), null, 5, requested(2, "dlg-2", {}), published(3)];
  await all.socket().reply(all.socket().last("thread.follow"), snapshot(5, { open }));
  assert.deepEqual(
    heard[0].snapshot.open.map(({ id }) => id),
    ["dlg-1"],
  );
  assert.deepEqual(problems, ["unreadable"]);
});

test("events that never join up are asked for less and less often", async () => {
  const { socket, clock, problems, events } = await watched(5);
  const follows = () => socket().requests("thread.follow").length;
  const alive = () => socket().reply(socket().last("client.identify") ?? { id: 0 }, {});
  const before = follows();
  for (let turn = 0; turn < 400; turn += 1) {
    socket().notify(published(50 + turn));
    const last = socket().last("thread.follow");
    if (!last.replied) await socket().reply(last, snapshot(5, { recovered: true }));
    last.replied = true;
    clock.pass(100); // 40 seconds in all
    await alive();
  }
  assert.ok(follows() - before <= 10, `${follows() - before} follow requests`);
  assert.ok(problems.some(([kind]) => kind === "gap"));
  // Once it behaves, all is well again.
  for (const asked = follows(); follows() === asked; await alive()) clock.pass(1_000);
  await socket().reply(socket().last("thread.follow"), snapshot(500));
  socket().notify(published(501));
  assert.deepEqual(events(), [501]);
});

test("an event before the follow reply, an old one and one that comes again are each heard once or not at all", async () => {
  const all = client();
  const seqs = [];
  all.hub.follow("t1", (input) => input.kind === "event" && seqs.push(input.event.seq));
  all.socket().hello();
  for (const seq of [5, 6, 7]) all.socket().notify(published(seq));
  await all.socket().reply(all.socket().last("thread.follow"), snapshot(5));
  for (const seq of [7, 6, 1, 8]) all.socket().notify(published(seq));
  assert.deepEqual(seqs, [6, 7, 8]);
});

test("a hello of wrong types does no harm: no storm of probes, nothing that cannot be sent", () => {
  for (const more of [
    { ping_interval_ms: 0.01, max_message_bytes: -1, roles: "answer" },
    { ping_interval_ms: "25", max_message_bytes: "1", roles: [7, null] },
    { ping_interval_ms: -5, max_message_bytes: null, roles: { answer: true } },
  ]) {
    const { hub, socket, clock } = client();
    socket().hello(5, more);
    hub.request("a").catch(() => {});
    assert.equal(socket().requests("a").length, 1);
    assert.deepEqual([hub.state.name, hub.state.roles], ["connected", []]);
    clock.pass(5_000);
    assert.ok(socket().requests("client.identify").length <= 5);
  }
});

test("a list of threads with rows that are none shows the others", async () => {
  const { hub, socket } = client();
  const heard = [];
  const problems = [];
  hub.onProblem(({ kind, detail }) => problems.push([kind, detail]));
  hub.followAll((input) => heard.push(input));
  socket().hello();
  const row = { thread: "t1", live: true, busy: false, run: 1, open: 2, last_at: null };
  await socket().reply(socket().last("hub.follow"), { threads: [row, null, 5, { thread: 7 }] });
  socket().say({ method: "hub.thread", params: { thread: "t1", open: "many" } });
  assert.deepEqual(heard, [{ kind: "rows", threads: [row] }]);
  assert.deepEqual(problems, [
    ["unreadable", "hub.follow"],
    ["unreadable", "hub.thread"],
  ]);
});

test("errors of any form reject the request they belong to", async () => {
  const { hub, socket } = client();
  socket().hello();
  for (const error of [7, "no", { message: 5, data: "x" }, { data: { detail: {}, code: [] } }]) {
    const lost = assert.rejects(hub.request("a"), { name: "HubError", code: "error" });
    socket().say({ id: socket().last("a").id, error });
    await lost;
  }
});

test("a listener that throws is told, and hears the next event", async () => {
  const all = client();
  const seqs = [];
  const problems = [];
  const silent = console.error;
  console.error = () => {};
  try {
    all.hub.onProblem(({ kind, error }) => problems.push([kind, error.message]));
    all.hub.follow("t1", (input) => {
      if (input.event?.seq === 6) throw new Error("cannot draw");
      if (input.event) seqs.push(input.event.seq);
    });
    all.socket().hello();
    await all.socket().reply(all.socket().last("thread.follow"), snapshot(5, { epoch: EPOCH }));
    for (const seq of [6, 7]) all.socket().notify(published(seq));
    await settled();
  } finally {
    console.error = silent;
  }
  assert.deepEqual(seqs, [7]);
  assert.deepEqual(problems, [["listener", "cannot draw"]]);
});
