// One card: a dialog on the page, from the moment it is shown until it is hidden.
//
// A card is built once and then brought up to date, so that what a person typed stays
// where it is. It takes itself away never: when the dialog is over, what won stands in
// place of the form, and text that was typed is offered back. What it sends is for the
// dialog that it was built for, by its id.

import { answerFrom, DISMISSED, startFields } from "./answers.js";
import { focusFor, isFreshKey, watchOver } from "./arming.js";
import { CardEnd } from "./card_end.js";
import { kindOf } from "./cards/kinds.js";
import { DeadlineLine } from "./deadline.js";
import { button, freshId, h, problemSlot, said, say, showProblem } from "./dom.js";
import { message } from "./markdown.js";
import { t } from "./texts.js";
import { isOver } from "./thread.js";
import { refusalSentence } from "./words.js";

/** How often the hub is told that somebody is typing. */
const TYPING_EVERY_MS = 5_000;

/**
 * `actions` are what the page does for a card: {answer(id, answer), lock(id, lock),
 * typing(id), hide(id)}; `drafts` keeps what was entered; `build` draws the middle, else
 * the method says what does. Throws where the middle cannot be built.
 */
export class Card {
  #thread;
  #actions;
  #drafts;
  #dialog;
  #kind;
  #hands;
  #end;
  #deadline;
  #phase = "open";
  #shownEnd = null;
  #enabled = false;
  #typedAt = 0;
  #heldFocus = false; // when it ended
  #buttons = []; // the answers' first
  #held = []; // of each answer's button: whether it must wait, where it may have to
  #parts;

