// Texts that were typed for questions which are over, and whose cards are not on the page
// any more: after a reload, or after many others. They wait here until they are read.

import { keptText } from "./card_end.js";
import { button, freshId, h, said, when } from "./dom.js";
import { t } from "./texts.js";

/** `drafts` holds the texts; `leave()` is called where the focus would be lost. */
export class KeptTexts {
  #drafts;
  #leave;
  #list;
  #drawn = "";

  constructor({ drafts, leave }) {
    this.#drafts = drafts;
    this.#leave = leave;
    const heading = h("h2", { id: freshId("kept") }, t("kept.title"));
    this.#list = h("ul", {});
    this.element = h(
      "section",
      { class: "kept-texts", "aria-labelledby": heading.id, hidden: true },
      heading,
      h("p", { class: "hint" }, t("kept.about")),
      this.#list,
    );
  }

  /** Draws what is kept beside the cards with these ids. */
  update(ids, now) {
    const texts = this.#drafts.kept(now).filter(({ id }) => !ids.has(id));
    const drawn = texts.map(({ id }) => id).join(" ");
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.hidden = texts.length === 0;
    this.#list.replaceChildren(...texts.map((each) => this.#item(each, ids)));
  }

  #item({ id, thread, title, text, at }, ids) {
    const kept = keptText(text);
    const heading = said("h3", title, { id: freshId("title") });
    kept.copy.setAttribute("aria-describedby", heading.id);
    const drop = button(
      t("kept.drop"),
      () => {
        this.#drafts.drop(id);
        this.update(ids, Date.now());
        this.#leave();
      },
      { class: "quiet small", "aria-describedby": heading.id },
    );
    return h(
      "li",
      {},
      h("div", { class: "kept-head" }, heading, said("span", thread, { class: "hint" }), when(at)),
      kept.text,
      kept.told,
      h("div", { class: "actions" }, kept.copy, drop),
    );
  }
}
