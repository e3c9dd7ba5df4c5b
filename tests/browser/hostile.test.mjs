// Texts that mean harm, wherever an agent's text is drawn: nothing runs, nothing is loaded,
// nothing hides, and the page goes on.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { card, closeAll, connected, openTab, Stage, until } from "./harness.mjs";

const RUNS = "window.harmed=1";

const MARKUP = [
  `<img src=x onerror="${RUNS}"><script>${RUNS}</script>`,
  `<svg><g/onload=${RUNS}></svg><math><mtext><mglyph><style><img src=x onerror=${RUNS}></style></math>`,
  `<svg><animate onbegin=${RUNS} attributeName=x dur=1s></svg>`,
  `<iframe srcdoc="<script>parent.${RUNS}</script>"></iframe><object data="data:text/html,<script>${RUNS}</script>"></object>`,
  `<form action="javascript:${RUNS}"><input name=q autofocus onfocus=${RUNS}><button>Send</button></form>`,
  `<details open ontoggle=${RUNS}><summary>x</summary></details><video><source onerror=${RUNS}></video>`,
  `<p id="main" class="only-read" style="position:fixed;inset:0" data-dialog-id="x">cover</p>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUNS}>"></noscript>`,
  `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<link rel=stylesheet href=https://evil.example/x.css><style>*{display:none}</style>`,
  `<!--<img src="--><img src=x onerror=${RUNS}//">`,
  `<textarea></textarea><img src=x onerror=${RUNS}></textarea><template><script>${RUNS}</script></template>`,
];

const MARKDOWN = [
  `[a](javascript:${RUNS}) [b](JaVaScRiPt:${RUNS}) [c](<java\nscript:${RUNS}>) [d](java&#115;cript:${RUNS})`,
  `[e](&#x6A;avascript:${RUNS}) [f](data:text/html;base64,PHNjcmlwdD4=) [g](vbscript:x) [h](\u0001javascript:${RUNS})`,
  `![a](x"onerror="${RUNS}) ![b](https://evil.example/pixel.png) ![c](javascript:${RUNS})`,
  `<javascript:${RUNS}> <https://evil.example/"onclick="${RUNS}> https://evil.example/'onclick='${RUNS}`,
  `[a]: javascript:${RUNS}\n[b]: https://evil.example/ "x" onclick="${RUNS}\n\n[a] [b] [c][a] [x [y](https://one.example) z](https://two.example)`,
  `\`\`\`js onclick=${RUNS}\n</code></pre><script>${RUNS}</script>\n\`\`\`\n\n\`</code><img src=x onerror=${RUNS}>\``,
  `|<img src=x onerror=${RUNS}>|b|\n|-|-|\n|[x](javascript:${RUNS})|<script>${RUNS}</script>|`,
  `- [ ] <input onfocus=${RUNS} autofocus>\n1. # <b onmouseover=${RUNS}>x</b>\n\n&lt;img src=x onerror=${RUNS}&gt; &#60;script&#62;${RUNS}&#60;/script&#62;`,
  `[https://bank.example](https://evil.example) [bank.example/login](https://bank.example.evil.example/login) https://bank.example@evil.example/`,
];

const HIDING = [
  "safe \u202egpj.exe\u202c \u2066x\u2069 \u061c\u200e\u200f",
  "zero\u200b\u200c\u200d\u2060\ufeffwidth \u00adsoft \u180e \u3164 \u2800 \u115f",
  "\u0000\u0001\u0007\u0008\u000b\u000c\u001b[31m\u007f\u0085\u009b lone\rreturn",
  "tags\u{e0041}\u{e0042}\u{e007f} vs\ufe0f\u{e0101} ann\ufff9\ufffb para\u2028\u2029",
  "&#x202e;turned&#8203;&lrm;&zwj;&shy;&NoBreak; &#x1F; `&#x202e;`",
  "\ufeff edges \u2028",
  "**bold\u200b** [a\u202eb](https://evil.example/\u202ecod.exe) `\u200bcode\u202e`\n\n    \u202eblock",
];

const NASTY = [
  ">".repeat(1_000),
  "> - ".repeat(1_000),
  `|${"a|".repeat(1_000)}\n|${"-|".repeat(1_000)}\n|b\n`,
  `|${"a|".repeat(700)}\n|${"-|".repeat(700)}\n${"|\n".repeat(2_000)}`,
  "*a_".repeat(2_700),
  "[".repeat(4_000) + "](".repeat(2_000),
  `${"a".repeat(8_000)}@`,
  `Z${"\u0300".repeat(4_000)}`,
  "\u202e".repeat(2_700),
  "W".repeat(8_192),
];

