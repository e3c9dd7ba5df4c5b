// onRequest of hub.js and asked.js: dialogs that are put to handlers, over replays and
// reconnects, and what the hub is told where nothing here can show one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DialogOver } from "../../web/hub.js";
import { back, client, requested, settled, settledEvent, snapshot } from "./fake_socket.mjs";

const GO = { method: "confirm", title: "Go?" };
const WHERE = { method: "select", title: "Where?", options: ["here", "there"] };

/** A handler that waits for the test; `calls` are {dialog, context, give, fail}. */
function waiting() {
  const calls = [];
  const handler = (dialog, context) =>
    new Promise((give, fail) => calls.push({ dialog, context, give, fail }));
  return { calls, handler };
}

/** A connected client that follows t1, with handlers by their methods; `open` was there before. */
async function asked(handlers, { open = [], roles, ...options } = {}) {
  const all = client(options);
  const problems = [];
  all.hub.onProblem((problem) => problems.push(problem));
  for (const [method, handler] of Object.entries(handlers)) all.hub.onRequest(method, handler);
  all.hub.follow("t1");
  all.socket().hello("f1", roles ? { roles } : {});
  await all.socket().reply(all.socket().last("thread.follow"), snapshot(5, { open }));
  const errors = () =>
    all
      .socket()
      .sent.filter((frame) => frame.error)
      .map(({ id, error }) => [id, error.code]);
  const ask = async (seq, id, dialog) => {
    all.socket().say({ id, method: `dialog.${dialog.method}`, params: requested(seq, id, dialog) });
    await settled();
  };
  const returns = async (reply) => {
    all.socket().drop();
    await back(all);
    await all.socket().reply(all.socket().last("thread.follow"), reply);
  };
  return { ...all, problems, errors, ask, returns };
}

test("a dialog is put to the handler of its method, and what it gives is the answer", async () => {
  const contexts = [];
  const { socket, ask } = await asked({
    confirm: async (dialog, context) => {
      contexts.push([dialog, context]);
      return { confirmed: true };
    },
  });
  await ask(6, "dlg-1", GO);
  const [[dialog, context]] = contexts;
  assert.deepEqual(dialog, GO);
  assert.deepEqual([context.thread, context.id, context.event.seq], ["t1", "dlg-1", 6]);
  const { params } = socket().last("dialog.answer");
  assert.deepEqual([params.thread, params.id, params.confirmed], ["t1", "dlg-1", true]);
  assert.match(params.answer_key, /^[0-9a-f]{32}$/);
});

test("one that was open before is put to it too, and each once over replays and reconnects", async () => {
  const { calls, handler } = waiting();
  const open = [requested(4, "dlg-1", GO)];
  const { ask, returns } = await asked({ confirm: handler }, { open });
  await ask(6, "dlg-2", GO);
  await ask(6, "dlg-2", GO);
  await returns(snapshot(6, { open: [...open, requested(6, "dlg-2", GO)] }));
  await returns(snapshot(6, { recovered: true, open: [...open, requested(6, "dlg-2", GO)] }));
  assert.deepEqual(
    calls.map(({ context }) => context.id),
    ["dlg-1", "dlg-2"],
  );
});

test("an answer given while away goes out with the next connection, once", async () => {
  const { calls, handler } = waiting();
  const { socket, ask, returns } = await asked({ confirm: handler });
  await ask(6, "dlg-1", GO);
  socket().drop();
  calls[0].give({ confirmed: false });
  await settled();
  await returns(snapshot(6, { open: [requested(6, "dlg-1", GO)] }));
  assert.equal(socket().requests("dialog.answer").length, 1);
  await socket().reply(socket().last("dialog.answer"), {});
  await returns(snapshot(6, { open: [requested(6, "dlg-1", GO)] }));
  assert.equal(socket().requests("dialog.answer").length, 0);
});

test("the signal fires when somebody else won, and says what", async () => {
  const { calls, handler } = waiting();
  const { socket, ask } = await asked({ confirm: handler });
  await ask(6, "dlg-1", GO);
  const { signal } = calls[0].context;
  assert.equal(signal.aborted, false);
  const by = { follower: "f9", label: "phone" };
  socket().notify(settledEvent(7, "dlg-1", { by, answer: { confirmed: true } }));
  assert.equal(signal.aborted, true);
  assert.ok(signal.reason instanceof DialogOver);
  const { outcome, by: winner, answer } = signal.reason;
  assert.deepEqual([outcome, winner, answer], ["answered", by, { confirmed: true }]);
  calls[0].give({ confirmed: false });
  await settled();
  assert.equal(socket().last("dialog.answer"), undefined);
});

