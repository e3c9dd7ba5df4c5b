// The connection as a person sees it: a small status while all is well, a banner while it
// is not.
//
// It promises that what changes each second is not read out each second, and that the focus
// is not lost with the banner. It decides nothing: contact.js does, and the client.

import { focusFor } from "./arming.js";
import { contactAfter, FRESH, isAway } from "./contact.js";
import { button, h, say } from "./dom.js";
import { t } from "./texts.js";
import { duration } from "./times.js";
import { closeReason } from "./words.js";

/** The first connection may take this long before anything is said about it. */
const GRACE_MS = 2_000;

/**
 * Shows the connection of `hub` from now on: in `status`, a small element that is there, and
 * in the banner that it gives back.
 */
export function showConnection(hub, status) {
  const banner = new Banner({ tryNow: () => hub.wake(), heardAt: () => hub.heardAt });
  let contact = FRESH;
  const draw = () => {
    const before = contact;
    contact = contactAfter(before, hub.state);
    const calm = contact.name === "fresh" || contact.name === "here";
    // Two places that say the same are read twice.
    status.hidden = !calm;
    status.dataset.state = hub.state.name;
    say(status, calm ? statusWords(contact) : "");
    banner.update(contact);
  };
  hub.onState(draw);
  draw();
  setTimeout(() => contact.name === "fresh" && banner.update({ name: "unreached", trying: true }), GRACE_MS);
  setInterval(() => banner.tick(), 1_000);
  return banner.element;
}

class Banner {
  #heardAt;
  #words = h("p", { class: "away-words" });
  // A clock in a region that is read out must say itself that it is not.
  #since = h("p", { class: "since", role: "timer", "aria-live": "off" });
  #act;

  constructor({ tryNow, heardAt }) {
    this.#heardAt = heardAt;
    this.#act = button("", () => {
      if (this.element.dataset.contact === "closed") location.reload();
      else if (this.#act.getAttribute("aria-disabled") !== "true") tryNow();
    });
    this.element = h(
      "div",
      { class: "away", role: "alert", "aria-atomic": "false", hidden: true },
      h("div", { class: "away-text" }, this.#words, this.#since),
      this.#act,
    );
  }

  update(contact) {
    const away = isAway(contact);
    const shown = away || contact.name === "closed";
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = !shown;
    this.element.dataset.contact = contact.name;
    say(this.#words, shown ? bannerWords(contact) : "");
    // A hub that asked to be left alone for a while is.
    this.#act.hidden = !shown || contact.name === "restarting";
    say(this.#act, away ? t("connection.try") : t("connection.reload"));
    this.#act.setAttribute("aria-disabled", String(contact.trying === true));
    this.#drawSince();
    const heading = document.querySelector("main h1");
    if (hadFocus && !shown && heading) focusFor(heading);
  }

  /** Once a second. Nothing depends on its coming in time. */
  tick() {
    if (!this.element.hidden && document.visibilityState === "visible") this.#drawSince();
  }

  #drawSince() {
    const at = this.#heardAt();
    this.#since.hidden = at === null;
    if (at !== null)
      say(this.#since, t("connection.since", { time: duration(Math.max(0, Date.now() - at)) }));
  }
}

function statusWords(contact) {
  if (contact.name === "fresh") return t("connection.connecting");
  return contact.mayAnswer ? t("connection.connected") : t("connection.read-only");
}

function bannerWords(contact) {
  switch (contact.name) {
    case "unreached":
      return t("connection.unreached");
    case "lost":
      return t("connection.lost");
    case "restarting":
      return t("connection.restarting");
    default:
      return closedWords(contact);
  }
}

function closedWords(contact) {
  switch (contact.code) {
    case 4501:
      return t("connection.signed-out");
    case 4503:
      return t("connection.forbidden");
    case 1009:
      return t("connection.too-large");
    default:
      return t("connection.closed", { reason: closeReason(contact) });
  }
}