// What visible() must not leave in any text, by the names of Unicode.
const HIDDEN =
  "[\\p{Cf}\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]";

const stage = new Stage();
let hub;
let browser;
let tab;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());
afterEach(() => closeAll([tab]));

/** The text as a heading, where the hub takes a text that is so much longer. */
function heading(text) {
  return Buffer.byteLength(text) <= 8_190 ? `# ${text}` : text;
}

/** Every text at every place, the title among them, on one thread; gives the ids. */
async function askAll(thread, texts) {
  const ids = [];
  for (const text of texts) {
    const options = [{ value: "a", label: text, description: text }, "b"];
    const asks = [
      { method: "select", title: text.trim() ? text : "x", message: text, options },
      {
        method: "approval",
        title: "May I?",
        header: text.slice(0, 20),
        action: { command: text, why: [text] },
      },
      { method: "confirm", title: "Sure?", message: heading(text), yes_label: text, no_label: "No" },
    ];
    for (const dialog of asks) ids.push(await hub.ask(thread, dialog));
    await hub.call("POST", `/api/threads/${thread}/publish`, { event: "note", data: { text } });
  }
  return ids;
}

async function openHostile(thread, texts) {
  const ids = await askAll(thread, texts);
  tab = await openTab(browser, "about:blank");
  tab.requests = [];
  tab.on("request", (request) => tab.requests.push(request.url()));
  await tab.addInitScript(() => {
    window.reports = [];
    document.addEventListener("securitypolicyviolation", (event) =>
      window.reports.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  await tab.goto(`${hub.url}/t/${thread}`);
  await connected(tab);
  await card(tab, ids.at(-1)).waitFor();
  await until(
    () => tab.evaluate((count) => document.querySelectorAll(".card").length === count, ids.length),
    "cards",
  );
  return ids;
}

/** Where a message needs the parser, until it was drawn by it. */
function drawn() {
  return tab.locator(".message.markdown").first().waitFor();
}

async function nothingHappened() {
  assert.equal(await tab.evaluate(() => window.harmed), undefined);
  assert.deepEqual(await tab.evaluate(() => window.reports), []);
  assert.deepEqual(
    tab.requests.filter((url) => !url.startsWith(hub.url)),
    [],
  );
}

async function stillWorks(thread) {
  const id = await hub.ask(thread, { method: "confirm", title: "Still there?" });
  await card(tab, id).getByRole("button", { name: "Yes", exact: true }).click();
  assert.equal((await hub.result(thread, id)).value, true);
}

function hiddenTexts() {
  return tab.evaluate((hidden) => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (new RegExp(hidden, "u").test(walker.currentNode.data))
        found.push(walker.currentNode.data.slice(0, 60));
    return found;
  }, HIDDEN);
}

test("markup is text: only what Markdown may say becomes an element", async () => {
  await openHostile("markup", [...MARKUP, ...MARKDOWN]);
  await drawn();
  const odd = await tab.evaluate(() => {
    const may =
      "P UL OL LI BLOCKQUOTE PRE HR TABLE THEAD TBODY TR TH TD A BR STRONG EM DEL CODE SPAN DIV".split(" ");
    const attributes = ["href", "rel", "target", "dir", "start"];
    const ours = (each) => each.matches("span.host, div.wide");
    return [...document.querySelectorAll(".message *")]
      .filter(
        (each) =>
          !may.includes(each.tagName) ||
          (/^(SPAN|DIV)$/.test(each.tagName) && !ours(each)) ||
          (!ours(each) && each.getAttributeNames().some((name) => !attributes.includes(name))),
      )
      .map((each) => each.outerHTML.slice(0, 120));
  });
  assert.deepEqual(odd, []);
  assert.equal(await tab.locator("main :is(img, script, style, iframe, svg, form form, object)").count(), 0);
  await nothingHappened();
  await stillWorks("markup");
});

test("links lead to the web or to mail alone, say where, and tell nothing of this page", async () => {
  await openHostile("links", MARKDOWN);
  await drawn();
  const links = await tab
    .locator(".message a")
    .evaluateAll((all) =>
      all.map(({ protocol, host, textContent, rel, target }) => ({
        protocol,
        host,
        textContent,
        rel,
        target,
      })),
    );
  assert.ok(links.length > 8);
  for (const { protocol, host, textContent, rel, target } of links) {
    assert.match(protocol, /^(https?|mailto):$/);
    assert.ok(textContent.includes(host), `${textContent} says ${host}`);
    assert.equal(rel, "noopener noreferrer nofollow");
    assert.equal(target, "_blank");
  }
  const texts = links.map(({ textContent }) => textContent);
  assert.ok(texts.includes("https://bank.example (evil.example)"));
  assert.ok(texts.includes("bank.example/login (bank.example.evil.example)"));
  assert.ok(texts.includes("https://bank.example@evil.example/ (evil.example)"));
});

test("an address with foreign letters is marked as one", async () => {
  const message = "[apple.com](https://\u0430\u0440\u0440\u04cf\u0435.com/) <https://пример.рф/>";
  const id = await hub.ask("foreign", { method: "confirm", title: "Go?", message });
  tab = await openTab(browser, `${hub.url}/t/foreign`);
  const marks = card(tab, id).locator(".host.odd");
  await marks.first().waitFor();
  assert.deepEqual(await marks.allTextContents(), [
    "(xn--80ak6aa92e.com: an address with letters beyond a to z)",
    "(xn--e1afmkfd.xn--p1ai: an address with letters beyond a to z)",
  ]);
});

test("nothing hides in any text, also where entities bring it back", async () => {
  await openHostile("hiding", HIDING);
  await drawn();
  await until(async () => (await hiddenTexts()).length === 0, "texts without anything hidden");
  const said = await tab.locator(".message").allTextContents();
  for (const code of ["202E", "200B", "0000", "001B", "E0041", "FEFF", "2028", "000C", "00AD"])
    assert.ok(
      said.some((text) => text.includes(`⟨U+${code}⟩`)),
      code,
    );
  await nothingHappened();
});

test("letters that pass for others are spelled in titles, options, actions and messages", async () => {
  const feigned = "p\u0430ypal \u{1d42b}\u{1d426}";
  const [select, approval] = await openHostile("feigned", [feigned, `**${feigned}**`]);
  await drawn();
  const shown = "p⟨U+0430⟩ypal ⟨U+1D42B⟩⟨U+1D426⟩";
  assert.equal(await card(tab, select).getByRole("heading").textContent(), shown);
  await card(tab, select).getByRole("radio", { name: shown }).waitFor();
  assert.ok((await card(tab, approval).locator(".action").textContent()).includes(shown));
  assert.equal(await tab.locator(".markdown strong").first().textContent(), shown);
  await card(tab, select).getByRole("radio", { name: shown }).check();
  await card(tab, select).getByRole("button", { name: "Send" }).click();
  assert.equal((await hub.result("feigned", select)).value, "a");
});

test("what is made to hang or to burst a page does neither", async () => {
  await openHostile("nasty", NASTY);
  await drawn();
  await tab.setViewportSize({ width: 320, height: 640 });
  assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  assert.ok((await tab.locator("main *").count()) < 30_000);
  await nothingHappened();
  await stillWorks("nasty");
});

test("a message is whole before the parser is there, and without it", async () => {
  const message = "All **bold** words";
  const id = await hub.ask("plain", { method: "confirm", title: "Read?", message });
  tab = await openTab(browser, "about:blank");
  await tab.route("**/vendor/purify.js", (route) => route.abort());
  await tab.goto(`${hub.url}/t/plain`);
  await card(tab, id).getByText(message).waitFor();
  await tab.unroute("**/vendor/purify.js");
  await stillWorks("plain");
});

test("a card that a message moves takes no click that was meant for another", async () => {
  const id = await hub.ask("moved", { method: "confirm", title: "Sure?", message: "# a\n\n- b" });
  tab = await openTab(browser, "about:blank");
  let go;
  const held = new Promise((resolve) => (go = resolve));
  await tab.route("**/vendor/purify.js", async (route) => {
    await held;
    await route.continue();
  });
  await tab.goto(`${hub.url}/t/moved`);
  const yes = card(tab, id).getByRole("button", { name: "Yes" });
  await until(async () => (await yes.getAttribute("aria-disabled")) === "false", "the card to take clicks");
  await tab.evaluate(() => {
    window.states = [];
    const note = (changes) => window.states.push(...changes.map((each) => each.target.ariaDisabled));
    new MutationObserver(note).observe(document.querySelector(".card"), {
      subtree: true,
      attributeFilter: ["aria-disabled"],
    });
  });
  go();
  await drawn();
  await until(() => tab.evaluate(() => window.states.includes("true")), "its buttons to wait again");
});

test("a message without marks loads nothing for it", async () => {
  const id = await hub.ask("bare", { method: "confirm", title: "Go?", message: "Only words, and more." });
  tab = await openTab(browser, "about:blank");
  const loaded = [];
  tab.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await tab.goto(`${hub.url}/t/bare`);
  await card(tab, id).getByText("Only words, and more.").waitFor();
  await stillWorks("bare");
  assert.ok(loaded.includes("/app.js"));
  assert.deepEqual(
    loaded.filter((path) => path.startsWith("/vendor/")),
    [],
  );
});