test("it fires for what ended while away: known from what was missed, else without an outcome", async () => {
  for (const [reply, outcome] of [
    [
      snapshot(7, { recovered: true, missed: [settledEvent(7, "dlg-1", { outcome: "timed_out" })] }),
      "timed_out",
    ],
    [snapshot(9), null],
  ]) {
    const { calls, handler } = waiting();
    const { ask, returns } = await asked({ confirm: handler });
    await ask(6, "dlg-1", GO);
    await returns(reply);
    assert.equal(calls[0].context.signal.reason.outcome, outcome);
  }
});

test("it fires when the thread is forgotten or followed no more, and when the client ends", async () => {
  for (const end of [
    ({ socket }) => socket().notify({ type: "thread.moved", thread: "t1", seq: 7, at: 1, to: null }),
    ({ hub }) => hub.close(),
    ({ socket }) => socket().drop(4503),
  ]) {
    const { calls, handler } = waiting();
    const all = await asked({ confirm: handler });
    await all.ask(6, "dlg-1", GO);
    end(all);
    assert.equal(calls[0].context.signal.aborted, true);
  }
});

test("it stays quiet for the handler's own answer, whichever word of it comes first", async () => {
  for (const first of ["settle", "reply"]) {
    const signals = [];
    const { socket, ask } = await asked({
      confirm: (_dialog, { signal }) => {
        signals.push(signal);
        return { confirmed: true };
      },
    });
    await ask(6, "dlg-1", GO);
    const settle = () => socket().notify(settledEvent(7, "dlg-1", { by: { follower: "f1" } }));
    if (first === "settle") settle();
    await socket().reply(socket().last("dialog.answer"), {});
    if (first === "reply") settle();
    assert.equal(signals[0].aborted, false, first);
  }
});

test("an answer that came too late fires it with what won, and is no problem", async () => {
  const signals = [];
  const { socket, ask, problems } = await asked({
    confirm: (_dialog, { signal }) => {
      signals.push(signal);
      return { confirmed: true };
    },
  });
  await ask(6, "dlg-1", GO);
  const by = { follower: "f9" };
  await socket().fail(socket().last("dialog.answer"), { code: "not-open", outcome: "answered", by });
  assert.deepEqual([signals[0].reason.outcome, signals[0].reason.by], ["answered", by]);
  assert.deepEqual(problems, []);
});

test("an answer that the hub refuses is told, is not sent again, and leaves the dialog to others", async () => {
  const { socket, ask, problems, errors, returns } = await asked({ select: () => ({ value: "nowhere" }) });
  await ask(6, "dlg-1", WHERE);
  await socket().fail(socket().last("dialog.answer"), { code: "refused", detail: "nowhere is not offered" });
  assert.deepEqual(
    problems.map(({ kind, detail }) => [kind, detail]),
    [["answer", "nowhere is not offered"]],
  );
  await returns(snapshot(6, { open: [requested(6, "dlg-1", WHERE)] }));
  assert.equal(socket().last("dialog.answer"), undefined);
  assert.deepEqual(errors(), []);
});

test("a handler that gives nothing leaves it to others; one that throws cannot show it", async () => {
  const { ask, errors, socket } = await asked({
    confirm: () => undefined,
    select: () => {
      throw new Error("no list here");
    },
    input: async () => "text is no answer object",
  });
  await ask(6, "dlg-1", GO);
  await ask(7, "dlg-2", WHERE);
  await ask(8, "dlg-3", { method: "input", title: "Name?" });
  assert.deepEqual(errors(), [
    ["dlg-2", -32000],
    ["dlg-3", -32000],
  ]);
  assert.equal(socket().sent.find((frame) => frame.id === "dlg-2").error.message, "no list here");
  assert.equal(socket().last("dialog.answer"), undefined);
});

test("a handler that fails after the end says nothing", async () => {
  const { calls, handler } = waiting();
  const { socket, ask, errors } = await asked({ confirm: handler });
  await ask(6, "dlg-1", GO);
  socket().notify(settledEvent(7, "dlg-1"));
  calls[0].fail(calls[0].context.signal.reason);
  await settled();
  assert.deepEqual(errors(), []);
});

