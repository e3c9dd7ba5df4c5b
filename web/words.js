// How the client says things: who won, what was answered, what the hub said against it. Pure;
// the words are plain text, and text of agents and people in them is not yet made `visible`.
//
// What the hub says is said even where it has not the form of the contract: as it came.

import { optionsOf } from "./answers.js";
import { isObject, prettyJson } from "./json.js";
import { language, t } from "./texts.js";

const CHOSEN = {
  deny: "chosen.deny",
  once: "chosen.once",
  session: "chosen.session",
  always: "chosen.always",
};

const CLOSED = {
  1002: "closed.1002",
  1003: "closed.1003",
  1007: "closed.1007",
  1009: "closed.1009",
  4501: "closed.4501",
  4503: "closed.4503",
};

const ENDED = {
  timed_out: "end.timed_out",
  withdrawn: "end.withdrawn",
  aborted: "end.aborted",
  disposed: "end.disposed",
  superseded: "end.superseded",
  unsupported: "end.unsupported",
};

const REFUSED = {
  shape: "refused.shape",
  "not-offered": "refused.not_offered",
  duplicate: "refused.duplicate",
  count: "refused.count",
  missing: "refused.missing",
  "unknown-question": "refused.unknown_question",
  blank: "refused.blank",
  "too-long": "refused.too_long",
  pattern: "refused.pattern",
  schema: "refused.schema",
};

/**
 * What is to be said of a thread's agent. Nothing where none was ever attached: a script or
 * a command asks without one, and nothing is wrong then.
 */
export function agentWords({ live, busy, run }, { hosted, gone }) {
  if (gone) return t("agent.forgotten");
  const off = hosted ? t("agent.off") : "";
  const agent = live ? (busy ? t("agent.busy") : t("agent.on")) : off;
  return run > 0 ? t("agent.run", { agent, run }) : agent;
}

/** Who answered, in words. */
export function who(by, mine) {
  if (mine) return t("who.you");
  if (!isObject(by)) return t("who.somebody");
  const [label, subject] = [by.label, by.subject].map((name) => (isText(name) ? name : undefined));
  if (label && subject && subject !== label) return t("who.as", { label, subject });
  return label ?? subject ?? (by.follower === "http" ? t("who.program") : t("who.tab"));
}

/** How a dialog ended, as one sentence without its title. `dialog` may be unknown. */
export function endSentence(end, dialog) {
  switch (end.outcome) {
    case "answered":
      return answeredBy(who(end.by, end.mine), end.answer, dialog);
    case "cancelled":
      return t("end.cancelled", { who: who(end.by, end.mine) });
    case null:
    case undefined:
      return t("end.away");
    default:
      return because(endedBy(end), end.reason);
  }
}

/** What became of an answer that was on its way when its dialog ended otherwise; else "". */
export function lateSentence({ late, outcome }) {
  if (!late) return "";
  return outcome === "answered" || outcome === "cancelled" ? t("end.second") : t("end.too_late");
}

function answeredBy(name, answer, dialog) {
  if (answer === undefined) return t("end.answered", { who: name });
  return t("end.answered_with", { who: name, answer: answerText(answer, dialog) });
}

function endedBy({ outcome, partial }) {
  if (outcome === "timed_out" && partial) return t("end.timed_out_partial");
  return worded(ENDED, outcome) ?? t("end.unknown", { outcome: textOf(outcome) });
}

function because(sentence, reason) {
  return isText(reason) ? t("end.because", { sentence, reason }) : sentence;
}

/** What an answer says, for people: labels rather than values. */
export function answerText(answer, dialog) {
  if (!isObject(answer)) return textOf(answer);
  try {
    return formedText(answer, dialog ?? {});
  } catch {
    return textOf(answer);
  }
}

/** What a dialog's default says, for people; undefined where it has none. */
export function defaultText(dialog) {
  const value = dialog.default ?? undefined;
  if (value === undefined) return undefined;
  const forms = { confirm: "confirmed", questionnaire: "answers", form: "content", multiselect: "values" };
  const name = Object.hasOwn(forms, dialog.method) ? forms[dialog.method] : "value";
  return answerText(dialog.method === "approval" ? value : { [name]: value }, dialog);
}

function formedText(answer, dialog) {
  if ("confirmed" in answer) {
    return answer.confirmed ? dialog.yes_label || t("choice.yes") : dialog.no_label || t("choice.no");
  }
  if ("choice" in answer) return approvalText(answer);
  if ("answers" in answer) return answersText(answer.answers, dialog);
  if ("content" in answer) return prettyJson(answer.content);
  if ("result" in answer) return prettyJson(answer.result);
  if ("values" in answer || "other" in answer || dialog.method === "select") {
    return pickedText(dialog, answer.values ?? answer.value, answer.other);
  }
  return textOf(answer.value ?? answer);
}

function approvalText({ choice, reason, input }) {
  const chosen = worded(CHOSEN, choice) ?? textOf(choice);
  const said = input === undefined ? chosen : t("chosen.edited", { chosen });
  return because(said, reason);
}

function answersText(answers, dialog) {
  return answers
    .map(({ id, value, other }) => {
      const question = dialog.questions?.find((each) => each.id === id);
      const name = question?.header ?? question?.question ?? id;
      return t("answer.of_question", { name, answer: pickedText(question, value, other) });
    })
    .join("; ");
}

/** Picked values by their labels, then what was typed. */
export function pickedText(of, value, other) {
  const labels = new Map(optionsOf(of ?? {}).map((option) => [option.value, option.label]));
  const picked = [value ?? []].flat().map((each) => labels.get(each) ?? textOf(each));
  if (typeof other === "string") picked.push(picked.length > 0 ? t("answer.other", { other }) : other);
  return picked.join(", ");
}

/** What the hub said against an answer; the hub speaks English, so its rule goes first elsewhere. */
export function refusalSentence({ detail, reason, code }) {
  const rule = worded(REFUSED, reason);
  const said = isText(detail) ? detail : undefined;
  if (language() === "en" || !rule) return said ?? rule ?? textOf(reason ?? code ?? t("refused.unknown"));
  return rule;
}

/** Why the hub closed a connection for good: its own words, else what the code stands for. */
export function closeReason({ code, reason }) {
  const words = reason || worded(CLOSED, code);
  return words ? `${words}, ${code}` : String(code);
}

/** What a host published, as text: its own words where it is text, else the JSON. */
export function publishedText(data) {
  if (typeof data === "string") return data;
  for (const name of ["text", "message"]) if (typeof data?.[name] === "string") return data[name];
  return data === undefined || data === null ? "" : prettyJson(data);
}

function worded(keys, name) {
  return Object.hasOwn(keys, name) ? t(keys[name]) : undefined;
}

function isText(value) {
  return typeof value === "string" && value !== "";
}

function textOf(value) {
  return typeof value === "string" ? value : prettyJson(value);
}
