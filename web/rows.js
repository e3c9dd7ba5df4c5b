// The list of threads at work: followed once for the page, told to everybody who asked.
//
// It promises each listener every change of the list, and the list as it is where there is
// one. It draws nothing.

import { reduceRows } from "./threads.js";

export class Rows {
  #all = new Map();
  #known = false;
  #listeners = new Set();

  constructor(hub) {
    hub.followAll((input) => this.#heard(input));
  }

  /** thread → its newest row; empty until the hub has told them. */
  get all() {
    return this.#all;
  }

  get known() {
    return this.#known;
  }

  /** Calls `listener({all, before, input})` at each change; `before` is null the first time. */
  listen(listener) {
    this.#listeners.add(listener);
    if (this.#known) listener({ all: this.#all, before: null, input: allRows(this.#all) });
  }

  #heard(input) {
    if (input.kind === "failed") return;
    const before = this.#known ? this.#all : null;
    this.#all = reduceRows(this.#all, input);
    this.#known = true;
    for (const listener of this.#listeners) listener({ all: this.#all, before, input });
  }
}

/** The input that tells a whole list. */
export function allRows(rows) {
  return { kind: "rows", threads: [...rows.values()] };
}
