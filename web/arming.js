// Safe hands: whether a press was meant for the button that it hit.
//
// A button that allows or destroys counts a press only where it began on that very button,
// and only once everything had stood still for a moment: its card, what is above it, the
// window, and the tab itself. Time is compared at the press, by the clock of the events, so
// nothing depends on a timer; a timer only shows when a button is ready again.
//
// What moved is found out by watching sizes and, at a press, the position itself. A person's
// own scrolling moves nothing, and neither does what the browser scrolls along with, so that
// it stays where it was on the screen; what scrolls the window for them goes through `focusFor`.

const ARM_AFTER_MS = 400;
/** When to look again: a timer may come a little before its time. */
const LOOK_AFTER_MS = ARM_AFTER_MS + 5;
/** What a card grows or shrinks by so soon after its own person did something in it, is their doing. */
const OWN_CHANGE_MS = 500;
/** A click that is this far from the end of a press is no part of it. */
const SAME_PRESS_MS = 100;

const pieces = new Map(); // element → piece
const around = new WeakSet(); // elements around pieces that are watched
const inView = new Set(); // pieces that somebody may see
let sizes = null;
let sights = null;
let shift = { at: -Infinity, top: 0 }; // when anything in view last moved on the screen, and where the window stood
let scrolled = [0, 0]; // where the window stood when that was last looked at
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
  const timer = setTimeout(changed, LOOK_AFTER_MS);
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
  addEventListener("scroll", noteScroll, { passive: true });
  globalThis.visualViewport?.addEventListener("resize", everythingMoved);
  return new ResizeObserver(resized);
}

// A piece out of view is measured when it comes into view, for measuring all of many pieces at
// each change would take all the time.
function sighted(entries) {
  for (const { target, isIntersecting } of entries) {
    const piece = pieces.get(target);
    if (!piece) continue;
    if (!isIntersecting) inView.delete(piece);
    else if (!inView.has(piece)) {
      inView.add(piece);
      measure(piece, cameAt(piece));
    }
  }
}

function resized(entries) {
  const now = performance.now();
  for (const { target } of entries) {
    const piece = pieceOf(target);
    // A button that appeared, or grew, has other buttons where they were not.
    if (piece && piece.element !== target) moved(piece);
  }
  // Where nothing is in view that would tell, what comes into view next may have been moved there.
  let hasShifted = inView.size === 0;
  for (const piece of inView) if (measure(piece, now)) hasShifted = true;
  if (hasShifted) shift = { at: now, top: scrollY };
  noteScroll();
}

// When a piece moved that was out of view until now: with what was in view, where that has
// brought it there; else it was scrolled into view, which is no move.
function cameAt({ element }) {
  const { top, bottom } = element.getBoundingClientRect();
  const along = scrollY - shift.top;
  return top + along < innerHeight && bottom + along > 0 ? shift.at : -Infinity;
}

function noteScroll() {
  scrolled = [scrollX, scrollY];
}

// Whatever grows above a piece makes something around it grow.
function watchAround(element) {
  for (let each = element.parentElement; each && !around.has(each); each = each.parentElement) {
    around.add(each);
    sizes.observe(each);
  }
}

/** Whether it had moved on the screen since it was last measured; then it did so `at` that time. */
function measure(piece, at) {
  const { element, place } = piece;
  if (!element.isConnected) return false;
  watchAround(element);
  const { left, top, width, height } = element.getBoundingClientRect();
  const now = { at: [left + scrollX, top + scrollY], width, height };
  piece.place = now;
  const has = place === null || hasMoved(place, now, performance.now() - piece.usedAt < OWN_CHANGE_MS);
  if (has) moved(piece, at);
  return has;
}

// `isOwn`: its own person made it higher or lower, which does not count.
function hasMoved(before, now, isOwn) {
  const along = [scrollX - scrolled[0], scrollY - scrolled[1]];
  const isElsewhere = now.at.some((each, axis) => {
    const by = each - before.at[axis];
    // What the window was scrolled by along with it is not seen.
    return Math.abs(by) >= 1 && Math.abs(by - along[axis]) >= 1;
  });
  const isWider = Math.abs(now.width - before.width) >= 1;
  return isElsewhere || isWider || (!isOwn && Math.abs(now.height - before.height) >= 1);
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
  piece.timer = setTimeout(piece.changed, LOOK_AFTER_MS);
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
  if (piece) measure(piece, inView.has(piece) ? performance.now() : cameAt(piece));
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
