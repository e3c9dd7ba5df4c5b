// Who of several tabs leads, where the browser cannot say it: a roster that each tab keeps,
// of tabs that it has heard. The one with the smallest name leads. Pure.
//
// A tab that vanished without a word keeps its place until it has missed one roll call.

const MAX_OTHERS = 200;

export class Roster {
  #me;
  #others = new Map(); // name → "here" | "called"

  constructor(me) {
    this.#me = me;
  }

  get leads() {
    for (const name of this.#others.keys()) if (name < this.#me) return false;
    return true;
  }

  heard(name) {
    if (name === this.#me || typeof name !== "string") return;
    if (this.#others.size < MAX_OTHERS || this.#others.has(name)) this.#others.set(name, "here");
  }

  left(name) {
    this.#others.delete(name);
  }

  /** A roll call goes out: who did not answer the last one is gone. */
  call() {
    for (const [name, state] of this.#others) {
      if (state === "called") this.#others.delete(name);
      else this.#others.set(name, "called");
    }
  }
}
