// Whether a person has been to the end of an action. One that fits into the view counts as
// read; of a longer one the end must have been in view, or reached by keyboard.

import { h } from "../dom.js";
import { t } from "../texts.js";

/**
 * Watches `action`, and calls isLong() where it does not fit, and isRead() once. Returns the
 * mark to stand below it, shown where the action is long.
 */
export function watchReading(action, { isLong, isRead }) {
  const end = h("p", { class: "action-end", tabIndex: 0, hidden: true, focus: read }, t("action.end"));
  let done = false;
  const sight = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) read();
  });
  const size = new ResizeObserver(() => {
    const height = action.offsetHeight;
    if (height === 0) return; // not on the page
    if (height <= window.innerHeight) return void read();
    if (end.hidden) isLong();
    end.hidden = false;
    sight.observe(end);
  });
  size.observe(action);

  function read() {
    if (done) return;
    done = true;
    sight.disconnect();
    size.disconnect();
    isRead();
  }
  return end;
}
