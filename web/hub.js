// The JavaScript client of a dialog hub, for browsers and for node: JSON-RPC 2.0 over one
// WebSocket, kept up for as long as it is wanted.
//
// It promises that a follower's listener gets a snapshot first and then every event once
// and in order, over reconnects; that an answer is repeated under one `answer_key` until
// the hub has said yes or no; that any other request which is in flight when the
// connection breaks is rejected with a ConnectionError, never left hanging; and that a hub
// which does not want this client back as it is, is left alone. It draws nothing.
//
//     const hub = new Hub({ url: "ws://127.0.0.1:8787/api/ws" });
//     hub.follow("t1", (input) => console.log(input));
//     hub.start();

import { ConnectionError, HubError, isTransient, mayComeBack, TooLargeError } from "./errors.js";
import { Follows } from "./follows.js";
import { parseJson } from "./json.js";

export { ConnectionError, HubError, TooLargeError };

const SUBPROTOCOL = "dialog-hub.v1";
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A connection that lived this long was good: the next failure starts from the first delay. */
const GOOD_AFTER_MS = 10_000;
/** How long a connection may take to say hello, and a probe to be answered. */
const REPLY_WITHIN_MS = 10_000;

/** Whether the hub lets a client in this state answer; one that tells no roles lets everybody. */
export function mayAnswer({ roles = [] }) {
  return roles.length === 0 || roles.includes("answer") || roles.includes("admin");
}

/** Whether the hub lets a client in this state read a journal, by the same rule. */
export function mayReadJournal({ roles = [] }) {
  return roles.length === 0 || roles.includes("ask") || roles.includes("admin");
}

/**
 * One client. Options: `url`; `label`, told to others in `by`; `token`, for clients that
 * are no browser; `WebSocket`, where the platform has none; `clock`, for tests:
 * {now, random, setTimeout, clearTimeout}.
 */
export class Hub {
  #options;
  #clock;
  #listeners = new Set();
  #state = { name: "idle" };
  #socket = null;
  #requests = new Map(); // id → {resolve, reject}, of the present connection only
  #answers = new Map(); // answer_key → {params, resolve, reject, tries, timer}
  #nextId = 1;
  #failures = 0;
  #notBefore = 0; // a draining hub's wish, which even `wake` honours
  #openedAt = 0;
  #heardAt = 0;
  #pingIntervalMs = 25_000;
  #maxBytes = Infinity; // of one message, once the hub has said it
  #reconnectTimer = null;
  #watchTimer = null;
  #follows;
  #inbox = null;
  #unhook = () => {};

