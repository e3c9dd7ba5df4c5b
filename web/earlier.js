// The past of one thread, read backwards a page at a time, beside its running stream: by
// `thread.follow` from an earlier position, of whose reply only what is older than everything
// read so far is taken. It draws nothing and holds no timer; `request` is handed in.
//
// Such a follow joins the stream anew. Where that leaves a gap, follows.js finds it and
// mends it, as it does with any other.

/** Events asked for with each page. */
const PAGE = 200;
/** Requests for one reading, where pages hold nothing that is wanted or the hub keeps less. */
const MAX_TRIES = 10;

export class Earlier {
  #request;
  #gone = null; // the position {epoch, from} before which the hub keeps nothing

  constructor(request) {
    this.#request = request;
  }

  /** Why nothing older than a state of thread.js is to be had: "start", "gone", or null. */
  end({ epoch, from }) {
    if (from === null) return null;
    if (from <= 1) return "start";
    return this.#gone?.epoch === epoch && from <= this.#gone.from ? "gone" : null;
  }

  /**
   * Reads back until `take({epoch, events})`, called with each page, says that it found what
   * was wanted, or nothing is left. `state()` is the present state of thread.js, to which
   * `take` adds the page. Rejects as a request does.
   */
  async read(state, take) {
    let size = PAGE;
    for (let tries = 0; tries < MAX_TRIES && this.end(state()) === null; tries += 1) {
      const { thread, epoch, from } = state();
      if (from === null) return;
      const since = { epoch, seq: Math.max(0, from - 1 - size) };
      const { recovered, missed = [], ...reply } = await this.#request("thread.follow", { thread, since });
      // Another epoch has been told meanwhile: what this page is of is gone.
      if (reply.epoch !== epoch || state().epoch !== epoch) return;
      const events = missed.filter((event) => event.seq < from);
      if (recovered && events.length > 0) {
        if (take({ epoch, events })) return;
      } else if (size === 1) {
        this.#gone = { epoch, from };
      } else {
        size = Math.ceil(size / 4);
      }
    }
  }
}
