// The requests of one side of a JSON-RPC connection: who waits for which reply.
//
// It promises that each request is settled once: by its reply, or by `rejectAll` where the
// connection broke. It holds no socket; `write` is handed in.

import { ConnectionError, HubError, TooLargeError } from "./errors.js";
import { isObject } from "./json.js";

export class Requests {
  #write;
  #waiting = new Map(); // id → {resolve, reject}, of the present connection only
  #nextId = 1;
  /** Bytes that one message may have, once the hub has said it. */
  maxBytes = Infinity;

  constructor(write) {
    this.#write = write;
  }

  /** Sends a request; resolves with its result. */
  send(method, params) {
    const id = this.#nextId++;
    const frame = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const bytes = new TextEncoder().encode(frame).length;
    // The hub would close the connection on it, and on it again each time it comes back.
    if (bytes > this.maxBytes) return Promise.reject(new TooLargeError(bytes, this.maxBytes));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#write(frame);
    });
  }

  /** Replies to a request of the hub; `part` is {result} or {error: {code, message}}. */
  respond(id, part) {
    this.#write(JSON.stringify({ jsonrpc: "2.0", id, ...part }));
  }

  /** Takes a reply to whom it belongs; one that nobody waits for is left alone. */
  reply({ id, result, error }) {
    const request = this.#waiting.get(id);
    if (!request) return;
    this.#waiting.delete(id);
    if (error === undefined || error === null) request.resolve(result);
    else request.reject(new HubError(isObject(error) ? error : { message: String(error) }));
  }

  rejectAll(reason) {
    const requests = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of requests) reject(new ConnectionError(reason));
  }
}
