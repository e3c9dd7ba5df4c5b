// The language that the page speaks: the person's choice, kept in this browser, or else the
// first of the browser's own that there is.

import { LANGUAGES, locale, speak } from "./texts.js";

const KEY = "dialog-hub.language";

/** The person's choice, or "" where it is left to the browser. */
export function loadLanguage(storage) {
  try {
    const chosen = storage.getItem(KEY);
    return Object.hasOwn(LANGUAGES, chosen) ? chosen : "";
  } catch {
    return "";
  }
}

/** "" leaves it to the browser. */
export function saveLanguage(storage, chosen) {
  try {
    if (chosen) storage.setItem(KEY, chosen);
    else storage.removeItem(KEY);
  } catch {
    // Storage is turned off: the browser's own languages it is.
  }
}

/**
 * The tags to speak, in the order of preference. A choice keeps the country of the browser
 * where it has the language: who chose "de" in a browser of "de-AT" reads Austrian dates.
 */
export function wanted(chosen, languages) {
  if (!chosen) return [...languages];
  const own = languages.filter((tag) => tag.toLowerCase().split("-")[0] === chosen);
  return [...own, chosen];
}

/** Speaks the language and marks the root element with it; English where its words do not come. */
export async function speakOn(root, chosen, languages) {
  await speak(wanted(chosen, languages)).catch(() => speak(["en"]));
  root.lang = locale();
  root.dir = direction(locale());
}

function direction(tag) {
  const of = new Intl.Locale(tag);
  return (of.getTextInfo?.() ?? of.textInfo)?.direction ?? "ltr";
}
