// The way to stop a thread's agent: a button, and the question whether that is meant.

import { watchOver } from "./arming.js";
import { button, h, say } from "./dom.js";
import { t } from "./texts.js";

/** `stopAgent()` resolves with a sentence where something went wrong. Returns {element, enable}. */
export function stopControl(stopAgent) {
  const told = h("p", { class: "problem", role: "status" });
  const ask = h("p", {});
  const stop = button(
    t("stop.stop"),
    async () => {
      sure.hidden = true;
      open.hidden = false;
      open.focus();
      say(told, (await stopAgent()) ?? "");
    },
    { class: "danger" },
  );
  const keep = button(t("stop.keep"), () => {
    sure.hidden = true;
    open.hidden = false;
    open.focus();
  });
  const sure = h(
    "div",
    { class: "sure", hidden: true, role: "group", "aria-label": t("stop.sure") },
    ask,
    h("div", { class: "actions" }, keep, stop),
  );
  const hands = watchOver(sure, () => stop.setAttribute("aria-disabled", String(!hands.armed)));
  hands.watch(stop);
  const open = button(
    t("stop.ask"),
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
      say(ask, count === 0 ? t("stop.sure") : t("stop.sure_open", { count }));
    },
  };
}
