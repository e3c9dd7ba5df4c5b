// The middle of a card that cannot be built as its method says: what is wrong, and the
// dialog as it was sent. Nothing can be sent from it; it can be dismissed.

import { h, said } from "./dom.js";
import { prettyJson } from "./json.js";
import { t } from "./texts.js";

/** For a dialog and the error that building its card met. */
export function unreadable(error) {
  return ({ dialog }) => ({
    element: h(
      "div",
      { class: "unreadable" },
      said("p", t("card.broken", { problem: error.message }), { class: "problem" }),
      said("pre", prettyJson(dialog), {
        class: "action",
        role: "group",
        tabIndex: 0,
        "aria-label": t("card.broken_text"),
      }),
    ),
    read: () => ({}),
    typed: () => "",
    problem: () => null,
    buttons: [],
  });
}
