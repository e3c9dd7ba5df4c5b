// Whether the person wants notifications and sound: kept in this browser, for all its tabs.
//
// Where storage is turned off the wish lasts as long as the page.

const KEYS = { notify: "dialog-hub.notify", sound: "dialog-hub.sound" };

export class Settings {
  #storage;
  #values = { notify: false, sound: false };
  #listeners = new Set();

  /** `storage` is a Storage or null; `events` is what tells of changes by other tabs. */
  constructor(storage, events = globalThis) {
    this.#storage = storage;
    this.#load();
    events.addEventListener("storage", ({ key }) => {
      if (key !== null && !Object.values(KEYS).includes(key)) return;
      this.#load();
      this.#tell();
    });
  }

  /** `name` is "notify" or "sound". */
  wants(name) {
    return this.#values[name];
  }

  set(name, on) {
    this.#values[name] = on;
    try {
      if (on) this.#storage?.setItem(KEYS[name], "on");
      else this.#storage?.removeItem(KEYS[name]);
    } catch {
      // Full or turned off: for this page only.
    }
    this.#tell();
  }

  onChange(listener) {
    this.#listeners.add(listener);
  }

  #load() {
    try {
      for (const [name, key] of Object.entries(KEYS))
        if (this.#storage) this.#values[name] = this.#storage.getItem(key) === "on";
    } catch {
      // Turned off: what this page was told stands.
    }
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}
