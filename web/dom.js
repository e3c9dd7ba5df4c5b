// Making elements. Text enters the page here, as text nodes and nothing else, and what is
// hidden in an agent's text is made visible on the way.

import { t } from "./texts.js";
import { exactly, moment } from "./times.js";
import { visible } from "./visible.js";

let nextId = 1;

/** An id that is free in this page. */
export function freshId(name) {
  return `${name}-${nextId++}`;
}

/**
 * An element. `props` are properties, except `class`, `role`, `for` and names with a dash,
 * which are attributes, and functions, which listen. Children are elements, strings (the
 * page's own words), or null for nothing.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "class" || name === "role" || name === "for" || name.includes("-"))
      element.setAttribute(name, value);
    else element[name] = value;
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/** An element that shows somebody else's text, each with a reading direction of its own. */
export function said(tag, text, props = {}) {
  return h(tag, { dir: "auto", ...props }, visible(text));
}

/** Puts somebody else's text into an element. */
export function say(element, text) {
  const shown = visible(text);
  if (element.textContent !== shown) element.textContent = shown;
}

/** A time as people write it, with the exact one behind it. */
export function when(at) {
  const date = new Date(at);
  const valid = !Number.isNaN(date.getTime());
  const time = h("time", valid ? { dateTime: date.toISOString(), title: exactly(date) } : {});
  say(time, valid ? moment(date) : "");
  return time;
}

/** A button that is no submit button. */
export function button(label, click, props = {}) {
  return h("button", { type: "button", click, ...props }, label);
}

/** A place for what is wrong with a field: hidden while nothing is. */
export function problemSlot() {
  return h("p", { class: "problem", id: freshId("problem"), hidden: true });
}

/** Shows a problem in a slot and ties it to its field, where it has one; null takes it away. */
export function showProblem(slot, field, detail) {
  slot.hidden = detail === null;
  say(slot, detail ?? "");
  if (!field) return;
  const described = (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((id) => id && id !== slot.id);
  if (detail !== null) described.unshift(slot.id);
  if (described.length > 0) field.setAttribute("aria-describedby", described.join(" "));
  else field.removeAttribute("aria-describedby");
  // A group of fields has no validity of its own.
  if (field instanceof HTMLFieldSetElement) return;
  if (detail === null) field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
}

/** Copies text; where the clipboard is closed to the page, selects it for the person. */
export async function copyText(text, shownIn) {
  try {
    await navigator.clipboard.writeText(text);
    return t("card.copied");
  } catch {
    getSelection().selectAllChildren(shownIn);
    return t("card.selected");
  }
}
