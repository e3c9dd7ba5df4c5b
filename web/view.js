// The page of one thread: its status, its cards in stream order, its history, and the ways
// to stop its agent or to write to it.
//
// It draws a state of thread.js and says what happened to people who cannot see it. A new
// card goes below the others and takes no focus; the focus leaves a card only when that
// card is over, and then for a heading, never for a button.

import { Card } from "./card.js";
import { button, freshId, h, said, say } from "./dom.js";
import { historyList } from "./history.js";
import { JournalSection } from "./journal_section.js";
import { isOver, openCount } from "./thread.js";
import { agentWords, endSentence } from "./words.js";

/** Seconds that an ended card without kept text stays in view. */
const OVER_FOR_TICKS = 12;

/**
 * `actions` are those of a card, stop() and prompt(message), which resolve with a sentence
 * where something went wrong, and readJournal(). `only` shows a single dialog by its id.
 */
export class ThreadView {
  #actions;
  #drafts;
  #only;
  #cards = new Map(); // id → Card
  #ages = new Map(); // id → ticks since it was over
  #announced = false;
  #parts;

  constructor({ thread, actions, drafts, only = null }) {
    this.#actions = actions;
    this.#drafts = drafts;
    this.#only = only;
    this.#parts = this.#build(thread);
    this.element = this.#parts.element;
  }

  /** Draws a state. `connection` is {ready, connected, mayReadJournal}. */
  update(state, connection) {
    this.#drawHead(state, connection);
    const news = this.#drawCards(state, connection);
    this.#parts.journal.update(state, connection.mayReadJournal);
    this.#parts.history.update(state);
    this.#announce(state, news);
    this.#moveFocus(news.over);
  }

