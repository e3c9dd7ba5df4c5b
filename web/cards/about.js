// What is said about a field, tied to it, and the words that a field's label may carry.

import { freshId, h, said } from "../dom.js";
import { t } from "../texts.js";
import { visible } from "../visible.js";

/** Ties what describes a field to it; nulls are passed over. */
export function describe(field, ...elements) {
  const ids = elements.filter(Boolean).map((element) => (element.id ||= freshId("about")));
  if (ids.length > 0) field.setAttribute("aria-describedby", ids.join(" "));
}

/** One line of the page's own words about a field; patterns and the like may be in them. */
export function hintLine(words) {
  return words.length === 0 ? null : h("p", { class: "hint" }, visible(words.join(" · ")));
}

/** Somebody else's words about a field. */
export function descriptionLine(text) {
  return text === undefined ? null : said("p", text, { class: "hint" });
}

/** What stands behind the name of a field that may be left out. */
export function optionalMark(required) {
  return required ? null : h("span", { class: "optional" }, ` ${t("field.optional")}`);
}
