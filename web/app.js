// The page: which view the address names, and the connection that all of them share.
//
//   /           all threads
//   /t/THREAD   one thread
//   /d/ID       one dialog; `#THREAD` says where it is, else the open ones are searched

import { Attention } from "./attention/attention.js";
import { Drafts } from "./drafts.js";
import { Hub, mayAnswer } from "./hub.js";
import { InboxView } from "./inbox.js";
import { loadLabel, saveLabel } from "./label.js";
import { h, say } from "./dom.js";
import { findThread, ThreadPage } from "./page.js";
import { Rows } from "./rows.js";
import { reduceRows } from "./threads.js";
import { closeReason } from "./words.js";

const main = document.getElementById("main");
const drafts = new Drafts(storageOr(() => sessionStorage));
const local = storageOr(() => localStorage);
const hub = new Hub({
  url: `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/ws`,
  label: loadLabel(local, navigator.userAgent),
});
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
  const [, kind, rest] = location.pathname.match(/^\/(?:([td])\/(.+))?$/) ?? [];
  if (kind === "t") return showThread(decodeURIComponent(rest), null);
  if (kind === "d") return showDialog(decodeURIComponent(rest));
  return showInbox();
}

function showInbox() {
  const view = new InboxView();
  let all = new Map();
  const draw = () => view.update(all, Date.now());
  main.replaceChildren(view.element);
  attention.page({ name: "Threads" });
  rows.followAll((input) => {
    if (input.kind === "failed") return;
    all = reduceRows(all, input);
    draw();
  });
  setInterval(() => all.size > 0 && draw(), 30_000);
}

function showThread(thread, only) {
  const page = new ThreadPage({ hub, thread, only, drafts, shows: (page) => attention.page(page) });
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

function showLabel() {
  const field = document.getElementById("label");
  field.value = loadLabel(local, navigator.userAgent);
  field.addEventListener("change", () => {
    saveLabel(local, field.value.trim());
    field.value = loadLabel(local, navigator.userAgent);
    hub.setLabel(field.value);
  });
}

document.getElementById("attention").append(attention.element);
showLabel();
showConnection();
route();
hub.start();
