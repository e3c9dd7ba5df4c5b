// The threads that a client follows, and how far it has read each of them.
//
// It promises each listener a snapshot first, then every event once and in order: an older
// event is dropped, a gap makes it follow again from where it stopped, another epoch starts
// from the snapshot. A hub whose events never join up is asked less and less often. It
// holds no socket and no timer; what it needs of them is handed in.

import { place, positionOf, resume } from "./position.js";
import { judgeEvent, readSnapshot, usable } from "./shape.js";

/** Events that may wait for one follow reply; beyond it the oldest go, which reads as a gap. */
const MAX_EARLY = 1_000;

export class Follows {
  #tools;
  #entries = new Map(); // thread → entry

  /**
   * `request(method, params)` asks the hub; `later(tries, run)` runs something after a pause
   * that grows with the tries; `problem(kind, detail)` is told what the hub did wrong;
   * `heard(names, input)` is told what the listener of a thread is, before it.
   */
  constructor(tools) {
    this.#tools = tools;
  }

  add(thread, listener, history) {
    if (this.#entries.has(thread)) throw new Error(`thread ${thread} is already followed`);
    // `asking` numbers the newest follow request, so that a reply to an older one is ignored.
    const entry = {
      thread,
      listener,
      history,
      position: null,
      asking: 0,
      waiting: false,
      early: [],
      gaps: 0, // since an event last joined up
      names: [thread],
    };
    this.#entries.set(thread, entry);
    return entry;
  }

  /** True where the entry was still followed. */
  remove(entry) {
    return this.#entries.get(entry.thread) === entry && this.#entries.delete(entry.thread);
  }

  /** What a thread that was followed under `thread` is called now. */
  presentName(thread) {
    for (const entry of this.#entries.values()) if (entry.names.includes(thread)) return entry.thread;
    return thread;
  }

  disconnected() {
    for (const entry of this.#entries.values()) {
      entry.waiting = false;
      entry.asking += 1;
      entry.early = [];
    }
  }

  askAll() {
    for (const entry of this.#entries.values()) this.ask(entry);
  }

  ask(entry) {
    this.#ask(entry, entry.position);
  }

  /** One event of the stream, as it came. */
  event(event) {
    const judged = judgeEvent(event);
    if (judged !== "good") this.#tools.problem(judged === "unknown" ? "unknown" : "unreadable", event.type);
    if (judged === "lost") return;
    const entry = this.#entries.get(event.thread);
    if (!entry) return;
    if (entry.waiting) keep(entry, usable(event));
    else this.#apply(entry, usable(event));
  }

  /** `dialog.refused` names no thread; whoever knows the dialog takes it. */
  refusal(refusal) {
    for (const entry of this.#entries.values()) this.#tell(entry, { kind: "refusal", refusal });
  }

  #tell(entry, input) {
    this.#tools.heard(entry.names, input);
    try {
      entry.listener?.(input);
    } catch (error) {
      this.#tools.problem("listener", error);
    }
  }

  #ask(entry, since, history = false) {
    const asking = ++entry.asking;
    entry.waiting = true;
    const params = { thread: entry.thread };
    if (since) params.since = since;
    this.#tools.request("thread.follow", params).then(
      (reply) => asking === entry.asking && this.#follow(entry, reply, history),
      (error) => {
        if (asking !== entry.asking || error.name === "ConnectionError") return;
        this.#failed(entry, error);
      },
    );
  }

  #failed(entry, error) {
    entry.waiting = false;
    entry.early = [];
    this.#tell(entry, { kind: "failed", error });
  }

  #follow(entry, reply, history) {
    const read = readSnapshot(reply);
    if (!read) {
      this.#tools.problem("unreadable", "thread.follow");
      return this.#failed(entry, new TypeError("the hub's reply is no snapshot"));
    }
    if (read.left > 0) this.#tools.problem("unreadable", `thread.follow: ${read.left}`);
    const { snapshot } = read;
    const first = entry.position === null;
    const how = history ? earlier(entry, snapshot) : resume(entry.position, snapshot);
    entry.waiting = false;
    entry.position = positionOf(snapshot);
    this.#tell(entry, { kind: "snapshot", snapshot, from: how.from, events: how.events });
    if (first && entry.history > 0 && snapshot.seq > 0) {
      // The snapshot shows the open dialogs at once; what came before them is asked for now.
      const seq = Math.max(0, snapshot.seq - entry.history);
      return this.#ask(entry, { epoch: snapshot.epoch, seq }, true);
    }
    return this.#applyEarly(entry);
  }

  // What came before the reply is in it or joins up with it. What does neither is the hub's
  // mistake, and asking for it again would go round in circles.
  #applyEarly(entry) {
    const early = entry.early;
    entry.early = [];
    for (const event of early) {
      if (entry.waiting) keep(entry, event);
      else if (place(entry.position, event.seq) !== "gap") this.#apply(entry, event);
      else this.#tools.problem("gap", event.thread);
    }
  }

  #apply(entry, event) {
    // A thread that came to be under a followed name starts a stream that was not followed.
    if (!entry.position) return this.ask(entry);
    const where = place(entry.position, event.seq);
    if (where === "older") return undefined;
    if (where === "gap") return this.#gap(entry, event);
    entry.gaps = 0;
    entry.position = { epoch: entry.position.epoch, seq: event.seq };
    if (event.type === "thread.moved") this.#moved(entry, event.to);
    return this.#tell(entry, { kind: "event", event });
  }

  #gap(entry, event) {
    keep(entry, event);
    entry.gaps += 1;
    if (entry.gaps === 1) return this.ask(entry);
    entry.waiting = true;
    const asking = ++entry.asking;
    return this.#tools.later(entry.gaps, () => asking === entry.asking && this.ask(entry));
  }

  // The stream goes on under `to`; whoever followed `to` while it was cold follows it too.
  #moved(entry, to) {
    this.#entries.delete(entry.thread);
    if (to === null) return;
    const there = this.#entries.get(to);
    if (there) {
      const mine = entry.listener;
      const theirs = there.listener;
      there.listener = (input) => {
        theirs?.(input);
        mine?.(input);
      };
      there.names.push(...entry.names);
      return;
    }
    entry.thread = to;
    entry.names.push(to);
    this.#entries.set(to, entry);
  }
}

function keep(entry, event) {
  entry.early.push(event);
  if (entry.early.length > MAX_EARLY) entry.early.shift();
}

// The reply to a follow from before the present position: all of it is history, and what is
// newer than the position joins up, since both came from one stream.
function earlier(entry, reply) {
  const same = entry.position && reply.epoch === entry.position.epoch;
  return same && reply.recovered
    ? { from: "missed", events: reply.missed ?? [] }
    : { from: "snapshot", events: [] };
}
