// How the page tells that something waits: in its title and icon always, by notifications
// and a tone where the person wants them. It ties the parts together.

import { PageIcon } from "./icon.js";
import { Notifications } from "./notifications.js";
import { AttentionPanel } from "./panel.js";
import { Ringer } from "./ringer.js";
import { Settings } from "./settings.js";
import { Tone } from "./tone.js";
import { pageTitle } from "../title.js";

export class Attention {
  #rows;
  #settings;
  #page = null;
  #icon = new PageIcon();
  #panel;
  #notifications;
  #ringer;

  /** `rows` are those of rows.js; `storage` is a Storage, or null where it is turned off. */
  constructor({ rows, storage }) {
    this.#rows = rows;
    this.#settings = new Settings(storage);
    this.#panel = new AttentionPanel({
      notify: (on) => (on ? this.#notifications.turnOn() : this.#notifications.turnOff()),
      sound: (on) => (on ? this.#ringer.turnOn() : this.#ringer.turnOff()),
      tryIt: () => this.#ringer.tryIt(),
    });
    const changed = () => this.#drawPanel();
    this.#notifications = new Notifications({ rows, settings: this.#settings, storage, changed });
    this.#ringer = new Ringer({ rows, settings: this.#settings, tone: new Tone(), changed });
    this.#drawPanel();
    rows.followAll(() => this.#drawCount());
  }

  /** The settings, for the foot of the page. */
  get element() {
    return this.#panel.element;
  }

  /** What the page shows: {name}, and of a thread also {thread, open}. */
  page(page) {
    this.#page = page;
    this.#drawCount();
  }

  #drawCount() {
    const count = this.#rows.waiting.count(this.#page);
    const title = this.#page ? pageTitle(count, this.#page.name) : document.title;
    if (document.title !== title) document.title = title;
    this.#icon.show(count);
  }

  #drawPanel() {
    // Both parts say how they are while they are being made.
    if (!this.#notifications || !this.#ringer) return;
    this.#panel.update({
      notify: {
        state: this.#notifications.state,
        wanted: this.#settings.wants("notify"),
        detail: this.#notifications.trouble,
        host: location.host,
      },
      sound: { state: this.#ringer.state },
    });
  }
}
