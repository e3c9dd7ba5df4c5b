// The page of all threads, drawn: who is waiting, who works, and where the open questions are.
//
// It draws so many rows and offers the rest, so that thousands of threads cost no more than
// a screenful. A list that somebody points at or stands in keeps its order: no row slips
// away under a click.

import { button, h, said, say } from "./dom.js";
import { FilterBar } from "./inbox_filter.js";
import { threadPath } from "./routes.js";
import { filtered } from "./thread_filter.js";
import { countOpen, inOrder, inOrderOf, tally } from "./threads.js";
import { t } from "./texts.js";
import { ago } from "./times.js";

/** Rows drawn at first, and added by each "show more". */
const ROWS = 100;

export class InboxView {
  #heading = h("h1", { tabIndex: -1 }, t("threads.title"));
  #summary = h("p", { class: "hint" });
  #list = h("ul", { class: "threads" });
  #empty = h("p", { class: "empty" }, t("threads.waiting"));
  #clear = button(t("threads.clear"), () => this.#showAll(), { class: "small", hidden: true });
  #more = button("", () => this.#showMore(), { class: "more", hidden: true });
  #live = h("p", { class: "only-read", "aria-live": "polite" });
  #bar;
  #filterChanged;
  #items = new Map(); // thread → {element, link, draw}
  #order = []; // of the rows that are drawn, and of those that would be
  #rows = null; // until the hub has told them
  #shown = ROWS;
  #open = null;

  /** `filter` is where it starts; `filterChanged(filter)` is told what a person makes of it. */
  constructor({ filter, filterChanged }) {
    this.#filterChanged = filterChanged;
    this.#bar = new FilterBar(filter, () => this.#refilter());
    this.element = h(
      "div",
      { class: "inbox" },
      h("div", { class: "inbox-head" }, this.#heading, this.#summary),
      this.#bar.element,
      this.#live,
      this.#list,
      this.#empty,
      h("div", { class: "actions" }, this.#more, this.#clear),
    );
    for (const left of ["pointerleave", "focusout"])
      this.#list.addEventListener(left, () => setTimeout(() => this.#draw()));
  }

  /** Draws the rows, a map from names of threads. */
  update(rows) {
    this.#rows = rows;
    this.#draw();
    this.#announce(countOpen(rows));
  }

  /** Shows a filter, such as that of an address. */
  setFilter(filter) {
    this.#bar.set(filter);
    this.#shown = ROWS;
    this.#draw();
  }

  /** Says in place of the rows why there are none. */
  note(words) {
    say(this.#empty, words);
    this.#empty.hidden = words === "";
  }

  #draw() {
    if (!this.#rows) return;
    const now = Date.now();
    const matching = filtered(inOrder(this.#rows), this.#bar.filter);
    const rows = this.#isHeld() ? inOrderOf(this.#order, matching) : matching;
    this.#order = rows.map((row) => row.thread);
    this.#bar.count(tally(this.#rows));
    say(this.#summary, this.#summaryOf(matching.length));
    this.#drawRows(rows.slice(0, this.#shown), now);
    const rest = rows.length - this.#shown;
    this.#more.hidden = rest <= 0;
    if (rest > 0) say(this.#more, t("threads.more", { count: Math.min(rest, ROWS) }));
    const isNone = rows.length === 0;
    this.note(isNone ? t(this.#rows.size === 0 ? "threads.none" : "threads.no_match") : "");
    this.#clear.hidden = !isNone || this.#rows.size === 0;
  }

  #drawRows(rows, now) {
    const keep = new Set(rows.map((row) => row.thread));
    const hadFocus = this.#list.contains(document.activeElement);
    for (const [thread, item] of this.#items) {
      if (keep.has(thread)) continue;
      item.element.remove();
      this.#items.delete(thread);
    }
    let there = this.#list.firstElementChild;
    for (const row of rows) {
      const item = this.#items.get(row.thread) ?? rowItem(row.thread);
      this.#items.set(row.thread, item);
      item.draw(row, now);
      // An item that stands right is not touched, so that the focus stays in it.
      if (there === item.element) there = there.nextElementSibling;
      else this.#list.insertBefore(item.element, there);
    }
    if (hadFocus && !this.#list.contains(document.activeElement)) this.#heading.focus();
  }

  // On a touch screen the last row that was touched stays under the "pointer".
  #isHeld() {
    const pointed = matchMedia("(hover: hover)").matches && this.#list.matches(":hover");
    return pointed || this.#list.contains(document.activeElement);
  }

  #summaryOf(count) {
    if (this.#rows.size === 0) return "";
    return `${t("threads.count", { count })} · ${t("threads.questions", { count: countOpen(this.#rows) })}`;
  }

  #refilter() {
    this.#shown = ROWS;
    this.#filterChanged(this.#bar.filter);
    this.#draw();
    say(this.#live, t("threads.count", { count: this.#order.length }));
  }

  #showMore() {
    const first = this.#order[this.#shown];
    this.#shown += ROWS;
    this.#draw();
    this.#items.get(first)?.link.focus();
  }

  #showAll() {
    this.setFilter({ text: "", show: "all" });
    this.#filterChanged(this.#bar.filter);
    this.#heading.focus();
  }

  #announce(open) {
    if (this.#open !== null && open > this.#open) say(this.#live, t("threads.questions", { count: open }));
    this.#open = open;
  }
}

function rowItem(thread) {
  const count = h("span", { class: "count" });
  const dot = h("span", { class: "dot" });
  const words = h("span", {});
  const state = h("span", { class: "state" }, dot, words);
  const time = h("time", {});
  let hosted = false;
  const name = said("span", thread, { class: "name" });
  const link = h("a", { href: threadPath(thread) }, name, state, count, time);
  return {
    element: h("li", { "data-thread": thread }, link),
    link,
    draw(row, now) {
      say(count, row.open === 0 ? "" : t("threads.row", { count: row.open }));
      count.hidden = row.open === 0;
      // Where no agent was ever attached, a script asked: that there is none says nothing.
      hosted = hosted || row.live || row.run > 0;
      state.hidden = !hosted;
      dot.classList.toggle("on", row.live);
      say(words, stateWords(row));
      say(time, row.last_at ? ago(now - row.last_at) : "");
      if (row.last_at) time.dateTime = new Date(row.last_at).toISOString();
    },
  };
}

function stateWords({ live, busy, run }) {
  const agent = live ? (busy ? t("threads.busy") : t("threads.attached")) : t("threads.no_agent");
  return run > 0 ? `${agent} · ${t("threads.run", { run })}` : agent;
}
