// Answers on their way to the hub.
//
// It promises that an answer is repeated under one `answer_key` until the hub has said yes
// or no: over lost connections, and after a pause where the hub could not judge it. It
// holds no socket; `send`, `connected`, `nameOf` and the clock are handed in.

import { pauseMs } from "./backoff.js";
import { ConnectionError, isTransient } from "./errors.js";

export class AnswersOut {
  #tools;
  #answers = new Map(); // answer_key → {params, resolve, reject, tries, timer}

  /**
   * `send(params)` sends one `dialog.answer`, `connected()` says whether it can, and
   * `nameOf(thread)` what a thread is called now, which may have moved meanwhile.
   */
  constructor(tools) {
    this.#tools = tools;
  }

  /** Resolves once the hub has taken the answer, rejects once it never will. */
  add(params) {
    const key = freshKey();
    return new Promise((resolve, reject) => {
      const entry = { params: { ...params, answer_key: key }, resolve, reject, tries: 0, timer: null };
      this.#answers.set(key, entry);
      if (this.#tools.connected()) this.#send(key, entry);
    });
  }

  /** A new connection: everything that waits goes out again. */
  sendAll() {
    for (const [key, entry] of this.#answers) this.#send(key, entry);
  }

  rejectAll(reason) {
    const answers = [...this.#answers.values()];
    this.#answers.clear();
    for (const entry of answers) {
      this.#tools.clock.clearTimeout(entry.timer);
      entry.reject(new ConnectionError(reason));
    }
  }

  #send(key, entry) {
    this.#tools.clock.clearTimeout(entry.timer);
    const thread = this.#tools.nameOf(entry.params.thread);
    this.#tools.send({ ...entry.params, thread }).then(
      () => {
        this.#answers.delete(key);
        entry.resolve();
      },
      (error) => {
        if (error instanceof ConnectionError) return; // the next connection sends it again
        if (isTransient(error)) return void this.#later(key, entry);
        this.#answers.delete(key);
        entry.reject(error);
      },
    );
  }

  // A hub that cannot judge it now may keep the connection, so no hello would send it again.
  #later(key, entry) {
    const { clock, connected } = this.#tools;
    const pause = pauseMs(entry.tries, clock.random());
    entry.tries += 1;
    entry.timer = clock.setTimeout(() => connected() && this.#send(key, entry), pause);
  }
}

function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
