// Why something came to nothing, and whether it is worth trying again: the rule of every
// client of the hub, in one place. Pure.

import { isObject } from "./json.js";

/** Close codes that blame what this side sent: sending it again would end the same way. */
const BLAME = new Set([1002, 1003, 1007, 1009]);
/** These say of a request that the hub could not judge it now, and may later. */
const TRANSIENT = new Set(["draining", "store-failed"]);

/** An error that the hub reported. */
export class HubError extends Error {
  /** @param {{message?: string, data?: unknown}} error The error member of the reply. */
  constructor(error) {
    const data = isObject(error.data) ? error.data : {};
    super(textOf(data.detail) ?? textOf(error.message) ?? "the hub reported an error");
    this.name = "HubError";
    /** The contract's code, such as `refused`, `not-open` or `forbidden`. @type {string} */
    this.code = textOf(data.code) ?? "error";
    /** The problem object of the contract. @type {Record<string, any>} */
    this.data = data;
  }
}

/** The connection was not there, or broke before the reply; nobody knows what became of it. */
export class ConnectionError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "ConnectionError";
    this.code = "connection";
  }
}

/** The request is larger than what the hub takes; it was not sent. */
export class TooLargeError extends Error {
  /**
   * @param {number} bytes
   * @param {number} max
   */
  constructor(bytes, max) {
    super(`too large to send: ${bytes} bytes, and the hub takes ${max}`);
    this.name = "TooLargeError";
    this.code = "too-large";
  }
}

/** A dialog ended before the handler that was asked had answered it. */
export class DialogOver extends Error {
  /** @param {import("./contract.js").End} [end] */
  constructor({ outcome = null, by, answer, reason } = {}) {
    super(outcome ? `the dialog is over: ${outcome}` : "the dialog is over");
    this.name = "DialogOver";
    this.code = "over";
    /** Why it ended; null where this client cannot know. @type {import("./contract.js").Outcome | null} */
    this.outcome = outcome;
    /** Who won, where somebody did. @type {import("./contract.js").By | undefined} */
    this.by = by;
    /** What won, where it may be seen. @type {Record<string, any> | undefined} */
    this.answer = answer;
    /** What the host or the hub said about it. @type {string | undefined} */
    this.reason = reason;
  }
}

/**
 * Whether the contract lets a client come back as it is after a close code.
 * @internal
 * @param {number} code
 * @returns {boolean}
 */
export function mayComeBack(code) {
  return !BLAME.has(code) && !(code >= 4500 && code <= 4999);
}

/**
 * Whether the same request may succeed later without anybody changing it.
 * @internal
 * @param {any} error
 * @returns {boolean}
 */
export function isTransient(error) {
  return error instanceof ConnectionError || TRANSIENT.has(error.code);
}

function textOf(value) {
  return typeof value === "string" && value !== "" ? value : undefined;
}
