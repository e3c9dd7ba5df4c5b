// The list of threads in a client: a map from the name of a thread to its newest row. Pure.

/** The rows after one input of `hub.followAll`. */
export function reduceRows(rows, input) {
  if (input.kind === "rows") return new Map(input.threads.map((row) => [row.thread, row]));
  const next = new Map(rows);
  if (input.row.gone) next.delete(input.row.thread);
  else next.set(input.row.thread, input.row);
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

/** How many questions are open on all of them. */
export function countOpen(rows) {
  let count = 0;
  for (const row of rows.values()) count += row.open;
  return count;
}
