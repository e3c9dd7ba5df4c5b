// From what a person entered to the answer object of the contract, for all ten methods,
// and from a dialog to what its fields hold at first. Pure.
//
// The hub alone judges an answer. What is refused here is only what cannot be written as
// an answer at all: nothing picked, or text that is no JSON. Picked and typed stay apart:
// the text of "other" is kept while it is not chosen, and sent only when it is.

import { contentFrom, startValues } from "./form_values.js";
import { formPlan } from "./schema.js";
import { isObject, parseJson, prettyJson } from "./json.js";
import { jsonProblem } from "./json_error.js";
import { t } from "./texts.js";

export const DISMISSED = { cancelled: true };

function optionOf(option) {
  if (typeof option === "string") return { value: option, label: option };
  return {
    value: option.value,
    label: option.label ?? option.value,
    description: option.description ?? undefined,
  };
}

/** The options as {value, label, description?}; a bare string is its own value and label. */
export function optionsOf(of) {
  return (of.options ?? []).map(optionOf);
}

/** Which of the kinds of fields a question has: "text", "one" or "many". */
export function questionKind(question) {
  if (optionsOf(question).length === 0) return "text";
  return question.multi_select ? "many" : "one";
}

/** The choices of an approval, the denial first. */
export function choicesOf(dialog) {
  const choices = dialog.choices ?? ["once", "deny"];
  return [...choices.filter((choice) => choice === "deny"), ...choices.filter((choice) => choice !== "deny")];
}

/**
 * The answer that the fields make: {answer} or {problem: {detail, question?, pointer?, field?}}.
 *
 *   confirm        {confirmed}
 *   select         {pick, otherChosen, other}
 *   multiselect    {picks, otherChosen, other}
 *   input, editor, secret   {text}
 *   questionnaire  {questions: {id: {touched, offered, pick | picks | text, otherChosen, other}}}
 *   approval       {choice, reason, edited, text}
 *   form           {values: {pointer: raw}} or {json}
 *   x.NAME         {json}
 */
export function answerFrom(dialog, fields) {
  switch (dialog.method) {
    case "confirm":
      return { answer: { confirmed: fields.confirmed } };
    case "select":
      return onePick(fields);
    case "multiselect":
      return { answer: manyPicks(fields, "values") };
    case "input":
    case "editor":
    case "secret":
      return { answer: { value: fields.text } };
    case "questionnaire":
      return { answer: { answers: questionAnswers(dialog, fields) } };
    case "approval":
      return approval(fields);
    case "form":
      return formAnswer(dialog, fields);
    default:
      return json(fields.json, "result", "result");
  }
}

/** The lock of one question: {lock: {question, value?, other?}} or {problem}. */
export function lockFrom(question, entry) {
  const { id, ...rest } = questionAnswer(question, entry);
  if (Object.keys(rest).length === 0) return { problem: { question: id, detail: t("questions.empty") } };
  return { lock: { question: id, value: null, ...rest } };
}

/** Whether what was entered for a question answers it. */
export function isEntered(question, entry) {
  if (!entry?.touched && !entry?.offered) return false;
  return Object.keys(questionAnswer(question, entry)).length > 1;
}

/** What the fields of a dialog hold before anybody touched them. */
export function startFields(dialog) {
  const preset = dialog.default ?? undefined;
  switch (dialog.method) {
    case "select":
      return startPick(dialog, preset);
    case "multiselect":
      return startPicks(dialog, preset ?? []);
    case "input":
      return { text: preset ?? "" };
    case "editor":
      return { text: dialog.prefill ?? preset ?? "" };
    case "secret":
      return { text: "" };
    case "questionnaire":
      return { questions: startQuestions(dialog, preset ?? []) };
    case "approval":
      return { reason: "", edited: false, text: prettyJson(dialog.action) };
    case "form":
      return startForm(dialog, preset);
    case "confirm":
      return {};
    default:
      return { json: preset === undefined ? "" : prettyJson(preset) };
  }
}

