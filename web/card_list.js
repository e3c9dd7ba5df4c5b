// The cards of one thread in stream order, and where the focus goes when one of them is over.
//
// A new card goes below the others and takes no focus; the focus leaves a card only when
// that card is over, and then for a heading, never for a button. A card that is over keeps
// its room while a hand may be near, then folds, and goes when it was in view for a while.
// A card that cannot be drawn costs that card alone.

import { Card } from "./card.js";
import { focusFor } from "./arming.js";
import { h, say } from "./dom.js";
import { KeptTexts } from "./kept_texts.js";
import { onOwnScroll } from "./scrolling.js";
import { t } from "./texts.js";
import { isOver } from "./thread.js";
import { unreadable } from "./unreadable.js";

/** Seconds in view after which an ended card folds, and after which it is left to the history. */
const FOLDED_AFTER_TICKS = 10;
const GONE_AFTER_TICKS = 60;
/** Cards drawn at once. A hub keeps fewer open; one that does not must not stop the page. */
const MAX_DRAWN = 300;
/** From so many on, what is out of sight is not laid out; fewer keep their exact places. */
const MANY = 40;

/** `actions` and `drafts` are those of a card; `only` shows a single dialog by its id. */
export class CardList {
  #actions;
  #drafts;
  #only;
  #cards = new Map(); // id → Card
  #drawn = new Map(); // id → the card of the state that was drawn last
  #ages = new Map(); // id → ticks since it was over
  #before = {}; // what was drawn last: {cards, ready, me}
  #isSettled = false; // whether drafts of dialogs that ended unseen were looked for
  #list;
  #more; // what is said of cards that are not drawn
  #kept;
  #live;

  constructor({ actions, drafts, only }) {
    this.#actions = actions;
    this.#drafts = drafts;
    this.#only = only;
    this.#list = h("div", { class: "cards", pointerleave: (event) => this.#left(event) });
    this.#more = h("p", { class: "empty", hidden: true });
    this.#kept = new KeptTexts({ drafts, leave: () => this.#focusNear(null) });
    this.#live = h("p", { class: "only-read", "aria-live": "polite" });
    this.element = h("div", {}, this.#list, this.#more, this.#kept.element, this.#live);
    onOwnScroll(() => this.#foldAll());
  }

  /** How many cards stand here. */
  get size() {
    return this.#cards.size;
  }

  /** Draws a state; returns {added, over}: the cards of the state that came, and that ended. */
  update(state, { ready }) {
    const news = { added: [], over: [] };
    const { cards, me } = state;
    const isSame = this.#before.ready === ready && this.#before.me === me;
    if (isSame && this.#before.cards === cards) return news;
    this.#before = { cards, ready, me };
    const all = cards.filter((card) => this.#only === null || card.id === this.#only);
    const shown = all.slice(0, MAX_DRAWN);
    this.#sayMore(all.length - shown.length);
    this.#list.classList.toggle("many", shown.length >= MANY);
    const ids = new Set(shown.map((card) => card.id));
    this.#removeAllBut(ids);
    const ended = [];
    shown.forEach((each, index) => {
      const isNew = !this.#cards.has(each.id);
      if (isNew || !isSame || this.#drawn.get(each.id) !== each) this.#draw(each, state, ready);
      const card = this.#cards.get(each.id);
      if (isNew && !isOver(each)) news.added.push(each);
      if (isOver(each) && !this.#ages.has(each.id)) {
        this.#ages.set(each.id, 0);
        news.over.push(each);
        ended.push({ each, card });
      } else if (!isOver(each)) {
        this.#ages.delete(each.id);
      }
      const there = this.#list.children[index];
      if (there !== card.element) this.#list.insertBefore(card.element, there ?? null);
    });
    this.#moveFocus(ended);
    if (state.known) this.#showKept(state, ids);
    return news;
  }

  /** Draws the time that is left at a time of the hub. */
  drawTime(now) {
    const aloud = [...this.#cards.values()].map((card) => card.drawTime(now)).filter(Boolean);
    if (aloud.length > 0) say(this.#live, aloud.join(" "));
  }

  /** Once a second: lets ended cards go that somebody could see. Nothing depends on its coming in time. */
  tick() {
    if (document.visibilityState !== "visible") return;
    // Nothing moves under a hand, or around what somebody is filling in.
    if (this.#list.matches(":hover") || this.#list.contains(document.activeElement)) return;
    for (const [id, age] of this.#ages) {
      const card = this.#cards.get(id);
      this.#ages.set(id, age + 1);
      if (age + 1 === FOLDED_AFTER_TICKS) card.fold();
      if (age + 1 >= GONE_AFTER_TICKS && !card.isInUse) this.#actions.hide(id);
    }
  }

  #sayMore(count) {
    this.#more.hidden = count === 0;
    if (count > 0) say(this.#more, t("problem.many", { count }));
  }

  // One card that fails, at first or later, is drawn as what was sent.
  #draw(each, state, ready) {
    const about = { ready, me: state.me };
    this.#drawn.set(each.id, each);
    try {
      this.#card(each, state).update(each, about);
    } catch (error) {
      const broken = this.#cards.get(each.id);
      const next = this.#card(each, state, unreadable(error));
      if (broken) {
        broken.element.replaceWith(next.element);
        broken.remove();
      }
      next.update(each, about);
    }
  }

  #card(each, { thread }, build) {
    const there = this.#cards.get(each.id);
    if (there && !build) return there;
    const card = new Card(each, { thread, actions: this.#actions, drafts: this.#drafts, build });
    this.#cards.set(each.id, card);
    return card;
  }

  #removeAllBut(ids) {
    for (const [id, card] of this.#cards) {
      if (ids.has(id)) continue;
      if (card.holdsFocus) this.#focusNear(card);
      card.remove();
      for (const map of [this.#cards, this.#drawn, this.#ages]) map.delete(id);
    }
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

  // The focus of a card that goes: the next one's heading, else the one before, else the page's.
  #focusNear(gone) {
    const all = [...this.#cards.values()];
    const at = gone ? all.indexOf(gone) : all.length;
    const near = all[at + 1] ?? all[at - 1];
    if (near) near.focus();
    else focusFor(document.querySelector("h1[tabindex]") ?? document.body);
  }

  // Folding moves what is below: not while the pointer is on its way there.
  #left({ clientY, pointerType }) {
    if (pointerType === "mouse" && clientY < this.#list.getBoundingClientRect().bottom) this.#foldAll();
  }

  #foldAll() {
    for (const [id, age] of this.#ages) {
      if (age >= FOLDED_AFTER_TICKS) continue;
      this.#ages.set(id, FOLDED_AFTER_TICKS);
      this.#cards.get(id).fold();
    }
  }

  #showKept({ thread }, ids) {
    if (this.#only !== null) return;
    if (!this.#isSettled) this.#drafts.settle(thread, ids, Date.now());
    this.#isSettled = true;
    this.#kept.update(ids, Date.now());
  }
}
