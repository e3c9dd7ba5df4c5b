// Safe hands: whether a press was meant for the button that it hit.
//
// A button that allows or destroys counts a press only where it began on that very button,
// and only once everything had stood still for a moment: its card, what is above it, the
// window, and the tab itself. Time is compared at the press, by the clock of the events, so
// nothing depends on a timer; a timer only shows when a button is ready again.
//
// What moved is found out by watching sizes and, at a press, the position itself. A person's
// own scrolling moves nothing; what scrolls the window for them goes through `focusFor`.

const ARM_AFTER_MS = 400;
/** What a card grows or shrinks by so soon after its own person did something in it, is their doing. */
const OWN_CHANGE_MS = 500;
/** A click that is this far from the end of a press is no part of it. */
const SAME_PRESS_MS = 100;

const pieces = new Map(); // element → piece
const around = new WeakSet(); // elements around pieces that are watched
const inView = new Set(); // pieces that somebody may see
let sizes = null;
let sights = null;
let resizedAt = -Infinity; // when anything last changed its size
let shownAt = -Infinity; // when the tab last came into view
let press = null; // {target, key, meant, endedAt} of the newest press

/**
 * Watches over the buttons of an element that moves as one. `changed()` is called when
 * `armed` turns to false, and when it is time to look whether it is true again.
 */
export function watchOver(element, changed) {
  sizes ??= start();
  sights ??= new IntersectionObserver(sighted);
  const movedAt = performance.now();
  const timer = setTimeout(changed, ARM_AFTER_MS);
  const piece = { element, changed, buttons: [], place: null, movedAt, usedAt: -Infinity, timer };
  pieces.set(element, piece);
  sizes.observe(element);
  sights.observe(element);
  return {
    get armed() {
      return isArmed(piece, performance.now());
    },
    /** This button counts meant presses alone. */
    watch(button) {
      button.setAttribute("data-armed", "");
      piece.buttons.push(button);
      sizes.observe(button);
    },
    end() {
      clearTimeout(piece.timer);
      pieces.delete(element);
      inView.delete(piece);
      sights.unobserve(element);
      for (const each of [element, ...piece.buttons]) sizes.unobserve(each);
    },
  };
}

/** Gives an element the focus on the page's own account; the window may scroll with it. */
export function focusFor(element) {
  const before = scrollY;
  element.focus();
  if (scrollY !== before) everythingMoved();
}

/** Whether a key was pressed for what has the focus: not held, not for an input method. */
export function isFreshKey(event) {
  // While an input method has the key, browsers say so in one of two ways.
  const composes = event.isComposing || event.keyCode === 229;
  return !event.repeat && !composes && event.timeStamp - shownAt >= ARM_AFTER_MS;
}

function start() {
  document.addEventListener("pointerdown", pressed, true);
  document.addEventListener("keydown", pressed, true);
  for (const name of ["pointerup", "keyup"]) document.addEventListener(name, released, true);
  document.addEventListener("pointercancel", () => (press = null), true);
  document.addEventListener("click", clicked, true);
  for (const name of ["input", "click"]) document.addEventListener(name, used, true);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    shownAt = performance.now();
    everythingMoved();
  });
  addEventListener("resize", everythingMoved);
  globalThis.visualViewport?.addEventListener("resize", everythingMoved);
  return new ResizeObserver(resized);
}

// A piece out of view is measured when it comes into view: then it moved, if it did, by the
// last change of a size. Measuring all of many pieces at each change would take all the time.
function sighted(entries) {
  for (const { target, isIntersecting } of entries) {
    const piece = pieces.get(target);
    if (!piece) continue;
    if (!isIntersecting) inView.delete(piece);
    else if (!inView.has(piece)) {
      inView.add(piece);
      measure(piece, resizedAt);
    }
  }
}

function resized(entries) {
  resizedAt = performance.now();
  for (const { target } of entries) {
    const piece = pieceOf(target);
    // A button that appeared, or grew, has other buttons where they were not.
    if (piece && piece.element !== target) moved(piece);
  }
  for (const piece of inView) measure(piece, resizedAt);
}

// Whatever grows above a piece makes something around it grow.
function watchAround(element) {
  for (let each = element.parentElement; each && !around.has(each); each = each.parentElement) {
    around.add(each);
    sizes.observe(each);
  }
}

function measure(piece, at) {
  const { element, place } = piece;
  if (!element.isConnected) return;
  watchAround(element);
  const { left, top, width, height } = element.getBoundingClientRect();
  const now = [left + scrollX, top + scrollY, width, height];
  piece.place = now;
  // The height comes last, and is left out where its own person made it another.
  const isOwn = performance.now() - piece.usedAt < OWN_CHANGE_MS;
  const counted = isOwn ? now.slice(0, -1) : now;
  if (place === null || counted.some((each, index) => Math.abs(each - place[index]) >= 1)) moved(piece, at);
}

function used(event) {
  const piece = pieceOf(event.target);
  if (piece && !event.target.closest("[data-armed]")) piece.usedAt = performance.now();
}

function everythingMoved() {
  for (const piece of pieces.values()) moved(piece);
}

function moved(piece, at = performance.now()) {
  piece.movedAt = Math.max(piece.movedAt, at);
  piece.changed();
  clearTimeout(piece.timer);
  piece.timer = setTimeout(piece.changed, ARM_AFTER_MS);
}

function isArmed(piece, at) {
  return at - piece.movedAt >= ARM_AFTER_MS;
}

function pieceOf(target) {
  for (let each = target; each; each = each.parentElement) if (pieces.has(each)) return pieces.get(each);
  return undefined;
}

function pressed(event) {
  const key = event.type === "keydown";
  if (key && event.key !== "Enter" && event.key !== " ") return;
  const piece = pieceOf(event.target);
  // What changed since the last frame has moved under this very press.
  if (piece) measure(piece, performance.now());
  const meant = (!key || isFreshKey(event)) && (!piece || isArmed(piece, event.timeStamp));
  // A key that is held stays the press that it began as.
  if (key && event.repeat && press?.key && press.endedAt === undefined) press.meant = false;
  else press = { target: event.target, key, meant, endedAt: undefined };
}

function released(event) {
  if (press) press.endedAt = event.timeStamp;
}

function clicked(event) {
  const button = event.target.closest?.("[data-armed]");
  if (!button || counts(event, button)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function counts(event, button) {
  const piece = pieceOf(button);
  const now = press;
  press = null;
  if (!piece) return true;
  const over = now?.endedAt !== undefined && event.timeStamp - now.endedAt > SAME_PRESS_MS;
  // Assistive technology clicks without a press.
  if (!now || over) return isArmed(piece, event.timeStamp);
  // Enter in a field of the form presses its button.
  const began = button.contains(now.target) || (now.key && button.form?.contains(now.target));
  return began && now.meant;
}
