// The middle of a `questionnaire`: its questions on one card, each of which can be locked on
// its own; what is still missing is sent together. How far it is stands above them.

import { h } from "../dom.js";
import { progressOf } from "../progress.js";
import { t } from "../texts.js";
import { questionRow } from "./question.js";

export function questionnaire({ dialog, fields, changed, lock }) {
  const progress = progressBar();
  const rows = dialog.questions.map((question) =>
    questionRow({
      question,
      fields: fields.questions[question.id],
      changed() {
        draw();
        changed();
      },
      lock,
    }),
  );
  const byId = new Map(rows.map((row) => [row.question.id, row]));
  const idsOf = (holds) => new Set(rows.filter(holds).map((row) => row.question.id));

  function draw() {
    const { answered, total, last } = progressOf(dialog.questions, {
      entered: idsOf((row) => row.entered()),
      locked: idsOf((row) => row.isLocked()),
    });
    progress.show(answered, total);
    for (const row of rows) row.showLast(row.question.id === last);
  }
  draw();

  return {
    element: h(
      "div",
      { class: "questions" },
      progress.element,
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
      draw();
    },
    extraButtons: rows.flatMap((row) => row.buttons),
  };
}

function progressBar() {
  const bar = h("progress", { "aria-label": t("questions.progressLabel") });
  const text = h("span", { class: "hint", "aria-hidden": "true" });
  return {
    element: h("div", { class: "progress" }, bar, text),
    show(answered, total) {
      const words = t("questions.progress", { count: answered, total });
      bar.max = total;
      bar.value = answered;
      bar.setAttribute("aria-valuetext", words);
      text.textContent = words;
    },
  };
}
