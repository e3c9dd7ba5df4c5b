// The journal of a thread as a person reads it: what was answered, and whether the host that
// asked has proved that it read it. Pure; text of agents and people is not yet made `visible`.

import { t } from "./texts.js";
import { answerText, who } from "./words.js";

/** Lines drawn, and characters of an answer in one, at most. */
const MAX_LINES = 200;
const MAX_ANSWER = 200;

/** Events after which the journal may say something else. */
const CHANGES = new Set(["dialog.settled", "thread.status", "thread.reset", "thread.moved"]);

/** Whether an input of `hub.follow` is a reason to read the journal again. */
export function concernsJournal(input) {
  // A snapshot comes after every reconnect and every gap: anything may have been missed.
  return input.kind === "snapshot" || (input.kind === "event" && CHANGES.has(input.event.type));
}

/**
 * What is drawn of a reply of `GET …/journal`, newest first: {lines, older, count, debt}.
 * A line is {token, at, asked, answered, receipt, isRead}; `asked` is null where nothing of the
 * question is known. `isMine(id)` says whether this client answered a dialog.
 */
export function drawJournal({ entries, debt = 0 }, isMine) {
  const lines = entries.slice(-MAX_LINES).reverse();
  return {
    lines: lines.map((entry) => lineOf(entry, isMine(entry.id))),
    older: olderSentence(entries.length - lines.length),
    count: countSentence(entries),
    debt: debtSentence(debt),
  };
}

function lineOf(entry, mine) {
  return {
    token: entry.token,
    at: entry.answered_at,
    asked: entry.retired ? null : entry.question,
    answered: entry.retired ? t("journal.retired") : answeredSentence(entry, mine),
    receipt: receiptSentence(entry),
    isRead: entry.acked,
  };
}

function answeredSentence({ by, answer, dialog, private: isPrivate }, mine) {
  // The stream does not show it to everybody, so this page shows it to nobody.
  const said = isPrivate ? t("journal.hidden") : inShort(answerText(answer, dialog));
  const name = who(by, mine);
  return said === "" ? t("journal.by", { who: name }) : t("journal.by_with", { who: name, answer: said });
}

// One line of it. The cut is between characters, not within one.
function inShort(text) {
  const line = text
    .slice(0, MAX_ANSWER * 10)
    .replace(/\s+/g, " ")
    .trim();
  const letters = [...line];
  const isWhole = letters.length <= MAX_ANSWER && text.length <= MAX_ANSWER * 10;
  return isWhole ? line : `${letters.slice(0, MAX_ANSWER).join("")}…`;
}

function receiptSentence({ acked, delivery, correlation, retired }) {
  const words = [acked ? t("journal.read") : unprovedWords(delivery, retired)];
  // Every retired entry is foreign; that its conversation is over says why.
  if (retired) words.push(t("journal.over"));
  else if (correlation === "foreign") words.push(t("journal.foreign"));
  return words.join(" · ");
}

function unprovedWords(delivery, retired) {
  if (delivery === "handed_off") return t("journal.unproved");
  // Nothing of a conversation that is over is delivered any more.
  if (retired) return t("journal.unproved_over");
  return delivery === "pending" ? t("journal.pending") : t("journal.handing");
}

function countSentence(entries) {
  const current = entries.filter((entry) => !entry.retired && !entry.acked);
  const waiting = current.filter((entry) => entry.delivery === "pending").length;
  const unproved = current.length - waiting;
  const words = [entries.length === 0 ? t("journal.empty") : t("journal.count", { count: entries.length })];
  if (waiting > 0) words.push(t("journal.waiting", { count: waiting }));
  if (unproved > 0) words.push(t("journal.not_proved", { count: unproved }));
  return words.join(", ");
}

function debtSentence(debt) {
  return debt === 0 ? "" : t("journal.debt", { count: debt });
}

function olderSentence(older) {
  return older === 0 ? "" : t("journal.older", { count: older });
}
