// What stands in a card in place of its form once its dialog is over: the sentence that
// says so, the text that was typed and not sent, and the ways to fold it or take it away.
//
// It takes the room that the form had, so that nothing moves under a hand, until `fold`:
// then the card is one line, which can be opened again. Text that is kept stays in sight.

import { focusFor } from "./arming.js";
import { button, copyText, freshId, h, said, say, when } from "./dom.js";
import { t } from "./texts.js";
import { endSentence, lateSentence } from "./words.js";

/** `card` is the element of the card, `hide()` takes it away. */
export class CardEnd {
  #card;
  #toggle;
  #acts;
  #keepsText = false;

  constructor({ card, hide }) {
    this.#card = card;
    this.element = h("div", { class: "end", id: freshId("end"), hidden: true });
    this.hide = button(t("card.hide"), hide, { class: "quiet small" });
    this.#toggle = button("", () => this.#setFolded(card.dataset.folded !== "true"), {
      class: "quiet small",
      "aria-controls": this.element.id,
      hidden: true,
    });
    this.#acts = h("div", { class: "actions" }, this.#toggle, this.hide);
  }

  /** Whether the person would lose text with this card. */
  get keepsText() {
    return this.#keepsText;
  }

  /** Whether somebody opened what was folded. */
  get isOpened() {
    return this.#card.dataset.folded === "false";
  }

  /** Keeps the room that the card has until `fold`. */
  takeRoom(height) {
    this.#card.style.height = height > 0 ? `${height}px` : "";
  }

  /** Shows how it ended; `typed` is offered back. */
  show(end, dialog, typed) {
    const late = lateSentence(end);
    const won = h(
      "p",
      { class: "won", role: "status" },
      late ? [h("span", { class: "late" }, late), " "] : null,
      said("span", endSentence(end, dialog).replace(/([^.!?…])$/, "$1.")),
      end.at === undefined ? null : [" ", when(end.at)],
    );
    this.#keepsText = typed !== "";
    this.element.replaceChildren(won, ...(typed ? this.#text(typed) : []), this.#acts);
    this.element.hidden = false;
    this.#card.dataset.state = "settled";
    this.#card.dataset.outcome = end.outcome ?? "unknown";
  }

  /** Gives the room back. What holds kept text stays open. */
  fold() {
    this.#card.style.height = "";
    if (this.#keepsText) return;
    const hadFocus = this.#acts.contains(document.activeElement);
    this.#toggle.hidden = false;
    this.#setFolded(true);
    // What had the focus is folded away: the heading takes it, not the next button.
    if (hadFocus) focusFor(document.getElementById(this.#card.getAttribute("aria-labelledby")));
  }

  /** The dialog is open after all. */
  undo() {
    this.#keepsText = false;
    this.element.hidden = true;
    this.#toggle.hidden = true;
    this.#card.style.height = "";
    this.#card.dataset.state = "open";
    delete this.#card.dataset.outcome;
    delete this.#card.dataset.folded;
  }

  #setFolded(isFolded) {
    this.#card.dataset.folded = String(isFolded);
    this.#toggle.textContent = isFolded ? t("card.unfold") : t("card.fold");
    this.#toggle.setAttribute("aria-expanded", String(!isFolded));
    this.#toggle.setAttribute("aria-describedby", this.#card.getAttribute("aria-labelledby"));
  }

  #text(typed) {
    const kept = keptText(typed);
    const about = h("span", { class: "hint" }, t("card.kept"));
    this.#acts.replaceChildren(kept.copy, about, kept.told, this.hide);
    return [kept.text];
  }
}

/** A text that was typed and not sent, with the way to copy it: {text, copy, told}. */
export function keptText(typed) {
  const text = h("pre", { class: "kept", dir: "auto", tabIndex: 0 }, typed);
  const told = h("span", { role: "status", class: "hint told" });
  const copy = button(t("card.copy"), async () => say(told, await copyText(typed, text)), { class: "small" });
  return { text, copy, told };
}
