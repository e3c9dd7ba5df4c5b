// The card of an `approval`: the whole action first, in full, then the choices, the denial
// first. Nothing is cut, folded or scrolled away above the buttons that allow it, and those
// wait until the end of a long action was reached.

import { choicesOf } from "../answers.js";
import { freshId, h, problemSlot, say, showProblem } from "../dom.js";
import { t } from "../texts.js";
import { visible } from "../visible.js";
import { actionView } from "./action.js";
import { watchReading } from "./action_end.js";

export function approval({ dialog, fields, start, changed, enable }) {
  const hasAction = dialog.action !== undefined && dialog.action !== null;
  const reading = hasAction ? actionToRead(dialog.action, enable) : null;
  const edit = dialog.editable === true ? editField(fields, start, changed) : null;
  const reason = h("input", {
    type: "text",
    id: freshId("reason"),
    value: fields.reason,
    autocomplete: "off",
    input: changed,
  });
  const element = h(
    "div",
    { class: "approval" },
    reading?.elements,
    edit?.element,
    h(
      "div",
      { class: "field" },
      h(
        "label",
        { for: reason.id },
        t("approval.reason"),
        " ",
        h("span", { class: "optional" }, t("approval.optional")),
      ),
      reason,
    ),
    reading?.wait,
  );
  return {
    element,
    read: () => ({ reason: reason.value, edited: edit?.edited() ?? false, text: edit?.text() ?? "" }),
    typed: () => [edit?.edited() ? edit.text() : "", reason.value].filter(Boolean).join("\n\n"),
    problem(detail, where) {
      if (detail === null) {
        edit?.problem(null);
        return null;
      }
      return edit && where?.field === "input" ? edit.problem(detail) : null;
    },
    buttons: choicesOf(dialog).map((choice) => ({
      label: choiceLabel(choice),
      fields: { choice },
      look: choice === "deny" ? "main" : "plain",
      ...(choice === "deny" || !reading ? {} : { held: reading.held, about: reading.wait.id }),
    })),
  };
}

function choiceLabel(choice) {
  const labels = {
    deny: () => t("approval.deny"),
    once: () => t("approval.once"),
    session: () => t("approval.session"),
    always: () => t("approval.always"),
  };
  return Object.hasOwn(labels, choice) ? labels[choice]() : visible(choice);
}

// The action, and what holds the buttons until it was read.
function actionToRead(action, enable) {
  const view = actionView(action);
  const wait = h("p", { class: "hint wait", id: freshId("wait"), role: "status", hidden: true });
  let held = true;
  const end = watchReading(view, {
    isLong() {
      wait.hidden = false;
      say(wait, t("approval.readFirst"));
    },
    isRead() {
      held = false;
      enable();
      if (!wait.hidden) say(wait, t("approval.read"));
    },
  });
  return { elements: [view, end], wait, held: () => held };
}

function editField(fields, start, changed) {
  const slot = problemSlot();
  const field = h("textarea", {
    class: "code",
    id: freshId("edit"),
    rows: Math.min(16, fields.text.split("\n").length + 1),
    spellcheck: false,
    value: fields.text,
    input: changed,
  });
  // A field writes each line break as one sign, whatever it was given.
  const untouched = start.text.replace(/\r\n?/g, "\n");
  const element = h(
    "details",
    { class: "field", open: fields.edited },
    h("summary", {}, t("approval.edit")),
    h("label", { for: field.id }, t("approval.editLabel")),
    field,
    slot,
  );
  return {
    element,
    edited: () => field.value !== untouched,
    text: () => field.value,
    problem(detail) {
      showProblem(slot, field, detail);
      if (detail !== null) element.open = true;
      return field;
    },
  };
}
