// No barrier on any page, with what unfolds or opens on it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoBarrier, LOOKS, unfoldAll } from "./axe.mjs";
import { closeAll, connected, openTab, Stage } from "./harness.mjs";
import { ANSWERS, SAMPLES } from "./samples.mjs";

const stage = new Stage();
let browser;
/** No thread was ever asked on. */
let empty;
let full;
const open = {};

before(async () => {
  empty = await stage.hub();
  full = await stage.hub();
  browser = await stage.browser();
  open.id = await full.ask("shop:release", SAMPLES.select.full);
  open.over = await full.ask("shop:release", SAMPLES.select.plain);
  await full.answer("shop:release", open.over, { value: "Mumbai", label: "phone" });
  for (const method of ["input", "editor", "questionnaire"]) {
    const id = await full.ask("shop:release", SAMPLES[method].full);
    await full.answer("shop:release", id, { ...ANSWERS[method], label: "phone" });
  }
  for (const text of ["Building", "Build is done"])
    await full.call("POST", "/api/threads/shop:release/publish", { event: "build", data: { text } });
  for (const name of ["reports", "support", "search"]) await full.ask(name, SAMPLES.confirm.plain);
});
after(() => stage.close());

test("a barrier is found where there is one", async () => {
  const tab = await openTab(browser, empty.url);
  await connected(tab);
  await tab.evaluate(() => document.querySelector("main").append(document.createElement("button")));
  await assert.rejects(assertNoBarrier(tab, "a button without a name"), /button-name/);
  await closeAll([tab]);
});

for (const [look, options] of Object.entries(LOOKS)) {
  async function on(url) {
    const tab = await openTab(browser, url, options);
    await connected(tab);
    return tab;
  }

  test(`${look}: the list of threads, empty and full`, async () => {
    const none = await on(empty.url);
    await none.getByText(/^No threads yet/).waitFor();
    await assertNoBarrier(none, "empty");
    const many = await on(full.url);
    await many.getByRole("link", { name: /shop:release/ }).waitFor();
    await assertNoBarrier(many, "full");
    await closeAll([none, many]);
  });

  test(`${look}: a thread, empty and with its journal, its history and what opens on it`, async () => {
    const none = await on(`${empty.url}/t/nothing`);
    await none.getByText("Nothing is asked right now.").waitFor();
    await assertNoBarrier(none, "empty");
    const tab = await on(`${full.url}/t/shop:release`);
    await tab.locator(".history li").nth(5).waitFor();
    await assertNoBarrier(tab, "folded");
    assert.ok((await unfoldAll(tab)) > 0, "the journal folds");
    await tab.getByText("Mumbai").nth(1).waitFor();
    await assertNoBarrier(tab, "unfolded");
    await tab.getByRole("button", { name: "Stop…" }).click();
    await assertNoBarrier(tab, "before a stop");
    await closeAll([none, tab]);
  });

  test(`${look}: one dialog by its own address, open and over and unknown`, async () => {
    for (const [which, seen] of [
      [open.id, /Which region should get it first/],
      [open.over, /Answered by phone: Mumbai/],
      ["dlg-0", /question/],
    ]) {
      const tab = await on(`${full.url}/d/${which}#shop:release`);
      await tab.locator("main").getByText(seen).first().waitFor();
      await assertNoBarrier(tab, String(seen));
      await closeAll([tab]);
    }
  });

  test(`${look}: what the foot of the page holds and opens`, async () => {
    const tab = await on(full.url);
    await unfoldAll(tab);
    await assertNoBarrier(tab, "settings");
    for (const way of await tab.locator(".bottom .ways button").all()) {
      await way.click();
      await tab.getByRole("dialog").waitFor();
      await assertNoBarrier(tab, await tab.getByRole("dialog").innerText());
      await tab.keyboard.press("Escape");
      await tab.getByRole("dialog").waitFor({ state: "hidden" });
    }
    await closeAll([tab]);
  });
}
