// A hub's end of a WebSocket, in memory, and a clock that moves when told to: what the tests
// of hub.js run against. No network and no real time.

import { Hub } from "../../web/hub.js";

/** Sockets in the order in which the client made them. */
export function fakePlatform() {
  const sockets = [];
  class FakeWebSocket {
    constructor(url, protocols) {
      Object.assign(this, { url, protocols, sent: [], closedWith: null });
      sockets.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close(code) {
      this.closedWith = code;
    }
    // What the hub does:
    say(frame) {
      this.onmessage({ data: JSON.stringify({ jsonrpc: "2.0", ...frame }) });
    }
    hello(follower = "f1", more = {}) {
      this.say({
        method: "hub.hello",
        params: { follower, roles: ["view", "answer"], ping_interval_ms: 25_000, ...more },
      });
    }
    notify(event) {
      this.say({ method: event.type, params: event });
    }
    drop(code = 1006, reason = "") {
      this.onclose({ code, reason });
    }
    requests(method) {
      return this.sent.filter((frame) => frame.method === method);
    }
    last(method) {
      return this.requests(method).at(-1);
    }
    async reply(request, result) {
      this.say({ id: request.id, result });
      await settled();
    }
    async fail(request, data) {
      this.say({ id: request.id, error: { code: -32000, message: data.code, data } });
      await settled();
    }
  }
  return { sockets, FakeWebSocket, clock: fakeClock() };
}

/** Lets every promise that can go on go on. */
export function settled() {
  return new Promise((resolve) => setImmediate(resolve));
}

function fakeClock() {
  const timers = new Set();
  return {
    time: 1_000,
    share: 1, // what `random` gives
    timers,
    now() {
      return this.time;
    },
    random() {
      return this.share;
    },
    setTimeout(run, ms) {
      const timer = { run, at: this.time + ms };
      timers.add(timer);
      return timer;
    },
    clearTimeout(timer) {
      timers.delete(timer);
    },
    pass(ms) {
      const end = this.time + ms;
      for (;;) {
        const next = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers.delete(next);
        this.time = next.at;
        next.run();
      }
      this.time = end;
    },
  };
}

export const EPOCH = "0192c7a0-0000-7000-8000-000000000001";

export function snapshot(seq, rest = {}) {
  return {
    thread: "t1",
    epoch: EPOCH,
    seq,
    generation: 1,
    status: { live: true, busy: false, run: 0 },
    open: [],
    recovered: false,
    missed: [],
    ...rest,
  };
}

export function published(seq, rest = {}) {
  return {
    type: "thread.published",
    thread: "t1",
    seq,
    at: 1_000 + seq,
    event: "note",
    data: { text: `n${seq}` },
    blocking: false,
    ...rest,
  };
}

export function requested(seq, id, dialog, rest = {}) {
  return {
    type: "dialog.requested",
    thread: "t1",
    seq,
    at: 1_000 + seq,
    id,
    blocking: true,
    dialog,
    generation: 1,
    ...rest,
  };
}

export function settledEvent(seq, id, rest = {}) {
  return {
    type: "dialog.settled",
    thread: "t1",
    seq,
    at: 1_000 + seq,
    id,
    method: "confirm",
    outcome: "answered",
    ...rest,
  };
}

/** A started client and the hub's end of its sockets. */
export function client(options = {}) {
  const platform = fakePlatform();
  const hub = new Hub({
    url: "ws://hub/api/ws",
    WebSocket: platform.FakeWebSocket,
    clock: platform.clock,
    ...options,
  });
  hub.start();
  return { hub, ...platform, socket: () => platform.sockets.at(-1) };
}

/** A client that follows t1 from `seq`, and what its listener heard. */
export async function following(seq = 5, options = {}) {
  const all = client();
  const heard = [];
  all.hub.follow("t1", (input) => heard.push(input), options);
  all.socket().hello();
  await all.socket().reply(all.socket().last("thread.follow"), snapshot(seq));
  return {
    ...all,
    heard,
    events: () => heard.filter((input) => input.kind === "event").map((input) => input.event.seq),
  };
}

/** The connection comes back. */
export async function back({ hub, socket }) {
  hub.wake();
  socket().hello("f2");
  await settled();
}
