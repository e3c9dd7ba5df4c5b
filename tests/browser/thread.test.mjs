// The page of one thread and of one dialog: the past, read back in pages, and the way around.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, closeAll, connected, focused, openTab, openTabs, Stage, until } from "./harness.mjs";

const GO = { method: "confirm", title: "Deploy?", yes_label: "Deploy", no_label: "Wait" };

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

async function publish(thread, from, to) {
  for (let n = from; n <= to; n += 1)
    await hub.call("POST", `/api/threads/${thread}/publish`, { event: "progress", data: `line ${n}` });
}

function lines(tab) {
  return tab.locator(".history .text").allTextContents();
}

function earlier(tab) {
  return tab.getByRole("button", { name: "Show earlier" });
}

async function tabOn(path, options) {
  const tab = await openTab(browser, hub.url + path, options);
  await connected(tab);
  return tab;
}

test("the past is shown a page at a time, down to where it begins", async () => {
  await publish("long", 1, 320);
  const tab = await tabOn("/t/long");
  await tab.getByText("line 320", { exact: true }).waitFor();
  await until(async () => (await lines(tab)).length === 50, "the first page");
  let count = 50;
  while (await earlier(tab).isVisible()) {
    await earlier(tab).click();
    await until(async () => (await lines(tab)).length > count, "a page more");
    count = (await lines(tab)).length;
  }
  await tab.getByText("This is where it begins.").waitFor();
  assert.deepEqual(
    await lines(tab),
    Array.from({ length: 320 }, (_none, n) => `line ${320 - n}`),
  );
  await closeAll([tab]);
});

test("reading back leaves the running stream whole, and the focus where it was", async () => {
  await publish("stream", 1, 260);
  const tab = await tabOn("/t/stream");
  await tab.getByText("line 260", { exact: true }).waitFor();
  const news = publish("stream", 261, 300);
  for (let n = 0; n < 3; n += 1) await earlier(tab).click();
  assert.equal((await focused(tab)).text, "Show earlier");
  await news;
  await tab.getByText("line 300", { exact: true }).waitFor();
  const shown = (await lines(tab)).map((line) => Number(line.slice(5)));
  assert.deepEqual(
    shown,
    Array.from({ length: shown.length }, (_none, n) => 300 - n),
  );
  const id = await hub.ask("stream", GO);
  await card(tab, id).getByRole("button", { name: "Deploy" }).click();
  assert.equal((await hub.result("stream", id)).value, true);
  await closeAll([tab]);
});

test("a line of the history stays the same element while others come", async () => {
  await publish("same", 1, 2);
  const tab = await tabOn("/t/same");
  await tab.getByText("line 1", { exact: true }).evaluate((line) => (line.mark = "here"));
  await publish("same", 3, 3);
  await tab.getByText("line 3", { exact: true }).waitFor();
  assert.equal(await tab.getByText("line 1", { exact: true }).evaluate((line) => line.mark), "here");
  await closeAll([tab]);
});

test("the history says who, what, when and how it ended", async () => {
  const [tab] = await openTabs(browser, `${hub.url}/t/who`, ["laptop"]);
  const id = await hub.ask("who", GO);
  await hub.answer("who", id, { confirmed: true, label: "script" });
  const line = tab.locator(".history li").first();
  await line.getByText("Deploy?", { exact: true }).waitFor();
  await line.getByText("Answered by script: Deploy").waitFor();
  assert.ok(Math.abs(Date.now() - Date.parse(await line.locator("time").getAttribute("datetime"))) < 60_000);
  await closeAll([tab]);
});

test("an open dialog has an address, with a way to its thread and Back again", async () => {
  const open = await hub.ask("linked", GO);
  const other = await hub.ask("linked", GO);
  const tab = await tabOn(`/d/${open}`);
  await card(tab, open).waitFor();
  assert.equal(await card(tab, other).count(), 0);
  await tab.getByRole("link", { name: "The whole thread: linked" }).click();
  await card(tab, other).waitFor();
  await tab.goBack();
  await card(tab, open).waitFor();
  assert.equal(await card(tab, other).count(), 0);
  await closeAll([tab]);
});

test("the address of a dialog that is over says who ended it, how and when, however long ago", async () => {
  const id = await hub.ask("past", { method: "input", title: "Version?", header: "release" });
  await hub.answer("past", id, { value: "1.4.2", label: "script" });
  await publish("past", 1, 450);
  const tab = await tabOn(`/d/${id}#past`);
  const over = tab.getByRole("article", { name: "Version?" });
  await over.getByRole("status").getByText("Answered by script: 1.4.2.", { exact: true }).waitFor();
  assert.equal(await over.getAttribute("data-state"), "settled");
  assert.equal(await over.getAttribute("data-dialog-id"), id);
  assert.equal(await over.getByRole("button").count(), 0);
  assert.ok(Math.abs(Date.now() - Date.parse(await over.locator("time").getAttribute("datetime"))) < 60_000);
  assert.match(await tab.title(), /^(\(\d+\) )?Version\?/);
  await closeAll([tab]);
});

test("the hub says where a dialog is that is over", async () => {
  const id = await hub.ask("told", GO);
  await hub.withdraw("told", id);
  const tab = await openTab(browser, "about:blank");
  await tab.route(`**/api/dialogs/${id}`, (route) => route.fulfill({ json: { id, thread: "told" } }));
  await tab.goto(`${hub.url}/d/${id}`);
  await tab.getByRole("article", { name: "Deploy?" }).getByText("Withdrawn by the agent").waitFor();
  await closeAll([tab]);
});

test("a dialog that nobody knows, and an address of nothing, say so and lead on", async () => {
  const tab = await tabOn("/d/dlg-00000000000000000000000000");
  await tab.getByRole("heading", { level: 1, name: /There is no such question/ }).waitFor();
  await tab.goto(`${hub.url}/t/%E0%A4`);
  await tab.getByRole("heading", { level: 1, name: "There is nothing at this address." }).waitFor();
  await tab.getByRole("link", { name: "All threads" }).click();
  await tab.getByRole("heading", { level: 1, name: "Threads" }).waitFor();
  await closeAll([tab]);
});

test("the link past the head leads to the heading and leaves the address as it is", async () => {
  const tab = await tabOn("/t/skip");
  await tab.getByRole("heading", { level: 1, name: "skip" }).waitFor();
  await tab.keyboard.press("Tab");
  assert.equal((await focused(tab)).text, "Skip to the content");
  await tab.keyboard.press("Enter");
  assert.deepEqual(await focused(tab), { tag: "H1", text: "skip" });
  assert.equal(new URL(tab.url()).hash, "");
  await closeAll([tab]);
});

test("a message to the agent goes out with Ctrl+Enter", async () => {
  const tab = await tabOn("/t/prompted");
  await tab.evaluate(() => {
    window.host = new WebSocket(`ws://${location.host}/api/ws`, "dialog-hub.v1");
    window.host.onmessage = ({ data }) => {
      const { id, method, params } = JSON.parse(data);
      const say = (frame) => window.host.send(JSON.stringify({ jsonrpc: "2.0", ...frame }));
      if (method === "hub.hello") say({ id: 1, method: "host.attach", params: { thread: "prompted" } });
      if (method !== "host.prompt") return;
      window.prompted = params.message;
      say({ id, result: {} });
    };
  });
  const field = tab.getByRole("textbox", { name: "Message to the agent" });
  await field.fill("go on");
  await field.press("Control+Enter");
  await tab.getByText("Sent.").waitFor();
  assert.equal(await tab.evaluate(() => window.prompted), "go on");
  await closeAll([tab]);
});
