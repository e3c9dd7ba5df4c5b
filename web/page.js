// One thread's page at work: the state of thread.js, fed by the hub and by the person, and
// drawn by view.js.

import { HubClock } from "./clock.js";
import { Earlier } from "./earlier.js";
import { hubDate, readJournal } from "./http.js";
import { mayAnswer, mayReadJournal } from "./hub.js";
import { concernsJournal } from "./journal.js";
import { threadHash, threadPath } from "./routes.js";
import { drawing } from "./soon.js";
import { t } from "./texts.js";
import { emptyThread, endOf, findCard, isOver, openCount, reduce } from "./thread.js";
import { ThreadView } from "./view.js";

/** Events of the past that are asked for at once, for the history below the cards. */
const HISTORY = 200;

export class ThreadPage {
  #hub;
  #state;
  #view;
  #only;
  #drafts;
  #clock = new HubClock();
  #drawing = drawing(() => this.#draw());
  #earlier;
  #searching = false; // for the end of a single dialog
  #shows;
  #mayReadJournal = false; // of the newest connection: a lost one tells no roles

  /** `shows({name, thread, open})` is told what the page shows, whenever it is drawn. */
  constructor({ hub, thread, only, drafts, shows }) {
    this.#shows = shows;
    this.#hub = hub;
    this.#only = only;
    this.#drafts = drafts;
    this.#state = emptyThread(thread);
    this.#earlier = new Earlier((method, params) => hub.request(method, params));
    const actions = {
      answer: (id, answer) => this.#answer(id, answer),
      lock: (id, lock) => this.#lock(id, lock),
      typing: (id) => void hub.request("dialog.typing", { thread: this.#state.thread, id }).catch(() => {}),
      hide: (id) => this.#hide(id),
      stop: () => this.#ask("thread.stop", {}),
      prompt: (message) => this.#ask("thread.prompt", { message }),
      readEarlier: () => this.#readEarlier((before) => this.#state.history.length > before),
      readJournal: () => readJournal(this.#state.thread),
    };
    this.#view = new ThreadView({ thread, actions, drafts, only });
    this.element = this.#view.element;
    hub.follow(thread, (input) => this.#heard(input), { history: only ? 0 : HISTORY });
    hub.onState((state) => this.#connection(state));
    this.#connection(hub.state);
    document.addEventListener("visibilitychange", () => this.#seen());
    setInterval(() => {
      this.#drawTime();
      this.#view.tick();
    }, 1_000);
  }

  #put(input) {
    this.#state = reduce(this.#state, input);
    if (input.kind === "event") this.#drawing.soon();
    else this.#drawing.now();
  }

  #drawTime() {
    this.#view.drawTime(this.#clock.at(Date.now()));
  }

  #draw() {
    const connected = this.#hub.state.name === "connected";
    const ready = connected && mayAnswer(this.#hub.state) && this.#state.known && !this.#state.gone;
    const connection = { connected, ready, mayReadJournal: this.#mayReadJournal };
    this.#view.update(this.#state, connection, this.#earlier.end(this.#state));
    this.#drawTime();
    // Until the hub has told of the thread, the list of threads knows better.
    const thread = this.#state.known ? this.#state.thread : undefined;
    this.#shows({ name: this.#name(), thread, open: openCount(this.#state) });
    if (this.#only) this.#drawOnly();
  }

  #name() {
    const { thread, asked } = this.#state;
    if (!this.#only) return thread;
    const dialog = findCard(this.#state, this.#only)?.event.dialog ?? asked[this.#only];
    return dialog?.title ?? t("thread.question");
  }

  #connection(state) {
    if (state.name !== "connected") return this.#drawing.now();
    void this.#askDate();
    this.#mayReadJournal = mayReadJournal(state);
    return this.#put({ kind: "me", follower: state.follower });
  }

  #heard(input) {
    if (input.kind === "failed") {
      this.#view.note(t("thread.unfollowed", { detail: input.error.message }));
      return;
    }
    this.#clock.heard(input.event?.at, Date.now());
    this.#put(input);
    if (concernsJournal(input)) this.#view.journalChanged(input.kind === "snapshot");
    if (this.#only && input.kind === "snapshot") this.#search();
    const to = input.event?.type === "thread.moved" && input.event.to;
    if (to) history.replaceState(null, "", this.#only ? threadHash(to) : threadPath(to));
  }

  // The end of a single dialog may lie as far back as the hub remembers.
  async #search() {
    const isFound = () =>
      findCard(this.#state, this.#only) || (endOf(this.#state, this.#only) && this.#state.asked[this.#only]);
    if (this.#searching || isFound()) return;
    this.#searching = true;
    await this.#readEarlier(isFound);
    this.#searching = false;
    this.#draw();
  }

  // A sentence where it went wrong, else undefined.
  async #readEarlier(isEnough) {
    const before = this.#state.history.length;
    try {
      await this.#earlier.read(
        () => this.#state,
        (page) => {
          this.#put({ kind: "earlier", ...page });
          return isEnough(before);
        },
      );
      return undefined;
    } catch (error) {
      return t("history.failed", { detail: error.message });
    } finally {
      this.#draw();
    }
  }

  // The computer may have slept, and its clock may have been set.
  #seen() {
    if (document.visibilityState !== "visible") return;
    this.#drawTime();
    void this.#askDate();
  }

  // The clock of this computer may be wrong; a deadline is the hub's.
  async #askDate() {
    const from = Date.now();
    const date = await hubDate();
    this.#clock.dated(date, from, Date.now());
    this.#drawTime();
  }

  async #answer(id, answer) {
    this.#put({ kind: "sending", id, answer });
    // It may have ended since it was drawn; the card says so.
    const card = findCard(this.#state, id);
    if (!card || isOver(card)) return;
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
    const settled = this.#state.history.find(
      (line) => line.type === "dialog.settled" && line.id === this.#only,
    );
    if (findCard(this.#state, this.#only)) this.#view.note("");
    else if (settled) {
      this.#view.note("");
      this.#view.showPast(settled, this.#state.asked[this.#only]);
    } else {
      const isLooking = !this.#state.known || this.#searching;
      this.#view.note(t(isLooking ? "thread.waiting" : "thread.not_here"));
    }
  }
}
