// What the client hands out and takes, as types. There is no code here, and nothing loads
// this file.

/** @typedef {import("./contract.js").Answer} Answer */
/** @typedef {import("./contract.js").Answers} Answers */
/** @typedef {import("./contract.js").Custom} Custom */
/** @typedef {import("./contract.js").Dialog} Dialog */
/** @typedef {import("./contract.js").Dialogs} Dialogs */
/** @typedef {import("./contract.js").Dismissal} Dismissal */
/** @typedef {import("./contract.js").Refusal} Refusal */
/** @typedef {import("./contract.js").Requested} Requested */
/** @typedef {import("./contract.js").Row} Row */
/** @typedef {import("./contract.js").Snapshot} Snapshot */
/** @typedef {import("./contract.js").StreamEvent} StreamEvent */

/**
 * The connection. Roles may be empty, where the hub tells none. In `waiting`, `retryAt` is
 * when it is tried again, and `draining` whether the hub said that it will be back.
 * @typedef {{name: "idle"} | {name: "connecting"} | {name: "closed"}
 *   | {name: "connected", follower: string, roles: string[]}
 *   | {name: "waiting", code: number, reason: string, retryAt: number, draining: boolean}
 *   | {name: "refused", code: number, reason: string}} State
 */

/**
 * What the listener of a thread hears. After a reconnect a snapshot is `from: "missed"` and
 * has the events in between, or `from: "snapshot"`, where what was before does not count.
 * @typedef {{kind: "snapshot", snapshot: Snapshot, from: "snapshot" | "missed", events: StreamEvent[]}
 *   | {kind: "event", event: StreamEvent}
 *   | {kind: "refusal", refusal: Refusal}
 *   | {kind: "failed", error: Error}} ThreadInput
 */

/**
 * What the listener of the list of threads hears.
 * @typedef {{kind: "rows", threads: Row[]}
 *   | {kind: "row", row: Row | {thread: string, gone: true}}
 *   | {kind: "failed", error: Error}} ListInput
 */

/**
 * Something that should not be: a message that cannot be read, one that this client does
 * not know, events that do not join up, a listener that threw, an answer of a handler that
 * was not taken. The client goes on all the same.
 * @typedef {{kind: "unreadable" | "unknown" | "gap" | "listener" | "answer", detail: string,
 *   error?: unknown}} Problem
 */

/**
 * What a handler is told beside the dialog. `signal` fires when the dialog ended otherwise
 * than by this handler's answer; its reason is a DialogOver that says what won.
 * @typedef {{thread: string, id: string, event: Requested, signal: AbortSignal}} Context
 */

/**
 * What a handler may give: an answer, a dismissal, or nothing, which leaves it to others.
 * @template T
 * @typedef {T | Dismissal | null | undefined | void} Given
 */

/**
 * What answers the dialogs of a method, of all that have none (`"*"`), or other requests.
 * @template {string} M
 * @typedef {M extends keyof Answers
 *   ? (dialog: Dialogs[M], context: Context) => Given<Answers[M]> | Promise<Given<Answers[M]>>
 *   : M extends `x.${string}`
 *     ? (dialog: Custom, context: Context) => Given<{result: unknown}> | Promise<Given<{result: unknown}>>
 *     : M extends "*"
 *       ? (dialog: Dialog, context: Context) => Given<Answer> | Promise<Given<Answer>>
 *       : (params: Record<string, any>) => unknown} Handler
 */

/**
 * How a client is made.
 * @typedef {object} Options
 * @property {string | URL} [url] Of the hub's WebSocket; in a page, by default, the page's own hub.
 * @property {string} [label] How others see this client.
 * @property {string} [token] For clients that are no browser.
 * @property {boolean} [draws] Listeners show dialogs too, so none is ever said to be impossible to show.
 * @property {any} [WebSocket] Where the platform has none.
 * @property {any} [clock] For tests: {now, random, setTimeout, clearTimeout}.
 */

export {};
