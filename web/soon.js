// Drawing once for many changes: at once after a quiet moment, so that a lone change is seen
// without delay, then once with each frame. A tab out of sight has no frames: there each
// change is drawn as it comes.

/** Longest wait, where the browser owes a frame that does not come. */
const AT_LATEST_MS = 100;

/** Gives {soon, now}: `soon()` runs `draw` once for all calls of a frame, `now()` at once. */
export function drawing(draw) {
  let frame = null; // {id, timer, isOwed}: drawn already in this one; owed once more
  const over = () => {
    const { isOwed } = frame;
    end();
    if (isOwed) now();
  };
  const end = () => {
    if (frame) cancelAnimationFrame(frame.id);
    clearTimeout(frame?.timer);
    frame = null;
  };
  const now = () => {
    end();
    if (document.visibilityState === "visible")
      frame = { id: requestAnimationFrame(over), timer: setTimeout(over, AT_LATEST_MS), isOwed: false };
    draw();
  };
  document.addEventListener("visibilitychange", () => frame && over());
  return {
    now,
    soon() {
      if (frame) frame.isOwed = true;
      else now();
    },
  };
}
