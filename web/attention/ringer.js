// Sound at work: a tone when a question comes, by one tab of a browser, and not again within
// some seconds.
//
// Only tabs that the browser lets sound take part in leading: else a tab that nobody has
// touched could lead, and nothing would be heard.

import { Leader } from "./leader.js";

const PAUSE_MS = 5_000;

export class Ringer {
  #settings;
  #tone;
  #changed;
  #leader = new Leader("sound", () => {});
  #unlocked = false;
  #rangAt = -Infinity;

  /** `changed()` is called when `state` may be another. */
  constructor({ rows, settings, tone, changed }) {
    this.#settings = settings;
    this.#tone = tone;
    this.#changed = changed;
    rows.followAll((input, hasRisen) => hasRisen && void this.#ring());
    settings.onChange(() => {
      this.#follow();
      void this.#unlock();
    });
    for (const name of ["pointerup", "keydown"]) addEventListener(name, () => void this.#unlock());
    this.#follow();
    // Some browsers let a page sound that was reloaded, or that the person often uses.
    void this.#unlock();
  }

  /** "unsupported" | "off" | "blocked" | "on" */
  get state() {
    if (!this.#tone.isSupported) return "unsupported";
    if (!this.#settings.wants("sound")) return "off";
    return this.#unlocked ? "on" : "blocked";
  }

  /** On the person's click. */
  async turnOn() {
    this.#settings.set("sound", true);
    await this.tryIt();
  }

  turnOff() {
    this.#settings.set("sound", false);
  }

  /** Plays the tone for the person; resolves with whether the browser let it. */
  async tryIt() {
    this.#unlocked = await this.#tone.play();
    this.#follow();
    return this.#unlocked;
  }

  async #unlock() {
    if (this.#unlocked || !this.#settings.wants("sound")) return;
    this.#unlocked = await this.#tone.unlock();
    this.#follow();
  }

  #follow() {
    if (this.state === "on") this.#leader.join();
    else this.#leader.leave();
    this.#changed();
  }

  async #ring() {
    const now = Date.now();
    const leads = this.#leader.leads;
    this.#leader.call();
    if (!leads || now - this.#rangAt < PAUSE_MS) return;
    this.#rangAt = now;
    if (await this.#tone.play()) return;
    this.#unlocked = false;
    this.#follow();
  }
}
