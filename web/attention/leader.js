// One tab of a browser leads, so that what is for all tabs is done once.
//
// By Web Locks where there are: the browser itself passes the lead on when a tab is closed or
// crashes. Pages from plain http have none; their tabs call a roll by BroadcastChannel. No
// timer is needed, since those of hidden tabs may come minutes late.

import { Roster } from "./roster.js";

const PREFIX = "dialog-hub.lead.";

export class Leader {
  #name;
  #platform;
  #changed;
  #part = null;

  /** `name` is what is led; `changed()` is called when this tab begins or ceases to lead. */
  constructor(name, changed, platform = globalThis) {
    this.#name = PREFIX + name;
    this.#changed = changed;
    this.#platform = platform;
  }

  get leads() {
    return this.#part?.leads() ?? false;
  }

  /** Takes part; it may be called again. */
  join() {
    if (this.#part) return;
    const { navigator, BroadcastChannel } = this.#platform;
    if (navigator?.locks) this.#part = byLock(this.#name, navigator.locks, this.#changed);
    else if (BroadcastChannel) this.#part = byRoster(this.#name, this.#platform, this.#changed);
    else this.#part = { leads: () => true, leave: () => {}, call: () => {} };
    this.#changed();
  }

  leave() {
    if (!this.#part) return;
    this.#part.leave();
    this.#part = null;
    this.#changed();
  }

  /** Something was there to do for the leader: where the lead is by roll call, calls it. */
  call() {
    this.#part?.call();
  }
}

function byLock(name, locks, changed) {
  const stop = new AbortController();
  let release = null;
  const held = () => {
    if (stop.signal.aborted) return undefined;
    return new Promise((resolve) => {
      release = resolve;
      changed();
    });
  };
  locks.request(name, { signal: stop.signal }, held).catch(({ name: why }) => {
    if (why === "AbortError") return;
    // No storage, no locks: nothing is shared with other tabs, so this one is on its own.
    release = () => {};
    changed();
  });
  return {
    leads: () => release !== null,
    leave: () => {
      stop.abort();
      release?.();
      release = null;
    },
    call: () => {},
  };
}

function byRoster(name, { BroadcastChannel, addEventListener, removeEventListener, crypto }, changed) {
  // The oldest tab leads: its name is the smallest.
  const me = `${String(Date.now()).padStart(15, "0")}-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  const roster = new Roster(me);
  const channel = new BroadcastChannel(name);
  const say = (kind) => channel.postMessage({ kind, name: me });
  channel.onmessage = ({ data }) => {
    const led = roster.leads;
    if (data?.kind === "bye") roster.left(data.name);
    else roster.heard(data?.name);
    if (data?.kind === "call") say("here");
    if (led !== roster.leads) changed();
  };
  const bye = () => say("bye");
  const back = ({ persisted }) => persisted && say("call");
  addEventListener("pagehide", bye);
  addEventListener("pageshow", back);
  say("call");
  return {
    leads: () => roster.leads,
    leave: () => {
      removeEventListener("pagehide", bye);
      removeEventListener("pageshow", back);
      bye();
      channel.close();
    },
    call: () => {
      roster.call();
      say("call");
    },
  };
}
