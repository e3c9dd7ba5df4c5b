// The page of one thread: its status, its cards, its journal and history, and the ways to
// stop its agent or to write to it.
//
// It draws a state of thread.js and says what happened to people who cannot see it.

import { CardList } from "./card_list.js";
import { h, said, say } from "./dom.js";
import { historyList } from "./history.js";
import { JournalSection } from "./journal_section.js";
import { promptControl } from "./prompt.js";
import { stopControl } from "./stop.js";
import { openCount } from "./thread.js";
import { agentWords, endSentence } from "./words.js";

/**
 * `actions` are those of a card, stop() and prompt(message), which resolve with a sentence
 * where something went wrong, and readJournal(). `only` shows a single dialog by its id.
 */
export class ThreadView {
  #actions;
  #only;
  #announced = false;
  #cards;
  #parts;

  constructor({ thread, actions, drafts, only = null }) {
    this.#actions = actions;
    this.#only = only;
    this.#cards = new CardList({ actions, drafts, only });
    this.#parts = this.#build(thread);
    this.element = this.#parts.element;
  }

  /** Draws a state. `connection` is {ready, connected, mayReadJournal}. */
  update(state, connection) {
    this.#drawHead(state, connection);
    const news = this.#cards.update(state, connection);
    this.#drawNote(state);
    this.#parts.journal.update(state, connection.mayReadJournal);
    this.#parts.history.update(state);
    this.#announce(state, news);
  }

  /** Draws the time that is left. */
  drawTime(now) {
    this.#cards.drawTime(now);
  }

  /** The journal may say something else by now. `isBack` is true after a reconnect. */
  journalChanged(isBack) {
    this.#parts.journal.changed(isBack);
  }

  /** Once a second. Nothing depends on its coming in time. */
  tick() {
    this.#cards.tick();
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
    const journal = new JournalSection({
      read: () => this.#actions.readJournal(),
      leave: () => heading.focus(),
    });
    const history = historyList();
    const stop = stopControl(() => this.#actions.stop());
    const prompt = promptControl((text) => this.#actions.prompt(text));
    const single = this.#only !== null;
    const element = h(
      "div",
      { class: "thread" },
      h("div", { class: "thread-head" }, h("div", {}, heading, status), single ? null : stop.element),
      live,
      h("section", { "aria-label": "Questions" }, this.#cards.element, this.#cards.more, empty),
      single ? null : prompt.element,
      single ? null : journal.element,
      single ? null : history.element,
    );
    return { element, heading, status, live, empty, journal, history, stop, prompt };
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

  #drawNote(state) {
    if (this.#only !== null) return;
    this.note(
      !state.known ? "Waiting for the hub…" : this.#cards.size === 0 ? "Nothing is asked right now." : "",
    );
  }

  #announce(state, { added, over }) {
    const words = over.map(
      (each) => `${each.event.dialog.title}: ${endSentence(each.phase.end, each.event.dialog)}.`,
    );
    if (this.#announced) words.push(...added.map((each) => `New question: ${each.event.dialog.title}`));
    else if (state.known) {
      this.#announced = true;
      words.push(`${openCount(state)} open`);
    }
    if (words.length > 0) say(this.#parts.live, words.join(" "));
  }
}
