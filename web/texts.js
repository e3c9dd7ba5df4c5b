// The page's own words, in the language of the person: one catalogue, a file for each
// language. Text of agents and people never passes here.

import { en } from "./texts/en.js";

/** English is always there; the others are loaded when somebody reads them. */
const OTHERS = {
  de: () => import("./texts/de.js").then(({ de }) => de),
  fr: () => import("./texts/fr.js").then(({ fr }) => fr),
};

/** The languages there are, each with its own name for itself. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" };

let now = { language: "en", locale: "en", catalogue: en };

/** The BCP 47 tag for dates, numbers and durations. */
export function locale() {
  return now.locale;
}

/** The language that the page speaks. */
export function language() {
  return now.language;
}

/**
 * Speaks the first of the wanted languages that there is, else English; resolves once its
 * words are there. `wanted` are tags such as "de-AT", in the order of preference.
 */
export async function speak(wanted) {
  for (const tag of wanted) {
    const [short] = tag.toLowerCase().split("-");
    if (!Object.hasOwn(LANGUAGES, short)) continue;
    const catalogue = short === "en" ? en : await OTHERS[short]();
    now = { language: short, locale: tag, catalogue };
    return;
  }
  now = { language: "en", locale: "en", catalogue: en };
}

/**
 * The text of a key, with `{name}` filled in from `values`; numbers are written as the
 * language writes them. A text with forms for numbers is chosen by `values.count`.
 */
export function t(key, values = {}) {
  const entry = now.catalogue[key] ?? en[key] ?? key;
  const text = typeof entry === "string" ? entry : formOf(entry, values.count);
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    Object.hasOwn(values, name) ? written(values[name]) : whole,
  );
}

function formOf(forms, count) {
  return forms[new Intl.PluralRules(now.locale).select(count)] ?? forms.other;
}

function written(value) {
  return typeof value === "number" ? new Intl.NumberFormat(now.locale).format(value) : String(value);
}
