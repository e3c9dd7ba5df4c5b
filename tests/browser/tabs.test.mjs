// One question on many tabs: who answers, who learns it, and where it can be found.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, closeAll, connected, focused, openTab, openTabs, Stage } from "./harness.mjs";

const GO = { method: "confirm", title: "Deploy?", yes_label: "Deploy", no_label: "Wait" };
const WHERE = {
  method: "select",
  title: "Where?",
  options: ["staging", { value: "prod", label: "Production" }],
  allow_other: true,
};

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

function threeTabs(thread) {
  return openTabs(browser, `${hub.url}/t/${thread}`, ["laptop", "phone", "desk"]);
}

test("three tabs show the card, one answers, the others drop it and say who won", async () => {
  const tabs = await threeTabs("three");
  const id = await hub.ask("three", WHERE);
  await Promise.all(tabs.map((tab) => card(tab, id).waitFor()));
  assert.match(await tabs[2].title(), /^\(1\) three/);
  await card(tabs[0], id).getByLabel("Production").check();
  await card(tabs[0], id).getByRole("button", { name: "Send" }).click();
  const result = await hub.result("three", id);
  assert.equal(result.value, "prod");
  assert.equal(result.by.label, "laptop");
  for (const tab of tabs.slice(1)) {
    await card(tab, id).getByText("Answered by laptop: Production.").waitFor();
    assert.equal(await card(tab, id).getByRole("button", { name: "Send" }).count(), 0);
  }
  await card(tabs[0], id).getByText("Answered by you: Production.").waitFor();
  assert.match(await tabs[2].title(), /^three/);
  await closeAll(tabs);
});

test("a tab that comes later shows the card, and the history of what came before", async () => {
  const first = await hub.ask("later", GO);
  await hub.answer("later", first, { confirmed: true, label: "script" });
  const id = await hub.ask("later", GO);
  const tab = await openTab(browser, `${hub.url}/t/later`);
  await card(tab, id).waitFor();
  await tab.locator(".history").getByText("Answered by script: Deploy").waitFor();
  await closeAll([tab]);
});

test("who loses keeps the typed text, and the focus goes to a heading", async () => {
  const [one, two, three] = await threeTabs("lost");
  const id = await hub.ask("lost", { method: "input", title: "Version?" });
  await card(two, id).getByRole("textbox").fill("1.4.2-my-text");
  await card(one, id).getByRole("textbox").fill("1.5.0");
  await card(one, id).getByRole("button", { name: "Send" }).click();
  await card(two, id).getByText("Answered by laptop: 1.5.0.").waitFor();
  assert.equal(await card(two, id).locator(".kept").textContent(), "1.4.2-my-text");
  await card(two, id).getByRole("button", { name: "Copy my text" }).waitFor();
  assert.deepEqual(await focused(two), { tag: "H2", text: "Version?" });
  assert.equal((await focused(three)).tag, "BODY");
  await closeAll([one, two, three]);
});

test("every other end drops the card and says so", async () => {
  const [tab, ...rest] = await threeTabs("ends");
  const withdrawn = await hub.ask("ends", GO);
  const timed = await hub.ask("ends", GO, { timeout_ms: 1_500 });
  const dismissed = await hub.ask("ends", GO);
  const stopped = await hub.ask("ends", GO);
  await card(tab, timed)
    .getByText(/left|Time is up/)
    .waitFor();
  await hub.withdraw("ends", withdrawn);
  await card(tab, withdrawn)
    .getByText(/Withdrawn by the agent/)
    .waitFor();
  await card(rest[0], dismissed).getByRole("button", { name: "Dismiss" }).click();
  await card(tab, dismissed).getByText("Dismissed by phone.").waitFor();
  await card(tab, timed).getByText("Timed out.").waitFor();
  await tab.getByRole("button", { name: "Stop…" }).click();
  await tab.getByRole("button", { name: "Stop the agent" }).click();
  await card(tab, stopped).getByText("Stopped.").waitFor();
  assert.equal((await hub.result("ends", dismissed)).outcome, "cancelled");
  assert.equal((await hub.result("ends", stopped)).outcome, "aborted");
  await closeAll([tab, ...rest]);
});

