// One WebSocket to the hub, kept up for as long as it is wanted.
//
// It promises that a connection which broke comes back by itself, after a jittered pause
// and never before a draining hub's wish; that one which went silent is found out; and that
// a hub which does not want this client back as it is, is left alone. It does not read what
// the hub says: who does calls `greeted`, `drain` and `giveUp`.

import { failuresAfter, pauseMs, wishMs } from "./backoff.js";
import { mayComeBack } from "./errors.js";
import { onWake } from "./wake.js";

/** How long a connection may take to say hello, and a probe to be answered. */
const REPLY_WITHIN_MS = 10_000;
/** How often at most a quiet connection is probed, whatever the hub says of its pings. */
const SHORTEST_PING_MS = 1_000;

export class Link {
  #options;
  #clock;
  #on;
  #state = { name: "idle" };
  #socket = null;
  #failures = 0;
  #notBefore = 0; // a draining hub's wish, which even `wake` honours
  #openedAt = 0;
  #heardAt = null;
  #pingIntervalMs = 25_000;
  #reconnectTimer = null;
  #watchTimer = null;
  #unhook = () => {};

  /**
   * `options` are {url, protocols, WebSocket, clock}. `on` is what happens: {message(data),
   * state(state, reason)}, and `probe()`, which must send something that is replied to.
   */
  constructor(options, on) {
    this.#options = options;
    this.#clock = options.clock;
    this.#on = on;
  }

  get state() {
    return this.#state;
  }

  /** When the hub was last heard, by the clock; null before that. */
  get heardAt() {
    return this.#heardAt;
  }

  start() {
    if (this.#state.name !== "idle") return;
    this.#unhook = onWake(() => this.wake());
    this.#connect();
  }

  /** Ends it for good. */
  close() {
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

  write(text) {
    this.#socket?.send(text);
  }

  /** The hub said hello; `more` belongs to the state of being connected. */
  greeted(more, pingIntervalMs = this.#pingIntervalMs) {
    this.#openedAt = this.#clock.now();
    this.#notBefore = 0;
    this.#pingIntervalMs = Math.max(SHORTEST_PING_MS, pingIntervalMs);
    this.#listen();
    this.#setState({ name: "connected", ...more });
  }

  /** The hub is about to go away and wants nobody back before `waitMs`. */
  drain(waitMs) {
    this.#notBefore = this.#clock.now() + wishMs(waitMs, this.#clock.random());
  }

  /** What arrives on this connection is of no use: it is left, and counts as a failure. */
  giveUp(reason) {
    this.#openedAt = this.#clock.now();
    this.#abandon(reason);
  }

  #setState(state, reason) {
    this.#state = state;
    this.#on.state(state, reason);
  }

  #connect() {
    this.#clock.clearTimeout(this.#reconnectTimer);
    const { WebSocket, url, protocols } = this.#options;
    let socket;
    try {
      socket = new WebSocket(url, protocols);
    } catch (error) {
      this.#stop({ name: "refused", code: 0, reason: error.message }, error.message);
      return;
    }
    this.#socket = socket;
    // Handlers of a socket that was given up on find another one in its place.
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      this.#heardAt = this.#clock.now();
      this.#on.message(data);
    };
    socket.onclose = ({ code, reason }) => this.#socket === socket && this.#lost(code, reason);
    socket.onerror = () => {}; // a close event follows
    this.#watch(REPLY_WITHIN_MS, () => this.#abandon("the hub did not say hello"));
    this.#setState({ name: "connecting" });
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
    this.#on.probe();
    this.#watch(REPLY_WITHIN_MS, () => {
      if (this.#heardAt === heardAt) this.#abandon("the connection went silent");
      else this.#listen();
    });
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
    if (this.#state.name === "connected")
      this.#failures = failuresAfter(this.#failures, now - this.#openedAt);
    this.#socket = null;
    const why = `the hub closed the connection: ${code} ${reason}`;
    if (!mayComeBack(code)) return this.#stop({ name: "refused", code, reason }, why);
    const draining = this.#notBefore > now;
    const pause = Math.max(pauseMs(this.#failures, this.#clock.random()), this.#notBefore - now);
    this.#failures += 1;
    this.#reconnectTimer = this.#clock.setTimeout(() => this.#connect(), pause);
    this.#setState(
      { name: "waiting", code, reason, retryAt: now + pause, draining },
      "the connection broke before the reply",
    );
    return undefined;
  }

  #stop(state, reason) {
    this.#unhook();
    this.#clock.clearTimeout(this.#reconnectTimer);
    this.#clock.clearTimeout(this.#watchTimer);
    this.#setState(state, reason);
  }
}
