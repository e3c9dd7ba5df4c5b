// What time it is at the hub, as far as a client can know. Pure.
//
// The client's clock is believed until what the hub says proves it wrong: each time of the
// hub narrows how far the hub's clock can be ahead of this one, and the correction is the
// smallest that fits. A computer that slept, or whose clock was set, is put right by the
// next word of the hub.

/** The hub tells its date by the whole second. */
const SECOND = 1_000;

export class HubClock {
  #least = -Infinity; // the hub is ahead by at least this
  #most = Infinity; // and by at most this

  /** An event that happened at the hub at `at` was heard here at `now`. */
  heard(at, now) {
    if (Number.isFinite(at)) this.#narrow(at - now, Infinity);
  }

  /** A reply that was asked for at `from` and was here at `to` bore the hub's date. */
  dated(date, from, to) {
    if (Number.isFinite(date)) this.#narrow(date - to, date + SECOND - from);
  }

  /** The hub's time when it is `now` here. */
  at(now) {
    return now + Math.min(Math.max(0, this.#least), this.#most);
  }

  // What does not fit what was known before is newer: a clock was set in between.
  #narrow(least, most) {
    const fits = least <= this.#most && most >= this.#least;
    this.#least = fits ? Math.max(this.#least, least) : least;
    this.#most = fits ? Math.min(this.#most, most) : most;
  }
}
