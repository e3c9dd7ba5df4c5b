// The cards of one thread in stream order, and where the focus goes when one of them is over.
//
// A new card goes below the others and takes no focus; the focus leaves a card only when
// that card is over, and then for a heading, never for a button.

import { Card } from "./card.js";
import { h, say } from "./dom.js";
import { t } from "./texts.js";
import { isOver } from "./thread.js";

/** Seconds that an ended card without kept text stays in view. */
const OVER_FOR_TICKS = 12;
/** Cards drawn at once. A hub keeps fewer open; one that does not must not stop the page. */
const MAX_DRAWN = 300;

/** `actions` and `drafts` are those of a card; `only` shows a single dialog by its id. */
export class CardList {
  #actions;
  #drafts;
  #only;
  #cards = new Map(); // id → Card
  #ages = new Map(); // id → ticks since it was over

  constructor({ actions, drafts, only }) {
    this.#actions = actions;
    this.#drafts = drafts;
    this.#only = only;
    this.element = h("div", { class: "cards" });
    /** What is said of cards that are not drawn; it belongs below the others. */
    this.more = h("p", { class: "empty", hidden: true });
  }

  /** How many cards stand here. */
  get size() {
    return this.#cards.size;
  }

  /** Draws a state; returns {added, over}: the cards of the state that came, and that ended. */
  update(state, { ready }) {
    const all = state.cards.filter((card) => this.#only === null || card.id === this.#only);
    const shown = all.slice(0, MAX_DRAWN);
    this.#sayMore(all.length - shown.length);
    const news = { added: [], over: [] };
    const ended = [];
    let moved = this.#removeAllBut(new Set(shown.map((card) => card.id)));
    shown.forEach((each, index) => {
      let card = this.#cards.get(each.id);
      if (!card) {
        card = new Card(each, { actions: this.#actions, drafts: this.#drafts });
        this.#cards.set(each.id, card);
        if (!isOver(each)) news.added.push(each);
      }
      card.update(each, { ready, me: state.me });
      if (isOver(each) && !this.#ages.has(each.id)) {
        this.#ages.set(each.id, 0);
        news.over.push(each);
        ended.push({ each, card });
        moved = true;
      } else if (!isOver(each)) {
        this.#ages.delete(each.id);
      }
      const there = this.element.children[index];
      if (there !== card.element) {
        this.element.insertBefore(card.element, there ?? null);
        moved = moved || there !== undefined;
      }
    });
    // What stands under the pointer now may be another button than a moment ago.
    if (moved) for (const card of this.#cards.values()) card.arm();
    this.#moveFocus(ended);
    return news;
  }

  /** Draws the time that is left. */
  drawTime(now) {
    for (const card of this.#cards.values()) card.drawTime(now);
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

  #sayMore(count) {
    this.more.hidden = count === 0;
    if (count > 0) say(this.more, t("problem.many", { count }));
  }

  #removeAllBut(ids) {
    let moved = false;
    for (const [id, card] of this.#cards) {
      if (ids.has(id)) continue;
      card.element.remove();
      this.#cards.delete(id);
      this.#ages.delete(id);
      moved = true;
    }
    return moved;
  }

  #moveFocus(ended) {
    for (const { each, card } of ended) {
      if (!card.endedWithFocus) continue;
      const next = [...this.#cards.values()].find((other) => other.element.dataset.state === "open");
      // Where somebody else was first, what won is what to read now.
      if (each.phase.end.mine && next) next.focus();
      else card.focus();
    }
  }
}
