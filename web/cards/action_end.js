// Whether a person has been to the end of an action. One that fits into the view counts as
// read; of a longer one the end must have been in view, or reached by keyboard.

import { h } from "../dom.js";
import { t } from "../texts.js";

/**
 * Watches `action`; `onRead(wasLong)` is called once. `end` is the mark to stand below it,
 * shown where the action is long.
 */
export function watchReading(action, onRead) {
  const end = h(
    "p",
    { class: "action-end", tabIndex: 0, hidden: true, focus: () => read(true) },
    t("action.end"),
  );
  let isRead = false;
  const sight = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) read(true);
  });
  const size = new ResizeObserver(() => {
    const height = action.offsetHeight;
    if (height === 0) return; // not on the page
    if (height <= window.innerHeight) return void read(false);
    end.hidden = false;
    sight.observe(end);
  });
  size.observe(action);

  function read(wasLong) {
    if (isRead) return;
    isRead = true;
    sight.disconnect();
    size.disconnect();
    onRead(wasLong);
  }
  return end;
}
