// One question of a `questionnaire`: its field, the lock, and what is known of a lock.
//
// A lock from elsewhere fills a question that nobody touched here, and is only told beside
// one that somebody did: what was entered is never replaced but on a click. It is said
// once, however often the hub tells of it.

import { isEntered, lockFrom, optionsOf, questionFields, questionKind } from "../answers.js";
import { focusFor } from "../arming.js";
import { button, freshId, h, problemSlot, said, say, showProblem } from "../dom.js";
import { t } from "../texts.js";
import { pickedText, who } from "../words.js";
import { describe, optionalMark } from "./about.js";
import { choiceList } from "./choice.js";

/**
 * Returns {question, element, buttons, read, typed, problem, entered, locked, isLocked,
 * showLast}; `changed` is called when something was entered, `lock` gives what refused it.
 */
export function questionRow({ question, fields, changed, lock }) {
  let touched = fields?.touched === true;
  let offered = fields?.offered === true; // a default that nobody touched
  let known = null; // the lock that was told last
  const middle = questionField(question, fields ?? questionFields(question), () => {
    touched = true;
    offered = false;
    draw();
    changed();
  });
  const read = () => ({ ...middle.read(), touched, offered });
  const state = h("span", { class: "locked", role: "status" });
  const kept = h("p", { class: "hint", hidden: true }, t("questions.kept"));
  const last = h("p", { class: "hint", hidden: true }, t("questions.last"));
  const press = button(t("questions.lock"), () => lockThis(), { class: "small" });
  describe(press, middle.legend);
  const take = button(t("questions.take"), () => takeLock(), {
    class: "small",
    hidden: true,
  });
  describe(take, middle.legend);
  middle.element.append(h("div", { class: "lock" }, press, take, state), kept, last);

  async function lockThis() {
    const { lock: answer, problem } = lockFrom(question, read());
    if (problem) return void middle.problem(problem.detail)?.focus();
    middle.problem(null);
    const refused = await lock(answer);
    if (refused) return showRefusal(refused);
    // What was typed meanwhile is not what was locked.
    if (!isSame(answer, lockFrom(question, read()).lock)) return undefined;
    touched = false;
    offered = false;
    draw();
    return changed();
  }

  function showRefusal(refused) {
    const field = middle.problem(refused);
    const isHere = document.activeElement === press || document.activeElement === document.body;
    if (field && isHere) focusFor(field);
  }

  function takeLock() {
    middle.set(questionFields(question, known));
    middle.problem(null);
    touched = false;
    draw();
    changed();
    press.focus();
  }

  function draw() {
    const differs = touched && known !== null;
    kept.hidden = !differs;
    take.hidden = !differs || !showsAnswer(known);
  }

  return {
    question,
    element: middle.element,
    // Buttons of its own, which card.js disables with the others.
    buttons: [press, take],
    read,
    typed: () => (touched ? middle.typed() : ""),
    problem: middle.problem,
    entered: () => isEntered(question, read()),
    isLocked: () => known !== null,
    showLast(isLast) {
      last.hidden = !isLast || known !== null;
      // What is hidden would still be read out as a description.
      describe(press, middle.legend, last.hidden ? null : last);
    },
    locked(next, me) {
      // A snapshot does not say who locked: what a lock of the stream said still holds.
      if (known !== null && isSame(known, next) && (!next.by || known.by?.follower === next.by.follower))
        return;
      known = next;
      offered = false;
      if (showsAnswer(next) && isSame(next, lockFrom(question, read()).lock)) touched = false;
      else if (!touched && showsAnswer(next)) middle.set(questionFields(question, next));
      say(state, lockWords(question, next, me));
      press.textContent = t("questions.relock");
      middle.element.dataset.locked = "";
      draw();
    },
  };
}

// A lock of a private dialog is known, its answer is not.
function showsAnswer({ value, other }) {
  return value !== undefined || other !== undefined;
}

function isSame(one, two) {
  const parts = (lock) => JSON.stringify([lock?.value ?? null, lock?.other ?? null]);
  return parts(one) === parts(two);
}

function lockWords(question, { value, other, by }, me) {
  const what = showsAnswer({ value, other }) ? pickedText(question, value, other) : null;
  const name = by === undefined ? null : who(by, by.follower === me);
  if (name !== null)
    return what === null
      ? t("questions.lockedBy", { who: name })
      : t("questions.lockedByAs", { who: name, what });
  return what === null ? t("questions.locked") : t("questions.lockedAs", { what });
}

function questionField(question, fields, changed) {
  const required = question.required !== false;
  const legend = h(
    "legend",
    { id: freshId("question") },
    question.header ? said("span", question.header, { class: "chip" }) : null,
    said("span", question.question),
    optionalMark(required),
  );
  const kind = questionKind(question);
  if (kind === "text") return { ...textField(legend, fields, changed), legend };
  const list = choiceList({
    legend,
    options: optionsOf(question),
    many: kind === "many",
    allowOther: question.allow_other === true,
    clearable: !required,
    fields,
    changed,
  });
  return { ...list, legend };
}

function textField(legend, fields, changed) {
  const slot = problemSlot();
  const field = h("textarea", {
    rows: 2,
    dir: "auto",
    value: fields.text ?? "",
    "aria-labelledby": legend.id,
    input: changed,
  });
  return {
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
