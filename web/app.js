// The page: which view the address names, and the connection that all of them share.
//
//   /           all threads
//   /t/THREAD   one thread
//   /d/ID       one dialog; `#THREAD` says where it is, else the open ones are searched

import { showConnection } from "./connection.js";
import { Drafts } from "./drafts.js";
import { Hub } from "./hub.js";
import { InboxView } from "./inbox.js";
import { loadLabel, saveLabel } from "./label.js";
import { h } from "./dom.js";
import { findThread, ThreadPage } from "./page.js";
import { countOpen, reduceRows } from "./threads.js";
import { ProblemLine } from "./problems.js";
import { pageTitle } from "./title.js";

const main = document.getElementById("main");
const drafts = new Drafts(storageOr(() => sessionStorage));
const local = storageOr(() => localStorage);
// This page draws every dialog, so it never says that it cannot show one.
const hub = new Hub({ label: loadLabel(local, navigator.userAgent), draws: true });

function storageOr(get) {
  try {
    return get();
  } catch {
    return null;
  }
}

function route() {
  const [, kind, rest] = location.pathname.match(/^\/(?:([td])\/(.+))?$/) ?? [];
  if (kind === "t") return showThread(decodeURIComponent(rest), null);
  if (kind === "d") return showDialog(decodeURIComponent(rest));
  return showInbox();
}

function showInbox() {
  const view = new InboxView();
  let rows = new Map();
  const draw = () => {
    view.update(rows, Date.now());
    document.title = pageTitle(countOpen(rows), "Threads");
  };
  main.replaceChildren(view.element);
  document.title = pageTitle(0, "Threads");
  hub.followAll((input) => {
    if (input.kind === "failed") return;
    rows = reduceRows(rows, input);
    draw();
  });
  setInterval(() => rows.size > 0 && draw(), 30_000);
}

function showThread(thread, only) {
  const page = new ThreadPage({ hub, thread, only, drafts });
  main.replaceChildren(page.element);
}

function showDialog(id) {
  const named = decodeURIComponent(location.hash.slice(1));
  if (named) return showThread(named, id);
  // Without its thread only an open dialog can be found; the search starts with the first hello.
  const stop = hub.onState(async ({ name }) => {
    if (name !== "connected") return;
    stop();
    const thread = await findThread(hub, id);
    if (thread) showThread(thread, id);
    else main.replaceChildren(h("p", { class: "empty" }, "This question is not open any more."));
  });
  return undefined;
}

function showLabel() {
  const field = document.getElementById("label");
  field.value = loadLabel(local, navigator.userAgent);
  field.addEventListener("change", () => {
    saveLabel(local, field.value.trim());
    field.value = loadLabel(local, navigator.userAgent);
    hub.setLabel(field.value);
  });
}

showLabel();
const top = document.querySelector(".top");
const problems = new ProblemLine();
top.after(problems.element);
hub.onProblem((problem) => problems.add(problem));
top.append(showConnection(hub, document.getElementById("connection")));
route();
hub.start();
