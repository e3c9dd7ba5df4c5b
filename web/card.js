// One card: a dialog on the page, from the moment it is shown until it is hidden.
//
// A card is built once and then brought up to date, so that what a person typed stays
// where it is. It takes itself away never: when the dialog is over, what won stands in
// place of the form, and text that was typed is offered back.

import { answerFrom, DISMISSED, startFields } from "./answers.js";
import { kindOf } from "./cards/kinds.js";
import { button, copyText, freshId, h, ignoreHeldKeys, problemSlot, said, say, showProblem } from "./dom.js";
import { isOver } from "./thread.js";
import { timeLeft } from "./times.js";
import { endSentence, refusalSentence } from "./words.js";

/** A card that just came, or just moved, takes no click that was meant for another. */
const ARM_AFTER_MS = 400;
/** How often the hub is told that somebody is typing. */
const TYPING_EVERY_MS = 5_000;

/**
 * `actions` are what the page does for a card: {answer(id, answer), lock(id, lock),
 * typing(id), hide(id)}; `drafts` keeps what was entered.
 */
export class Card {
  #actions;
  #drafts;
  #dialog;
  #kind;
  #phase = "open";
  #armed = false;
  #armTimer = null;
  #enabled = false;
  #deadline = undefined;
  #typedAt = 0;
  #heldFocus = false; // when it ended
  #buttons = [];
  #parts;

  constructor(card, { actions, drafts }) {
    this.id = card.id;
    this.#actions = actions;
    this.#drafts = drafts;
    this.#dialog = card.event.dialog;
    this.#parts = this.#frame(card);
    this.element = this.#parts.element;
    this.#kind = this.#buildKind();
    this.#fill();
    ignoreHeldKeys(this.element);
    this.arm();
  }

