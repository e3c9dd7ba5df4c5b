// Markdown to HTML, for the sanitiser: small in what it can say, bounded in what it costs.
// Pure.
//
// HTML inside Markdown is text. There are no pictures (their address is a link), no headings
// (a card has one, and a message is a part of it) and no fields. What would take the parser
// too long, or fill the page with what nobody wrote, is no mark but text, so that it shows as
// it was typed.

import { t } from "./texts.js";
import { getDefaults, Lexer, Parser, Renderer, Tokenizer } from "./vendor/marked.js";

/** Longer texts are shown as they were typed. */
export const MAX_LENGTH = 32_768;
/** Quotes and lists inside each other. */
const MAX_DEPTH = 12;
/** A row shorter than its table's head is filled up, so few letters can ask for many cells. */
const MAX_CELLS = 4_096;
/** Places in one run of text where emphasis may begin or end: each is matched with the others. */
const MAX_EMPHASIS = 128;
/** Signs with a backslash before them: the parser copies the whole text for each. */
const MAX_ESCAPES = 512;

// So many letters that could be a mail address are none; the parser would look for the @ from
// each of them anew.
const LONG_WORD = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{256}/i;
const UP_TO_A_MARK = /^[^][^\s\\<![`*~_]*/;
const ESCAPE = /\\[!-/:-@[-`{-~]/g;
const EMPHASIS = /(?:\*+|_+|~+)/g;
const TABLE_RULE = /^[ \t]*[|:-][ \t|:-]*$/;

/** The HTML of a text, or null where it is better shown as it was typed. */
export function markdownHtml(text) {
  if (text.length > MAX_LENGTH) return null;
  if ((text.match(ESCAPE)?.length ?? 0) > MAX_ESCAPES) return null;
  const options = { ...getDefaults(), gfm: true, breaks: true };
  try {
    const tokens = new Lexer({ ...options, tokenizer: new BoundedTokenizer(options) }).lex(text);
    return new Parser({ ...options, renderer: new SmallRenderer(options) }).parse(tokens);
  } catch {
    // The parser gives up with an error on what it cannot follow.
    return null;
  }
}

class BoundedTokenizer extends Tokenizer {
  #depth = 0;
  #run = { text: "", allows: true };

  html() {
    return undefined;
  }

  tag() {
    return undefined;
  }

  blockquote(text) {
    return this.#nested(() => super.blockquote(text));
  }

  list(text) {
    return this.#nested(() => super.list(text));
  }

  table(text) {
    return tableCells(text) > MAX_CELLS ? undefined : super.table(text);
  }

  emStrong(text, run, before) {
    return this.#allowsEmphasis(run) ? super.emStrong(text, run, before) : undefined;
  }

  del(text, run, before) {
    return this.#allowsEmphasis(run) ? super.del(text, run, before) : undefined;
  }

  url(text) {
    return LONG_WORD.test(text) ? undefined : super.url(text);
  }

  inlineText(text) {
    if (!LONG_WORD.test(text)) return super.inlineText(text);
    const [raw] = UP_TO_A_MARK.exec(text);
    return { type: "text", raw, text: raw, escaped: false };
  }

  #nested(parse) {
    if (this.#depth >= MAX_DEPTH) return undefined;
    this.#depth += 1;
    try {
      return parse();
    } finally {
      this.#depth -= 1;
    }
  }

  #allowsEmphasis(run) {
    if (this.#run.text !== run)
      this.#run = { text: run, allows: (run.match(EMPHASIS)?.length ?? 0) <= MAX_EMPHASIS };
    return this.#run.allows;
  }
}

/** How many cells a table would have that stands at the start of a text; 0 for none. */
function tableCells(text) {
  const [head, rule] = text.split("\n", 2);
  if (rule === undefined || !TABLE_RULE.test(rule)) return 0;
  const columns = head.split("|").length;
  let rows = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    rows += 1;
    if (text[at + 1] === "\n" || rows * columns > MAX_CELLS) break;
  }
  return rows * columns;
}

class SmallRenderer extends Renderer {
  #inLink = false;

  html({ text }) {
    return escaped(text);
  }

  heading({ tokens }) {
    return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>\n`;
  }

  code({ text }) {
    return `<pre><code>${escaped(text)}\n</code></pre>\n`;
  }

  checkbox({ checked }) {
    return checked ? "☑ " : "☐ ";
  }

  link({ href, text, tokens, autolink }) {
    const inner = autolink ? escaped(text) : this.#insideLink(tokens);
    return this.#reference(href, inner, autolink);
  }

  image({ href, text }) {
    return this.#reference(href, escaped(t("message.picture", { text: text || href })), false);
  }

  #insideLink(tokens) {
    const outer = this.#inLink;
    this.#inLink = true;
    try {
      return this.parser.parseInline(tokens);
    } finally {
      this.#inLink = outer;
    }
  }

  // What is no address of the web, or stands inside another link, is shown and leads nowhere.
  #reference(href, inner, isLiteral) {
    const isLink = !this.#inLink && /^(?:https?:\/\/|mailto:)/i.test(href);
    if (!isLink) return `${inner} (${escaped(href)})`;
    return `<a href="${isLiteral ? escaped(href) : escapedOnce(href)}">${inner}</a>`;
  }
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text) {
  return text.replace(/[&<>"']/g, (found) => ENTITIES[found]);
}

// Where Markdown leaves entities for HTML to read.
function escapedOnce(text) {
  return text.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);)|[<>"']/gi, (found) => ENTITIES[found]);
}
