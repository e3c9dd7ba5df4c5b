// The keys of the page: from card to card, into a card, and the answers that one key can give.
//
// A key is never an answer by accident. It acts on the card that has the focus when it is
// pressed and on no other, by a click on the card's own button, so that whatever guards the
// button guards the key. Where a person types, composes, holds a key down or holds a modifier,
// and while a popup is open, it does nothing.

const OFF = "dialog-hub.keys-off";
/** A key that was meant for a heading must not press the button that it led to. */
const SETTLE_MS = 400;

const TYPED_INTO = 'input:not([type="radio"], [type="checkbox"], [type="button"]), textarea, select';
const STOPS = "article[data-dialog-id] h2, .threads a";
const FIELDS = "form :is(input, textarea, select)";
const ANSWERS = ".actions > button:not(.quiet)";

/** Whether single keys act, as the person left it. */
export function areKeysOn(storage) {
  try {
    return storage.getItem(OFF) === null;
  } catch {
    return true;
  }
}

export function turnKeys(storage, on) {
  try {
    if (on) storage.removeItem(OFF);
    else storage.setItem(OFF, "1");
  } catch {
    // Storage is turned off: it lasts as long as the page.
  }
}

/**
 * What a key is for: {name: "next" | "previous" | "enter" | "yes" | "no" | "help" | "send"},
 * {name: "pick", index}, or null. `isOn` says whether single keys act. Pure.
 */
export function meaningOf(event, { isOn, isTyping }) {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (event.repeat || event.isComposing || event.keyCode === 229 || altKey) return null;
  if (ctrlKey || metaKey) return key === "Enter" && !shiftKey ? { name: "send" } : null;
  if (isTyping) return null;
  if (key === "Enter") return shiftKey ? null : { name: "enter" };
  if (!isOn) return null;
  // On some keyboards these need Shift.
  if (key === "?") return { name: "help" };
  if (/^[1-9]$/.test(key)) return { name: "pick", index: Number(key) - 1 };
  const names = { j: "next", k: "previous", y: "yes", n: "no" };
  return !shiftKey && Object.hasOwn(names, key) ? { name: names[key] } : null;
}

/** Listens on the document. `isOn()` says whether single keys act; `help()` shows them. */
export function listenForKeys({ isOn, help }) {
  const led = { to: null, at: 0 };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isTyping = event.target.matches?.(TYPED_INTO) || event.target.isContentEditable;
    const meaning = meaningOf(event, { isOn: isOn(), isTyping });
    if (meaning && act(meaning, event.target, { help, led })) event.preventDefault();
  });
  const soonAfter = () => performance.now() - led.at < SETTLE_MS;
  document.addEventListener(
    "keydown",
    (event) => event.key === "Enter" && event.target === led.to && soonAfter() && event.preventDefault(),
    true,
  );
}

// True where the key did something.
function act(meaning, target, { help, led }) {
  const card = target.closest?.("article[data-dialog-id]");
  switch (meaning.name) {
    case "help":
      help();
      return true;
    case "next":
      return move(target, 1);
    case "previous":
      return move(target, -1);
    default:
  }
  // The focus was in it before the key, and no other listener has moved it since.
  if (!card?.contains(document.activeElement) || card.dataset.state !== "open") return false;
  switch (meaning.name) {
    case "enter":
      return target.matches("h2") && enter(card, led);
    case "send":
      return press(card.querySelector('button[type="submit"]'));
    case "yes":
      return card.dataset.method === "confirm" && press(card.querySelectorAll(ANSWERS)[0]);
    case "no":
      return card.dataset.method === "confirm" && press(card.querySelectorAll(ANSWERS)[1]);
    default:
      return isArmed(card) && pick(card, target, meaning.index);
  }
}

function move(target, by) {
  const stops = [...document.querySelectorAll(STOPS)].filter((stop) => stop.checkVisibility());
  const from = target.closest?.("article[data-dialog-id]")?.querySelector("h2") ?? target.closest?.("a");
  const at = stops.indexOf(from);
  const to = at >= 0 ? stops[at + by] : by > 0 ? stops[0] : stops.at(-1);
  to?.focus();
  return to !== undefined;
}

function enter(card, led) {
  const usable = (selector) =>
    [...card.querySelectorAll(selector)].filter((each) => each.checkVisibility() && !each.disabled);
  const [first] = [...usable(FIELDS), ...usable(ANSWERS)];
  // A group of options is entered where Tab would enter it.
  const chosen = first?.type === "radio" ? card.querySelector(`input[name="${first.name}"]:checked`) : null;
  led.to = chosen ?? first ?? null;
  led.at = performance.now();
  led.to?.focus();
  return led.to !== null;
}

function isArmed(card) {
  const answer = card.querySelector(ANSWERS);
  return answer !== null && answer.getAttribute("aria-disabled") !== "true";
}

// The button's own guards decide; one that waits is not even pressed.
function press(button) {
  if (!button || button.disabled || button.getAttribute("aria-disabled") === "true") return false;
  button.click();
  return true;
}

// The options of the question that has the focus, else of the first one of the card.
function pick(card, target, index) {
  const group = target.closest("fieldset") ?? card.querySelector("fieldset");
  const options = group?.querySelectorAll('.option > input:is([type="radio"], [type="checkbox"])');
  const option = options?.[index];
  if (!option || option.disabled) return false;
  option.focus();
  option.click();
  return true;
}
