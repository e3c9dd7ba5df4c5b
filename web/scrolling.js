// Whether a scroll is the person's own: it follows a wheel, a finger, or a key at once.

const SCROLL_KEYS = new Set(["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown", " "]);
/** A scroll goes on this long after the hand that began it. */
const FOLLOWS_MS = 1_000;

/** Calls `run()` when the person scrolls the page. */
export function onOwnScroll(run) {
  const options = { passive: true, capture: true };
  let handAt = -Infinity;
  const hand = (event) => (handAt = event.timeStamp);
  for (const name of ["wheel", "touchmove"]) addEventListener(name, hand, options);
  // In a field the same keys type or move the cursor, and Space presses what can be pressed.
  const scrolls = ({ key, target }) =>
    SCROLL_KEYS.has(key) &&
    !target.closest?.(key === " " ? "input, textarea, select, button, summary, a" : "input, textarea, select");
  addEventListener("keydown", (event) => scrolls(event) && hand(event), options);
  // The scroll bar is no part of the document: a press on it is on the root.
  const onRoot = (event) => event.target === document.documentElement;
  addEventListener("pointerdown", (event) => onRoot(event) && hand(event), options);
  document.addEventListener(
    "scroll",
    (event) => event.target === document && event.timeStamp - handAt < FOLLOWS_MS && run(),
    { passive: true },
  );
}
