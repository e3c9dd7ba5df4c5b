// The JavaScript client of a dialog hub, for browsers and for node: JSON-RPC 2.0 over one
// WebSocket, kept up for as long as it is wanted. This file is all that a user imports.
//
// It promises that a follower's listener gets a snapshot first and then every event once
// and in order, over reconnects; that an answer is repeated under one `answer_key` until
// the hub has said yes or no; that any other request which is in flight when the
// connection breaks is rejected with a ConnectionError, never left hanging; and that a hub
// which does not want this client back as it is, is left alone. It draws nothing.
//
// A client that answers the yes-or-no questions of one thread (node 22, or any browser):
//
//     import { Hub } from "./hub.js";
//
//     const hub = new Hub({ url: "ws://127.0.0.1:8787/api/ws", label: "night watch" });
//     hub.onRequest("confirm", (dialog, { thread }) => {
//       console.log(`${thread}: ${dialog.title}`);
//       return { confirmed: dialog.title.startsWith("Run the tests") };
//     });
//     hub.onRequest("*", () => undefined); // all other questions are for others
//     hub.follow("t1");
//     hub.start();
//
// A page that draws the cards itself follows with a listener instead, and calls `answer`.

import { AnswersOut } from "./answers_out.js";
import { Asked, isDialogMethod } from "./asked.js";
import { pauseMs } from "./backoff.js";
import { ConnectionError, DialogOver, HubError, TooLargeError } from "./errors.js";
import { Follows } from "./follows.js";
import { readFrame } from "./frames.js";
import { Link } from "./link.js";
import { Listing } from "./listing.js";
import { Requests } from "./requests.js";
import { mayAnswer, mayReadJournal } from "./roles.js";
import { isRefusal, readHello } from "./shape.js";

export { ConnectionError, DialogOver, HubError, mayAnswer, mayReadJournal, TooLargeError };

/** @typedef {import("./contract.js").Answer} Answer */
/** @typedef {import("./contract.js").Answers} Answers */
/** @typedef {import("./contract.js").By} By */
/** @typedef {import("./contract.js").Custom} Custom */
/** @typedef {import("./contract.js").Dialog} Dialog */
/** @typedef {import("./contract.js").Dialogs} Dialogs */
/** @typedef {import("./contract.js").Dismissal} Dismissal */
/** @typedef {import("./contract.js").Outcome} Outcome */
/** @typedef {import("./contract.js").Refusal} Refusal */
/** @typedef {import("./contract.js").Requested} Requested */
/** @typedef {import("./contract.js").Row} Row */
/** @typedef {import("./contract.js").Snapshot} Snapshot */
/** @typedef {import("./contract.js").StreamEvent} StreamEvent */
/** @typedef {import("./hub_types.js").Context} Context */
/** @typedef {import("./hub_types.js").ListInput} ListInput */
/** @typedef {import("./hub_types.js").Options} Options */
/** @typedef {import("./hub_types.js").Problem} Problem */
/** @typedef {import("./hub_types.js").State} State */
/** @typedef {import("./hub_types.js").ThreadInput} ThreadInput */
/**
 * @template {string} M
 * @typedef {import("./hub_types.js").Handler<M>} Handler
 */

const SUBPROTOCOL = "dialog-hub.v1";
const NO_METHOD = { code: -32601, message: "there is no such method here" };

const CLOCK = {
  now: () => Date.now(),
  random: () => Math.random(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer),
};

/** One client of one hub. */
export class Hub {
  #label;
  #clock;
  #link;
  #requests;
  #answers;
  #follows;
  #asked;
  #listing;
  #handlers = new Map(); // of requests that are no dialogs
  #stateListeners = new Set();
  #problemListeners = new Set();
  #connection = 0; // numbers the connections

