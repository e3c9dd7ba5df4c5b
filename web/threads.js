// The list of threads in a client: a map from the name of a thread to its newest row. Pure.

/** The rows after one input of `hub.followAll`. */
export function reduceRows(rows, input) {
  return reduceAll(rows, [input]);
}

/** The rows after several inputs, for the price of one copy. */
export function reduceAll(rows, inputs) {
  let next = new Map(rows);
  for (const input of inputs) {
    if (input.kind === "rows") next = new Map(input.threads.map((row) => [row.thread, row]));
    else if (input.row.gone) next.delete(input.row.thread);
    else next.set(input.row.thread, input.row);
  }
  return next;
}

/** Rows in the order of need: open questions first, then the latest activity. */
export function inOrder(rows) {
  return [...rows.values()].sort(
    (a, b) =>
      Math.sign(b.open) - Math.sign(a.open) ||
      (b.last_at ?? 0) - (a.last_at ?? 0) ||
      (a.thread < b.thread ? -1 : 1),
  );
}

/**
 * The rows in the order of the names `before`, as far as they are still there; what came
 * since goes below. For a list that somebody is pointing at.
 */
export function inOrderOf(before, rows) {
  const named = new Map(rows.map((row) => [row.thread, row]));
  const kept = before.filter((thread) => named.has(thread)).map((thread) => named.get(thread));
  const seen = new Set(before);
  return [...kept, ...rows.filter((row) => !seen.has(row.thread))];
}

/** How many questions are open on all of them. */
export function countOpen(rows) {
  let count = 0;
  for (const row of rows.values()) count += row.open;
  return count;
}

/** How many threads a filter would leave: {all, open, live}. */
export function tally(rows) {
  const counts = { all: rows.size, open: 0, live: 0 };
  for (const row of rows.values()) {
    if (row.open > 0) counts.open += 1;
    if (row.live) counts.live += 1;
  }
  return counts;
}