test("a method without a handler is refused where there are handlers, once on each connection", async () => {
  const { ask, errors, returns } = await asked({ confirm: () => undefined });
  await ask(6, "dlg-1", WHERE);
  await ask(6, "dlg-1", WHERE);
  assert.deepEqual(errors(), [["dlg-1", -32601]]);
  // To the hub the new connection is another follower, which has not said it yet.
  await returns(snapshot(6, { open: [requested(6, "dlg-1", WHERE)] }));
  assert.deepEqual(errors(), [["dlg-1", -32601]]);
});

test("nobody says that a dialog cannot be shown without handlers, with a `*`, where listeners draw, or without the role", async () => {
  for (const [what, handlers, options] of [
    ["no handlers", {}, {}],
    ["only a host's", { "host.stop": () => ({}) }, {}],
    ["a `*`", { confirm: () => undefined, "*": () => undefined }, {}],
    ["draws", { confirm: () => undefined }, { draws: true }],
    ["a viewer", { confirm: () => undefined }, { roles: ["view"] }],
  ]) {
    const { ask, errors } = await asked(handlers, options);
    await ask(6, "dlg-1", WHERE);
    assert.deepEqual(errors(), [], what);
  }
});

test("who may not answer is not asked, and is once it may", async () => {
  const { calls, handler } = waiting();
  const all = await asked({ "*": handler }, { roles: ["view"] });
  await all.ask(6, "dlg-1", GO);
  assert.equal(calls.length, 0);
  await all.returns(snapshot(6, { open: [requested(6, "dlg-1", GO)] }));
  assert.equal(calls.length, 1);
});

test("a handler that comes late gets what is still open and has none", async () => {
  const { calls, handler } = waiting();
  const { hub, ask, socket } = await asked({ confirm: () => undefined });
  await ask(6, "dlg-1", WHERE);
  await ask(7, "dlg-2", WHERE);
  socket().notify(settledEvent(8, "dlg-1"));
  const stop = hub.onRequest("select", handler);
  assert.deepEqual(
    calls.map(({ context }) => context.id),
    ["dlg-2"],
  );
  stop();
  await ask(9, "dlg-3", WHERE);
  assert.equal(calls.length, 1);
});

test("a thread that moved is answered under its new name", async () => {
  const { calls, handler } = waiting();
  const { socket, ask } = await asked({ confirm: handler });
  await ask(6, "dlg-1", GO);
  socket().notify({ type: "thread.moved", thread: "t1", seq: 7, at: 1, to: "t2" });
  calls[0].give({ confirmed: true });
  await settled();
  assert.equal(socket().last("dialog.answer").params.thread, "t2");
});

test("a method of a host's own has its own name, and a wrong name is refused at once", async () => {
  const { calls, handler } = waiting();
  const { hub, socket } = await asked({ "x.deploy": handler });
  const dialog = { method: "x.deploy", title: "Deploy?" };
  socket().say({ id: "dlg-1", method: "x.deploy", params: requested(6, "dlg-1", dialog) });
  assert.equal(calls.length, 1);
  assert.throws(() => hub.onRequest("dialog.confirm", () => {}), TypeError);
  assert.throws(() => hub.onRequest("x.deploy", () => {}), /already/);
});

test("another request of the hub is put to its handler, and every one gets a response", async () => {
  const { socket } = await asked({
    "host.stop": ({ run }) => ({ stopped: run }),
    "host.prompt": () => Promise.reject(new Error("busy")),
  });
  socket().say({ id: "srq-1", method: "host.stop", params: { thread: "t1", run: 3 } });
  socket().say({ id: "srq-2", method: "host.prompt", params: {} });
  socket().say({ id: "srq-3", method: "host.sing", params: {} });
  await settled();
  const responses = Object.fromEntries(
    socket()
      .sent.filter(({ id }) => String(id).startsWith("srq-"))
      .map(({ id, result, error }) => [id, result ?? error.code]),
  );
  assert.deepEqual(responses, { "srq-1": { stopped: 3 }, "srq-2": -32000, "srq-3": -32601 });
});

test("a request under a dialog's id that is no dialog gets no error, which would count against it", async () => {
  const { socket, errors, problems } = await asked({ confirm: () => undefined });
  socket().say({ id: "dlg-1", method: "dialog.confirm", params: { thread: "t1" } });
  socket().say({ id: "dlg-2", method: "dialog.confirm", params: requested(6, "dlg-2", { title: 5 }) });
  await settled();
  assert.deepEqual(errors(), []);
  assert.equal(problems.length, 2);
});