  /** Buttons wait a moment after anything moved. */
  arm() {
    this.#armed = false;
    clearTimeout(this.#armTimer);
    this.#armTimer = setTimeout(() => {
      this.#armed = true;
      this.#enable();
    }, ARM_AFTER_MS);
    this.#enable();
  }

  get holdsFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Whether the person would lose text with this card. */
  get keepsText() {
    return this.#phase === "over" && this.#parts.kept !== undefined;
  }

  /** Whether the focus was in this card when it ended. */
  get endedWithFocus() {
    return this.#heldFocus;
  }

  focus() {
    this.#parts.heading.focus();
  }

  /** Brings the card to a state; `ready` says whether the page can act at all. */
  update(card, { ready, me }) {
    // The page may have moved with the banner that went away.
    if (ready && !this.#enabled) this.arm();
    this.#enabled = ready;
    this.#deadline = card.deadline_at;
    this.#kind.locks?.(card.locked, me);
    const before = this.#phase;
    this.#phase = card.phase.name;
    if (isOver(card)) {
      if (before !== "over") this.#showEnd(card.phase.end);
    } else {
      if (before === "over") this.#reopen();
      if (card.phase.name === "refused" && before !== "refused") this.#showRefusal(card.phase.refusal);
      if (card.phase.name === "sending" && before !== "sending") this.#clearProblems();
      this.#say();
    }
    this.#enable();
  }

  /** Draws the time that is left, where there is a deadline. */
  drawTime(now) {
    const over = this.#phase === "over" || this.#deadline === undefined;
    this.#parts.deadline.hidden = over;
    if (!over) say(this.#parts.deadline, timeLeft(this.#deadline - now));
  }

  #frame(card) {
    const dialog = this.#dialog;
    const heading = said("h2", dialog.title, { id: freshId("title"), tabIndex: -1 });
    const deadline = h("p", { class: "deadline", hidden: true });
    const form = h("form", { noValidate: true, submit: (event) => this.#submit(event) });
    const end = h("div", { class: "end", hidden: true });
    const element = h(
      "article",
      {
        class: "card",
        "aria-labelledby": heading.id,
        "data-dialog-id": card.id,
        "data-method": dialog.method,
        "data-state": "open",
      },
      h(
        "header",
        {},
        dialog.header ? said("span", dialog.header, { class: "chip" }) : null,
        heading,
        deadline,
      ),
      dialog.message ? said("div", dialog.message, { class: "message" }) : null,
      form,
      end,
    );
    return { element, heading, deadline, form, end };
  }

  #buildKind() {
    const dialog = this.#dialog;
    const start = startFields(dialog);
    const build = (fields) =>
      kindOf(dialog.method)({
        dialog,
        fields,
        start,
        title: this.#parts.heading.textContent,
        titleId: this.#parts.heading.id,
        changed: () => this.#changed(),
        lock: (lock) => this.#actions.lock(this.id, lock),
      });
    const draft = this.#drafts.load(this.id);
    if (draft !== undefined) {
      try {
        return build(draft);
      } catch {
        // A draft of another version of this page; the dialog itself is enough.
        this.#drafts.drop(this.id);
      }
    }
    return build(start);
  }

  #fill() {
    const { form } = this.#parts;
    const slot = problemSlot();
    slot.setAttribute("role", "alert");
    const status = h("p", { class: "sending", role: "status" });
    const acts = this.#kind.buttons ?? [{ label: "Send", submit: true, look: "main" }];
    const answers = acts.map((act) =>
      act.submit
        ? h("button", { type: "submit", class: "main" }, act.label)
        : button(act.label, () => this.#send({ ...this.#kind.read(), ...act.fields }), { class: act.look }),
    );
    const dismiss = button("Dismiss", () => this.#actions.answer(this.id, DISMISSED), { class: "quiet" });
    this.#buttons = [...answers, dismiss, ...(this.#kind.extraButtons ?? [])];
    this.#parts.slot = slot;
    this.#parts.status = status;
    form.append(
      ...[this.#kind.element, slot, h("div", { class: "actions" }, answers, dismiss), status].filter(Boolean),
    );
    form.addEventListener("keydown", (event) => this.#shortcut(event));
    form.addEventListener("click", (event) => this.#guard(event), true);
  }

  // Buttons that must wait keep the focus that they have, so they are not `disabled`.
  #guard(event) {
    if (event.target.closest("button")?.getAttribute("aria-disabled") !== "true") return;
    event.preventDefault();
    event.stopPropagation();
  }

  #submit(event) {
    event.preventDefault();
    // A form without a submit button is not submitted by Enter: it needs a choice.
    if (!this.#kind.buttons && this.#mayClick()) this.#send(this.#kind.read());
  }

  // Enter where somebody types is meant for this card, however it moved.
  #shortcut(event) {
    if (event.key !== "Enter" || event.repeat || event.isComposing || this.#kind.buttons) return;
    const inField =
      event.target instanceof HTMLInputElement && ["text", "password"].includes(event.target.type);
    if (!inField && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#send(this.#kind.read());
  }

  #send(fields) {
    if (!this.#mayAnswer()) return;
    const { answer, problem } = answerFrom(this.#dialog, fields);
    this.#clearProblems();
    if (problem) this.#showProblem(problem.detail, problem, true);
    else this.#actions.answer(this.id, answer);
  }

  #mayAnswer() {
    return this.#enabled && (this.#phase === "open" || this.#phase === "refused");
  }

  #mayClick() {
    return this.#armed && this.#mayAnswer();
  }

  #enable() {
    const waits = String(!this.#mayClick());
    for (const each of this.#buttons) each.setAttribute("aria-disabled", waits);
  }

  #changed() {
    const now = Date.now();
    this.#drafts.save(this.id, this.#kind.read(), now);
    if (this.#deadline !== undefined && this.#enabled && now - this.#typedAt >= TYPING_EVERY_MS) {
      this.#typedAt = now;
      this.#actions.typing(this.id);
    }
  }

  #say() {
    const words = {
      sending: this.#enabled ? "Sending…" : "Not sent yet; it goes out when the connection is back.",
      accepted: "Sent.",
    };
    say(this.#parts.status, words[this.#phase] ?? "");
  }

  #showRefusal(refusal) {
    // The focus stays out of it where the person has gone on to something else.
    const here = this.holdsFocus || document.activeElement === document.body;
    this.#showProblem(refusalSentence(refusal), refusal, here);
  }

  #showProblem(detail, where, moveFocus) {
    const field = this.#kind.problem(detail, where);
    if (!field) showProblem(this.#parts.slot, null, detail);
    if (moveFocus) (field ?? this.#parts.heading).focus();
  }

  #clearProblems() {
    this.#kind.problem(null);
    showProblem(this.#parts.slot, null, null);
  }

  #showEnd(end) {
    const { form, end: box, element } = this.#parts;
    const typed = end.mine ? "" : this.#kind.typed();
    this.#heldFocus = this.holdsFocus;
    this.#kind.forget?.();
    form.hidden = true;
    element.dataset.state = "settled";
    element.dataset.outcome = end.outcome ?? "unknown";
    box.hidden = false;
    box.replaceChildren(said("p", `${endSentence(end, this.#dialog)}.`, { class: "won", role: "status" }));
    if (typed) this.#offerText(typed, box);
    box.append(button("Hide", () => this.#actions.hide(this.id), { class: "quiet small" }));
  }

  #offerText(typed, box) {
    const kept = h("pre", { class: "kept", dir: "auto" }, typed);
    const told = h("span", { role: "status", class: "hint" });
    const copy = button("Copy my text", async () => say(told, await copyText(typed, kept)), {
      class: "small",
    });
    this.#parts.kept = kept;
    box.append(
      h("p", { class: "hint" }, "Your text is kept:"),
      kept,
      h("div", { class: "actions" }, copy, told),
    );
  }

  #reopen() {
    this.#parts.kept = undefined;
    this.#parts.form.hidden = false;
    this.#parts.end.hidden = true;
    this.element.dataset.state = "open";
    delete this.element.dataset.outcome;
  }
}
