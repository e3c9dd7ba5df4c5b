// The help: every key that does something on this page.

import { h } from "./dom.js";
import { showPopup } from "./popup.js";
import { t } from "./texts.js";

export function showHelp() {
  const send = [t("keys.ctrl"), t("keys.return")];
  showPopup(
    "help",
    t("keys.title"),
    h(
      "dl",
      { class: "keys" },
      line([["j"]], t("keys.next")),
      line([["k"]], t("keys.previous")),
      line([[t("keys.return")]], t("keys.enter")),
      line([["y"]], t("keys.yes")),
      line([["n"]], t("keys.no")),
      line([["1"], ["9"]], t("keys.pick"), "–"),
      line([send], t("keys.send")),
      line([["?"]], t("keys.help")),
    ),
    h("p", { class: "hint" }, t("keys.note")),
  );
}

// `keys` are what can be pressed, each as the keys that are held together.
function line(keys, words, between) {
  const drawn = keys.map((held, at) => [at > 0 ? between : null, chord(held)]).flat();
  return h("div", {}, h("dt", {}, drawn), h("dd", {}, words));
}

function chord(held) {
  return h(
    "span",
    { class: "chord" },
    held.map((key, at) => [at > 0 ? "+" : null, h("kbd", {}, key)]).flat(),
  );
}
