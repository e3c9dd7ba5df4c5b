// The dialogs that are put to handlers of this client, and what the handlers make of them.
//
// It promises that a dialog is put to one handler once, whether it came as a request, in a
// snapshot, or both, and over reconnects; that what a handler answers goes out once; that
// its signal fires when the dialog ended otherwise; and that the hub is told "cannot be
// shown here" only where the rules of `Hub.onRequest` say so, once on each connection. It
// holds no socket; what it needs of one is handed in.

import { DialogOver } from "./errors.js";
import { isObject } from "./json.js";

const CANNOT = -32000;
const NO_METHOD = -32601;
/** Dialogs that are kept in mind; the hub keeps fewer open on all threads that one can follow at ease. */
const MAX_DIALOGS = 10_000;
/** Characters of an error that the agent is told. */
const MAX_REASON = 500;

/** Whether a name is a dialog's method rather than that of another request, such as `host.stop`. */
export function isDialogMethod(name) {
  return !name.includes(".") || name.startsWith("x.");
}

export class Asked {
  #tools;
  #handlers = new Map(); // method → handler
  // id → {event, controller, phase, cannot, toldOn, end}; a phase is "new" until a handler
  // has it, then "asked", "answering", and then "won", or "left" where it is left to others.
  #dialogs = new Map();

  /**
   * `answer(thread, id, answer)` sends an answer and resolves when it was taken; `fail(id,
   * error)` says that the dialog cannot be shown here; `connection()` names the present
   * connection, null without one; `mayAnswer()`; `draws`, whether listeners show dialogs as
   * well; `problem(kind, detail)`.
   */
  constructor(tools) {
    this.#tools = tools;
  }

  /** From now on `handler` is asked; returns how to stop that. */
  add(name, handler) {
    if (this.#handlers.has(name)) throw new Error(`there is a handler for ${name} already`);
    this.#handlers.set(name, handler);
    for (const dialog of [...this.#dialogs.values()]) if (dialog.phase === "new") this.#offer(dialog);
    return () => {
      if (this.#handlers.get(name) === handler) this.#handlers.delete(name);
    };
  }

  /** What the listener of a thread hears; `names` are all that the thread was called. */
  heard(names, input) {
    if (input.kind === "snapshot") this.#snapshot(names, input);
    else if (input.kind === "event") this.#event(names, input.event);
  }

  /** The thread is followed no more: nobody here will hear how its dialogs end. */
  drop(names) {
    for (const [id, { event }] of [...this.#dialogs]) if (names.includes(event.thread)) this.#end(id, {});
  }

  /** The client is at its end. */
  dropAll() {
    for (const id of [...this.#dialogs.keys()]) this.#end(id, {});
  }

  #snapshot(names, { snapshot, events }) {
    for (const event of events) if (event.type === "dialog.settled") this.#end(event.id, event);
    const open = new Set(snapshot.open.map((event) => event.id));
    for (const [id, { event }] of [...this.#dialogs])
      if (names.includes(event.thread) && !open.has(id)) this.#end(id, {});
    for (const event of snapshot.open) this.#requested(event);
  }

  #event(names, event) {
    if (event.type === "dialog.requested") this.#requested(event);
    else if (event.type === "dialog.settled") this.#end(event.id, event);
    else if (event.type === "thread.moved" && event.to === null) this.drop(names);
  }

  #requested(event) {
    let dialog = this.#dialogs.get(event.id);
    if (!dialog) {
      if (this.#dialogs.size >= MAX_DIALOGS) return this.#tools.problem("answer", "too many dialogs");
      dialog = { event, controller: null, phase: "new", cannot: null, toldOn: null };
      this.#dialogs.set(event.id, dialog);
    }
    if (dialog.phase === "new") this.#offer(dialog);
    else if (dialog.cannot) this.#fail(dialog, dialog.cannot);
    return undefined;
  }

  #offer(dialog) {
    if (this.#handlers.size === 0 || !this.#tools.mayAnswer()) return undefined;
    const { method } = dialog.event.dialog;
    const handler = this.#handlers.get(method) ?? this.#handlers.get("*");
    if (handler) return void this.#ask(dialog, handler);
    if (this.#tools.draws) return undefined;
    return this.#fail(dialog, { code: NO_METHOD, message: `nothing here shows ${method}` });
  }

  async #ask(dialog, handler) {
    const { event } = dialog;
    const { thread, id } = event;
    const controller = new AbortController();
    Object.assign(dialog, { controller, phase: "asked" });
    let answer;
    try {
      answer = await handler(event.dialog, { thread, id, event, signal: controller.signal });
      if (answer !== undefined && answer !== null && !isObject(answer))
        throw new TypeError("the handler's answer is no object");
    } catch (error) {
      if (this.#isOpen(dialog)) {
        dialog.phase = "left";
        dialog.cannot = { code: CANNOT, message: String(error?.message ?? error).slice(0, MAX_REASON) };
        this.#fail(dialog, dialog.cannot);
      }
      return;
    }
    if (!this.#isOpen(dialog)) return;
    dialog.phase = answer ? "answering" : "left";
    if (answer) await this.#answer(dialog, answer);
  }

  async #answer(dialog, answer) {
    const { thread, id } = dialog.event;
    try {
      await this.#tools.answer(thread, id, answer);
      dialog.phase = "won"; // the settle on the stream is this answer's
    } catch (error) {
      dialog.phase = "left";
      if (dialog.end) this.#abort(dialog, dialog.end);
      else if (error.code === "not-open") this.#end(id, error.data);
      else this.#tools.problem("answer", error);
    }
  }

  #isOpen(dialog) {
    return this.#dialogs.get(dialog.event.id) === dialog;
  }

  // Only a settle, or the reply to an answer, can say whose answer won.
  #end(id, end) {
    const dialog = this.#dialogs.get(id);
    if (!dialog) return;
    this.#dialogs.delete(id);
    if (dialog.phase === "answering") dialog.end = end;
    else if (dialog.phase !== "won") this.#abort(dialog, end);
  }

  #abort(dialog, end) {
    dialog.controller?.abort(new DialogOver(end));
  }

  // Each connection is a follower of its own to the hub, which counts who cannot show it.
  #fail(dialog, error) {
    const connection = this.#tools.connection();
    if (connection === null || dialog.toldOn === connection) return;
    dialog.toldOn = connection;
    this.#tools.fail(dialog.event.id, error);
  }
}
