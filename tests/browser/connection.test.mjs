// The connection as a person sees it: the banner while it is away, and how it comes back.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { FakeHub, EPOCH, published, requested, snapshot } from "./fake_hub.mjs";
import { card, closeAll, connected, openTab, Stage, until } from "./harness.mjs";

const GO = { method: "confirm", title: "Deploy?", yes_label: "Deploy", no_label: "Wait" };
const NAME = { method: "input", title: "Name?" };

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

function banner(tab) {
  return tab.getByRole("alert").filter({ has: tab.locator(".away-words") });
}

/** A tab whose timers stand still once `stop` was called: what it does then, no timer did. */
async function tabWithClock(url) {
  const context = await browser.newContext();
  await context.clock.install();
  const tab = await openTab(browser, url, { context });
  await connected(tab);
  return { tab, context, stop: () => context.clock.pauseAt(Date.now() + 60_000) };
}

test("while the line is cut a banner says so, and for how long; what was typed is kept", async () => {
  const line = await stage.line(hub);
  const tab = await openTab(browser, `${line.url}/t/banner`);
  const id = await hub.ask("banner", NAME);
  await card(tab, id).getByRole("textbox").fill("half a");
  assert.equal(await banner(tab).count(), 0);
  await line.cut();
  await banner(tab).getByText("Connection lost. What you typed is kept").waitFor();
  await banner(tab).getByRole("button", { name: "Try now" }).waitFor();
  const send = card(tab, id).getByRole("button", { name: "Send" });
  assert.equal(await send.isDisabled(), true);
  await card(tab, id).getByRole("textbox").fill("half a name");
  assert.doesNotMatch(await banner(tab).textContent(), /reload/i);
  await line.join();
  await connected(tab);
  assert.equal(await banner(tab).count(), 0);
  await send.click();
  assert.equal((await hub.result("banner", id)).value, "half a name");
  await closeAll([tab]);
});

test("the time since the last contact goes on, outside of what is read out", async () => {
  const line = await stage.line(hub);
  const tab = await openTab(browser, `${line.url}/`);
  await connected(tab);
  await line.cut();
  const since = banner(tab).getByRole("timer");
  await since.getByText(/^Last contact \d+ sec ago$/).waitFor();
  assert.equal(await since.getAttribute("aria-live"), "off");
  assert.equal(await banner(tab).getAttribute("aria-atomic"), "false");
  await tab.evaluate(() => {
    window.changed = [];
    new MutationObserver((records) => {
      for (const { target } of records)
        if (target.nodeType === Node.TEXT_NODE || target.children.length === 0)
          window.changed.push(target.className);
    }).observe(document.querySelector(".away"), { childList: true, characterData: true, subtree: true });
  });
  const first = await since.textContent();
  await until(async () => (await since.textContent()) !== first, "the time to go on");
  assert.deepEqual([...new Set(await tab.evaluate(() => window.changed))], ["since"]);
  await closeAll([tab]);
});

for (const [what, act] of [
  ["a click on Try now", ({ tab }) => banner(tab).getByRole("button", { name: "Try now" }).click()],
  ["the network that is back", ({ context }) => context.setOffline(false)],
  [
    "a look at the page",
    ({ tab }) => tab.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))),
  ],
]) {
  test(`${what} connects at once, without waiting for a timer`, async () => {
    const line = await stage.line(hub);
    const page = await tabWithClock(`${line.url}/t/at-once`);
    if (what.includes("network")) await page.context.setOffline(true);
    await page.stop();
    await line.cut();
    await page.tab.locator('#connection[data-state="waiting"]').waitFor({ state: "attached" });
    await line.join();
    await act(page);
    await connected(page.tab);
    assert.equal(await banner(page.tab).count(), 0);
    await closeAll([page.tab]);
  });
}

test("the focus of the banner goes to the heading with it", async () => {
  const line = await stage.line(hub);
  const page = await tabWithClock(`${line.url}/t/focus`);
  await page.stop();
  await line.cut();
  const retry = banner(page.tab).getByRole("button", { name: "Try now" });
  await retry.focus();
  await line.join();
  await page.tab.keyboard.press("Enter");
  await connected(page.tab);
  assert.equal(await page.tab.evaluate(() => document.activeElement.tagName), "H1");
  await closeAll([page.tab]);
});

test("a hidden tab whose timers stand still learns all the same what is asked and what ended", async () => {
  const { tab, stop } = await tabWithClock(`${hub.url}/t/hidden`);
  await tab.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await stop();
  const first = await hub.ask("hidden", GO);
  const second = await hub.ask("hidden", GO);
  await card(tab, second).waitFor();
  await hub.answer("hidden", first, { confirmed: true, label: "script" });
  await card(tab, first).getByText("Answered by script: Deploy.").waitFor();
  await closeAll([tab]);
});

test("a frozen tab catches up when it is thawed", async () => {
  const line = await stage.line(hub);
  const tab = await openTab(browser, `${line.url}/t/frozen`);
  const id = await hub.ask("frozen", GO);
  await card(tab, id).waitFor();
  const control = await tab.context().newCDPSession(tab);
  await control.send("Page.setWebLifecycleState", { state: "frozen" });
  await line.cut();
  await hub.answer("frozen", id, { confirmed: false, label: "script" });
  const fresh = await hub.ask("frozen", NAME);
  await line.join();
  await control.send("Page.setWebLifecycleState", { state: "active" });
  await card(tab, fresh).waitFor();
  await card(tab, id).getByText("Answered by script: Wait.").waitFor();
  await closeAll([tab]);
});

