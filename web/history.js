// What became of earlier questions, and what the agent published: one list, newest first, of
// which a page is drawn at a time, and which can be read back as far as the hub keeps it.

import { button, h, said, say, when } from "./dom.js";
import { t } from "./texts.js";
import { endOf, MOST_HISTORY } from "./thread.js";
import { endSentence, publishedText } from "./words.js";

/** Lines drawn at first, and added by each "show earlier". */
const LINES = 50;

/** `readEarlier()` resolves with a sentence where something went wrong. */
export class HistoryList {
  #readEarlier;
  #list = h("ol", { class: "history", reversed: true });
  #told = h("p", { class: "hint", role: "status" });
  #earlier = button(t("history.earlier"), () => this.#showEarlier(), { class: "small", hidden: true });
  #lines = new Map(); // seq → {element, asked}
  #state = null;
  #shown = LINES;
  #end = null;
  #reading = false;

  constructor(readEarlier) {
    this.#readEarlier = readEarlier;
    const heading = h("h2", { id: "history" }, t("history.title"));
    const foot = h("div", { class: "actions" }, this.#earlier, this.#told);
    this.element = h("section", { "aria-labelledby": "history" }, heading, this.#list, foot);
  }

  /** Draws a state; `end` says why the hub has nothing older, or is null. */
  update(state, end) {
    const isNews = this.#state?.history !== state.history || this.#state?.asked !== state.asked;
    const isSame = !isNews && this.#end === end;
    this.#state = state;
    this.#end = end;
    if (isSame) return;
    this.#draw();
  }

  #draw() {
    const { history, known } = this.#state;
    const drawn = history.slice(-this.#shown).reverse();
    const keep = new Set(drawn.map((event) => event.seq));
    for (const [seq, line] of this.#lines) {
      if (keep.has(seq)) continue;
      line.element.remove();
      this.#lines.delete(seq);
    }
    let there = this.#list.firstElementChild;
    for (const event of drawn) {
      const line = this.#lineOf(event);
      // A line that stands right stays, with what is selected or being read in it.
      if (there === line.element) there = there.nextElementSibling;
      else this.#list.insertBefore(line.element, there);
    }
    const more = history.length > drawn.length || (this.#end === null && history.length < MOST_HISTORY);
    // The button keeps the focus that it has while it waits.
    this.#earlier.hidden = !known || (!more && !this.#reading);
    if (!this.#reading && (!more || history.length === 0)) say(this.#told, this.#restWords());
  }

  #lineOf(event) {
    const asked = this.#state.asked[event.id];
    const line = this.#lines.get(event.seq);
    // What was asked may come to be known after how it ended.
    if (line && line.asked === asked) return line;
    const made = { element: lineElement(this.#state, event), asked };
    line?.element.replaceWith(made.element);
    this.#lines.set(event.seq, made);
    return made;
  }

  #restWords() {
    const { history, known } = this.#state;
    if (!known) return "";
    if (this.#end === "gone") return t("history.gone");
    if (history.length >= MOST_HISTORY) return t("history.full");
    if (this.#end === null) return "";
    return history.length === 0 ? t("history.none") : t("history.start");
  }

  async #showEarlier() {
    if (this.#reading) return;
    const before = this.#lines.size;
    this.#shown += LINES;
    let problem;
    if (this.#state.history.length < this.#shown && this.#end === null) {
      this.#reading = true;
      say(this.#told, t("history.loading"));
      problem = await this.#readEarlier();
      this.#reading = false;
    }
    say(this.#told, problem ?? "");
    this.#draw();
    const added = this.#lines.size - before;
    if (this.#earlier.hidden) this.#list.lastElementChild?.focus();
    else if (!problem) say(this.#told, t("history.loaded", { count: Math.max(0, added) }));
  }
}

function lineElement(state, event) {
  const props = { "data-type": event.type, "data-seq": event.seq, tabIndex: -1 };
  return h("li", props, when(event.at), h("div", {}, what(state, event)));
}

function what(state, event) {
  switch (event.type) {
    case "dialog.settled": {
      const dialog = state.asked[event.id];
      return [
        said("span", dialog?.title ?? t("history.asked", { method: event.method }), { class: "asked" }),
        said("span", endSentence(endOf(state, event.id), dialog), {
          class: "outcome",
          "data-outcome": event.outcome,
        }),
      ];
    }
    case "thread.reset":
      return [said("span", t("history.reset", { reason: event.reason }), { class: "outcome" })];
    default:
      return [
        said("span", event.event, { class: "chip" }),
        said("span", publishedText(event.data), { class: "text" }),
      ];
  }
}
