// A dialog that was over before this page came: what was asked, who ended it how, and when.

import { freshId, h, said } from "./dom.js";
import { t } from "./texts.js";
import { exactly } from "./times.js";
import { endSentence } from "./words.js";

/** `settled` is the event of its end with `mine`; `dialog` may be unknown. */
export function pastDialog(settled, dialog) {
  const title = dialog?.title ?? t("history.asked", { method: settled.method });
  const heading = said("h2", title, { id: freshId("title"), tabIndex: -1 });
  return h(
    "article",
    {
      class: "card",
      "aria-labelledby": heading.id,
      "data-dialog-id": settled.id,
      "data-method": settled.method,
      "data-state": "settled",
      "data-outcome": settled.outcome,
    },
    h("header", {}, dialog?.header ? said("span", dialog.header, { class: "chip" }) : null, heading),
    h(
      "div",
      { class: "end" },
      // Read out without its heading, the sentence says of what it is the end.
      h(
        "p",
        { class: "won", role: "status" },
        said("span", `${title}: `, { class: "only-read" }),
        said("span", `${endSentence(settled, dialog)}.`),
      ),
      h("p", { class: "hint" }, fullTime(settled.at)),
    ),
  );
}

function fullTime(at) {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : h("time", { dateTime: date.toISOString() }, exactly(date));
}
