// Which builder draws which method. A method that is not here, an `x.NAME` among them, is
// drawn as raw JSON: every dialog that the hub shows can be answered.
//
// A builder takes {dialog, fields, start, title, titleId, changed, lock} and returns what
// card.js needs of a card's middle: {element, read, typed, problem}, with `buttons` where it
// is not sent by one "Send", and `forget`, `locks` and `extraButtons` where it has them.
// `fields` may come from a draft, `start` is what the dialog itself says.

import { approval } from "./approval.js";
import { confirm } from "./confirm.js";
import { form } from "./form.js";
import { multiselect, select } from "./picks.js";
import { questionnaire } from "./questionnaire.js";
import { raw } from "./raw.js";
import { secret } from "./secret.js";
import { editor, input } from "./text.js";

const KINDS = { approval, confirm, editor, form, input, multiselect, questionnaire, secret, select };

export function kindOf(method) {
  return Object.hasOwn(KINDS, method) ? KINDS[method] : raw;
}
