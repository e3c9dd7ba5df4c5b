// The time that is left for a card: as text, with what happens then, and whether somebody
// else holds it off by typing. It is said aloud twice, not each second.

import { h, say } from "./dom.js";
import { t } from "./texts.js";
import { duration, timeLeft } from "./times.js";
import { defaultText } from "./words.js";

/** Time left at which it is said aloud, in this order. */
const SAID_AT_MS = [20_000, 60_000];
/** How long typing elsewhere stays told after the deadline moved. */
const TYPING_FOR_MS = 8_000;
/** A default longer than this stands in its field alone. */
const SHORT_DEFAULT = 200;

export class DeadlineLine {
  #dialog;
  #after; // what happens when the time is up
  #deadline = undefined;
  #heldAt = undefined;
  #leftBefore = undefined;
  #drawn = null;
  #parts;

  constructor(dialog) {
    this.#dialog = dialog;
    this.#after = afterwards(dialog);
    const left = h("p", { class: "deadline", hidden: true });
    const then = h("span", { dir: "auto" });
    const typing = h("span", { class: "typing" });
    const note = h("p", { class: "hint deadline-note", hidden: true }, then, typing);
    this.#parts = { left, then, typing, note };
    this.left = left;
    this.note = note;
  }

  /** `card` is that of thread.js; `isOver` takes the time away. */
  update({ deadline_at: deadline, held_at: heldAt }, isOver) {
    this.#deadline = isOver ? undefined : deadline;
    this.#heldAt = heldAt;
    this.#drawn = null;
  }

  /** Whether there is a deadline, and it counts. */
  get isOn() {
    return this.#deadline !== undefined;
  }

  /** Draws it for a time of the hub; gives the sentence to say aloud, or "". */
  draw(now, isTypingHere) {
    const { left: leftLine, then, typing, note } = this.#parts;
    const isOff = this.#deadline === undefined;
    const left = isOff ? 0 : this.#deadline - now;
    const held = !isTypingHere && this.#heldAt !== undefined && now - this.#heldAt < TYPING_FOR_MS;
    const shown = `${isOff} ${Math.max(0, Math.ceil(left / 1000))} ${held}`;
    if (shown === this.#drawn) return "";
    this.#drawn = shown;
    leftLine.hidden = isOff;
    note.hidden = isOff;
    if (isOff) return "";
    say(leftLine, timeLeft(left));
    leftLine.classList.toggle("soon", left <= SAID_AT_MS[0]);
    say(then, left > 0 ? this.#after : t("deadline.over"));
    say(typing, held ? t("deadline.typing") : "");
    return this.#aloud(left);
  }

  #aloud(left) {
    const before = this.#leftBefore;
    this.#leftBefore = left;
    const passed = before !== undefined && left > 0 && SAID_AT_MS.some((at) => before > at && left <= at);
    return passed ? t("deadline.soon", { title: this.#dialog.title, time: duration(left) }) : "";
  }
}

function afterwards(dialog) {
  const answer = defaultText(dialog);
  if (answer === undefined) return t("deadline.no_answer");
  return answer.length > SHORT_DEFAULT ? t("deadline.default_shown") : t("deadline.may_default", { answer });
}
