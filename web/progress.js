// How far a questionnaire is, and what the lock of one question would end. Pure.

/**
 * {answered, total, last}: how many of the questions are answered, by a lock or by what was
 * entered here, and the id of the required question whose lock would settle the dialog, if
 * only one is left. `entered` and `locked` are sets of ids.
 */
export function progressOf(questions, { entered, locked }) {
  const answered = questions.filter(({ id }) => entered.has(id) || locked.has(id)).length;
  const open = questions.filter(({ id, required }) => required !== false && !locked.has(id));
  return { answered, total: questions.length, last: open.length === 1 ? open[0].id : null };
}