  constructor(options) {
    this.#options = { WebSocket: globalThis.WebSocket, label: undefined, ...options };
    this.#clock = options.clock ?? {
      now: () => Date.now(),
      random: () => Math.random(),
      setTimeout: (run, ms) => setTimeout(run, ms),
      clearTimeout: (timer) => clearTimeout(timer),
    };
    this.#follows = new Follows((method, params) => this.request(method, params));
  }

  /** {name: "idle" | "connecting" | "connected" | "waiting" | "refused" | "closed", …} */
  get state() {
    return this.#state;
  }

  /** Calls `listener(state)` at each change of the connection; returns how to stop that. */
  onState(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How others see this client, from now on. */
  setLabel(label) {
    this.#options.label = label;
    if (this.#state.name === "connected") this.#send("client.identify", this.#identity()).catch(() => {});
  }

  start() {
    if (this.#state.name !== "idle") return;
    this.#unhook = hookWake(() => this.wake());
    this.#connect();
  }

  /** Ends the client for good. */
  close() {
    this.#unhook();
    this.#drop(1000);
    this.#stop({ name: "closed" }, "the client was closed");
  }

  /**
   * The person is back, or the network is: connects at once, or finds out whether the
   * connection that looks open still is. Timers of a hidden tab may be late by minutes.
   */
  wake() {
    if (this.#state.name === "waiting") {
      if (this.#clock.now() >= this.#notBefore) this.#connect();
    } else if (this.#state.name === "connected") {
      this.#probe();
    }
  }

  /** Sends one request; resolves with its result. */
  request(method, params = {}) {
    if (this.#state.name !== "connected") {
      return Promise.reject(new ConnectionError("not connected to the hub"));
    }
    return this.#send(method, params);
  }

  /**
   * Follows a thread. The listener gets {kind: "snapshot", snapshot, events, from},
   * {kind: "event", event}, {kind: "refusal", refusal}, or {kind: "failed", error}.
   * With `history`, up to that many earlier events come with a second snapshot.
   * Returns how to stop following. A thread can be followed once.
   */
  follow(thread, listener, { history = 0 } = {}) {
    const entry = this.#follows.add(thread, listener, history);
    if (this.#state.name === "connected") this.#follows.ask(entry);
    return () => {
      if (this.#follows.remove(entry) && this.#state.name === "connected") {
        this.request("thread.unfollow", { thread: entry.thread }).catch(() => {});
      }
    };
  }

  /** Follows the list of threads: {kind: "rows", threads}, {kind: "row", row}. */
  followAll(listener) {
    this.#inbox = listener;
    if (this.#state.name === "connected") this.#askInbox();
    return () => {
      this.#inbox = null;
    };
  }

  /**
   * Answers a dialog. Resolves when the hub has taken the answer; rejects with a HubError
   * when it has not (`refused`, `not-open`, …), with a TooLargeError where it cannot be sent.
   * A lost connection and a hub that cannot judge it now do neither: the same answer goes out
   * again, under the same key, with the next connection or after a pause.
   */
  answer(thread, id, answer) {
    if (this.#state.name === "refused" || this.#state.name === "closed") {
      return Promise.reject(new ConnectionError("not connected to the hub"));
    }
    const key = freshKey();
    return new Promise((resolve, reject) => {
      const params = { ...answer, thread, id, answer_key: key };
      const entry = { params, resolve, reject, tries: 0, timer: null };
      this.#answers.set(key, entry);
      if (this.#state.name === "connected") this.#sendAnswer(key, entry);
    });
  }

  #sendAnswer(key, entry) {
    this.#clock.clearTimeout(entry.timer);
    const thread = this.#follows.presentName(entry.params.thread);
    this.#send("dialog.answer", { ...entry.params, thread }).then(
      () => {
        this.#answers.delete(key);
        entry.resolve();
      },
      (error) => {
        if (error instanceof ConnectionError) return; // the next hello sends it again
        if (isTransient(error)) return void this.#answerLater(key, entry);
        this.#answers.delete(key);
        entry.reject(error);
      },
    );
  }

  // A hub that cannot judge it now may keep the connection, so no hello would send it again.
  #answerLater(key, entry) {
    const pause = this.#delay(entry.tries);
    entry.tries += 1;
    entry.timer = this.#clock.setTimeout(() => {
      if (this.#state.name === "connected") this.#sendAnswer(key, entry);
    }, pause);
  }

  #askInbox() {
    this.request("hub.follow").then(
      (reply) => this.#inbox?.({ kind: "rows", threads: reply.threads }),
      (error) => {
        if (!(error instanceof ConnectionError)) this.#inbox?.({ kind: "failed", error });
      },
    );
  }

  #send(method, params) {
    const id = this.#nextId++;
    const frame = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const bytes = new TextEncoder().encode(frame).length;
    // The hub would close the connection on it, and on it again each time it comes back.
    if (bytes > this.#maxBytes) return Promise.reject(new TooLargeError(bytes, this.#maxBytes));
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      this.#socket.send(frame);
    });
  }

  #setState(state) {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #connect() {
    this.#clock.clearTimeout(this.#reconnectTimer);
    const protocols = [SUBPROTOCOL];
    if (this.#options.token) protocols.push(`bearer.${this.#options.token}`);
    let socket;
    try {
      socket = new this.#options.WebSocket(this.#options.url, protocols);
    } catch (error) {
      this.#stop({ name: "refused", code: 0, reason: error.message }, error.message);
      return;
    }
    this.#socket = socket;
    this.#setState({ name: "connecting" });
    // Handlers of a socket that was given up on find another one in its place.
    socket.onmessage = ({ data }) => this.#socket === socket && this.#receive(data);
    socket.onclose = ({ code, reason }) => this.#socket === socket && this.#lost(code, reason);
    socket.onerror = () => {}; // a close event follows
    this.#watch(REPLY_WITHIN_MS, () => this.#abandon("the hub did not say hello"));
  }

  #watch(ms, run) {
    this.#clock.clearTimeout(this.#watchTimer);
    this.#watchTimer = this.#clock.setTimeout(run, ms);
  }

  #listen() {
    this.#watch(this.#pingIntervalMs, () => {
      const quiet = this.#clock.now() - this.#heardAt;
      if (quiet >= this.#pingIntervalMs) this.#probe();
      else this.#listen();
    });
  }

  // A page cannot see pings. Whether a quiet connection is alive is found out by asking.
  #probe() {
    const heardAt = this.#heardAt;
    this.#send("client.identify", this.#identity()).catch(() => {});
    this.#watch(REPLY_WITHIN_MS, () => {
      if (this.#heardAt === heardAt) this.#abandon("the connection went silent");
      else this.#listen();
    });
  }

  #identity() {
    return this.#options.label === undefined ? {} : { label: this.#options.label };
  }

  #abandon(reason) {
    this.#drop(1000);
    this.#lost(1006, reason);
  }

  // A dead connection's close can take minutes; it is let go at once.
  #drop(code) {
    const socket = this.#socket;
    this.#socket = null;
    try {
      socket?.close(code);
    } catch {
      // It was never open.
    }
  }

  #lost(code, reason) {
    this.#clock.clearTimeout(this.#watchTimer);
    const now = this.#clock.now();
    if (this.#state.name === "connected" && now - this.#openedAt >= GOOD_AFTER_MS) this.#failures = 0;
    this.#socket = null;
    this.#follows.disconnected();
    if (!mayComeBack(code)) {
      this.#stop({ name: "refused", code, reason }, `the hub closed the connection: ${code} ${reason}`);
      return;
    }
    const delay = this.#delay(this.#failures);
    this.#failures += 1;
    this.#setState({ name: "waiting", code, reason, retryAt: now + delay });
    this.#reconnectTimer = this.#clock.setTimeout(() => this.#connect(), delay);
    this.#rejectRequests("the connection broke before the reply");
  }

  // Full jitter: many tabs of one hub must not come back in one moment.
  #delay(failures) {
    const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
    return Math.max(this.#clock.random() * ceiling, this.#notBefore - this.#clock.now());
  }

  #stop(state, reason) {
    this.#clock.clearTimeout(this.#reconnectTimer);
    this.#clock.clearTimeout(this.#watchTimer);
    this.#setState(state);
    this.#rejectRequests(reason);
    const answers = [...this.#answers.values()];
    this.#answers.clear();
    for (const entry of answers) {
      this.#clock.clearTimeout(entry.timer);
      entry.reject(new ConnectionError(reason));
    }
  }

  #rejectRequests(reason) {
    const requests = [...this.#requests.values()];
    this.#requests.clear();
    for (const { reject } of requests) reject(new ConnectionError(reason));
  }

  #receive(data) {
    this.#heardAt = this.#clock.now();
    let frame;
    try {
      frame = parseJson(data);
    } catch {
      this.#abandon("the hub sent a frame that is no JSON");
      return;
    }
    if (frame.method === undefined) this.#reply(frame);
    else this.#notice(frame);
  }

  #reply(frame) {
    const request = this.#requests.get(frame.id);
    if (!request) return;
    this.#requests.delete(frame.id);
    if (frame.error) request.reject(new HubError(frame.error));
    else request.resolve(frame.result);
  }

  #notice({ method, params = {} }) {
    if (method === "hub.hello") this.#hello(params);
    else if (method === "hub.draining") this.#drain(params);
    else if (method === "hub.thread") this.#inbox?.({ kind: "row", row: params });
    else if (method === "dialog.refused") this.#follows.refusal(params);
    else if (Number.isInteger(params.seq)) this.#follows.event(params);
  }

  #hello(hello) {
    this.#openedAt = this.#clock.now();
    this.#notBefore = 0;
    this.#pingIntervalMs = hello.ping_interval_ms ?? this.#pingIntervalMs;
    this.#maxBytes = hello.max_message_bytes ?? Infinity;
    this.#setState({ name: "connected", follower: hello.follower, roles: hello.roles ?? [] });
    this.#listen();
    if (this.#options.label !== undefined) this.#send("client.identify", this.#identity()).catch(() => {});
    if (this.#inbox) this.#askInbox();
    // Answers after follows: what won meanwhile is known before the repeated answer's reply.
    this.#follows.askAll();
    for (const [key, entry] of this.#answers) this.#sendAnswer(key, entry);
  }

  #drain({ retry_after_ms: wait = 0 }) {
    this.#notBefore = this.#clock.now() + wait * (1 + this.#clock.random() / 2);
  }
}

function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function hookWake(wake) {
  if (typeof document === "undefined" || typeof addEventListener !== "function") return () => {};
  const visible = () => document.visibilityState === "visible" && wake();
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", visible);
  return () => {
    removeEventListener("online", wake);
    removeEventListener("pageshow", wake);
    document.removeEventListener("visibilitychange", visible);
  };
}
