// The middle of a `secret`. What is typed here is for the hub alone: it is masked unless a
// button is held down, not offered back, not kept, not remembered, and gone when it is over.

import { button, h, problemSlot, showProblem } from "../dom.js";
import { hasLines } from "../line_ends.js";
import { t } from "../texts.js";
import { visible } from "../visible.js";
import { describe } from "./about.js";

const QUIET = {
  autocomplete: "off",
  spellcheck: false,
  autocapitalize: "off",
  autocorrect: "off",
  "data-1p-ignore": "",
  "data-lpignore": "true",
};

export function secret({ dialog, titleId, changed }) {
  const slot = problemSlot();
  const hint = h("p", { class: "hint" }, t("secret.about"));
  let field = h("input", { type: "password", placeholder: visible(dialog.placeholder ?? ""), ...QUIET });
  prepare();
  const reveal = holdButton(t("secret.show"), (shown) => {
    if (field instanceof HTMLInputElement) field.type = shown ? "text" : "password";
    else field.classList.toggle("masked", !shown);
  });
  const row = h("div", { class: "secret" }, field, reveal.element);
  field.addEventListener("paste", severalLines);

  function prepare() {
    field.setAttribute("aria-labelledby", titleId);
    field.addEventListener("input", changed);
    describe(field, hint);
  }

  // A field of one line drops line ends, and with them what makes a key file one.
  function severalLines(event) {
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (!hasLines(pasted.trim())) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = field;
    const lines = h("textarea", { class: "masked", rows: 4, ...QUIET });
    lines.value = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd);
    field.value = "";
    field.replaceWith(lines);
    field = lines;
    prepare();
    hint.textContent = `${t("secret.about")} ${t("secret.lines")}`;
    field.focus();
    changed();
  }

  return {
    element: h("div", { class: "field" }, row, hint, slot),
    read: () => ({ text: field.value }),
    typed: () => "",
    forget() {
      reveal.release();
      field.value = "";
    },
    problem(detail) {
      showProblem(slot, field, detail);
      return field;
    },
  };
}

// A button that does something only while it is held, by a pointer or a key. Whatever takes
// the hold away (another window, a scroll, a lost focus) releases it.
function holdButton(label, hold) {
  let held = false;
  const press = () => {
    if (held) return;
    held = true;
    hold(true);
    window.addEventListener("blur", release);
    document.addEventListener("visibilitychange", release);
  };
  function release() {
    if (!held) return;
    held = false;
    hold(false);
    window.removeEventListener("blur", release);
    document.removeEventListener("visibilitychange", release);
  }
  const isKey = (event) => event.key === " " || event.key === "Enter";
  const element = button(label, () => {}, {
    pointerdown: (event) => event.button === 0 && press(),
    pointerup: release,
    pointercancel: release,
    pointerleave: release,
    contextmenu: (event) => event.preventDefault(),
    keydown: (event) => isKey(event) && press(),
    keyup: release,
    blur: release,
  });
  return { element, release };
}
