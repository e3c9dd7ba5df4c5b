// A modal `dialog` of the page itself, such as the help: made when it is wanted, gone when it
// is closed, and the focus then goes back to where it was. One at a time.

import { button, freshId, h } from "./dom.js";
import { t } from "./texts.js";

let shown = null;

/** Shows a title and what belongs to it; one that stands already stays. */
export function showPopup(name, title, ...content) {
  if (shown?.dataset.popup === name) return;
  shown?.close();
  const heading = h("h2", { id: freshId("popup"), tabIndex: -1, autofocus: true }, title);
  const popup = h(
    "dialog",
    { class: "popup", "aria-labelledby": heading.id, "data-popup": name },
    heading,
    content.flat(),
    h(
      "div",
      { class: "actions" },
      button(t("frame.close"), () => popup.close()),
    ),
  );
  // Its own box ends where its padding does: a click on itself is one beside it.
  popup.addEventListener("click", (event) => event.target === popup && popup.close());
  popup.addEventListener("close", () => {
    popup.remove();
    if (shown === popup) shown = null;
  });
  document.body.append(popup);
  shown = popup;
  popup.showModal();
}
