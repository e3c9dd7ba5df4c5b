// The time that is left: right on a wrong clock, said aloud twice, and held by typing.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, closeAll, openTab, openTabs, Stage } from "./harness.mjs";

const HOUR = 3_600_000;
const MINUTES = 60_000;

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

for (const [what, off] of [
  ["ahead", HOUR],
  ["behind", -HOUR],
]) {
  test(`a computer whose clock is ${what} shows the hub's time`, async () => {
    const id = await hub.ask(what, { method: "confirm", title: "Go?" }, { timeout_ms: 30 * MINUTES });
    const context = await browser.newContext();
    await context.addInitScript((ms) => {
      const now = Date.now;
      Date.now = () => now() + ms;
    }, off);
    const tab = await openTab(browser, `${hub.url}/t/${what}`, { context });
    await card(tab, id)
      .getByText(/^(29|30) min left$/)
      .waitFor();
    await closeAll([tab]);
  });
}

test("a card says what happens when the time is up, and what the default is", async () => {
  const plain = { method: "confirm", title: "Go?" };
  const bare = await hub.ask("then", plain, { timeout_ms: 5 * MINUTES });
  const set = { ...plain, yes_label: "Deploy", default: true };
  const preset = await hub.ask("then", set, { timeout_ms: 5 * MINUTES });
  const open = await hub.ask("then", { ...plain, default: true });
  const [tab] = await openTabs(browser, `${hub.url}/t/then`, ["laptop"]);
  await card(tab, bare).getByText("Then it ends without an answer.").waitFor();
  await card(tab, preset).getByText("go on with the default: Deploy").waitFor();
  assert.equal(await card(tab, open).locator(".deadline-note").isVisible(), false);
  await closeAll([tab]);
});

test("the time is said aloud as it gets short, and not each second", async () => {
  const [tab] = await openTabs(browser, `${hub.url}/t/aloud`, ["laptop"]);
  await tab.evaluate(() => {
    window.said = [];
    const seen = () => {
      const text = document.querySelector(".cards ~ [aria-live]").textContent;
      if (text && text !== window.said.at(-1)) window.said.push(text);
    };
    const all = { subtree: true, childList: true, characterData: true };
    new MutationObserver(seen).observe(document.body, all);
  });
  const id = await hub.ask("aloud", { method: "confirm", title: "Go?" }, { timeout_ms: 24_000 });
  await card(tab, id)
    .getByText(/^(1[0-7]) sec left$/)
    .waitFor();
  const said = await tab.evaluate(() => window.said);
  assert.equal(said.length, 1);
  assert.match(said[0], /^Go\?: (20|1\d) sec to answer$/);
  await closeAll([tab]);
});

test("who watches is told that somebody else types, who types is not", async () => {
  const tabs = await openTabs(browser, `${hub.url}/t/hold`, ["laptop", "phone"]);
  const id = await hub.ask("hold", { method: "input", title: "Slow?" }, { timeout_ms: 12_000 });
  await card(tabs[0], id).getByRole("textbox").pressSequentially("thinking");
  await card(tabs[1], id).getByText("Somebody else is typing").waitFor();
  await card(tabs[0], id)
    .getByText(/^(1[3-9]|20) sec left$/)
    .waitFor();
  assert.equal(await card(tabs[0], id).getByText("Somebody else is typing").count(), 0);
  await card(tabs[1], id).getByText("Somebody else is typing").waitFor({ state: "detached" });
  await closeAll(tabs);
});
