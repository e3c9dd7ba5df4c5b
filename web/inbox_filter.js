// What the list of threads is filtered by: a field for a part of the name, and which threads
// to show at all, each with how many there are.

import { freshId, h, say } from "./dom.js";
import { locale, t } from "./texts.js";
import { MAX_TEXT, SHOWS } from "./thread_filter.js";

export class FilterBar {
  #field;
  #choices;

  /** `changed()` is told when a person changes the filter. */
  constructor(filter, changed) {
    const input = changed;
    this.#field = h("input", {
      type: "search",
      id: freshId("filter"),
      maxLength: MAX_TEXT,
      autocomplete: "off",
      spellcheck: false,
      input,
    });
    const name = freshId("show");
    this.#choices = SHOWS.map((show) => choice({ show, name, input }));
    this.element = h(
      "form",
      { class: "filter", role: "search", submit: (event) => event.preventDefault() },
      h("div", { class: "field" }, h("label", { for: this.#field.id }, t("threads.filter")), this.#field),
      h(
        "fieldset",
        { class: "shows" },
        h("legend", { class: "only-read" }, t("threads.show")),
        this.#choices.map((each) => each.element),
      ),
    );
    this.set(filter);
  }

  get filter() {
    const chosen = this.#choices.find((each) => each.input.checked);
    return { text: this.#field.value, show: chosen.show };
  }

  set({ text, show }) {
    this.#field.value = text;
    for (const each of this.#choices) each.input.checked = each.show === show;
  }

  /** Shows how many threads each choice leaves: {all, open, live}. */
  count(counts) {
    for (const each of this.#choices) each.count(counts[each.show]);
  }
}

function choice({ show, name, input: changed }) {
  const words = { all: t("threads.all"), open: t("threads.open"), live: t("threads.live") };
  const input = h("input", { type: "radio", name, value: show, id: freshId("show"), input: changed });
  const number = h("span", { class: "number" });
  const label = h("label", { for: input.id }, words[show], " ", number);
  return {
    show,
    input,
    element: h("div", { class: "show" }, input, label),
    count: (count) => say(number, new Intl.NumberFormat(locale()).format(count)),
  };
}