test("a reload keeps the card and what was typed, but never a secret", async () => {
  const tab = await openTab(browser, `${hub.url}/t/reload`);
  const text = await hub.ask("reload", { method: "editor", title: "Notes", prefill: "old" });
  const secret = await hub.ask("reload", { method: "secret", title: "Token" });
  await card(tab, text).locator("textarea").fill("half a thought");
  await card(tab, secret).locator("input").fill("hunter2");
  await tab.reload();
  await card(tab, text).waitFor();
  assert.equal(await card(tab, text).locator("textarea").inputValue(), "half a thought");
  assert.equal(await card(tab, secret).locator("input").inputValue(), "");
  const stored = await tab.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  assert.ok(!stored.includes("hunter2"));
  await closeAll([tab]);
});

test("twelve tabs of one browser press at once: one answers, each other one that pressed says it came second", async () => {
  const context = await browser.newContext();
  const tabs = [];
  for (let n = 0; n < 12; n += 1) tabs.push(await openTab(browser, `${hub.url}/t/twelve`, { context }));
  const id = await hub.ask("twelve", GO);
  const yes = tabs.map((tab) => card(tab, id).getByRole("button", { name: "Deploy" }));
  for (const each of yes) await each.click({ trial: true });
  await Promise.all(yes.map((each) => each.evaluate((element) => element.click())));
  const ends = [];
  for (const tab of tabs) {
    await card(tab, id)
      .getByText(/^Answered by .*: Deploy\.$/)
      .waitFor();
    const pressed = tab.sent.some((text) => text.includes('"dialog.answer"'));
    ends.push({ pressed, said: await card(tab, id).getByRole("status").textContent() });
  }
  assert.equal(ends.filter(({ said }) => said.startsWith("Answered by you: Deploy.")).length, 1);
  for (const { pressed, said } of ends.filter((end) => !end.said.includes("by you")))
    if (pressed) assert.match(said, /^Your answer came second\. Answered by /);
  await context.close();
});

for (const visibility of ["hidden", "visible"]) {
  test(`a tab that gets no frames, ${visibility}, draws what comes and what ends all the same`, async () => {
    const context = await browser.newContext();
    await context.addInitScript((state) => {
      window.requestAnimationFrame = () => 0;
      Object.defineProperty(document, "visibilityState", { get: () => state });
    }, visibility);
    const tab = await openTab(browser, `${hub.url}/t/frameless-${visibility}`, { context });
    await connected(tab);
    const id = await hub.ask(`frameless-${visibility}`, GO);
    await tab.waitForFunction(() => document.querySelectorAll(".card").length === 1, null, { polling: 100 });
    await hub.withdraw(`frameless-${visibility}`, id);
    const settled = () => document.querySelectorAll('.card[data-state="settled"]').length === 1;
    await tab.waitForFunction(settled, null, { polling: 100 });
    await closeAll([tab]);
  });
}

test("the list of threads counts what is open and leads to it", async () => {
  const tab = await openTab(browser, `${hub.url}/`);
  const id = await hub.ask("listed", GO);
  const row = tab.locator('[data-thread="listed"]');
  await row.getByText("1 open").waitFor();
  await row.getByRole("link").click();
  await card(tab, id).getByRole("button", { name: "Deploy" }).click();
  await hub.result("listed", id);
  await tab.goto(`${hub.url}/`);
  await row.getByText("1 open").waitFor({ state: "hidden" });
  await closeAll([tab]);
});

test("a dialog has an address of its own, open or over", async () => {
  const id = await hub.ask("linked", GO);
  const other = await hub.ask("linked", WHERE);
  const tab = await openTab(browser, `${hub.url}/d/${id}`);
  await card(tab, id).waitFor();
  assert.equal(await card(tab, other).count(), 0);
  await card(tab, id).getByRole("button", { name: "Wait" }).click();
  await card(tab, id).getByText("Answered by you: Wait.").waitFor();
  await tab.goto(`${hub.url}/d/${id}#linked`);
  await tab.reload();
  await tab.getByText(/Deploy\?: Answered by .*: Wait\./).waitFor();
  await closeAll([tab]);
});
