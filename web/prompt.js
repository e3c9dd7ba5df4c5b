// The way to write to a thread's agent, shown while one is attached.

import { freshId, h, say } from "./dom.js";
import { t } from "./texts.js";

/** `promptAgent(text)` resolves with a sentence where something went wrong. Returns {element, enable}. */
export function promptControl(promptAgent) {
  const text = h("textarea", { rows: 2, id: freshId("prompt") });
  const told = h("p", { class: "hint", role: "status" });
  const send = h("button", { type: "submit" }, t("prompt.send"));
  const submit = async (event) => {
    event.preventDefault();
    if (send.disabled || text.value.trim() === "") return;
    const sent = text.value;
    say(told, t("prompt.sending"));
    const problem = await promptAgent(sent);
    say(told, problem ?? t("prompt.sent"));
    // Kept where it did not arrive, and where more was written meanwhile.
    if (!problem && text.value === sent) text.value = "";
  };
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!event.repeat && !event.isComposing) form.requestSubmit();
  });
  const form = h(
    "form",
    { class: "prompt", submit },
    h("label", { for: text.id }, t("prompt.label")),
    text,
    h("div", { class: "actions" }, send, told),
  );
  return {
    element: h("section", { "aria-label": t("prompt.region") }, form),
    enable(ready, live) {
      send.disabled = !ready || !live;
      form.hidden = !live && text.value === "";
    },
  };
}
