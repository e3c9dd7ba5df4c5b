// The page: which view the address names (routes.js), and the connection that all of them share.

import { Drafts } from "./drafts.js";
import { findThread } from "./find.js";
import { showFoot } from "./foot.js";
import { ConnectionError, Hub, mayAnswer } from "./hub.js";
import { InboxPage } from "./inbox_page.js";
import { loadLabel } from "./label.js";
import { loadLanguage, speakOn } from "./language.js";
import { h, say } from "./dom.js";
import { ThreadPage } from "./page.js";
import { routeOf } from "./routes.js";
import { t } from "./texts.js";
import { closeReason } from "./words.js";

const main = document.getElementById("main");
const drafts = new Drafts(storageOr(() => sessionStorage));
const local = storageOr(() => localStorage);
await speakOn(document.documentElement, loadLanguage(local), navigator.languages);
const hub = new Hub({
  url: `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/ws`,
  label: loadLabel(local, navigator.userAgent),
});

function storageOr(get) {
  try {
    return get();
  } catch {
    return null;
  }
}

function route() {
  const to = routeOf(location);
  if (to.name === "threads") return show(new InboxPage({ hub }));
  if (to.name === "thread") return showThread(to.thread, null);
  if (to.name === "dialog") return to.thread ? showThread(to.thread, to.id) : searchDialog(to.id);
  return showNote(t("frame.nowhere"));
}

function show(page) {
  main.replaceChildren(page.element);
}

function showThread(thread, only) {
  show(new ThreadPage({ hub, thread, only, drafts }));
}

function showNote(words) {
  const up = h("p", { class: "up" }, h("a", { href: "/" }, t("thread.up")));
  show({ element: h("div", {}, up, h("h1", { tabIndex: -1 }, words)) });
}

// The search starts with the first hello, and again with the next where the hub was lost.
function searchDialog(id) {
  showNote(t("thread.waiting"));
  const stop = hub.onState(async ({ name }) => {
    if (name !== "connected") return;
    try {
      const thread = await findThread(hub, id);
      stop();
      if (thread) showThread(thread, id);
      else showNote(t("thread.not_known"));
    } catch (error) {
      if (error instanceof ConnectionError) return;
      stop();
      showNote(t("thread.not_found", { detail: error.message }));
    }
  });
}

function showConnection() {
  const place = document.getElementById("connection");
  let said = "";
  const draw = () => {
    const words = connectionWords(hub.state);
    if (words !== said) say(place, words);
    said = words;
    place.dataset.state = hub.state.name;
  };
  hub.onState(draw);
  draw();
}

// The time until the next try is left out: a status that changes each second is read each second.
function connectionWords(state) {
  switch (state.name) {
    case "connected":
      return mayAnswer(state) ? "Connected" : "Connected, to read only";
    case "waiting":
      return "Connection lost. What you typed is kept; trying again.";
    case "refused":
      return `The hub closed this connection (${closeReason(state)}). Reload the page to try again.`;
    default:
      return "Connecting…";
  }
}

showFoot({ hub, storage: local });
showConnection();
route();
hub.start();
