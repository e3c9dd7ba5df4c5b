// Why a request came to nothing, and whether it is worth trying again: the rule of every
// client of the hub, in one place. Pure.

/** Close codes that blame what this side sent: sending it again would end the same way. */
const BLAME = new Set([1002, 1003, 1007, 1009]);
/** These say of a request that the hub could not judge it now, and may later. */
const TRANSIENT = new Set(["draining", "store-failed"]);

/** An error that the hub reported; `data` is the problem object of the contract. */
export class HubError extends Error {
  constructor(error) {
    super(error.data?.detail ?? error.message ?? "the hub reported an error");
    this.name = "HubError";
    this.code = error.data?.code ?? "error";
    this.data = error.data ?? {};
  }
}

/** The connection was not there, or broke before the reply; nobody knows what became of it. */
export class ConnectionError extends Error {
  constructor(message) {
    super(message);
    this.name = "ConnectionError";
    this.code = "connection";
  }
}

/** The request is larger than what the hub takes; it was not sent. */
export class TooLargeError extends Error {
  constructor(bytes, max) {
    super(`too large to send: ${bytes} bytes, and the hub takes ${max}`);
    this.name = "TooLargeError";
    this.code = "too-large";
  }
}

/** Whether the contract lets a client come back as it is after a close code. */
export function mayComeBack(code) {
  return !BLAME.has(code) && !(code >= 4500 && code <= 4999);
}

/** Whether the same request may succeed later without anybody changing it. */
export function isTransient(error) {
  return error instanceof ConnectionError || TRANSIENT.has(error.code);
}