  constructor(card, { thread, actions, drafts, build }) {
    this.id = card.id;
    this.#thread = thread;
    this.#actions = actions;
    this.#drafts = drafts;
    this.#dialog = card.event.dialog;
    this.#deadline = new DeadlineLine(this.#dialog);
    this.#parts = this.#frame(card);
    this.element = this.#parts.element;
    this.#end = new CardEnd({ card: this.element, hide: () => this.#actions.hide(this.id) });
    this.element.append(this.#end.element);
    this.#kind = build ? build({ dialog: this.#dialog }) : this.#buildKind(kindOf(this.#dialog.method));
    this.#fill();
    this.#hands = watchOver(this.element, () => this.#enable());
    for (const each of [...this.#buttons, this.#end.hide]) this.#hands.watch(each);
    this.#enable();
  }

  get holdsFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Whether the person would lose text with this card. */
  get keepsText() {
    return this.#end.keepsText;
  }

  /** Whether the focus was in this card when it ended. */
  get endedWithFocus() {
    return this.#heldFocus;
  }

  /** Whether somebody is at it who would miss it. */
  get isInUse() {
    return this.keepsText || this.holdsFocus || this.#end.isOpened || this.element.matches(":hover");
  }

  focus() {
    focusFor(this.#parts.heading);
  }

  /** Gives back the room of a dialog that is over. */
  fold() {
    this.#end.fold();
  }

  /** Takes the card off the page. */
  remove() {
    this.#hands.end();
    this.element.remove();
  }

  /** Brings the card to a state; `ready` says whether the page can act at all. */
  update(card, { ready, me }) {
    this.#enabled = ready;
    this.#kind.locks?.(card.locked, me);
    this.#deadline.update(card, isOver(card));
    const before = this.#phase;
    this.#phase = card.phase.name;
    if (isOver(card)) {
      if (card.phase.end !== this.#shownEnd) this.#showEnd(card.phase.end, before !== "over");
    } else {
      if (before === "over") this.#reopen();
      if (card.phase.name === "refused" && before !== "refused") this.#showRefusal(card.phase.refusal);
      if (card.phase.name === "sending" && before !== "sending") this.#clearProblems();
      // What must not be kept is needed no longer, though the stream has not ended the card yet.
      if (card.phase.name === "accepted") this.#kind.forget?.();
      this.#say();
    }
    this.#enable();
  }

  /** Draws the time that is left at a time of the hub; gives what is to be said aloud, or "". */
  drawTime(now) {
    return this.#deadline.draw(now, Date.now() - this.#typedAt < 2 * TYPING_EVERY_MS);
  }

  #frame(card) {
    const dialog = this.#dialog;
    const heading = said("h2", dialog.title, { id: freshId("title"), tabIndex: -1 });
    const form = h("form", { noValidate: true, submit: (event) => this.#submit(event) });
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
        this.#deadline.left,
      ),
      this.#deadline.note,
      dialog.message ? message(dialog.message) : null,
      form,
    );
    return { element, heading, form };
  }

  #buildKind(kind) {
    const dialog = this.#dialog;
    const start = startFields(dialog);
    const build = (fields) =>
      kind({
        dialog,
        fields,
        start,
        title: this.#parts.heading.textContent,
        titleId: this.#parts.heading.id,
        changed: () => this.#changed(),
        enable: () => this.#enable(),
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
    const acts = this.#kind.buttons ?? [{ label: t("card.send"), submit: true, look: "main" }];
    const answers = acts.map((act) =>
      act.submit
        ? h("button", { type: "submit", class: "main" }, act.label)
        : button(act.label, () => this.#send({ ...this.#kind.read(), ...act.fields }), {
            class: act.look,
            "aria-describedby": act.about,
          }),
    );
    this.#held = acts.map((act) => act.held);
    const dismiss = button(t("card.dismiss"), () => this.#answer(DISMISSED), { class: "quiet" });
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
    const n = this.#buttons.indexOf(event.target.closest("button"));
    if (n < 0 || (this.#mayAnswer() && !this.#held[n]?.())) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #submit(event) {
    event.preventDefault();
    // A form without a submit button is not submitted by Enter: it needs a choice.
    if (!this.#kind.buttons) this.#send(this.#kind.read());
  }

  // Enter where somebody types is meant for this card, however it moved.
  #shortcut(event) {
    // The key that led the focus here is not for here.
    if (event.key !== "Enter" || this.#kind.buttons || event.defaultPrevented) return;
    const inField =
      event.target instanceof HTMLInputElement && ["text", "password"].includes(event.target.type);
    if (!inField && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (isFreshKey(event)) this.#send(this.#kind.read());
  }

  #send(fields) {
    if (!this.#mayAnswer()) return;
    const { answer, problem } = answerFrom(this.#dialog, fields);
    this.#clearProblems();
    if (problem) this.#showProblem(problem.detail, problem, true);
    else this.#answer(answer);
  }

  #answer(answer) {
    this.#actions.answer(this.id, answer);
  }

  #mayAnswer() {
    return this.#enabled && (this.#phase === "open" || this.#phase === "refused");
  }

  #enable() {
    const armed = this.#hands?.armed ?? false;
    const may = armed && this.#mayAnswer();
    for (const [n, each] of this.#buttons.entries()) mark(each, may && !this.#held[n]?.());
    mark(this.#end.hide, armed);
  }

  #changed() {
    const now = Date.now();
    this.#drafts.save(this.id, this.#entered(), now);
    if (this.#deadline.isOn && this.#enabled && now - this.#typedAt >= TYPING_EVERY_MS) {
      this.#typedAt = now;
      this.#actions.typing(this.id);
    }
  }

  #entered() {
    const { title } = this.#dialog;
    return { thread: this.#thread, title, fields: this.#kind.read(), text: this.#kind.typed() };
  }

  #say() {
    const words = {
      sending: this.#enabled ? t("card.sending") : t("card.unsent"),
      accepted: t("card.sent"),
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
    if (moveFocus) focusFor(field ?? this.#parts.heading);
  }

  #clearProblems() {
    this.#kind.problem(null);
    showProblem(this.#parts.slot, null, null);
  }

  // What won may be known better later; what was typed, and the room, are those of the first end.
  #showEnd(end, isFirst) {
    const entered = this.#entered();
    this.#shownEnd = end;
    if (isFirst) {
      this.#heldFocus = this.holdsFocus;
      this.#end.takeRoom(this.element.getBoundingClientRect().height);
      this.#parts.form.hidden = true;
    }
    if (end.mine) this.#drafts.drop(this.id);
    else if (isFirst) this.#drafts.keep(this.id, entered, Date.now());
    this.#end.show(end, this.#dialog, end.mine ? "" : entered.text);
    this.#kind.forget?.();
  }

  #reopen() {
    this.#shownEnd = null;
    this.#parts.form.hidden = false;
    this.#end.undo();
    this.#drafts.drop(this.id);
    const entered = this.#entered();
    if (entered.text) this.#drafts.save(this.id, entered, Date.now());
  }
}

function mark(button, isReady) {
  const waits = String(!isReady);
  if (button.getAttribute("aria-disabled") !== waits) button.setAttribute("aria-disabled", waits);
}
