// What a person has entered and not yet sent, by dialog id, and the text of it once its
// dialog is over: kept over a reload of the tab.
//
// Storage is the tab's own (sessionStorage): two tabs never write over one another's text,
// and what was typed for an answer does not stay on a shared computer when the tab is
// closed. It outlives a reload, and a crash where the browser brings its tabs back.
// Never of a `secret`: its id says so, and what bears that mark is not stored here at all.

const DRAFT = "dialog-hub.draft.";
const KEPT = "dialog-hub.kept.";
const SECRET = "sec-";
/** Of each kind; the oldest go first. */
const MAX_RECORDS = 100;
/** How long the text of a dialog that is over waits to be read. */
const KEPT_FOR_MS = 48 * 60 * 60 * 1_000;

/** Drafts over a Storage, or over nothing where the browser has storage turned off. */
export class Drafts {
  #storage;

  constructor(storage) {
    this.#storage = storage;
  }

  /** Keeps what is entered: {thread, title, fields, text}, `text` being what was typed of it. */
  save(id, entered, now) {
    this.#write(DRAFT, id, { ...entered, at: now });
  }

  /** The fields saved for a dialog, or undefined. */
  load(id) {
    return this.#read(DRAFT + id)?.fields;
  }

  /** The dialog is over: what was typed is kept until somebody has read it. */
  keep(id, { thread, title, text }, now) {
    this.#remove(DRAFT + id);
    if (text) this.#write(KEPT, id, { thread, title, text, at: now });
  }

  /** Forgets everything of a dialog: its answer was taken, or its text was read. */
  drop(id) {
    this.#remove(DRAFT + id);
    this.#remove(KEPT + id);
  }

  /** Drafts of a thread whose dialog is not among `ids` are kept as texts: it ended unseen. */
  settle(thread, ids, now) {
    for (const key of this.#keys(DRAFT)) {
      const id = key.slice(DRAFT.length);
      const draft = this.#read(key);
      if (draft?.thread === thread && !ids.has(id)) this.keep(id, draft, now);
    }
  }

  /** The texts that are kept, oldest first: [{id, thread, title, text, at}]. */
  kept(now) {
    const records = this.#keys(KEPT).map((key) => ({ ...this.#read(key), id: key.slice(KEPT.length) }));
    for (const { id, at } of records) if (!(now - at < KEPT_FOR_MS)) this.#remove(KEPT + id);
    return records
      .filter(({ at, text }) => now - at < KEPT_FOR_MS && typeof text === "string")
      .sort((a, b) => a.at - b.at);
  }

  // Where the storage is full, older records make place for what is typed at this moment.
  #write(prefix, id, record) {
    if (!this.#storage || id.startsWith(SECRET)) return;
    const others = this.#byAge(prefix).filter((key) => key !== prefix + id);
    while (others.length >= MAX_RECORDS) this.#remove(others.shift());
    const text = JSON.stringify(record);
    for (;;) {
      try {
        this.#storage.setItem(prefix + id, text);
        return;
      } catch {
        if (others.length === 0) break;
        this.#remove(others.shift());
      }
    }
    // Better none than an older text under the name of this one; the page still has it.
    this.#remove(prefix + id);
  }

  #remove(key) {
    this.#storage?.removeItem(key);
  }

  #read(key) {
    try {
      return JSON.parse(this.#storage?.getItem(key) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  }

  #keys(prefix) {
    const all = Array.from({ length: this.#storage?.length ?? 0 }, (_, index) => this.#storage.key(index));
    return all.filter((key) => key?.startsWith(prefix));
  }

  #byAge(prefix) {
    const keys = this.#keys(prefix);
    if (keys.length < 2) return keys;
    const ages = new Map(keys.map((key) => [key, this.#read(key)?.at ?? 0]));
    return keys.sort((a, b) => ages.get(a) - ages.get(b));
  }
}
