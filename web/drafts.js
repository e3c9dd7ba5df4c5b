// What a person has entered and not yet sent, by dialog id, kept over a reload of the tab.
//
// Never of a `secret`: its id says so, and what bears that mark is not stored here at all.

const PREFIX = "dialog-hub.draft.";
const SECRET = "sec-";
const MAX_DRAFTS = 100;

/** Drafts over a Storage, or over nothing where the browser has storage turned off. */
export class Drafts {
  #storage;

  constructor(storage) {
    this.#storage = storage;
  }

  save(id, fields, now) {
    if (!this.#storage || id.startsWith(SECRET)) return;
    try {
      this.#storage.setItem(PREFIX + id, JSON.stringify({ at: now, fields }));
      this.#evict();
    } catch {
      // Full: the text is still in the page, it only would not outlive a reload.
    }
  }

  /** The fields saved for a dialog, or undefined. */
  load(id) {
    return this.#read(PREFIX + id)?.fields;
  }

  drop(id) {
    this.#storage?.removeItem(PREFIX + id);
  }

  #read(key) {
    try {
      return JSON.parse(this.#storage?.getItem(key) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  }

  #evict() {
    const keys = [];
    for (let index = 0; index < this.#storage.length; index += 1) {
      const key = this.#storage.key(index);
      if (key.startsWith(PREFIX)) keys.push(key);
    }
    if (keys.length <= MAX_DRAFTS) return;
    keys.sort((a, b) => (this.#read(a)?.at ?? 0) - (this.#read(b)?.at ?? 0));
    for (const key of keys.slice(0, keys.length - MAX_DRAFTS)) this.#storage.removeItem(key);
  }
}
