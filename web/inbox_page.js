// The page of all threads at work: the rows that the hub tells, drawn at a bounded pace, and
// the filter, kept in the address so that a reload and Back find it again.

import { InboxView } from "./inbox.js";
import { filterOf, searchOf } from "./thread_filter.js";
import { t } from "./texts.js";
import { reduceAll } from "./threads.js";

/** The hub tells up to ten rows a second of each thread; the page draws so often. */
const DRAW_EVERY_MS = 200;
/** How often the "… ago" of quiet threads is brought up to date. */
const AGE_EVERY_MS = 30_000;

export class InboxPage {
  #rows = new Map();
  #list = null; // a whole list that is not yet drawn
  #news = new Map(); // thread → its newest row, not yet drawn
  #known = false; // whether the hub has told the list at least once
  #timer = null;
  #view;

  constructor({ hub }) {
    this.#view = new InboxView({ filter: filterOf(location.search), filterChanged: keepInAddress });
    this.element = this.#view.element;
    hub.followAll((input) => this.#heard(input));
    addEventListener("popstate", () => this.#view.setFilter(filterOf(location.search)));
    setInterval(() => this.#known && this.#view.update(this.#rows), AGE_EVERY_MS);
  }

  #heard(input) {
    if (input.kind === "failed") {
      if (!this.#known) this.#view.note(t("threads.failed", { detail: input.error.message }));
      return;
    }
    if (input.kind === "rows") {
      // It replaces what was told before it.
      this.#list = input;
      this.#news.clear();
    } else {
      this.#news.set(input.row.thread, input);
    }
    if (this.#timer !== null) return;
    this.#draw();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#list || this.#news.size > 0) this.#draw();
    }, DRAW_EVERY_MS);
  }

  #draw() {
    this.#rows = reduceAll(this.#rows, [this.#list, ...this.#news.values()].filter(Boolean));
    this.#list = null;
    this.#news.clear();
    this.#known = true;
    this.#view.update(this.#rows);
  }
}

function keepInAddress(filter) {
  history.replaceState(null, "", `/${searchOf(filter)}`);
}
