// The page of one thread: its status, its cards, its journal and history, and the ways to
// stop its agent or to write to it.
//
// It draws a state of thread.js and says what happened to people who cannot see it.

import { focusFor } from "./arming.js";
import { CardList } from "./card_list.js";
import { h, said, say } from "./dom.js";
import { HistoryList } from "./history.js";
import { JournalSection } from "./journal_section.js";
import { pastDialog } from "./past.js";
import { promptControl } from "./prompt.js";
import { threadPath } from "./routes.js";
import { stopControl } from "./stop.js";
import { t } from "./texts.js";
import { openCount } from "./thread.js";
import { agentWords, endSentence } from "./words.js";

/**
 * `actions` are those of a card, stop() and prompt(message), which resolve with a sentence
 * where something went wrong, as readEarlier() does, and readJournal(). `only` shows a single dialog by its id.
 */
export class ThreadView {
  #actions;
  #only;
  #announced = false;
  #past = {}; // the end that is drawn: {settled, dialog}
  #cards;
  #parts;

  constructor({ thread, actions, drafts, only = null }) {
    this.#actions = actions;
    this.#only = only;
    this.#cards = new CardList({ actions, drafts, only });
    this.#parts = this.#build(thread);
    this.element = this.#parts.element;
  }

  /**
   * Draws a state. `connection` is {ready, connected, mayReadJournal}; `historyEnd` says why
   * there is nothing older than the state, or is null.
   */
  update(state, connection, historyEnd) {
    this.#drawHead(state, connection);
    const news = this.#cards.update(state, connection);
    this.#drawNote(state);
    this.#parts.journal.update(state, connection.mayReadJournal);
    this.#parts.history.update(state, historyEnd);
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

  /** Shows how a single dialog ended before this page came. */
  showPast(settled, dialog) {
    if (this.#past.settled === settled && this.#past.dialog === dialog) return;
    this.#past = { settled, dialog };
    this.#parts.past.replaceChildren(pastDialog(settled, dialog));
  }

  #build(thread) {
    const single = this.#only !== null;
    const heading = said("h1", single ? t("thread.question") : thread, { tabIndex: -1 });
    const up = h("a", { href: single ? threadPath(thread) : "/" });
    const status = h("p", { class: "thread-status" });
    const live = h("p", { class: "only-read", "aria-live": "polite" });
    const empty = h("p", { class: "empty" }, t("thread.waiting"));
    const journal = new JournalSection({
      read: () => this.#actions.readJournal(),
      leave: () => focusFor(heading),
    });
    const history = new HistoryList(() => this.#actions.readEarlier());
    const stop = stopControl(() => this.#actions.stop());
    const prompt = promptControl((text) => this.#actions.prompt(text));
    const past = h("div", {});
    const element = h(
      "div",
      { class: "thread" },
      h("p", { class: "up" }, up),
      h("div", { class: "thread-head" }, h("div", {}, heading, status), single ? null : stop.element),
      live,
      h("section", { "aria-label": t("thread.questions") }, this.#cards.element, past, empty),
      single ? null : prompt.element,
      single ? null : journal.element,
      single ? null : history.element,
    );
    return { element, up, heading, status, past, live, empty, journal, history, stop, prompt };
  }

  #drawHead(state, { connected, ready }) {
    const { live } = state.status;
    const { up, heading } = this.#parts;
    if (this.#only === null) say(heading, state.thread);
    else up.href = threadPath(state.thread);
    say(up, this.#only === null ? t("thread.up") : t("thread.whole", { thread: state.thread }));
    const agent = agentWords(state.status, state);
    this.#parts.status.hidden = agent === "";
    this.#parts.status.replaceChildren(h("span", { class: live ? "dot on" : "dot" }), agent);
    this.#parts.stop.enable(ready, openCount(state));
    this.#parts.prompt.enable(ready, live);
    this.element.dataset.connected = String(connected);
  }

  #drawNote(state) {
    if (this.#only !== null) return;
    this.note(!state.known ? t("thread.waiting") : this.#cards.size === 0 ? t("thread.nothing") : "");
  }

  #announce(state, { added, over }) {
    const words = over.map(
      (each) => `${each.event.dialog.title}: ${endSentence(each.phase.end, each.event.dialog)}.`,
    );
    if (this.#announced)
      words.push(...added.map((each) => t("thread.new", { title: each.event.dialog.title })));
    else if (state.known) {
      this.#announced = true;
      words.push(t("thread.open", { count: openCount(state) }));
    }
    if (words.length > 0) say(this.#parts.live, words.join(" "));
  }
}
