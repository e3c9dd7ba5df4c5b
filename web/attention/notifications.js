// Notifications at work: one for each question that comes while nobody looks, shown by the
// tab that leads, gone when the question is over or somebody looks.
//
// The permission is asked for on the person's click alone. No timer decides anything: rows
// from the hub, and people who come to look, do.

import { Leader } from "./leader.js";
import { Looking } from "./looking.js";
import { obeyWorker, openNotices } from "./notices.js";
import { OpenQuestions } from "./open.js";
import { notice, notificationState, plan } from "./plan.js";
import { Told } from "./told.js";
import { registerWorker } from "./worker.js";
import { readThread } from "../http.js";

export class Notifications {
  #rows;
  #settings;
  #told;
  #changed;
  #leader = new Leader("notify", () => this.#takeLead());
  #looking;
  #open = new OpenQuestions(readThread, () => void this.#work());
  #notices = null; // a promise of them, from when they are first needed
  #working = false;
  #again = false;
  #asked = false;
  #trouble = null;

  /** `changed()` is called when `state` may be another. */
  constructor({ rows, settings, storage, changed }) {
    this.#rows = rows;
    this.#settings = settings;
    this.#told = new Told(storage);
    this.#changed = changed;
    this.#looking = new Looking(() => this.#someoneLooks());
    obeyWorker();
    rows.followAll((input) => {
      if (this.#leader.leads && input.kind !== "failed") this.#open.update(rows.waiting.rows, input);
    });
    settings.onChange(() => this.#follow());
    watchPermission(() => this.#follow());
    this.#follow();
  }

  /** A word of plan.js's notificationState. */
  get state() {
    return notificationState({
      secure: isSecureContext,
      supported: "Notification" in globalThis,
      permission: globalThis.Notification?.permission,
      wanted: this.#settings.wants("notify"),
      asked: this.#asked,
      trouble: this.#trouble,
    });
  }

  /** What went wrong when one was to be shown, in the browser's words. */
  get trouble() {
    return this.#trouble?.message ?? "";
  }

  /** On the person's click. */
  async turnOn() {
    this.#trouble = null;
    const permission = await Notification.requestPermission().catch(() => "default");
    this.#asked = permission === "default";
    if (permission === "granted") this.#settings.set("notify", true);
    this.#follow();
  }

  async turnOff() {
    this.#settings.set("notify", false);
    const notices = await this.#notices;
    for (const { id } of (await notices?.shown()) ?? []) await notices.close(id);
  }

  // Takes part, or not, as the person and the browser want it.
  #follow() {
    if (this.state === "on") {
      this.#notices ??= openNotices(registerWorker);
      this.#leader.join();
    } else this.#leader.leave();
    this.#changed();
  }

  // Perhaps somebody back from the browser's settings, of which it does not always tell.
  #someoneLooks() {
    this.#follow();
    void this.#work();
  }

  #takeLead() {
    if (!this.#leader.leads) return this.#open.clear();
    const { known, rows } = this.#rows.waiting;
    return known ? this.#open.update(rows, { kind: "rows" }) : undefined;
  }

  // One at a time: what came meanwhile is looked at once more.
  async #work() {
    this.#again = true;
    if (this.#working) return;
    this.#working = true;
    while (this.#again) {
      this.#again = false;
      await this.#settle().catch((error) => this.#fail(error));
    }
    this.#working = false;
  }

  async #settle() {
    const open = this.#leader.leads ? this.#open.view() : null;
    if (open === null) return;
    const notices = await this.#notices;
    const shown = await notices.shown();
    const looked = await this.#looking.anywhere();
    const next = plan({ open, shown, told: this.#told.ids(), looked });
    // First noted, then shown: a question may be told of too seldom, never twice.
    this.#told.add(next.told);
    for (const id of next.close) await notices.close(id);
    for (const question of next.show) await notices.show(notice(question));
  }

  #fail(error) {
    this.#trouble = error;
    this.#follow();
  }
}

function watchPermission(changed) {
  navigator.permissions?.query({ name: "notifications" }).then(
    (status) => status.addEventListener("change", changed),
    () => {}, // A browser that cannot say it: the next reload sees it.
  );
}
