// The journal of a thread as a person reads it: what was answered, and whether the host that
// asked has proved that it read it. Pure; text of agents and people is not yet made `visible`.

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
    answered: entry.retired ? "An answer of an earlier conversation" : answeredSentence(entry, mine),
    receipt: receiptSentence(entry),
    isRead: entry.acked,
  };
}

function answeredSentence({ by, answer, dialog, private: isPrivate }, mine) {
  // The stream does not show it to everybody, so this page shows it to nobody.
  const said = isPrivate ? "answer hidden" : inShort(answerText(answer, dialog));
  return `Answered by ${who(by, mine)}${said === "" ? "" : `: ${said}`}`;
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
  const words = [acked ? "Read by its host" : unprovedWords(delivery, retired)];
  // Every retired entry is foreign; that its conversation is over says why.
  if (retired) words.push("its conversation is over");
  else if (correlation === "foreign") words.push("not attributed to a question any more");
  return words.join(" · ");
}

function unprovedWords(delivery, retired) {
  if (delivery === "handed_off") return "Handed over, receipt not proved";
  // Nothing of a conversation that is over is delivered any more.
  if (retired) return "Receipt not proved";
  return delivery === "pending" ? "Waiting for its host" : "Being handed over";
}

function countSentence(entries) {
  const current = entries.filter((entry) => !entry.retired && !entry.acked);
  const waiting = current.filter((entry) => entry.delivery === "pending").length;
  const unproved = current.length - waiting;
  const words = [entries.length === 0 ? "no answers" : answers(entries.length)];
  if (waiting > 0) words.push(`${waiting} waiting`);
  if (unproved > 0) words.push(`${unproved} not proved`);
  return words.join(", ");
}

function debtSentence(debt) {
  if (debt === 0) return "";
  return debt === 1
    ? "1 answer was dropped before its host had read it."
    : `${debt} answers were dropped before their host had read them.`;
}

function olderSentence(older) {
  return older === 0 ? "" : `${answers(older)} before these ${older === 1 ? "is" : "are"} not shown.`;
}

function answers(count) {
  return count === 1 ? "1 answer" : `${count} answers`;
}
