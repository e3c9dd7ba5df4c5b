// The middles of `select` and `multiselect`: one list of options.

import { optionsOf } from "../answers.js";
import { freshId, h } from "../dom.js";
import { limitsOf } from "../picking.js";
import { choiceList } from "./choice.js";

export function select(parts) {
  return picks(parts, { many: false });
}

export function multiselect(parts) {
  return picks(parts, { many: true, limits: limitsOf(parts.dialog) });
}

function picks({ dialog, fields, title, changed }, how) {
  return choiceList({
    legend: h("legend", { class: "only-read", id: freshId("legend") }, title),
    options: optionsOf(dialog),
    allowOther: dialog.allow_other === true,
    fields,
    changed,
    ...how,
  });
}
