// What a tab keeps of what was typed: over a reload, beside another tab, and once the
// question is over.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, closeAll, connected, openTab, Stage } from "./harness.mjs";

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

function stored(tab) {
  return tab.evaluate(() => JSON.stringify({ ...sessionStorage }));
}

test("a text whose question ended while the page was away waits until it is thrown away", async () => {
  const id = await hub.ask("away", { method: "input", title: "Version?" });
  const tab = await openTab(browser, `${hub.url}/t/away`);
  await card(tab, id).getByRole("textbox").fill("1.4.2-mine");
  await tab.goto(`${hub.url}/`);
  await connected(tab);
  await hub.answer("away", id, { value: "1.5.0" });
  await tab.goto(`${hub.url}/t/away`);
  const kept = tab.getByRole("region", { name: "Texts that were not sent" });
  await kept.getByText("1.4.2-mine").waitFor();
  await tab.reload();
  await kept.getByText("1.4.2-mine").waitFor();
  assert.equal(await tab.locator("article").count(), 0);
  await kept.getByRole("button", { name: "Throw away" }).click();
  await kept.waitFor({ state: "hidden" });
  assert.equal(await stored(tab), "{}");
  await closeAll([tab]);
});

test("who lost and reloads still has the text; hiding the card means that it was read", async () => {
  const id = await hub.ask("reread", { method: "input", title: "Version?" });
  const tab = await openTab(browser, `${hub.url}/t/reread`);
  await card(tab, id).getByRole("textbox").fill("mine");
  await hub.answer("reread", id, { value: "theirs", label: "phone" });
  await card(tab, id).getByText("Your text is kept").waitFor();
  await tab.reload();
  await tab.locator(".kept-texts").getByText("mine").waitFor();
  const next = await hub.ask("reread", { method: "input", title: "And now?" });
  await card(tab, next).getByRole("textbox").fill("mine again");
  await hub.withdraw("reread", next);
  await card(tab, next).getByRole("button", { name: "Hide" }).click();
  await card(tab, next).waitFor({ state: "detached" });
  assert.equal(await tab.locator(".kept-texts li").count(), 1);
  assert.equal((await stored(tab)).includes("mine again"), false);
  await closeAll([tab]);
});

test("two tabs of one browser keep each its own text, and an answer that was taken leaves none", async () => {
  const id = await hub.ask("twins", { method: "input", title: "Name?" });
  const context = await browser.newContext();
  const one = await openTab(browser, `${hub.url}/t/twins`, { context });
  const two = await openTab(browser, `${hub.url}/t/twins`, { context });
  await card(one, id).getByRole("textbox").fill("one");
  await card(two, id).getByRole("textbox").fill("two");
  await Promise.all([one.reload(), two.reload()]);
  await card(one, id).waitFor();
  await card(two, id).waitFor();
  assert.equal(await card(one, id).getByRole("textbox").inputValue(), "one");
  assert.equal(await card(two, id).getByRole("textbox").inputValue(), "two");
  await card(one, id).getByRole("textbox").press("Enter");
  await card(one, id).getByText("Answered by you: one.").waitFor();
  await card(two, id).getByText("Your text is kept").waitFor();
  assert.equal(await stored(one), "{}");
  await context.close();
});

test("a refusal says at the field what is wrong, and keeps the text", async () => {
  const id = await hub.ask("refused", { method: "input", title: "Version?", pattern: "^[0-9.]+$" });
  const tab = await openTab(browser, `${hub.url}/t/refused`);
  const field = card(tab, id).getByRole("textbox");
  await field.fill("one point four");
  await field.press("Enter");
  await card(tab, id).locator(".problem:visible").waitFor();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.equal(await field.inputValue(), "one point four");
  assert.equal(await field.evaluate((element) => element === document.activeElement), true);
  await field.fill("1.4");
  await field.press("Enter");
  assert.equal((await hub.result("refused", id)).value, "1.4");
  await closeAll([tab]);
});
