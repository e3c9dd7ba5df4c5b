// The way to stop a thread's agent: a button, and the question whether that is meant.

import { watchOver } from "./arming.js";
import { button, h, say } from "./dom.js";

/** `stopAgent()` resolves with a sentence where something went wrong. Returns {element, enable}. */
export function stopControl(stopAgent) {
  const told = h("p", { class: "problem", role: "status" });
  const ask = h("p", {});
  const stop = button(
    "Stop the agent",
    async () => {
      sure.hidden = true;
      open.hidden = false;
      open.focus();
      say(told, (await stopAgent()) ?? "");
    },
    { class: "danger" },
  );
  const keep = button("Go on", () => {
    sure.hidden = true;
    open.hidden = false;
    open.focus();
  });
  const sure = h(
    "div",
    { class: "sure", hidden: true, role: "group", "aria-label": "Stop the agent?" },
    ask,
    h("div", { class: "actions" }, keep, stop),
  );
  const hands = watchOver(sure, () => stop.setAttribute("aria-disabled", String(!hands.armed)));
  hands.watch(stop);
  const open = button(
    "Stop…",
    () => {
      sure.hidden = false;
      open.hidden = true;
      keep.focus();
    },
    { class: "small" },
  );
  return {
    element: h("div", { class: "stop" }, open, sure, told),
    enable(ready, count) {
      open.disabled = !ready;
      stop.disabled = !ready;
      say(
        ask,
        count === 0
          ? "Stop the agent?"
          : `Stop the agent and drop ${count === 1 ? "the open question" : `all ${count} open questions`}?`,
      );
    },
  };
}
