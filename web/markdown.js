// A message of an agent, which is Markdown: drawn with the parser and the sanitiser that lie
// in vendor/, which are loaded when a message first needs them. Until then, and where they
// cannot be had or the text is too much for them, it stands there as it was typed.
//
// What the sanitiser lets through is a short list of elements with no attributes but a
// link's address. Links say where they lead.

import { h, said } from "./dom.js";
import { t } from "./texts.js";
import { unhide, visible } from "./visible.js";

// Without any of these a text is drawn as it is.
const MARKS =
  /[\\`*_~[\]<>#|&@]|https?:|www\.|^[ \t]*(?:[-+]|\d+[.)])[ \t]|^(?: {4}|\t)|^[ \t]*(?:=+|-+)[ \t]*$/im;

const BLOCKS = [
  "p",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "hr",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
];
const INLINES = ["a", "br", "strong", "em", "del", "code"];

const SANITISER = {
  ALLOWED_TAGS: [...BLOCKS, ...INLINES],
  ALLOWED_ATTR: ["href", "start"],
  ADD_URI_SAFE_ATTR: ["start"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
  RETURN_DOM_FRAGMENT: true,
};

let tools = null; // {markdownHtml, purify}, once they are loaded
let loading = null;

/** An element with the message; it may change its height when what draws it has been loaded. */
export function message(text) {
  const element = said("div", text, { class: "message" });
  if (!MARKS.test(text)) return element;
  if (tools) draw(element, text);
  else
    load().then(
      () => draw(element, text),
      () => {}, // the text stands there already
    );
  return element;
}

function load() {
  loading ??= Promise.all([import("./markdown_html.js"), import("./vendor/purify.js")]).then(
    ([{ markdownHtml }, { default: purify }]) => void (tools = { markdownHtml, purify }),
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

function draw(element, text) {
  // Before the parser, which trims some of what is hidden and drops some of it.
  const html = tools.markdownHtml(unhide(text));
  if (html === null) return false;
  const drawn = tools.purify.sanitize(html, SANITISER);
  showText(drawn);
  for (const link of drawn.querySelectorAll("a")) showWhereTo(link);
  for (const block of drawn.querySelectorAll("p, li, th, td, code")) block.dir = "auto";
  for (const table of drawn.querySelectorAll("table")) makeScrollable(table);
  element.classList.add("markdown");
  element.replaceChildren(drawn);
  return true;
}

// Entities can bring back what the parser was not shown.
function showText(drawn) {
  const walker = document.createTreeWalker(drawn, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const shown = visible(walker.currentNode.data);
    if (shown !== walker.currentNode.data) walker.currentNode.data = shown;
  }
}

function showWhereTo(link) {
  const url = parsed(link.getAttribute("href"));
  if (url === null) {
    link.replaceWith(...link.childNodes);
    return;
  }
  link.rel = "noopener noreferrer nofollow";
  link.target = "_blank";
  const place = placeOf(url);
  const isForeign = url.hostname.split(".").some((label) => label.startsWith("xn--"));
  if (isForeign) link.append(" ", said("span", t("link.foreign", { host: place }), { class: "host odd" }));
  else if (!saysPlace(link.textContent, place, url))
    link.append(" ", said("span", `(${place})`, { class: "host" }));
}

function parsed(address) {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

function placeOf(url) {
  return url.protocol === "mailto:" ? `${url.pathname}${url.search}` : url.host;
}

// A text says where its link leads when it is the address, or begins with its host.
function saysPlace(text, place, url) {
  if (url.username !== "" || url.password !== "") return false;
  const said = text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, "");
  return said.startsWith(place.toLowerCase()) && /^(?:[/?#]|$)/.test(said.slice(place.length));
}

// Wide tables scroll by themselves, which a keyboard must be able to do too.
function makeScrollable(table) {
  const frame = h("div", { class: "wide", role: "region", "aria-label": t("message.table"), tabIndex: 0 });
  table.replaceWith(frame);
  frame.append(table);
}
