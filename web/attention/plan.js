// What the notifications of a browser should become, from what is open, what they show, and
// whether somebody looks. Pure.

import { visible } from "../visible.js";

/** Of more than these the number in the title tells. */
const MAX_SHOWN = 10;
const MAX_TITLE = 100;

/**
 * `open` is a view of open.js, `shown` are the notifications that stand, as {id, thread},
 * `told` the ids that somebody was told of, `looked` whether a tab of this browser is looked
 * at. Gives {close: ids, show: questions, told: ids that count as told from now on}.
 */
export function plan({ open, shown, told, looked }) {
  const over = ({ id, thread }) => !open.questions.has(id) && !open.unread.has(thread);
  const close = shown.filter((each) => looked || over(each)).map(({ id }) => id);
  const fresh = [...open.questions.values()].filter(({ id }) => !told.has(id));
  const free = Math.max(0, MAX_SHOWN - (shown.length - close.length));
  // Who looks at a tab sees the number there, and is not told again on leaving it.
  const show = looked ? [] : fresh.slice(0, free);
  return { close, show, told: fresh.map(({ id }) => id) };
}

/** What a notification says of a question: its title and where, never what it is about. */
export function notice({ id, thread, title, at }) {
  const shown = [...visible(title)];
  const short = shown.length > MAX_TITLE ? `${shown.slice(0, MAX_TITLE - 1).join("")}…` : shown.join("");
  return {
    title: short,
    options: { tag: id, body: thread, icon: "/icon-192.png", timestamp: at, data: { id, thread } },
  };
}

/**
 * Why notifications are as they are, in a word. `asked` is whether this page asked for the
 * permission; `trouble` what went wrong when one was to be shown.
 */
export function notificationState({ secure, supported, permission, wanted, asked, trouble }) {
  if (!secure) return "insecure";
  if (!supported) return "unsupported";
  if (permission === "denied") return "denied";
  if (permission === "granted") return !wanted ? "off" : trouble ? "failed" : "on";
  return asked || wanted ? "ignored" : "off";
}
