// Whether what the hub sent has the form that the contract gives it. Pure.
//
// What has not is taken out here, at the border, so that nothing behind it has to be on its
// guard; what carries a place in the stream keeps that place, so that the count goes on.

import { isObject } from "./json.js";

const isText = (value) => typeof value === "string";
const isName = (value) => isText(value) && value !== "";
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isNumber = (value) => Number.isFinite(value);
const isBoolean = (value) => typeof value === "boolean";
const isAny = () => true;
// `null` in an optional field is as if it were absent.
const optional = (is) => (value) => value === undefined || value === null || is(value);
const listOf = (is) => (value) => Array.isArray(value) && value.every(is);
const has = (fields) => (value) =>
  isObject(value) && Object.entries(fields).every(([name, is]) => is(value[name]));

const isOption = (value) =>
  isText(value) || has({ value: isText, label: optional(isText), description: optional(isText) })(value);
const isOptions = optional(listOf(isOption));
const isQuestion = has({ id: isName, question: isText, header: optional(isText), options: isOptions });
const isBy = optional(has({ follower: isText, label: optional(isText), subject: optional(isText) }));
const isAnswer = optional(has({ answers: optional(listOf(has({ id: isName }))) }));
const isStatus = has({ live: isBoolean, busy: isBoolean, run: isCount });
const isPicked = optional((value) => isText(value) || listOf(isText)(value));
const isLock = has({ value: isPicked, other: optional(isText) });
const isLocks = optional((value) => isObject(value) && Object.values(value).every(isLock));
const isQuestionAnswer = has({ id: isName, value: isPicked, other: optional(isText) });

const METHODS = {
  confirm: { yes_label: optional(isText), no_label: optional(isText) },
  select: { options: isOptions, default: optional(isText) },
  multiselect: { options: isOptions, default: optional(listOf(isText)) },
  input: { placeholder: optional(isText), default: optional(isText) },
  editor: { prefill: optional(isText), language: optional(isText), default: optional(isText) },
  secret: { placeholder: optional(isText) },
  questionnaire: { questions: listOf(isQuestion), default: optional(listOf(isQuestionAnswer)) },
  approval: { choices: optional(listOf(isText)) },
  form: { schema: isObject, default: optional(isObject) },
};
const SHOWN = { method: isName, title: isText, message: optional(isText), header: optional(isText) };

function isDialog(dialog) {
  if (!has(SHOWN)(dialog)) return false;
  return !Object.hasOwn(METHODS, dialog.method) || has(METHODS[dialog.method])(dialog);
}

const EVENTS = {
  "dialog.requested": { id: isName, dialog: isDialog, deadline_at: optional(isNumber), locked: isLocks },
  "dialog.locked": { id: isName, question: isName, value: isPicked, other: optional(isText), by: isBy },
  "dialog.deadline": { id: isName, deadline_at: isNumber },
  "dialog.settled": { id: isName, method: isText, outcome: isName, answer: isAnswer, by: isBy },
  "thread.status": { live: isBoolean, busy: isBoolean, run: isCount },
  "thread.published": { event: isText, data: isAny },
  "thread.reset": { generation: isCount, reason: optional(isText) },
  "thread.moved": { to: (value) => value === null || isName(value) },
};

/** What can be said of an event: "good", "unknown" to this client, "unreadable", or "lost" with its place. */
export function judgeEvent(event) {
  if (!has({ type: isName, thread: isName, seq: isCount })(event)) return "lost";
  if (!Object.hasOwn(EVENTS, event.type)) return "unknown";
  return has(EVENTS[event.type])(event) ? "good" : "unreadable";
}

/** An event that can be used as it is, or an empty one in its place. */
export function usable(event) {
  if (judgeEvent(event) !== "unreadable") return event;
  const { thread, seq, at } = event;
  return { type: "unreadable", thread, seq, at };
}

/**
 * A follow reply as {snapshot, left}, without what cannot be used; `left` says how many of
 * its dialogs and events that were. Undefined where it is no follow reply at all.
 */
export function readSnapshot(reply) {
  const whole = { thread: isName, epoch: isName, seq: isCount, status: isStatus, open: Array.isArray };
  if (!has(whole)(reply)) return undefined;
  const open = reply.open.filter(
    (event) => judgeEvent(event) === "good" && event.type === "dialog.requested",
  );
  const told = Array.isArray(reply.missed) ? reply.missed : [];
  // Without its place an event leaves a gap, and then only the snapshot counts.
  const missed = told.filter((event) => judgeEvent(event) !== "lost").map(usable);
  const unread = missed.filter((event) => event.type === "unreadable").length;
  const left = reply.open.length - open.length + unread + told.length - missed.length;
  return { snapshot: { ...reply, recovered: reply.recovered === true, open, missed }, left };
}

/** Whether this is a row of the list of threads. */
export function isRow(row) {
  if (isObject(row) && row.gone === true) return isName(row.thread);
  return has({ thread: isName, open: isCount, last_at: optional(isNumber) })(row) && isStatus(row);
}

/** Whether this is the hub's word that an answer was not taken. */
export function isRefusal(refusal) {
  return has({ id: isName, code: isText, answer: isAnswer, by: isBy })(refusal);
}

/** What a hello says, with what is wrong in it left out. */
export function readHello(hello) {
  const positive = (value) => (isNumber(value) && value > 0 ? value : undefined);
  return {
    follower: isText(hello.follower) ? hello.follower : "",
    roles: Array.isArray(hello.roles) ? hello.roles.filter(isText) : [],
    pingIntervalMs: positive(hello.ping_interval_ms),
    maxBytes: positive(hello.max_message_bytes) ?? Infinity,
  };
}