test("ten tabs of one browser outlive a kill -9, and the pages can still be read", async () => {
  const data = await mkdtemp(path.join(os.tmpdir(), "dialog-hub-"));
  const own = new Stage();
  try {
    const durable = await own.hub({ data });
    const context = await browser.newContext();
    const tabs = [];
    for (let n = 0; n < 10; n += 1) tabs.push(await openTab(browser, `${durable.url}/t/ten`, { context }));
    const id = await durable.ask("ten", GO);
    await Promise.all(tabs.map((tab) => card(tab, id).waitFor()));
    await durable.kill("SIGKILL");
    await Promise.all(tabs.map((tab) => banner(tab).waitFor()));
    await durable.start();
    await Promise.all(tabs.map(connected));
    // The ten connections leave room for requests beside them.
    const status = await tabs[9].evaluate(async () => (await fetch("/api/threads/ten")).status);
    assert.equal(status, 200);
    await card(tabs[4], id).getByRole("button", { name: "Deploy" }).click();
    await Promise.all(
      tabs.map((tab) =>
        card(tab, id)
          .getByText(/^Answered by .*: Deploy\.$/)
          .waitFor(),
      ),
    );
    for (const tab of tabs) assert.equal(await banner(tab).count(), 0);
    for (const tab of tabs) assert.deepEqual(tab.problems, []);
    await context.close();
  } finally {
    await own.close();
    await rm(data, { recursive: true, force: true });
  }
});

for (const code of [4008, 4011, 4029]) {
  test(`after ${code} the page comes back and goes on where it was`, async () => {
    const fake = await FakeHub.start(stage);
    const tab = await openTab(browser, `${fake.url}/t/back`);
    const first = await fake.followed();
    const event = requested("back", 1, GO);
    first.notify(event);
    await card(tab, event.id).waitFor();
    fake.replies["thread.follow"] = () =>
      snapshot("back", {
        seq: 2,
        recovered: true,
        open: [event],
        missed: [published("back", 2, "meanwhile")],
      });
    first.close(code, "come back");
    const second = await fake.followed(2);
    assert.deepEqual(second.asked("thread.follow")[0].params.since, { epoch: EPOCH, seq: 1 });
    await tab.locator(".history").getByText("meanwhile").waitFor();
    await card(tab, event.id).waitFor();
    await closeAll([tab]);
  });
}

for (const [code, words] of [
  [4501, /access has ended.*Sign in again/],
  [4503, /no longer allowed/],
  [4777, /closed this connection for good \(out of order, 4777\)/],
]) {
  test(`after ${code} the page stays away, says why, and how to go on`, async () => {
    const fake = await FakeHub.start(stage);
    const { tab, context } = await tabWithClock(`${fake.url}/t/away`);
    const connection = await fake.followed();
    const event = requested("away", 1, NAME);
    connection.notify(event);
    await card(tab, event.id).getByRole("textbox").fill("my text");
    connection.close(code, code === 4777 ? "out of order" : "");
    await banner(tab).getByText(words).waitFor();
    assert.equal(await banner(tab).getByRole("button", { name: "Try now" }).count(), 0);
    await context.clock.fastForward(120_000);
    assert.equal(fake.connections.length, 1);
    fake.replies["thread.follow"] = () => snapshot("away", { seq: 1, open: [event] });
    await banner(tab).getByRole("button", { name: "Reload" }).click();
    await connected(tab);
    assert.equal(await card(tab, event.id).getByRole("textbox").inputValue(), "my text");
    await closeAll([tab]);
  });
}

test("a hub that restarts is left alone for as long as it asked, and the page says so", async () => {
  const fake = await FakeHub.start(stage);
  const { tab, context } = await tabWithClock(`${fake.url}/t/drain`);
  const connection = await fake.followed();
  connection.say({ method: "hub.draining", params: { retry_after_ms: 30_000 } });
  connection.close(1012, "restart");
  await banner(tab).getByText("The hub is restarting.").waitFor();
  assert.equal(await banner(tab).getByRole("button", { name: "Try now" }).count(), 0);
  await tab.evaluate(() => dispatchEvent(new Event("online")));
  await context.clock.fastForward(25_000);
  assert.equal(fake.connections.length, 1);
  await context.clock.fastForward(25_000);
  await fake.followed(2);
  await connected(tab);
  await closeAll([tab]);
});

test("a hub that is not there is said to be, and nothing of it once it is", async () => {
  const fake = await FakeHub.start(stage);
  fake.greet = (connection, count) => (count < 3 ? connection.close(1011, "") : connection.hello());
  const tab = await openTab(browser, `${fake.url}/`);
  await banner(tab).getByText("The hub does not answer.").waitFor();
  await connected(tab);
  assert.equal(await banner(tab).count(), 0);
  await closeAll([tab]);
});

for (const colorScheme of ["light", "dark"]) {
  test(`the banner and the line of problems are good to read for everybody (${colorScheme})`, async () => {
    const fake = await FakeHub.start(stage);
    const tab = await openTab(browser, `${fake.url}/t/axe`, {
      colorScheme,
      viewport: { width: 320, height: 600 },
    });
    const connection = await fake.followed();
    connection.raw("null");
    await tab.locator(".problems").waitFor();
    fake.greet = (next) => next.close(1011, "");
    connection.close(1011, "");
    await banner(tab).waitFor();
    const { violations } = await new AxeBuilder({ page: tab }).include(".top").include(".problems").analyze();
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      [],
    );
    assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 320);
    for (const each of await tab.locator(".top button, .problems button").all())
      assert.ok((await each.boundingBox()).height >= 44);
    await closeAll([tab]);
  });
}
