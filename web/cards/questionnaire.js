// The card of a `questionnaire`: its questions on one card, each of which can be locked on
// its own; what is still missing is sent together.
//
// A lock from elsewhere fills a question that nobody touched here, and is only told beside
// one that somebody did: typed text is never replaced.

import { lockFrom, optionsOf, questionFields, questionKind } from "../answers.js";
import { pickedText, who } from "../words.js";
import { button, freshId, h, problemSlot, said, say, showProblem } from "../dom.js";
import { choiceList } from "./choice.js";

export function questionnaire({ dialog, fields, changed, lock }) {
  const rows = dialog.questions.map((question) =>
    questionRow({ question, fields: fields.questions[question.id], changed, lock }),
  );
  const byId = new Map(rows.map((row) => [row.question.id, row]));
  return {
    element: h(
      "div",
      { class: "questions" },
      rows.map((row) => row.element),
    ),
    read: () => ({ questions: Object.fromEntries(rows.map((row) => [row.question.id, row.read()])) }),
    typed: () =>
      rows
        .map((row) => row.typed())
        .filter(Boolean)
        .join("\n\n"),
    problem(detail, where) {
      if (detail === null) {
        for (const row of rows) row.problem(null);
        return null;
      }
      return byId.get(where?.question)?.problem(detail) ?? null;
    },
    locks(locked, me) {
      for (const [id, each] of Object.entries(locked)) byId.get(id)?.locked(each, me);
    },
    // Buttons of its own, which card.js disables with the others.
    extraButtons: rows.map((row) => row.button),
  };
}

function questionRow({ question, fields, changed, lock }) {
  const row = { touched: fields?.touched === true };
  const touch = () => {
    row.touched = true;
    changed();
  };
  const middle = questionField(question, fields ?? questionFields(question), touch);
  const state = h("span", { class: "locked", role: "status" });
  const read = () => ({ ...middle.read(), touched: row.touched });
  const press = button(
    "Lock this answer",
    async () => {
      const { lock: answer, problem } = lockFrom(question, read());
      if (problem) return void middle.problem(problem.detail)?.focus();
      middle.problem(null);
      const refused = await lock(answer);
      if (refused) middle.problem(refused)?.focus();
      // From here on the lock stands for what was entered; another lock may replace it.
      else row.touched = false;
      return undefined;
    },
    { class: "small", "aria-describedby": middle.legend.id },
  );
  middle.element.append(h("div", { class: "lock" }, press, state));
  return {
    question,
    element: middle.element,
    button: press,
    read,
    typed: () => (row.touched ? middle.typed() : ""),
    problem: middle.problem,
    locked(locked, me) {
      if (!row.touched && locked.value !== undefined) middle.set(questionFields(question, locked));
      else if (!row.touched && locked.other !== undefined) middle.set(questionFields(question, locked));
      const mine = locked.by !== undefined && locked.by.follower === me;
      const what =
        locked.value === undefined && locked.other === undefined
          ? ""
          : `: ${pickedText(question, locked.value, locked.other)}`;
      const by = locked.by === undefined ? "" : ` by ${who(locked.by, mine)}`;
      say(state, `Locked${by}${what}`);
      press.textContent = "Lock anew";
    },
  };
}

function questionField(question, fields, changed) {
  const optional = question.required === false;
  const legend = h(
    "legend",
    { id: freshId("question") },
    question.header ? said("span", question.header, { class: "chip" }) : null,
    said("span", question.question),
    optional ? h("span", { class: "optional" }, " (optional)") : null,
  );
  if (questionKind(question) !== "text") {
    const many = questionKind(question) === "many";
    const list = choiceList({
      legend,
      options: optionsOf(question),
      many,
      allowOther: question.allow_other === true,
      fields,
      hint: many ? "Pick any number." : "",
      changed,
    });
    return { ...list, legend };
  }
  const slot = problemSlot();
  const field = h("textarea", {
    rows: 2,
    value: fields.text ?? "",
    "aria-labelledby": legend.id,
    input: changed,
  });
  return {
    legend,
    element: h("fieldset", { class: "field" }, legend, field, slot),
    set: (next) => void (field.value = next.text),
    read: () => ({ text: field.value }),
    typed: () => field.value,
    problem(detail) {
      showProblem(slot, field, detail);
      return field;
    },
  };
}
