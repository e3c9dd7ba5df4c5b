// The popup with the code that opens this page on a phone. Loaded when somebody asks for it.

import { h, said } from "./dom.js";
import { showPopup } from "./popup.js";
import { codePicture } from "./qr_picture.js";
import { t } from "./texts.js";

/** Shows the code of an address, a URL or `location`. */
export function showCode({ href, hostname }) {
  showPopup("phone", t("phone.title"), isLocal(hostname) ? localNote(hostname) : codeOf(href));
}

/** Whether a host name means the very machine that says it. */
export function isLocal(hostname) {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])\.?$/.test(hostname);
}

function localNote(host) {
  return h("p", {}, t("phone.local", { host }));
}

function codeOf(address) {
  const written = said("p", address, { class: "address" });
  const picture = codePicture(address, t("phone.code", { address }));
  return picture ? [h("p", {}, t("phone.scan")), picture, written] : [h("p", {}, t("phone.long")), written];
}
