// Which questions are open, on all threads: the list of threads says how many and when
// something happened; which ones they are is then read, thread by thread.
//
// Reading instead of following: a follower counts as somebody who can answer, and nobody
// looks at these threads. It draws nothing; `read` is handed in, and so is the timer, which
// only a reading that failed needs.

/** Threads that are read, the latest activity first; of the others only the counts are known. */
const MAX_THREADS = 50;
const MAX_AT_ONCE = 4;
const AGAIN_AFTER_MS = 5_000;
const later = (run) => setTimeout(run, AGAIN_AFTER_MS);

export class OpenQuestions {
  #read;
  #changed;
  #later;
  #failed = new Set(); // threads that wait for another try
  #rows = null;
  #picked = new Set(); // the threads that are read
  #known = new Map(); // thread → its open questions when it was last read
  #due = new Set(); // threads to be read again
  #reading = new Set();

  /** `read(thread)` resolves with a snapshot; `changed()` is called when more is known. */
  constructor(read, changed, tryLater = later) {
    this.#later = tryLater;
    this.#read = read;
    this.#changed = changed;
  }

  /** Takes the rows of the threads that wait, by name, and the input that they come from. */
  update(rows, input) {
    this.#rows = rows;
    const picked = pick(rows);
    this.#picked = picked;
    for (const thread of this.#known.keys()) if (!picked.has(thread)) this.#known.delete(thread);
    for (const thread of this.#due) if (!picked.has(thread)) this.#due.delete(thread);
    const touched = input.kind === "rows" ? picked : [input.row.thread];
    for (const thread of touched) if (picked.has(thread)) this.#due.add(thread);
    for (const thread of picked) if (this.#isNeverRead(thread)) this.#due.add(thread);
    this.#pump();
    this.#changed();
  }

  /** Forgets everything: another tab looks after it. */
  clear() {
    this.#rows = null;
    this.#picked = new Set();
    this.#known.clear();
    this.#due.clear();
  }

  /** {questions: id → {id, thread, title, at}, unread: threads whose questions are not known}, or null. */
  view() {
    if (this.#rows === null) return null;
    const questions = new Map();
    const unread = new Set();
    for (const thread of this.#rows.keys()) if (!this.#known.has(thread)) unread.add(thread);
    for (const list of this.#known.values()) for (const each of list) questions.set(each.id, each);
    return { questions, unread };
  }

  #isNeverRead(thread) {
    return !this.#known.has(thread) && !this.#reading.has(thread) && !this.#failed.has(thread);
  }

  #pump() {
    for (const thread of this.#due) {
      if (this.#reading.size >= MAX_AT_ONCE) return;
      if (!this.#reading.has(thread)) void this.#readOne(thread);
    }
  }

  async #readOne(thread) {
    this.#due.delete(thread);
    this.#reading.add(thread);
    const snapshot = await this.#read(thread).catch(() => null);
    this.#reading.delete(thread);
    if (snapshot === null) this.#tryAgain(thread);
    else if (this.#picked.has(thread)) {
      this.#known.set(thread, snapshot.open.map(question));
      this.#changed();
    }
    this.#pump();
  }

  // One timer for all; a change of the thread reads it sooner.
  #tryAgain(thread) {
    this.#failed.add(thread);
    if (this.#failed.size > 1) return;
    this.#later(() => {
      for (const each of this.#failed) if (this.#picked.has(each)) this.#due.add(each);
      this.#failed.clear();
      this.#pump();
    });
  }
}

function pick(rows) {
  const latest = [...rows.values()].sort((a, b) => (b.last_at ?? 0) - (a.last_at ?? 0));
  return new Set(latest.slice(0, MAX_THREADS).map((row) => row.thread));
}

function question({ id, thread, at, dialog }) {
  return { id, thread, at, title: dialog.title };
}
