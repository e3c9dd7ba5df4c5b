// Drawing once for many changes: with the next frame where somebody looks, at once where
// nobody does, since a tab out of sight has no frames.

/** Longest wait, where the browser owes a frame that does not come. */
const AT_LATEST_MS = 100;

/** Gives {soon, now}: `soon()` runs `draw` once for all calls until then, `now()` at once. */
export function drawing(draw) {
  let waits = null;
  const now = () => {
    if (waits) cancelAnimationFrame(waits.frame);
    clearTimeout(waits?.timer);
    waits = null;
    draw();
  };
  document.addEventListener("visibilitychange", () => waits && now());
  return {
    now,
    soon() {
      if (document.visibilityState !== "visible") now();
      else waits ??= { frame: requestAnimationFrame(now), timer: setTimeout(now, AT_LATEST_MS) };
    },
  };
}