  /** @param {Options} [options] */
  constructor({
    url = ownHub(),
    label,
    token,
    draws = false,
    WebSocket = globalThis.WebSocket,
    clock = CLOCK,
  } = {}) {
    this.#label = label;
    this.#clock = clock;
    const protocols = token ? [SUBPROTOCOL, `bearer.${token}`] : [SUBPROTOCOL];
    this.#link = new Link(
      { url: String(url), protocols, WebSocket, clock },
      {
        message: (data) => this.#receive(data),
        state: (state, reason) => this.#changed(state, reason),
        probe: () => this.#identify(),
      },
    );
    this.#requests = new Requests((text) => this.#link.write(text));
    this.#follows = new Follows({
      request: (method, params) => this.request(method, params),
      later: (tries, run) => this.#clock.setTimeout(run, pauseMs(tries, this.#clock.random())),
      problem: (kind, detail) => this.#problem(kind, detail),
      heard: (names, input) => this.#asked.heard(names, input),
    });
    this.#answers = new AnswersOut({
      send: (params) => this.#requests.send("dialog.answer", params),
      connected: () => this.#isConnected,
      nameOf: (thread) => this.#follows.presentName(thread),
      clock,
    });
    this.#listing = new Listing({
      request: (method) => this.request(method),
      problem: (kind, detail) => this.#problem(kind, detail),
    });
    this.#asked = new Asked({
      answer: (thread, id, answer) => this.answer(thread, id, answer),
      fail: (id, error) => this.#requests.respond(id, { error }),
      connection: () => (this.#isConnected ? this.#connection : null),
      mayAnswer: () => this.state.name === "connected" && mayAnswer(this.state),
      problem: (kind, detail) => this.#problem(kind, detail),
      draws,
    });
  }

  /** @returns {State} */
  get state() {
    return this.#link.state;
  }

  /**
   * When the hub was last heard, in milliseconds since the Unix epoch; null before that.
   * @returns {number | null}
   */
  get heardAt() {
    return this.#link.heardAt;
  }

  get #isConnected() {
    return this.state.name === "connected";
  }

  /**
   * Calls `listener` at each change of the connection; returns how to stop that.
   * @param {(state: State) => void} listener
   * @returns {() => void}
   */
  onState(listener) {
    this.#stateListeners.add(listener);
    return () => void this.#stateListeners.delete(listener);
  }

  /**
   * Calls `listener` at each problem; returns how to stop that. Without any listener,
   * problems go to the console.
   * @param {(problem: Problem) => void} listener
   * @returns {() => void}
   */
  onProblem(listener) {
    this.#problemListeners.add(listener);
    return () => void this.#problemListeners.delete(listener);
  }

  /**
   * How others see this client, from now on.
   * @param {string | undefined} label
   */
  setLabel(label) {
    this.#label = label;
    if (this.#isConnected) this.#identify();
  }

  /** Connects, and stays connected. */
  start() {
    this.#link.start();
  }

  /** Ends the client for good. */
  close() {
    this.#link.close();
  }

  /**
   * Connects at once where it waits to do so, unless the hub asked to be left alone for now,
   * or finds out whether the connection still lives. A page does it by itself when it is
   * looked at again and when the network is back.
   */
  wake() {
    this.#link.wake();
  }

  /**
   * Sends one request; resolves with its result.
   * @param {string} method
   * @param {Record<string, unknown>} [params]
   * @returns {Promise<any>}
   */
  request(method, params = {}) {
    if (!this.#isConnected) return Promise.reject(new ConnectionError("not connected to the hub"));
    return this.#requests.send(method, params);
  }

  /**
   * Follows a thread; a thread can be followed once. With `history`, up to that many earlier
   * events come with a second snapshot. Returns how to stop following. Without a listener
   * its dialogs are for the handlers of `onRequest` alone.
   * @param {string} thread
   * @param {(input: ThreadInput) => void} [listener]
   * @param {{history?: number}} [options]
   * @returns {() => void}
   */
  follow(thread, listener, { history = 0 } = {}) {
    const entry = this.#follows.add(thread, listener, history);
    if (this.#isConnected) this.#follows.ask(entry);
    return () => {
      if (!this.#follows.remove(entry)) return;
      this.#asked.drop(entry.names);
      if (this.#isConnected) this.request("thread.unfollow", { thread: entry.thread }).catch(() => {});
    };
  }

  /**
   * Follows the list of threads; returns how to stop that.
   * @param {(input: ListInput) => void} listener
   * @returns {() => void}
   */
  followAll(listener) {
    const stop = this.#listing.start(listener);
    if (this.#isConnected) this.#listing.ask();
    return stop;
  }

  /**
   * Answers a dialog. Resolves when the hub has taken the answer; rejects with a HubError
   * when it has not (`refused`, `not-open`, …), with a TooLargeError where it cannot be sent.
   * A lost connection and a hub that cannot judge it now do neither: the same answer goes out
   * again, under the same key, with the next connection or after a pause.
   * @param {string} thread
   * @param {string} id
   * @param {Answer} answer
   * @returns {Promise<void>}
   */
  answer(thread, id, answer) {
    if (this.state.name === "refused" || this.state.name === "closed")
      return Promise.reject(new ConnectionError("not connected to the hub"));
    return this.#answers.add({ ...answer, thread, id });
  }

  /**
   * Puts the dialogs of one method, on every thread that is followed, to a handler; `"*"` is
   * for those that have none. It is called once for each open dialog, also for one that was
   * open before, and gives an answer or a promise of one. The answer is sent once, as by
   * `answer`: by a request with a key rather than a response frame, which could not be
   * repeated after a lost connection. One that the hub refuses is a problem of kind
   * "answer"; a handler that wants to ask again calls `answer` itself and gives nothing.
   *
   * A handler that throws says: this client cannot show the dialog. So does, with -32601,
   * a method that has no handler, once there is a handler for any. When every client that
   * could answer has said so the dialog ends as `unsupported`; so a client that shows
   * dialogs by its listeners must have `draws`, and one that watches beside others gives
   * nothing by `"*"`. A client without handlers never says it, nor does one that may not
   * answer. Register before `start`.
   *
   * Any other request of the hub, such as `host.stop`, is put to the handler of its name;
   * what that gives or throws is the response.
   * @template {string} M
   * @param {M} method
   * @param {Handler<M>} handler
   * @returns {() => void}
   */
  onRequest(method, handler) {
    if (method.startsWith("dialog."))
      throw new TypeError(`${method}: a dialog's own method has no "dialog."`);
    if (isDialogMethod(method)) return this.#asked.add(method, handler);
    if (this.#handlers.has(method)) throw new Error(`there is a handler for ${method} already`);
    this.#handlers.set(method, handler);
    return () => void this.#handlers.delete(method);
  }

  #identify() {
    const identity = this.#label === undefined ? {} : { label: this.#label };
    this.#requests.send("client.identify", identity).catch(() => {});
  }

  #guard(call) {
    try {
      call();
    } catch (error) {
      this.#problem("listener", error);
    }
  }

  #problem(kind, detail) {
    const problem = { kind, detail: String(detail?.message ?? detail) };
    if (detail instanceof Error) problem.error = detail;
    if (kind === "listener" || this.#problemListeners.size === 0)
      console.error("dialog-hub:", problem.error ?? problem);
    for (const listener of this.#problemListeners) listener(problem);
  }

  // Who waits is told before who watches, save that a state is seen before what comes of it.
  #changed(state, reason) {
    const isOver = state.name === "refused" || state.name === "closed";
    if (isOver || state.name === "waiting") this.#follows.disconnected();
    for (const listener of this.#stateListeners) this.#guard(() => listener(state));
    if (!isOver && state.name !== "waiting") return;
    this.#requests.rejectAll(reason);
    if (!isOver) return;
    this.#answers.rejectAll(reason);
    this.#asked.dropAll();
  }

  #receive(data) {
    const frame = readFrame(data);
    switch (frame.kind) {
      case "broken":
        this.#problem("unreadable", "a message that is no JSON");
        return this.#link.giveUp("the hub sent a message that is no JSON");
      case "odd":
        return this.#problem("unreadable", frame.detail);
      case "reply":
        return this.#requests.reply(frame);
      case "request":
        return this.#requested(frame);
      default:
        return this.#noticed(frame);
    }
  }

  // A dialog is an event of the stream, and is answered by whoever it is put to.
  #requested({ id, method, params }) {
    if (params.type === "dialog.requested") return this.#follows.event(params);
    const handler = this.#handlers.get(method);
    if (handler) return void this.#respond(id, handler, params);
    this.#problem("unknown", method);
    // An error under a dialog's id would say that the dialog cannot be shown.
    if (!/^(dlg|sec)-/.test(String(id))) this.#requests.respond(id, { error: NO_METHOD });
    return undefined;
  }

  async #respond(id, handler, params) {
    const connection = this.#connection;
    let part;
    try {
      part = { result: (await handler(params)) ?? {} };
    } catch (error) {
      part = { error: { code: -32000, message: String(error?.message ?? error) } };
    }
    if (this.#isConnected && connection === this.#connection) this.#requests.respond(id, part);
  }

  #noticed({ method, params }) {
    if (method === "hub.hello") return this.#hello(params);
    if (method === "hub.draining") return this.#link.drain(params.retry_after_ms);
    if (method === "hub.thread") return this.#listing.row(params);
    if (method === "dialog.refused" && isRefusal(params)) return this.#follows.refusal(params);
    if (params.type === method && Number.isInteger(params.seq)) return this.#follows.event(params);
    const known = /^(dialog|thread)\./.test(method);
    return this.#problem(known ? "unreadable" : "unknown", method);
  }

  #hello(params) {
    const { follower, roles, pingIntervalMs, maxBytes } = readHello(params);
    this.#connection += 1;
    this.#requests.maxBytes = maxBytes;
    this.#link.greeted({ follower, roles }, pingIntervalMs);
    if (this.#label !== undefined) this.#identify();
    this.#listing.ask();
    // Answers after follows: what won meanwhile is known before the repeated answer's reply.
    this.#follows.askAll();
    this.#answers.sendAll();
  }
}

function ownHub() {
  if (!globalThis.location) throw new TypeError("outside of a page a client needs the url of its hub");
  return new URL("/api/ws", location.href).href.replace(/^http/, "ws");
}
