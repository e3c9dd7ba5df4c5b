// The card of an `approval`: the whole action first, in full, then the choices, the denial
// first. Nothing is cut, folded or scrolled away above the buttons that allow it.

import { choicesOf } from "../answers.js";
import { choiceLabel } from "../words.js";
import { prettyJson } from "../json.js";
import { freshId, h, problemSlot, said, showProblem } from "../dom.js";

export function approval({ dialog, fields, changed }) {
  const hasAction = dialog.action !== undefined && dialog.action !== null;
  // A text that is the whole action reads best as it is; everything else is JSON.
  const shown = typeof dialog.action === "string" ? dialog.action : prettyJson(dialog.action);
  const edit = dialog.editable === true ? editField(fields, changed) : null;
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
    hasAction ? said("pre", shown, { class: "action", "aria-label": "The action", role: "group" }) : null,
    edit?.element,
    h(
      "div",
      { class: "field" },
      h("label", { for: reason.id }, "Reason ", h("span", { class: "optional" }, "(optional)")),
      reason,
    ),
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
    })),
  };
}

function editField(fields, changed) {
  const slot = problemSlot();
  let edited = fields.edited;
  const field = h("textarea", {
    class: "code",
    id: freshId("edit"),
    rows: Math.min(16, fields.text.split("\n").length + 1),
    spellcheck: false,
    value: fields.text,
    input() {
      edited = true;
      changed();
    },
  });
  const element = h(
    "details",
    { class: "field", open: fields.edited },
    h("summary", {}, "Edit before allowing"),
    h("label", { for: field.id }, "The action as JSON; what stands here is sent when you allow it"),
    field,
    slot,
  );
  return {
    element,
    edited: () => edited,
    text: () => field.value,
    problem(detail) {
      showProblem(slot, field, detail);
      if (detail !== null) element.open = true;
      return field;
    },
  };
}
