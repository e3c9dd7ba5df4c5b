// How many of the options of a list are to be picked, and what is still missing, in words.
// Pure; the hub alone refuses a count.

import { t } from "./texts.js";

/** {least, most} of a dialog; `most` is Infinity where nothing bounds it. */
export function limitsOf({ min, max }) {
  return { least: min ?? 0, most: max ?? Infinity };
}

/** Whether there is anything to say about a count. */
export function isBounded({ least, most }) {
  return least > 0 || most !== Infinity;
}

/** How many to pick. */
export function limitWords({ least, most }) {
  if (most === Infinity) return least > 0 ? t("pick.atLeast", { count: least }) : t("pick.any");
  if (least === most) return t("pick.exactly", { count: most });
  return least > 0 ? t("pick.between", { least, count: most }) : t("pick.atMost", { count: most });
}

/** What has been picked, and what is missing or too many. */
export function countWords({ least, most }, count) {
  const picked = t("pick.picked", { count });
  if (count < least) return `${picked} · ${t("pick.missing", { count: least - count })}`;
  if (count > most) return `${picked} · ${t("pick.tooMany", { count: count - most })}`;
  return picked;
}
