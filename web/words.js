// How the client says things: who won, what was answered, how much time is left. Pure; the
// words are plain text, and text of agents and people in them is not yet made `visible`.

import { optionsOf } from "./answers.js";
import { prettyJson } from "./json.js";

const CHOSEN = {
  deny: "denied",
  once: "allowed once",
  session: "allowed for this session",
  always: "always allowed",
};

const CLOSED = {
  1002: "a frame that is no WebSocket's",
  1003: "a message that is no text",
  1007: "a message that is not UTF-8",
  1009: "a message that was too large",
  4501: "the token has ended",
  4503: "forbidden",
};

/**
 * What is to be said of a thread's agent. Nothing where none was ever attached: a script or
 * a command asks without one, and nothing is wrong then.
 */
export function agentWords({ live, busy, run }, { hosted, gone }) {
  if (gone) return "This thread was forgotten";
  const agent = live ? (busy ? "Agent attached, busy" : "Agent attached") : hosted ? "No agent attached" : "";
  return run > 0 ? `${agent} · run ${run}` : agent;
}

/** Who answered, in words. */
export function who(by, mine) {
  if (mine) return "you";
  if (!by) return "somebody";
  const name = by.label ?? by.subject;
  if (name && by.subject && by.subject !== name) return `${name} (${by.subject})`;
  return name ?? (by.follower === "http" ? "a program" : "another tab");
}

/** How a dialog ended, as one sentence without its title. `dialog` may be unknown. */
export function endSentence(end, dialog) {
  switch (end.outcome) {
    case "answered": {
      const answer = end.answer === undefined ? "" : `: ${answerText(end.answer, dialog)}`;
      return `Answered by ${who(end.by, end.mine)}${answer}`;
    }
    case "cancelled":
      return `Dismissed by ${who(end.by, end.mine)}`;
    case "timed_out":
      return end.partial ? "Timed out; the questions locked so far were sent" : "Timed out";
    case "withdrawn":
      return `Withdrawn by the agent${because(end)}`;
    case "aborted":
      return "Stopped";
    case "disposed":
      return "The agent ended";
    case "superseded":
      return "Replaced by a new conversation";
    case "unsupported":
      return `Nobody could show it${because(end)}`;
    default:
      return "Ended while this page was away";
  }
}

function because({ reason }) {
  return reason ? ` (${reason})` : "";
}

/** What an answer says, for people: labels rather than values. */
export function answerText(answer, dialog) {
  const method = dialog?.method;
  if ("confirmed" in answer)
    return answer.confirmed ? (dialog?.yes_label ?? "Yes") : (dialog?.no_label ?? "No");
  if ("choice" in answer) return approvalText(answer);
  if ("answers" in answer) return answersText(answer.answers, dialog);
  if ("content" in answer) return prettyJson(answer.content);
  if ("result" in answer) return prettyJson(answer.result);
  if ("values" in answer || "other" in answer || method === "select") {
    return pickedText(dialog, answer.values ?? answer.value, answer.other);
  }
  return String(answer.value ?? prettyJson(answer));
}

function approvalText({ choice, reason, input }) {
  const edited = input === undefined ? "" : ", edited";
  return `${CHOSEN[choice] ?? choice}${edited}${reason ? ` (${reason})` : ""}`;
}

function answersText(answers, dialog) {
  return answers
    .map(({ id, value, other }) => {
      const question = dialog?.questions?.find((each) => each.id === id);
      return `${question?.header ?? question?.question ?? id}: ${pickedText(question, value, other)}`;
    })
    .join("; ");
}

/** Picked values by their labels, then what was typed. */
export function pickedText(of, value, other) {
  const labels = new Map(optionsOf(of ?? {}).map((option) => [option.value, option.label]));
  const picked = [value ?? []].flat().map((each) => labels.get(each) ?? each);
  if (typeof other === "string") picked.push(picked.length > 0 ? `other: ${other}` : other);
  return picked.join(", ");
}

/** What the hub said against an answer. */
export function refusalSentence({ detail, reason, code }) {
  return detail ?? reason ?? code ?? "The hub refused this answer";
}

/** Why the hub closed a connection for good: its own words, else what the code stands for. */
export function closeReason({ code, reason }) {
  const words = reason || CLOSED[code];
  return words ? `${words}, ${code}` : String(code);
}

/** What a host published, as text: its own words where it is text, else the JSON. */
export function publishedText(data) {
  if (typeof data === "string") return data;
  for (const name of ["text", "message"]) if (typeof data?.[name] === "string") return data[name];
  return data === undefined || data === null ? "" : prettyJson(data);
}
