// The foot of every page: the name that others see, the language, the keys, and the ways to
// the help and to the phone. And the way past the head of the page, for who has no pointer.

import { button, h, say } from "./dom.js";
import { showHelp } from "./help.js";
import { areKeysOn, listenForKeys, turnKeys } from "./keyboard.js";
import { loadLabel, saveLabel } from "./label.js";
import { loadLanguage, saveLanguage } from "./language.js";
import { showPopup } from "./popup.js";
import { LANGUAGES, t } from "./texts.js";

/** Fills the foot of the document; `storage` keeps what the person chooses. */
export function showFoot({ hub, storage }) {
  showSkipLink();
  showLabel(hub, storage);
  const keys = keySwitch(storage);
  const ways = [button(t("keys.title"), showHelp), button(t("phone.title"), showPhone)];
  for (const way of ways) way.className = "small";
  const settings = document.getElementById("settings");
  settings.append(languageField(storage), keys.element, h("div", { class: "ways" }, ways));
  listenForKeys({ isOn: keys.isOn, help: showHelp });
}

// By a click of its own: the fragment of an address names a thread.
function showSkipLink() {
  const link = document.getElementById("skip");
  say(link, t("frame.skip"));
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const main = document.getElementById("main");
    (main.querySelector("h1") ?? main).focus();
  });
}

function showLabel(hub, storage) {
  say(document.querySelector('label[for="label"]'), t("name.shown"));
  const field = document.getElementById("label");
  field.value = loadLabel(storage, navigator.userAgent);
  field.addEventListener("change", () => {
    saveLabel(storage, field.value.trim());
    field.value = loadLabel(storage, navigator.userAgent);
    hub.setLabel(field.value);
  });
}

function languageField(storage) {
  const option = ([value, name]) => h("option", { value, lang: value }, name);
  const field = h(
    "select",
    { id: "language" },
    h("option", { value: "" }, t("language.browser")),
    Object.entries(LANGUAGES).map(option),
  );
  field.value = loadLanguage(storage);
  field.addEventListener("change", () => {
    saveLanguage(storage, field.value);
    // Every word on the page changes; what was typed into cards is kept over a reload.
    location.reload();
  });
  return h("div", { class: "setting" }, h("label", { for: field.id }, t("language.label")), field);
}

function keySwitch(storage) {
  const box = h("input", { type: "checkbox", role: "switch", id: "keys", checked: areKeysOn(storage) });
  box.addEventListener("change", () => turnKeys(storage, box.checked));
  return {
    isOn: () => box.checked,
    element: h("div", { class: "setting" }, box, h("label", { for: box.id }, t("keys.switch"))),
  };
}

async function showPhone() {
  try {
    const { showCode } = await import("./qr.js");
    showCode(location);
  } catch {
    // The hub is away: its files do not come.
    showPopup(
      "phone",
      t("phone.title"),
      h("p", {}, t("phone.failed")),
      h("p", { class: "address" }, location.href),
    );
  }
}
