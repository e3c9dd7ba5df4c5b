// Times and durations as the person's language writes them.

import { locale, t } from "./texts.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time left until a deadline. */
export function timeLeft(ms) {
  if (ms <= 0) return t("time.up");
  return t("time.left", { time: duration(ms) });
}

/** A duration, as exact as its length asks for; part of a second counts as one. */
export function duration(ms) {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return unit(seconds, "second");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10 && seconds % 60 > 0) return `${unit(minutes, "minute")} ${unit(seconds % 60, "second")}`;
  if (minutes < 120) return unit(minutes, "minute");
  return unit(Math.floor(minutes / 60), "hour");
}

/** How long ago something was. */
export function ago(ms) {
  if (ms < MINUTE) return t("time.now");
  const past = new Intl.RelativeTimeFormat(locale(), { style: "short" });
  if (ms < HOUR) return past.format(-Math.floor(ms / MINUTE), "minute");
  if (ms < 2 * DAY) return past.format(-Math.floor(ms / HOUR), "hour");
  return past.format(-Math.floor(ms / DAY), "day");
}

/** A moment of today by its time, an earlier one by its date. */
export function moment(date, today = new Date()) {
  return date.toDateString() === today.toDateString()
    ? date.toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString(locale());
}

/** A moment in full. */
export function exactly(date) {
  return date.toLocaleString(locale());
}

function unit(count, name) {
  return new Intl.NumberFormat(locale(), { style: "unit", unit: name, unitDisplay: "short" }).format(count);
}
