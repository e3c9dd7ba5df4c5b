// A line that says what went wrong behind the page: what the hub sent and could not be
// used, and what the page failed to draw. However often, it is one line.

import { focusFor } from "./arming.js";
import { button, h, say } from "./dom.js";
import { t } from "./texts.js";

/** How often at most the line changes: it is read out when it does. */
const EVERY_MS = 2_000;
/** Characters of the latest problem that are shown. */
const MAX_DETAIL = 120;

const WORDS = {
  unreadable: () => t("problem.unreadable"),
  unknown: () => t("problem.unknown"),
  gap: () => t("problem.gap"),
  listener: () => t("problem.listener"),
};

export class ProblemLine {
  #count = 0;
  #latest = null;
  #timer = null;
  #words = h("p", { role: "status" });
  #hide = button("", () => this.#clear(), { class: "quiet small" });

  constructor() {
    this.element = h("div", { class: "problems", hidden: true }, this.#words, this.#hide);
  }

  /** One more: {kind, detail} of the client's `onProblem`. */
  add(problem) {
    this.#count += 1;
    this.#latest = problem;
    if (this.#timer !== null) return;
    this.#draw();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#latest) this.#draw();
    }, EVERY_MS);
  }

  #draw() {
    const { kind, detail } = this.#latest;
    this.element.hidden = false;
    say(this.#hide, t("problem.hide"));
    const what = (WORDS[kind] ?? WORDS.unreadable)();
    say(this.#words, t("problem.line", { what, count: this.#count, detail: detail.slice(0, MAX_DETAIL) }));
  }

  #clear() {
    this.#count = 0;
    this.#latest = null;
    this.element.hidden = true;
    const heading = document.querySelector("main h1");
    if (heading) focusFor(heading);
  }
}
