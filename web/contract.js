// What goes over the wire, as types: the words of the contract, for editors and TypeScript.
// There is no code here, and nothing loads this file.

/**
 * How a dialog ended.
 * @typedef {"answered" | "cancelled" | "timed_out" | "withdrawn" | "aborted" | "disposed"
 *   | "superseded" | "unsupported"} Outcome
 */

/**
 * Who did something; `subject` comes from a token, `label` from what a client says of itself.
 * @typedef {{follower: string, label?: string, subject?: string}} By
 */

/**
 * An option; a bare string is its own value and label.
 * @typedef {string | {value: string, label?: string, description?: string}} Option
 */

/**
 * What every dialog has: `message` is Markdown, `header` a short chip.
 * @typedef {{title: string, message?: string, header?: string}} Shown
 */

/** @typedef {Shown & {method: "confirm", yes_label?: string, no_label?: string, default?: boolean}} Confirm */
/** @typedef {Shown & {method: "select", options?: Option[], allow_other?: boolean, default?: string}} Select */
/**
 * @typedef {Shown & {method: "multiselect", options?: Option[], min?: number, max?: number,
 *   allow_other?: boolean, default?: string[]}} Multiselect
 */
/**
 * @typedef {Shown & {method: "input", placeholder?: string, max_length?: number, pattern?: string,
 *   default?: string}} Input
 */
/**
 * @typedef {Shown & {method: "editor", prefill?: string, language?: string, max_length?: number,
 *   default?: string}} Editor
 */
/** @typedef {Shown & {method: "secret", placeholder?: string}} Secret */
/**
 * @typedef {{id: string, question: string, header?: string, options?: Option[], multi_select?: boolean,
 *   allow_other?: boolean, required?: boolean}} Question
 */
/** @typedef {{id: string, value?: string | string[] | null, other?: string}} QuestionAnswer */
/**
 * @typedef {Shown & {method: "questionnaire", questions: Question[],
 *   default?: QuestionAnswer[]}} Questionnaire
 */
/** @typedef {"once" | "session" | "always" | "deny"} Choice */
/**
 * @typedef {Shown & {method: "approval", action?: unknown, choices?: Choice[], editable?: boolean,
 *   default?: unknown}} Approval
 */
/**
 * @typedef {Shown & {method: "form", schema: Record<string, unknown>,
 *   default?: Record<string, unknown>}} Form
 */
/**
 * A method of a host's own.
 * @typedef {Shown & {method: `x.${string}`, params?: unknown, result_schema?: unknown,
 *   default?: unknown}} Custom
 */

/**
 * Dialogs by their method.
 * @typedef {{confirm: Confirm, select: Select, multiselect: Multiselect, input: Input, editor: Editor,
 *   secret: Secret, questionnaire: Questionnaire, approval: Approval, form: Form}} Dialogs
 */

/** @typedef {Dialogs[keyof Dialogs] | Custom} Dialog */

/**
 * Dismisses a dialog of any method.
 * @typedef {{cancelled: true}} Dismissal
 */

/**
 * Answers by the method of their dialog.
 * @typedef {object} Answers
 * @property {{confirmed: boolean}} confirm
 * @property {{value: string} | {other: string}} select
 * @property {{values: string[], other?: string}} multiselect
 * @property {{value: string}} input
 * @property {{value: string}} editor
 * @property {{value: string}} secret
 * @property {{answers: QuestionAnswer[]}} questionnaire
 * @property {{choice: Choice, reason?: string, input?: unknown}} approval
 * @property {{content: Record<string, unknown>}} form
 */

/** @typedef {Answers[keyof Answers] | {result: unknown} | Dismissal} Answer */

/**
 * A dialog as the stream says it; `locked` is there in a snapshot only.
 * @typedef {object} Requested
 * @property {"dialog.requested"} type
 * @property {string} thread
 * @property {number} seq
 * @property {number} at
 * @property {string} id
 * @property {true} blocking
 * @property {Dialog} dialog
 * @property {number} generation
 * @property {number} [deadline_at]
 * @property {number} [run]
 * @property {Record<string, {value?: unknown, other?: string}>} [locked]
 */

/** @typedef {{thread: string, seq: number, at: number}} Placed */
/** @typedef {{live: boolean, busy: boolean, run: number}} Status */

/**
 * An event of a thread's stream. One that this client cannot use comes as `unreadable`, so
 * that the count goes on; one of a type that it does not know comes as it is.
 * @typedef {Requested
 *   | Placed & {type: "dialog.locked", id: string, question: string, value?: unknown, other?: string,
 *       by: By, remaining: string[]}
 *   | Placed & {type: "dialog.deadline", id: string, deadline_at: number}
 *   | Placed & {type: "dialog.settled", id: string, method: string} & End & {outcome: Outcome}
 *   | Placed & {type: "thread.status"} & Status
 *   | Placed & {type: "thread.published", event: string, data: unknown, blocking: false}
 *   | Placed & {type: "thread.reset", generation: number, reason: string}
 *   | Placed & {type: "thread.moved", to: string | null}
 *   | Placed & {type: "unreadable"}} StreamEvent
 */

/**
 * How a dialog ended and what won, as far as it may be seen; `outcome` is null where that is
 * not known.
 * @typedef {{outcome?: Outcome | null, by?: By, answer?: Record<string, any>, reason?: string,
 *   partial?: boolean}} End
 */

/**
 * A thread as a whole; `open` is always complete.
 * @typedef {object} Snapshot
 * @property {string} thread
 * @property {string} epoch
 * @property {number} seq
 * @property {number} generation
 * @property {Status} status
 * @property {Requested[]} open
 * @property {boolean} recovered
 * @property {StreamEvent[]} missed
 */

/**
 * A line of the list of threads.
 * @typedef {{thread: string, live: boolean, busy: boolean, run: number, open: number,
 *   last_at?: number | null}} Row
 */

/**
 * The hub's word that an answer was not taken.
 * @typedef {{id: string, code: string, detail?: string, reason?: string} & End} Refusal
 */

export {};
