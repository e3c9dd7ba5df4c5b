// The list of threads that a client follows: whole at first and after each reconnect, then
// row by row. It holds no socket; `request` and `problem` are handed in.

import { ConnectionError } from "./errors.js";
import { isRow } from "./shape.js";

export class Listing {
  #tools;
  #listener = null;

  constructor(tools) {
    this.#tools = tools;
  }

  /** From now on `listener` is told; returns how to stop that. */
  start(listener) {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = null;
    };
  }

  /** Asks for the whole list, where anybody wants it. */
  ask() {
    if (!this.#listener) return;
    this.#tools.request("hub.follow").then(
      (reply) => this.#whole(reply),
      (error) => {
        if (!(error instanceof ConnectionError)) this.#tell({ kind: "failed", error });
      },
    );
  }

  /** One row, as it came. */
  row(row) {
    if (isRow(row)) this.#tell({ kind: "row", row });
    else this.#tools.problem("unreadable", "hub.thread");
  }

  #whole(reply) {
    const told = Array.isArray(reply?.threads) ? reply.threads : null;
    const threads = (told ?? []).filter(isRow);
    if (threads.length !== told?.length) this.#tools.problem("unreadable", "hub.follow");
    this.#tell({ kind: "rows", threads });
  }

  #tell(input) {
    try {
      this.#listener?.(input);
    } catch (error) {
      this.#tools.problem("listener", error);
    }
  }
}
