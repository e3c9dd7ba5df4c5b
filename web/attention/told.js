// The ids of questions that this browser was told of, so that nobody is told twice: not by
// the tab that leads next, and not after a reload.

const KEY = "dialog-hub.told";
const MAX_IDS = 500;

export class Told {
  #storage;
  #ids = [];

  constructor(storage) {
    this.#storage = storage;
  }

  /** The set of them, those that other tabs told of included. */
  ids() {
    try {
      const stored = JSON.parse(this.#storage?.getItem(KEY) ?? "[]");
      if (Array.isArray(stored)) this.#keep([...stored, ...this.#ids]);
    } catch {
      // Turned off or damaged: this page's own memory stands.
    }
    return new Set(this.#ids);
  }

  add(ids) {
    if (ids.length === 0) return;
    this.#keep([...this.ids(), ...ids]);
    try {
      this.#storage?.setItem(KEY, JSON.stringify(this.#ids));
    } catch {
      // Full or turned off: remembered as long as the page.
    }
  }

  #keep(ids) {
    this.#ids = [...new Set(ids)].slice(-MAX_IDS);
  }
}
