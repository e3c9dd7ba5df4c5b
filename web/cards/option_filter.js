// A box that narrows a long list of options to those that match. What is picked stays in
// view and stays picked; how many match is said aloud.

import { button, freshId, h, say } from "../dom.js";
import { matcher } from "../matching.js";
import { t } from "../texts.js";

/** Lists longer than this have a filter. */
export const FILTER_ABOVE = 12;

/** `rows` and `inputs` are those of the options, in their order; `list` holds the rows. */
export function optionFilter({ options, rows, inputs, list }) {
  list.id = freshId("options");
  const told = h("p", { class: "hint", role: "status" });
  const field = h("input", {
    type: "search",
    id: freshId("filter"),
    autocomplete: "off",
    spellcheck: false,
    dir: "auto",
    // Lets the style sheet tell an empty box from one that there is something to clear in.
    placeholder: " ",
    "aria-controls": list.id,
    input: narrow,
    keydown,
  });

  // Drawn when the words change, not when a pick does: no row leaves from under the pointer.
  function narrow() {
    const matches = matcher(field.value);
    const matching = options.map(matches);
    rows.forEach((row, index) => (row.hidden = !matching[index] && !inputs[index].checked));
    const count = matching.filter(Boolean).length;
    const kept = rows.filter((row, index) => !row.hidden && !matching[index]).length;
    const words = [t("filter.matches", { count, total: options.length })];
    if (kept > 0) words.push(t("filter.kept", { count: kept }));
    say(told, field.value.trim() === "" ? "" : words.join(" · "));
  }

  // Escape clears the box before it means anything else; Enter goes to what was found and
  // must not send the card.
  function keydown(event) {
    if (event.isComposing) return;
    if (event.key === "Escape" && field.value !== "") {
      event.preventDefault();
      event.stopPropagation();
      field.value = "";
      narrow();
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      inputs.find((_input, index) => !rows[index].hidden)?.focus();
    }
  }

  const clear = button(
    t("filter.clear"),
    () => {
      field.value = "";
      narrow();
      field.focus();
    },
    { class: "small quiet" },
  );
  const element = h(
    "div",
    { class: "filter" },
    h("label", { for: field.id }, t("filter.label")),
    h("div", { class: "filter-row" }, field, clear),
    told,
  );
  return { element, field };
}
