// The icon of the page, with the number of questions that wait, and the badge of the app
// where the page is installed as one.
//
// Each is touched only when what it shows changes, so that nothing flickers.

import { shortCount } from "./counts.js";

const BUBBLE = "M6 3h20a4 4 0 0 1 4 4v13a4 4 0 0 1-4 4H15l-7 6v-6H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z";

/** The address of the icon where `count` questions wait. */
export function iconAddress(count) {
  const short = shortCount(count);
  if (short === "") return "/icon.svg";
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#2f6f5e" d="${BUBBLE}"/>` +
    `<circle cx="20.5" cy="20.5" r="10.5" fill="#c2410c" stroke="#fff" stroke-width="2"/>` +
    `<text x="20.5" y="26" fill="#fff" font-family="system-ui,sans-serif" font-size="16" font-weight="700" ` +
    `text-anchor="middle">${short}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export class PageIcon {
  #link;
  #navigator;
  #badge = null;

  constructor({ document = globalThis.document, navigator = globalThis.navigator } = {}) {
    this.#link = document.querySelector('link[rel="icon"]');
    this.#navigator = navigator;
  }

  show(count) {
    const address = iconAddress(count);
    if (this.#link && this.#link.getAttribute("href") !== address) this.#link.setAttribute("href", address);
    if (count !== this.#badge) this.#setBadge(count);
  }

  #setBadge(count) {
    this.#badge = count;
    // A browser may have the method and no place for a badge.
    if (count > 0) this.#navigator.setAppBadge?.(count).catch(() => {});
    else this.#navigator.clearAppBadge?.().catch(() => {});
  }
}