  /** Draws the time that is left. */
  drawTime(now) {
    for (const card of this.#cards.values()) card.drawTime(now);
  }

  /** The journal may say something else by now. `isBack` is true after a reconnect. */
  journalChanged(isBack) {
    this.#parts.journal.changed(isBack);
  }

  /** Once a second: lets ended cards go that somebody could see. Nothing depends on its coming in time. */
  tick() {
    if (document.visibilityState !== "visible") return;
    for (const [id, age] of this.#ages) {
      const card = this.#cards.get(id);
      if (card.keepsText || card.holdsFocus || card.element.matches(":hover")) continue;
      this.#ages.set(id, age + 1);
      if (age + 1 >= OVER_FOR_TICKS) this.#actions.hide(id);
    }
  }

  /** Shows a sentence in place of the cards, such as why there are none. */
  note(text) {
    say(this.#parts.empty, text);
    this.#parts.empty.hidden = text === "";
  }

  #build(thread) {
    const heading = said("h1", thread, { tabIndex: -1 });
    const status = h("p", { class: "thread-status" });
    const live = h("p", { class: "only-read", "aria-live": "polite" });
    const empty = h("p", { class: "empty" }, "Waiting for the hub…");
    const cards = h("div", { class: "cards" });
    const journal = new JournalSection({
      read: () => this.#actions.readJournal(),
      leave: () => heading.focus(),
    });
    const history = historyList();
    const stop = this.#stopControl();
    const prompt = this.#promptControl();
    const single = this.#only !== null;
    const element = h(
      "div",
      { class: "thread" },
      h("div", { class: "thread-head" }, h("div", {}, heading, status), single ? null : stop.element),
      live,
      h("section", { "aria-label": "Questions" }, cards, empty),
      single ? null : prompt.element,
      single ? null : journal.element,
      single ? null : history.element,
    );
    return { element, heading, status, live, empty, cards, journal, history, stop, prompt };
  }

  #drawHead(state, { connected, ready }) {
    const { live } = state.status;
    say(this.#parts.heading, state.thread);
    const agent = agentWords(state.status, state);
    this.#parts.status.hidden = agent === "";
    this.#parts.status.replaceChildren(h("span", { class: live ? "dot on" : "dot" }), agent);
    this.#parts.stop.enable(ready, openCount(state));
    this.#parts.prompt.enable(ready, live);
    this.element.dataset.connected = String(connected);
  }

  #drawCards(state, connection) {
    const news = { added: [], over: [] };
    const shown = state.cards.filter((card) => this.#only === null || card.id === this.#only);
    const ids = new Set(shown.map((card) => card.id));
    let moved = false;
    for (const [id, card] of this.#cards) {
      if (ids.has(id)) continue;
      card.element.remove();
      this.#cards.delete(id);
      this.#ages.delete(id);
      moved = true;
    }
    shown.forEach((each, index) => {
      let card = this.#cards.get(each.id);
      if (!card) {
        card = new Card(each, { actions: this.#actions, drafts: this.#drafts });
        this.#cards.set(each.id, card);
        if (!isOver(each)) news.added.push(each);
      }
      card.update(each, { ready: connection.ready, me: state.me });
      if (isOver(each) && !this.#ages.has(each.id)) {
        this.#ages.set(each.id, 0);
        news.over.push({ each, card });
        moved = true;
      } else if (!isOver(each)) {
        this.#ages.delete(each.id);
      }
      const there = this.#parts.cards.children[index];
      if (there !== card.element) {
        this.#parts.cards.insertBefore(card.element, there ?? null);
        moved = moved || there !== undefined;
      }
    });
    // What stands under the pointer now may be another button than a moment ago.
    if (moved) for (const card of this.#cards.values()) card.arm();
    if (this.#only === null)
      this.note(
        !state.known ? "Waiting for the hub…" : shown.length === 0 ? "Nothing is asked right now." : "",
      );
    return news;
  }

  #announce(state, { added, over }) {
    const words = over.map(
      ({ each }) => `${each.event.dialog.title}: ${endSentence(each.phase.end, each.event.dialog)}.`,
    );
    if (this.#announced) words.push(...added.map((each) => `New question: ${each.event.dialog.title}`));
    else if (state.known) {
      this.#announced = true;
      words.push(`${openCount(state)} open`);
    }
    if (words.length > 0) say(this.#parts.live, words.join(" "));
  }

  #moveFocus(over) {
    for (const { each, card } of over) {
      if (!card.endedWithFocus) continue;
      const next = [...this.#cards.values()].find((other) => !other.element.classList.contains("over"));
      // Where somebody else was first, what won is what to read now.
      if (each.phase.end.mine && next) next.focus();
      else card.focus();
    }
  }

  #stopControl() {
    const told = h("p", { class: "problem", role: "status" });
    const ask = h("p", {});
    const stop = button(
      "Stop the agent",
      async () => {
        sure.hidden = true;
        open.hidden = false;
        open.focus();
        say(told, (await this.#actions.stop()) ?? "");
      },
      { class: "danger" },
    );
    const keep = button("Go on", () => {
      sure.hidden = true;
      open.hidden = false;
      open.focus();
    });
    const sure = h(
      "div",
      { class: "sure", hidden: true, role: "group", "aria-label": "Stop the agent?" },
      ask,
      h("div", { class: "actions" }, keep, stop),
    );
    const open = button(
      "Stop…",
      () => {
        sure.hidden = false;
        open.hidden = true;
        keep.focus();
      },
      { class: "small" },
    );
    return {
      element: h("div", { class: "stop" }, open, sure, told),
      enable(ready, count) {
        open.disabled = !ready;
        stop.disabled = !ready;
        say(
          ask,
          count === 0
            ? "Stop the agent?"
            : `Stop the agent and drop ${count === 1 ? "the open question" : `all ${count} open questions`}?`,
        );
      },
    };
  }

  #promptControl() {
    const text = h("textarea", { rows: 2, id: freshId("prompt") });
    const told = h("p", { class: "hint", role: "status" });
    const send = h("button", { type: "submit" }, "Send");
    const submit = async (event) => {
      event.preventDefault();
      if (send.disabled || text.value.trim() === "") return;
      const sent = text.value;
      say(told, "Sending…");
      const problem = await this.#actions.prompt(sent);
      say(told, problem ?? "Sent.");
      // Kept where it did not arrive, and where more was written meanwhile.
      if (!problem && text.value === sent) text.value = "";
    };
    const form = h(
      "form",
      { class: "prompt", submit },
      h("label", { for: text.id }, "Message to the agent"),
      text,
      h("div", { class: "actions" }, send, told),
    );
    return {
      element: h("section", { "aria-label": "Write to the agent" }, form),
      enable(ready, live) {
        send.disabled = !ready || !live;
        form.hidden = !live && text.value === "";
      },
    };
  }
}
