// Pages for everybody: 320 pixels wide (which is 400 % of zoom), light and dark, without
// barriers, in three languages, and the code that brings a page to the phone.

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, closeAll, connected, openTab, Stage } from "./harness.mjs";

const NARROW = { width: 320, height: 640 };
const LONG = "a-name-without-an-end".repeat(5);

const stage = new Stage();
let hub;
let browser;
let over;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
  over = await hub.ask(LONG, { method: "input", title: "long".repeat(50), header: "x".repeat(40) });
  await hub.answer(LONG, over, { value: "y".repeat(200), label: "z".repeat(80) });
  await hub.call("POST", `/api/threads/${LONG}/publish`, { event: "e".repeat(60), data: "d".repeat(300) });
  await hub.ask(LONG, { method: "confirm", title: "Go?", yes_label: "w".repeat(80) });
});
after(() => stage.close());

const PAGES = [
  ["the list of threads", "/", (tab) => tab.getByRole("link", { name: new RegExp(`^${LONG}`) })],
  ["a list that nothing matches", "/?q=nothing", (tab) => tab.getByText("No thread matches.")],
  ["a thread", `/t/${LONG}`, (tab) => tab.locator('.history [data-type="dialog.settled"]')],
  ["an empty thread", "/t/empty", (tab) => tab.getByText("Nothing is asked right now.")],
  ["a dialog that is over", () => `/d/${over}#${LONG}`, (tab) => card(tab, over)],
  ["a dialog that nobody knows", "/d/dlg-none", (tab) => tab.getByText(/There is no such question/)],
  ["an address of nothing", "/t/%E0%A4", (tab) => tab.getByText("There is nothing at this address.")],
];

async function check(tab) {
  const { violations } = await new AxeBuilder({ page: tab })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
    [],
  );
}

async function width(tab) {
  return tab.evaluate(() => document.documentElement.scrollWidth);
}

for (const [name, path, isThere] of PAGES) {
  test(`${name}: nothing scrolls sideways at 320 pixels, and axe has nothing against it, light and dark`, async () => {
    for (const colorScheme of ["light", "dark"]) {
      const options = { viewport: NARROW, reducedMotion: "reduce", colorScheme };
      const tab = await openTab(browser, hub.url + (path.call ? path() : path), options);
      await connected(tab);
      await isThere(tab).waitFor();
      assert.ok((await width(tab)) <= NARROW.width, `${await width(tab)} wide`);
      await check(tab);
      await closeAll([tab]);
    }
  });
}

test("the help fits a narrow page, can be scrolled by keys, and has no barriers", async () => {
  const tab = await openTab(browser, `${hub.url}/t/help`, { viewport: NARROW });
  await connected(tab);
  await tab.getByRole("button", { name: "Keyboard shortcuts" }).click();
  const help = tab.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByRole("heading").waitFor();
  assert.ok((await help.evaluate((box) => box.scrollWidth - box.clientWidth)) <= 0);
  await check(tab);
  await closeAll([tab]);
});

test("everything that can be pressed is 44 pixels high, or in a line of text", async () => {
  const tab = await openTab(browser, hub.url, { viewport: NARROW });
  await connected(tab);
  await tab.locator(".threads a").first().waitFor();
  const small = await tab.evaluate(() =>
    [...document.querySelectorAll("main :is(a, button, input, label), footer :is(button, input, select)")]
      .filter((each) => each.checkVisibility() && !each.matches('label[for^="filter"], [role="switch"]'))
      .map((each) => [each.outerHTML.slice(0, 60), Math.round(each.getBoundingClientRect().height)])
      .filter(([, height]) => height < 42),
  );
  assert.deepEqual(small, []);
  await closeAll([tab]);
});

test("the page speaks the browser's language, and the one that is chosen, over a reload", async () => {
  const tab = await openTab(browser, `${hub.url}/t/tongues`, { locale: "de-AT" });
  await tab.getByText("Gerade ist nichts gefragt.").waitFor();
  const root = tab.locator("html");
  assert.deepEqual([await root.getAttribute("lang"), await root.getAttribute("dir")], ["de-AT", "ltr"]);
  await tab.getByLabel("Sprache").selectOption("fr");
  await tab.getByText("Aucune question pour le moment.").waitFor();
  assert.equal(await root.getAttribute("lang"), "fr");
  await tab.getByLabel("Langue").selectOption("");
  await tab.getByText("Gerade ist nichts gefragt.").waitFor();
  await closeAll([tab]);
});

test("at this machine's own address a code would lead nowhere, and the popup says what does", async () => {
  const tab = await openTab(browser, `${hub.url}/t/phone`);
  await tab.getByRole("button", { name: "Open on the phone" }).click();
  const popup = tab.getByRole("dialog", { name: "Open on the phone" });
  await popup.getByText(/open at 127\.0\.0\.1.*--listen ADDRESS:PORT/).waitFor();
  assert.equal(await popup.getByRole("img").count(), 0);
  await closeAll([tab]);
});

test("elsewhere the popup has the code of the address, its words, and the address as text", async () => {
  const tab = await openTab(browser, "about:blank", { viewport: NARROW });
  const address = "http://hub.example/t/phone";
  await tab.route("http://hub.example/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    // What is passed on is read here as it is, and is the own page's to the hub.
    const { origin: _, ...sent } = route.request().headers();
    const headers = { ...sent, "accept-encoding": "identity" };
    await route.fulfill({ response: await route.fetch({ url: hub.url + pathname, headers }) });
  });
  await tab.goto(address);
  await tab.getByRole("button", { name: "Open on the phone" }).click();
  const popup = tab.getByRole("dialog", { name: "Open on the phone" });
  await popup.getByText(address, { exact: true }).waitFor();
  const code = popup.getByRole("img", { name: `QR code of ${address}` });
  await code.waitFor();
  // Version 2, the smallest that holds these 26 letters at this strength, and its quiet zone.
  assert.equal(await code.getAttribute("viewBox"), "0 0 33 33");
  assert.match(await code.locator("path").getAttribute("d"), /^M4 4h7v1H4z/);
  assert.ok((await popup.evaluate((box) => box.scrollWidth - box.clientWidth)) <= 0);
  await closeAll([tab]);
});
