// What became of earlier questions, and what the agent published: one list, newest first.

import { h, said, when } from "./dom.js";
import { endOf } from "./thread.js";
import { endSentence, publishedText } from "./words.js";

/** Lines drawn; the state keeps more. */
const MAX_LINES = 100;

export function historyList() {
  const list = h("ol", { class: "history", reversed: true });
  const empty = h("p", { class: "empty" }, "Nothing yet.");
  let drawn = null;
  return {
    element: h(
      "section",
      { "aria-labelledby": "history" },
      h("h2", { id: "history" }, "History"),
      list,
      empty,
    ),
    update(state) {
      if (drawn === state.history) return;
      drawn = state.history;
      empty.hidden = state.history.length > 0;
      list.replaceChildren(
        ...state.history
          .slice(-MAX_LINES)
          .reverse()
          .map((event) => line(state, event)),
      );
    },
  };
}

function line(state, event) {
  return h("li", { "data-type": event.type }, when(event.at), h("div", {}, what(state, event)));
}

function what(state, event) {
  switch (event.type) {
    case "dialog.settled": {
      const dialog = state.asked[event.id];
      return [
        said("span", dialog?.title ?? `A ${event.method}`, { class: "asked" }),
        said("span", endSentence(endOf(state, event.id), dialog), {
          class: "outcome",
          "data-outcome": event.outcome,
        }),
      ];
    }
    case "thread.reset":
      return [said("span", `New conversation (${event.reason})`, { class: "outcome" })];
    default:
      return [
        said("span", event.event, { class: "chip" }),
        said("span", publishedText(event.data), { class: "text" }),
      ];
  }
}
