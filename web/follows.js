// The threads that a client follows, and how far it has read each of them.
//
// It promises each listener a snapshot first, then every event once and in order: an older
// event is dropped, a gap makes it follow again from where it stopped, another epoch starts
// from the snapshot. It holds no socket and no timer; `request` is handed in.

import { place, positionOf, resume } from "./position.js";

/** Events that may wait for one follow reply; beyond it the oldest go, which reads as a gap. */
const MAX_EARLY = 1_000;

export class Follows {
  #request;
  #entries = new Map(); // thread → entry

  constructor(request) {
    this.#request = request;
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
    const entry = this.#entries.get(event.thread);
    if (!entry) return;
    if (entry.waiting) {
      entry.early.push(event);
      if (entry.early.length > MAX_EARLY) entry.early.shift();
      return;
    }
    this.#apply(entry, event);
  }

  /** `dialog.refused` names no thread; whoever knows the dialog takes it. */
  refusal(refusal) {
    for (const entry of this.#entries.values()) entry.listener({ kind: "refusal", refusal });
  }

  #ask(entry, since, history = false) {
    const asking = ++entry.asking;
    entry.waiting = true;
    const params = { thread: entry.thread };
    if (since) params.since = since;
    this.#request("thread.follow", params).then(
      (reply) => asking === entry.asking && this.#follow(entry, reply, history),
      (error) => {
        if (asking !== entry.asking || error.name === "ConnectionError") return;
        entry.waiting = false;
        entry.listener({ kind: "failed", error });
      },
    );
  }

  #follow(entry, reply, history) {
    const first = entry.position === null;
    const how = history ? earlier(entry, reply) : resume(entry.position, reply);
    entry.waiting = false;
    entry.position = positionOf(reply);
    entry.listener({ kind: "snapshot", snapshot: reply, from: how.from, events: how.events });
    if (first && entry.history > 0 && reply.seq > 0) {
      // The snapshot shows the open dialogs at once; what came before them is asked for now.
      this.#ask(entry, { epoch: reply.epoch, seq: Math.max(0, reply.seq - entry.history) }, true);
      return;
    }
    const early = entry.early;
    entry.early = [];
    for (const event of early) {
      if (entry.waiting) entry.early.push(event);
      else this.#apply(entry, event);
    }
  }

  #apply(entry, event) {
    // A thread that came to be under a followed name starts a stream that was not followed.
    if (!entry.position) return this.ask(entry);
    const where = place(entry.position, event.seq);
    if (where === "older") return undefined;
    if (where === "gap") {
      entry.early.push(event);
      return this.ask(entry);
    }
    entry.position = { epoch: entry.position.epoch, seq: event.seq };
    if (event.type === "thread.moved") this.#moved(entry, event.to);
    return entry.listener({ kind: "event", event });
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
        theirs(input);
        mine(input);
      };
      there.names.push(...entry.names);
      return;
    }
    entry.thread = to;
    entry.names.push(to);
    this.#entries.set(to, entry);
  }
}

// The reply to a follow from before the present position: all of it is history, and what is
// newer than the position joins up, since both came from one stream.
function earlier(entry, reply) {
  const same = entry.position && reply.epoch === entry.position.epoch;
  return same && reply.recovered
    ? { from: "missed", events: reply.missed ?? [] }
    : { from: "snapshot", events: [] };
}
