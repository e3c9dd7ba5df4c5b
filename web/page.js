// One thread's page at work: the state of thread.js, fed by the hub and by the person, and
// drawn by view.js.

import { readJournal } from "./http.js";
import { mayAnswer, mayReadJournal } from "./hub.js";
import { concernsJournal } from "./journal.js";
import { emptyThread, endOf, findCard, isOver, openCount, reduce } from "./thread.js";
import { ThreadView } from "./view.js";
import { endSentence } from "./words.js";

/** Events of the past that are asked for, for the history below the cards. */
const HISTORY = 200;
/** A single dialog's outcome may lie further back; the hub keeps at least so many. */
const FULL_HISTORY = 1_000;
/** How many threads with open questions are searched for one dialog. */
const MAX_SEARCHED = 100;

export class ThreadPage {
  #hub;
  #state;
  #view;
  #only;
  #drafts;
  #shows;
  #mayReadJournal = false; // of the newest connection: a lost one tells no roles

  /** `shows({name, thread, open})` is told what the page shows, whenever it is drawn. */
  constructor({ hub, thread, only, drafts, shows }) {
    this.#shows = shows;
    this.#hub = hub;
    this.#only = only;
    this.#drafts = drafts;
    this.#state = emptyThread(thread);
    const actions = {
      answer: (id, answer) => this.#answer(id, answer),
      lock: (id, lock) => this.#lock(id, lock),
      typing: (id) => void hub.request("dialog.typing", { thread: this.#state.thread, id }).catch(() => {}),
      hide: (id) => this.#hide(id),
      stop: () => this.#ask("thread.stop", {}),
      prompt: (message) => this.#ask("thread.prompt", { message }),
      readJournal: () => readJournal(this.#state.thread),
    };
    this.#view = new ThreadView({ thread, actions, drafts, only });
    this.element = this.#view.element;
    hub.follow(thread, (input) => this.#heard(input), { history: only ? FULL_HISTORY : HISTORY });
    hub.onState((state) => this.#connection(state));
    this.#connection(hub.state);
    setInterval(() => {
      this.#view.drawTime(Date.now());
      this.#view.tick();
    }, 1_000);
  }

  #put(input) {
    this.#state = reduce(this.#state, input);
    this.#draw();
  }

  #draw() {
    const connected = this.#hub.state.name === "connected";
    for (const card of this.#state.cards) if (isOver(card) && card.phase.end.mine) this.#drafts.drop(card.id);
    this.#view.update(this.#state, {
      connected,
      ready: connected && mayAnswer(this.#hub.state) && this.#state.known && !this.#state.gone,
      mayReadJournal: this.#mayReadJournal,
    });
    this.#view.drawTime(Date.now());
    const name = this.#only
      ? (findCard(this.#state, this.#only)?.event.dialog.title ?? "A question")
      : this.#state.thread;
    // Until the hub has told of the thread, the list of threads knows better.
    const thread = this.#state.known ? this.#state.thread : undefined;
    this.#shows({ name, thread, open: openCount(this.#state) });
    if (this.#only) this.#drawOnly();
  }

  #connection(state) {
    if (state.name !== "connected") return this.#draw();
    this.#mayReadJournal = mayReadJournal(state);
    return this.#put({ kind: "me", follower: state.follower });
  }

  #heard(input) {
    if (input.kind === "failed") {
      this.#view.note(`This thread cannot be followed: ${input.error.message}`);
      return;
    }
    this.#put(input);
    if (concernsJournal(input)) this.#view.journalChanged(input.kind === "snapshot");
    if (input.event?.type === "thread.moved" && input.event.to) {
      history.replaceState(
        null,
        "",
        this.#only ? `#${input.event.to}` : `/t/${encodeURIComponent(input.event.to)}`,
      );
    }
  }

  async #answer(id, answer) {
    this.#put({ kind: "sending", id, answer });
    try {
      await this.#hub.answer(this.#state.thread, id, answer);
      this.#put({ kind: "accepted", id });
    } catch (error) {
      if (error.name === "HubError")
        this.#put({ kind: "refusal", refusal: { ...error.data, id, detail: error.message } });
      else this.#put({ kind: "unsent", id, code: error.code, detail: error.message });
    }
  }

  async #lock(id, lock) {
    return this.#ask("dialog.lock", { id, ...lock });
  }

  // A sentence where it went wrong, else undefined.
  async #ask(method, params) {
    try {
      await this.#hub.request(method, { thread: this.#state.thread, ...params });
      return undefined;
    } catch (error) {
      return error.message;
    }
  }

  #hide(id) {
    // Settled, and seen.
    this.#drafts.drop(id);
    this.#put({ kind: "hide", id });
  }

  // The page of a single dialog that is over when it is opened.
  #drawOnly() {
    const card = findCard(this.#state, this.#only);
    if (card || !this.#state.known) {
      this.#view.note(this.#state.known ? "" : "Waiting for the hub…");
      return;
    }
    const end = endOf(this.#state, this.#only);
    const dialog = this.#state.asked[this.#only];
    if (end) this.#view.note(`${dialog ? `${dialog.title}: ` : ""}${endSentence(end, dialog)}.`);
    else this.#view.note("This question is not open here.");
  }
}

/** The thread on which a dialog is open, or undefined. */
export async function findThread(hub, id) {
  const { threads } = await hub.request("hub.follow");
  for (const { thread } of threads.filter((row) => row.open > 0).slice(0, MAX_SEARCHED)) {
    const { open } = await hub.request("thread.follow", { thread });
    if (open.some((event) => event.id === id)) return thread;
    await hub.request("thread.unfollow", { thread });
  }
  return undefined;
}
