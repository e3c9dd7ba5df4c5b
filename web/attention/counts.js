// How many questions wait and where, as the title, the icon and the sound need to know it.
// Pure. A row costs the same however long the list of threads is.

/** The threads on which questions wait. */
export class Waiting {
  #rows = new Map(); // thread → its newest row, of those with open questions
  #count = 0;
  #known = false;

  /** Whether the hub has told of any list yet. */
  get known() {
    return this.#known;
  }

  /** thread → its row, of every thread with open questions. */
  get rows() {
    return this.#rows;
  }

  /** Takes one input of the list of threads; whether more waits on any thread than did before. */
  take(input) {
    if (input.kind === "row") return this.#put(input.row);
    const before = this.#rows;
    const isNews = this.#known;
    this.#rows = new Map();
    this.#count = 0;
    this.#known = true;
    for (const row of input.threads) this.#put(row);
    return isNews && input.threads.some(({ thread, open }) => open > openOf(before, thread));
  }

  /**
   * How many questions wait on all threads. Of the thread that a page shows the page itself
   * says how many, {thread, open}: it hears of a settle before the list of threads does.
   */
  count(page) {
    if (page?.thread === undefined) return this.#count;
    return this.#count - openOf(this.#rows, page.thread) + page.open;
  }

  #put(row) {
    const open = row.gone ? 0 : row.open;
    const more = open - openOf(this.#rows, row.thread);
    this.#count += more;
    if (open > 0) this.#rows.set(row.thread, row);
    else this.#rows.delete(row.thread);
    return more > 0;
  }
}

function openOf(rows, thread) {
  return rows.get(thread)?.open ?? 0;
}

/** A count for a place of one character; empty where nothing waits. */
export function shortCount(count) {
  if (count <= 0) return "";
  return count > 9 ? "+" : String(count);
}
