// How many questions wait, as the title, the icon and the sound need to know it. Pure.

/**
 * How many questions wait on all threads. Of the thread that the page shows, the page itself
 * says how many: it hears of a settle before the list of threads does.
 */
export function countWaiting(rows, page) {
  let count = page?.thread === undefined ? 0 : page.open;
  for (const row of rows.values()) if (row.thread !== page?.thread) count += row.open;
  return count;
}

/** Whether more questions wait on any thread than did before. */
export function hasRisen(before, after) {
  for (const row of after.values()) if (row.open > (before.get(row.thread)?.open ?? 0)) return true;
  return false;
}

/** A count for a place of one character; empty where nothing waits. */
export function shortCount(count) {
  if (count <= 0) return "";
  return count > 9 ? "+" : String(count);
}
