// The settings of notifications and sound, drawn: what is on, why not, and the buttons.
//
// A button stays where it is when its word changes, so that the focus is not lost.

import { button, freshId, h, say } from "../dom.js";
import { t } from "../texts.js";

const NOTIFY = {
  on: "attention.notify.on",
  off: "attention.notify.off",
  denied: "attention.notify.denied",
  insecure: "attention.notify.insecure",
  unsupported: "attention.notify.unsupported",
  ignored: "attention.notify.ignored",
  failed: "attention.notify.failed",
};
const SOUND = {
  on: "attention.sound.on",
  off: "attention.sound.off",
  blocked: "attention.sound.blocked",
  unsupported: "attention.sound.unsupported",
};
/** What no click can change. */
const HOPELESS = ["insecure", "unsupported"];

export class AttentionPanel {
  #notify;
  #sound;
  #title = h("span");
  #trouble = h("span", { class: "attention-trouble" });
  #tried = h("p", { class: "hint", role: "status" });
  #try;

  /** `actions` are {notify(on), sound(on)}, and tryIt(), which resolves with whether it was heard. */
  constructor(actions) {
    this.#notify = part((on) => actions.notify(on));
    this.#sound = part((on) => actions.sound(on));
    this.#try = button("", async () => this.#sayTried(await actions.tryIt()), { class: "small quiet" });
    this.#sound.buttons.append(this.#try);
    this.#sound.element.append(this.#tried);
    this.element = h(
      "details",
      { class: "attention" },
      h("summary", {}, this.#title, this.#trouble),
      this.#notify.element,
      this.#sound.element,
    );
  }

  /** `notify` is {state, wanted, detail, host}, `sound` {state}. */
  update({ notify, sound }) {
    say(this.#title, t("attention.title"));
    const isStuck = notify.wanted && notify.state !== "on";
    say(this.#trouble, isStuck ? t("attention.trouble") : "");
    draw(this.#notify, {
      name: t("attention.notify"),
      state: notify.state,
      words: t(NOTIFY[notify.state], { detail: notify.detail, host: notify.host }),
      on: notify.state === "on",
      word: notify.state === "on" ? t("attention.notify.turnOff") : t("attention.notify.turnOn"),
    });
    const isOn = sound.state === "on" || sound.state === "blocked";
    draw(this.#sound, {
      name: t("attention.sound"),
      state: sound.state,
      words: t(SOUND[sound.state]),
      on: isOn,
      word: isOn ? t("attention.sound.turnOff") : t("attention.sound.turnOn"),
    });
    say(this.#try, t("attention.sound.try"));
  }

  #sayTried(heard) {
    say(this.#tried, heard ? t("attention.sound.played") : t("attention.sound.refused"));
  }
}

function part(turn) {
  const heading = h("h2", { id: freshId("attention") });
  const words = h("p", { role: "status", id: freshId("attention") });
  const toggle = button("", () => turn(toggle.dataset.on !== "true"), {
    class: "small",
    "aria-describedby": words.id,
  });
  const buttons = h("div", { class: "attention-buttons" }, toggle);
  const element = h("section", { "aria-labelledby": heading.id }, heading, words, buttons);
  return { element, heading, words, toggle, buttons };
}

function draw({ element, heading, words, toggle, buttons }, { name, state, words: text, on, word }) {
  element.dataset.state = state;
  say(heading, name);
  say(words, text);
  say(toggle, word);
  toggle.dataset.on = String(on);
  buttons.hidden = HOPELESS.includes(state);
}
