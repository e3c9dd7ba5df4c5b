// Something that is read again and again: reasons to do so are gathered, and there is never
// more than one reading at a time. It knows neither what is read nor who draws it.

/** How long reasons are gathered before the next reading. */
export const PAUSE_MS = 300;

const CLOCK = {
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer),
};

/** `read` is called without arguments and must not reject. */
export class Reading {
  #read;
  #clock;
  #timer = null;
  #busy = false;
  #again = false; // a reason came while a reading was under way, which may have missed it

  constructor(read, clock = CLOCK) {
    this.#read = read;
    this.#clock = clock;
  }

  /** There is a reason to read; others that come soon are answered by the same reading. */
  soon() {
    if (this.#busy) this.#again = true;
    else this.#timer ??= this.#clock.setTimeout(() => this.#start(), PAUSE_MS);
  }

  /** Somebody waits: reads at once, or soon after the reading that is under way. */
  now() {
    if (this.#busy) this.#again = true;
    else this.#start();
  }

  async #start() {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
    this.#busy = true;
    this.#again = false;
    try {
      await this.#read();
    } finally {
      this.#busy = false;
      if (this.#again) this.soon();
    }
  }
}
