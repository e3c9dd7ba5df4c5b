// What becomes of Markdown before it is sanitised: markdown_html.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { markdownHtml, MAX_LENGTH } from "../../web/markdown_html.js";

const flat = (text) => markdownHtml(text).trim();

function has(text, ...parts) {
  for (const part of parts) assert.ok(flat(text).includes(part), `${JSON.stringify(part)} in ${flat(text)}`);
}

test("the usual marks are drawn", () => {
  assert.equal(
    flat("**a** *b* ~~c~~ `d`"),
    "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>",
  );
  has("- a\n- b", "<ul>", "<li>a</li>");
  has("3. a", '<ol start="3">');
  has("> a", "<blockquote>");
  has("```js\nlet a;\n```", "<pre><code>let a;\n</code></pre>");
  has("|a|\n|-|\n|b|", "<th>a</th>", "<td>b</td>");
  has("- [x] a\n- [ ] b", "☑ a", "☐ b");
});

test("a line break is one", () => {
  assert.equal(flat("a\nb"), "<p>a<br>b</p>");
});

test("a heading is no heading of the page", () => {
  assert.equal(flat("# a"), "<p><strong>a</strong></p>");
  assert.equal(flat("a\n==="), "<p><strong>a</strong></p>");
});

test("HTML is text", () => {
  for (const html of [
    "<b>x</b>",
    "<script>alert(1)</script>",
    "<div>\n<i>x</i>\n</div>",
    "<!-- hidden -->",
    "<svg/onload=alert(1)>",
    "<pre><b></pre>",
    "`<b>`",
    "    <b>",
    "<a href=javascript:alert(1)>",
  ])
    assert.doesNotMatch(flat(html), /<(?!\/?(?:p|br|code|pre)>)/, html);
  has("<pre>&<x></pre>", "&lt;pre&gt;&amp;&lt;x&gt;&lt;/pre&gt;");
});

test("only addresses of the web and of mail are links; others are shown", () => {
  has("[a](https://b.example/?x=1&y=2)", '<a href="https://b.example/?x=1&amp;y=2">a</a>');
  has("[a](mailto:b@c.example)", '<a href="mailto:b@c.example">a</a>');
  for (const href of [
    "javascript:alert(1)",
    "data:text/html,x",
    "/t/x",
    "//b.example",
    "java&#115;cript:x",
    "#a",
  ]) {
    assert.doesNotMatch(flat(`[a](${href})`), /<a/, href);
    has(`[a](${href})`, "a (");
  }
  has("[a](java&#115;cript:x)", "a (java&amp;#115;cript:x)");
});

test("a picture is a link with its words", () => {
  assert.equal(
    flat('![a cat](https://b.example/c.png "t")'),
    '<p><a href="https://b.example/c.png">Picture: a cat</a></p>',
  );
  has("![](https://b.example/c.png)", "Picture: https://b.example/c.png</a>");
});

test("nothing is a link within a link", () => {
  for (const text of [
    "[![a](https://b.example/)](https://c.example/)",
    "[a [b](https://b.example/) c](https://c.example/)",
    "[https://b.example](https://c.example/)",
    "[a ![x](https://d.example) [b](https://b.example/)](https://c.example/)",
  ])
    assert.doesNotMatch(flat(text), /<a [^>]*>(?:(?!<\/a>).)*<a/, text);
  has("[![a](https://b.example/)](https://c.example/)", "Picture: a (https://b.example/)</a>");
});

test("an attribute cannot be left", () => {
  for (const text of [
    '[a](https://b/"onclick=x)',
    "[a](<https://b/' x>)",
    '[a](https://b "\\" onclick=x")',
    '[x]: https://b/"y\n[x]',
  ])
    assert.deepEqual(
      flat(text)
        .replace(/<a href="https:[^"<>]*">|<\/?[pa]>/g, "")
        .match(/[<>]/g),
      null,
      text,
    );
});

test("quotes and lists go only so deep, and the rest is text", () => {
  const quotes = flat(">".repeat(1_000));
  assert.equal(quotes.match(/<blockquote>/g).length, 12);
  assert.ok(quotes.includes("&gt;".repeat(900)));
  assert.equal(flat(`${"1. ".repeat(1_000)}a`).match(/<ol>/g).length, 12);
  assert.ok(flat(`${"> - ".repeat(1_000)}a`).match(/<ul>|<blockquote>/g).length <= 12);
});

test("a table that asks for more cells than a page should have is text", () => {
  const wide = `|${"a|".repeat(1_000)}\n|${"-|".repeat(1_000)}\n`;
  assert.match(flat(wide), /<table>/);
  assert.doesNotMatch(flat(wide + "|b\n".repeat(1_000)), /<table>/);
});

test("too much emphasis in one place is none", () => {
  assert.match(flat("*a* ".repeat(60)), /<em>/);
  assert.equal(flat("*a_".repeat(100)), `<p>${"*a_".repeat(100)}</p>`);
});

test("no text costs more than a moment", () => {
  const pieces = [
    ...[
      ">",
      "> ",
      "- ",
      "1. ",
      "> - ",
      "*",
      "*a ",
      "*a_",
      "**a ",
      "_a",
      "[",
      "![",
      "[a](",
      "`a",
      "<",
      "<a ",
      "<!--",
    ],
    ...["a@", "a", "a.", "www.", "http://a.b ", "~~a", "~", "[a]: b\n", "# a\n", "a\n", "\\", "\\[", "```\n"],
    ...[
      "&",
      "*_~[](!`",
      '[a](<b> "',
      "[a]:",
      "<div>\n",
      "a\n=\n",
      "|",
      "- a\n\n",
      "[a][",
      "<a@b",
      "[`",
      "a@b.c ",
    ],
  ];
  const fill = (piece, length) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const texts = pieces.flatMap((piece) => [fill(piece, MAX_LENGTH), `${fill(piece, MAX_LENGTH - 1)}@`]);
  texts.push(`${fill("[", 16_000)}${fill("]", 16_000)}`);
  texts.push(`|${fill("a|", 4_000)}\n|${fill("-|", 4_000)}\n${fill("|\n", 20_000)}`);
  for (const text of texts) {
    const start = process.cpuUsage();
    markdownHtml(text);
    assert.ok(process.cpuUsage(start).user < 2_500_000, text.slice(0, 12));
  }
});

test("what is longer than that is shown as it was typed", () => {
  assert.equal(markdownHtml("a".repeat(MAX_LENGTH + 1)), null);
  assert.equal(markdownHtml("\\*".repeat(1_000)), null);
});
