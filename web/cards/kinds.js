// Which builder draws which method. A method that is not here, an `x.NAME` among them, is
// drawn as raw JSON: every dialog that the hub shows can be answered.

import { approval } from "./approval.js";
import { form } from "./form.js";
import { questionnaire } from "./questionnaire.js";
import { raw } from "./raw.js";
import { confirm, editor, input, multiselect, secret, select } from "./simple.js";

const KINDS = { approval, confirm, editor, form, input, multiselect, questionnaire, secret, select };

export function kindOf(method) {
  return Object.hasOwn(KINDS, method) ? KINDS[method] : raw;
}
