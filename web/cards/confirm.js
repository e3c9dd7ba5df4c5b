// The middle of a `confirm`: its two buttons, with the words of whoever asked.

import { h } from "../dom.js";
import { t } from "../texts.js";
import { visible } from "../visible.js";

export function confirm({ dialog }) {
  const yes = visible(dialog.yes_label || t("confirm.yes"));
  const no = visible(dialog.no_label || t("confirm.no"));
  // A colour alone would not tell everybody which of the two is suggested.
  const suggested = typeof dialog.default === "boolean" ? (dialog.default ? yes : no) : null;
  return {
    element:
      suggested === null ? null : h("p", { class: "hint" }, t("confirm.suggested", { label: suggested })),
    read: () => ({}),
    typed: () => "",
    problem: () => null,
    buttons: [
      { label: yes, fields: { confirmed: true }, look: dialog.default === false ? "plain" : "main" },
      { label: no, fields: { confirmed: false }, look: dialog.default === false ? "main" : "plain" },
    ],
  };
}
