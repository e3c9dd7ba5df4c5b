// The page of all threads, drawn: who is waiting, who works, and where the open questions are.

import { h, said, say } from "./dom.js";
import { countOpen, inOrder } from "./threads.js";
import { ago } from "./times.js";

export class InboxView {
  #list = h("ul", { class: "threads" });
  #empty = h("p", { class: "empty" }, "Waiting for the hub…");
  #live = h("p", { class: "only-read", "aria-live": "polite" });
  #items = new Map(); // thread → {element, draw}
  #open = null;

  constructor() {
    this.element = h("div", {}, h("h1", { tabIndex: -1 }, "Threads"), this.#live, this.#list, this.#empty);
  }

  update(rows, now) {
    say(this.#empty, "No threads yet. They come to be when an agent asks.");
    this.#empty.hidden = rows.size > 0;
    for (const [thread, item] of this.#items) {
      if (rows.has(thread)) continue;
      item.element.remove();
      this.#items.delete(thread);
    }
    inOrder(rows).forEach((row, index) => {
      const item = this.#items.get(row.thread) ?? rowItem(row.thread);
      this.#items.set(row.thread, item);
      item.draw(row, now);
      // An item that stands right is not touched, so that the focus stays in it.
      if (this.#list.children[index] !== item.element)
        this.#list.insertBefore(item.element, this.#list.children[index] ?? null);
    });
    this.#announce(countOpen(rows));
  }

  #announce(open) {
    if (this.#open !== null && open > this.#open) say(this.#live, `${open} open questions`);
    this.#open = open;
  }
}

function rowItem(thread) {
  const count = h("span", { class: "count" });
  const state = h("span", { class: "state" });
  const time = h("time", {});
  let hosted = false;
  const link = h(
    "a",
    { href: `/t/${encodeURIComponent(thread)}` },
    said("span", thread, { class: "name" }),
    state,
    count,
    time,
  );
  return {
    element: h("li", { "data-thread": thread }, link),
    draw(row, now) {
      say(count, row.open === 0 ? "" : `${row.open} open`);
      count.hidden = row.open === 0;
      // Where no agent was ever attached, a script asked: that there is none says nothing.
      hosted = hosted || row.live || row.run > 0;
      state.hidden = !hosted;
      state.replaceChildren(
        h("span", { class: row.live ? "dot on" : "dot" }),
        row.live ? (row.busy ? "agent busy" : "agent attached") : "no agent",
      );
      say(time, row.last_at ? ago(now - row.last_at) : "");
      if (row.last_at) time.dateTime = new Date(row.last_at).toISOString();
    },
  };
}