function onePick({ pick, otherChosen, other }) {
  if (otherChosen) return { answer: { other } };
  if (typeof pick !== "string") return { problem: { detail: t("pick.nothing") } };
  return { answer: { value: pick } };
}

function manyPicks({ picks, otherChosen, other }, name) {
  const answer = { [name]: picks ?? [] };
  if (otherChosen) answer.other = other;
  return answer;
}

// Only what this person entered is named: an answer replaces the lock of whoever set it.
function questionAnswers(dialog, fields) {
  return dialog.questions
    .filter((question) => isEntered(question, fields.questions[question.id]))
    .map((question) => questionAnswer(question, fields.questions[question.id]));
}

function questionAnswer(question, entry = {}) {
  const { id } = question;
  const kind = questionKind(question);
  if (kind === "text") return entry.text ? { id, value: entry.text } : { id };
  if (kind === "many") {
    const picks = entry.picks ?? [];
    if (picks.length === 0 && !entry.otherChosen) return { id };
    return { id, ...manyPicks(entry, "value") };
  }
  if (entry.otherChosen) return { id, other: entry.other };
  return typeof entry.pick === "string" ? { id, value: entry.pick } : { id };
}

function approval({ choice, reason, edited, text }) {
  const answer = { choice };
  if (reason?.trim()) answer.reason = reason;
  if (!edited || choice === "deny") return { answer };
  const input = json(text, "input", "input");
  return input.problem ? input : { answer: { ...answer, ...input.answer } };
}

function formAnswer(dialog, fields) {
  if (fields.json !== undefined) {
    const content = json(fields.json, "content", "content");
    if (content.problem || isObject(content.answer.content)) return content;
    return { problem: { field: "content", detail: t("form.noObject") } };
  }
  const { content, problem } = contentFrom(formPlan(dialog), fields.values);
  return problem ? { problem } : { answer: { content } };
}

function json(text, name, field) {
  try {
    return { answer: { [name]: parseJson(text) } };
  } catch {
    return { problem: { field, detail: jsonProblem(text) } };
  }
}

function startPick(of, preset) {
  const known = optionsOf(of).some((option) => option.value === preset);
  return {
    pick: known ? preset : null,
    // Where there is nothing to pick, typing is all there is.
    otherChosen: (preset !== undefined && preset !== null && !known) || optionsOf(of).length === 0,
    other: preset !== undefined && preset !== null && !known ? preset : "",
  };
}

function startPicks(of, preset) {
  const known = new Set(optionsOf(of).map((option) => option.value));
  const other = preset.filter((value) => !known.has(value));
  return {
    picks: preset.filter((value) => known.has(value)),
    otherChosen: other.length > 0 || known.size === 0,
    other: other.join("\n"),
  };
}

/** The fields of one question, holding an answer or a lock {value, other?}. */
export function questionFields(question, { value, other } = {}) {
  const text = typeof other === "string" ? { otherChosen: true, other } : { otherChosen: false, other: "" };
  switch (questionKind(question)) {
    case "text":
      return { touched: false, text: value ?? other ?? "" };
    case "many":
      return { touched: false, picks: value ?? [], ...text };
    default:
      return { touched: false, pick: value ?? null, ...text };
  }
}

function startQuestions(dialog, preset) {
  const given = new Map(preset.map((answer) => [answer.id, answer]));
  return Object.fromEntries(
    dialog.questions.map((question) => {
      const fields = questionFields(question, given.get(question.id));
      // A default is offered as an answer; a person who sends the card sends it, unless
      // somebody locked the question: nobody gave the default, and it replaces nothing.
      return [question.id, { ...fields, offered: given.has(question.id) }];
    }),
  );
}

function startForm(dialog, preset) {
  const plan = formPlan(dialog);
  if (plan.kind === "json") return { json: prettyJson(preset ?? {}) };
  return { values: startValues(plan) };
}
