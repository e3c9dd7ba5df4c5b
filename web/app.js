// The page: which view the address names (routes.js), and the connection that all of them share.

import { Attention } from "./attention/attention.js";
import { showConnection } from "./connection.js";
import { Drafts } from "./drafts.js";
import { findThread } from "./find.js";
import { showFoot } from "./foot.js";
import { ConnectionError, Hub } from "./hub.js";
import { InboxPage } from "./inbox_page.js";
import { loadLabel } from "./label.js";
import { loadLanguage, speakOn } from "./language.js";
import { h } from "./dom.js";
import { ThreadPage } from "./page.js";
import { ProblemLine } from "./problems.js";
import { routeOf } from "./routes.js";
import { Rows } from "./rows.js";
import { t } from "./texts.js";

const main = document.getElementById("main");
const drafts = new Drafts(storageOr(() => sessionStorage));
const local = storageOr(() => localStorage);
await speakOn(document.documentElement, loadLanguage(local), navigator.languages);
// This page draws every dialog, so it never says that it cannot show one.
const hub = new Hub({ label: loadLabel(local, navigator.userAgent), draws: true });
const rows = new Rows(hub);
const attention = new Attention({ rows, storage: local });

function storageOr(get) {
  try {
    return get();
  } catch {
    return null;
  }
}

function route() {
  const to = routeOf(location);
  if (to.name === "threads") return showInbox();
  if (to.name === "thread") return showThread(to.thread, null);
  if (to.name === "dialog") return to.thread ? showThread(to.thread, to.id) : searchDialog(to.id);
  return showNote(t("frame.nowhere"));
}

function show(page) {
  main.replaceChildren(page.element);
}

function showInbox() {
  attention.page({ name: t("threads.title") });
  show(new InboxPage({ hub: rows }));
}

function showThread(thread, only) {
  show(new ThreadPage({ hub, thread, only, drafts, shows: (page) => attention.page(page) }));
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

showFoot({ hub, storage: local });
document.getElementById("attention").append(attention.element);
const top = document.querySelector(".top");
const problems = new ProblemLine();
top.after(problems.element);
hub.onProblem((problem) => problems.add(problem));
top.append(showConnection(hub, document.getElementById("connection")));
route();
hub.start();
