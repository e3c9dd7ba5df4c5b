// The journal on a thread's page: closed until somebody opens it, and read from then on
// whenever the stream gives a reason. A person who may not read it does not see it.

import { button, h, said, say, when } from "./dom.js";
import { drawJournal } from "./journal.js";
import { Reading } from "./reading.js";
import { t } from "./texts.js";
import { endOf } from "./thread.js";

/**
 * `read()` resolves with a reply of `GET …/journal` or rejects as hub.js does; `leave()` takes
 * the focus where the section goes away under it.
 */
export class JournalSection {
  #read;
  #leave;
  #reading = new Reading(() => this.#load());
  #parts = this.#build();
  #state = null;
  #listing = null; // the newest reply, once there is one
  #wanted = false; // opened at least once
  #mayRead = false; // by the roles of this client, once they are known
  #denied = false; // by the reply
  #asked = false; // a person waits for the reading
  #drawn = "";

  constructor({ read, leave }) {
    this.#read = read;
    this.#leave = leave;
    this.element = this.#parts.element;
  }

  /** Draws what the state of a thread says of its answers. */
  update(state, mayRead) {
    const isNews = this.#state?.history !== state.history;
    this.#state = state;
    this.#mayRead = mayRead;
    this.#show();
    if (isNews) this.#draw();
  }

  /** The journal may say something else by now. `isBack` is true after a reconnect. */
  changed(isBack) {
    // Rights are fixed as long as a connection lasts.
    if (this.#wanted && this.#mayRead && (isBack || !this.#denied)) this.#reading.soon();
  }

  #build() {
    const count = h("span", { class: "hint" });
    const debt = h("p", { class: "problem", hidden: true });
    const list = h("ol", { class: "journal", reversed: true });
    const older = h("p", { class: "empty", hidden: true });
    const told = h("p", { class: "hint", role: "status" });
    const again = button(t("journal.refresh"), () => this.#ask(), { class: "small", hidden: true });
    const summary = h("summary", {}, h("h2", { id: "journal" }, t("journal.title")), " ", count);
    const toggle = ({ target }) => target.open && this.#ask();
    const details = h("details", { toggle }, summary, debt, list, older, told, again);
    const element = h("section", { "aria-labelledby": "journal" }, details);
    return { element, count, debt, list, older, told, again };
  }

  #ask() {
    this.#wanted = true;
    this.#asked = true;
    this.#tell(t("journal.loading"));
    this.#reading.now();
  }

  async #load() {
    const asked = this.#asked;
    this.#asked = false;
    try {
      this.#listing = await this.#read();
      this.#denied = false;
      this.#draw();
      this.#tell(asked ? t("journal.current") : "");
      say(this.#parts.again, t("journal.refresh"));
    } catch (error) {
      this.#denied = error.code === "forbidden";
      this.#tell(this.#denied ? "" : t("journal.failed", { detail: error.message }), "problem");
      say(this.#parts.again, t("journal.again"));
    }
    this.#parts.again.hidden = false;
    this.#show();
  }

  #tell(words, kind = "hint") {
    this.#parts.told.className = kind;
    say(this.#parts.told, words);
  }

  #show() {
    const hidden = !this.#mayRead || this.#denied;
    const hadFocus = hidden && this.element.contains(document.activeElement);
    this.element.hidden = hidden;
    if (hadFocus) this.#leave();
  }

  #draw() {
    if (!this.#listing) return;
    const journal = drawJournal(this.#listing, (id) => endOf(this.#state, id)?.mine ?? false);
    // What says the same stays as it is, with what is selected or being read in it.
    const drawn = JSON.stringify(journal);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { count, debt, list, older } = this.#parts;
    say(count, journal.count);
    for (const [place, words] of [
      [debt, journal.debt],
      [older, journal.older],
    ]) {
      place.hidden = words === "";
      say(place, words);
    }
    list.replaceChildren(...journal.lines.map(line));
  }
}

function line({ token, at, asked, answered, receipt, isRead }) {
  return h(
    "li",
    { "data-token": token },
    when(at),
    h(
      "div",
      {},
      asked === null ? null : said("span", asked, { class: "asked" }),
      said("span", answered, { class: "outcome" }),
      h("span", { class: "receipt" }, h("span", { class: isRead ? "dot on" : "dot" }), receipt),
    ),
  );
}
