// The list of threads at work: followed once for the page, told to everybody who asked, and
// which of the threads wait.
//
// It promises each listener what `hub.followAll` would tell it, for any number of listeners.
// It draws nothing.

import { Waiting } from "./attention/counts.js";

export class Rows {
  #hub;
  #all = new Map(); // thread → its newest row
  #waiting = new Waiting();
  #listeners = new Set();

  constructor(hub) {
    this.#hub = hub;
    this.#hub.followAll((input) => this.#heard(input));
  }

  /** The threads on which something waits; see counts.js. */
  get waiting() {
    return this.#waiting;
  }

  /**
   * Calls `listener(input, hasRisen)` at each change, with the whole list first where there is
   * one; `hasRisen` is whether more waits on any thread than did before.
   */
  followAll(listener) {
    this.#listeners.add(listener);
    if (this.#waiting.known) listener({ kind: "rows", threads: [...this.#all.values()] }, false);
  }

  #heard(input) {
    let hasRisen = false;
    if (input.kind !== "failed") {
      if (input.kind === "rows") this.#all = new Map(input.threads.map((row) => [row.thread, row]));
      else if (input.row.gone) this.#all.delete(input.row.thread);
      else this.#all.set(input.row.thread, input.row);
      hasRisen = this.#waiting.take(input);
    }
    for (const listener of this.#listeners) listener(input, hasRisen);
  }
}
