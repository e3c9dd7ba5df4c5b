// The list of all threads: what it counts, how it is filtered, and that it stays quick and calm.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closeAll, connected, focused, openTab, Stage, until } from "./harness.mjs";

const GO = { method: "confirm", title: "Go?" };

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
  await publish("quiet-one");
  await publish("quiet-two");
  await hub.ask("asks-one", GO);
  await hub.ask("asks-two", GO);
  await hub.ask("asks-two", GO);
});
after(() => stage.close());

function publish(thread) {
  return hub.call("POST", `/api/threads/${thread}/publish`, { event: "note", data: "x" });
}

async function inbox(query = "", options = {}) {
  const tab = await openTab(browser, `${hub.url}/${query}`, options);
  await connected(tab);
  return tab;
}

function names(tab) {
  return tab.locator(".threads li").evaluateAll((rows) => rows.map((row) => row.dataset.thread));
}

function shows(tab, wanted) {
  return until(async () => String(await names(tab)) === String(wanted), `the rows ${wanted}`);
}

// A tab whose hub tells `rows` as its threads; gives how to tell it one more row.
async function tabWith(rows) {
  const tab = await openTab(browser, "about:blank");
  let near;
  await tab.routeWebSocket("**/api/ws", (socket) => {
    near = socket;
    const far = socket.connectToServer();
    let asked;
    socket.onMessage((text) => {
      const frame = JSON.parse(text);
      if (frame.method === "hub.follow") asked = frame.id;
      far.send(text);
    });
    far.onMessage((text) => {
      const frame = JSON.parse(text);
      if (frame.method === "hub.thread") return;
      if (asked !== undefined && frame.id === asked) frame.result.threads = rows;
      socket.send(JSON.stringify(frame));
    });
  });
  await tab.goto(hub.url);
  await connected(tab);
  const tell = (row) => near.send(JSON.stringify({ jsonrpc: "2.0", method: "hub.thread", params: row }));
  return { tab, tell };
}

function row(thread, rest = {}) {
  return { thread, live: false, busy: false, run: 0, open: 0, last_at: 1_000, ...rest };
}

test("threads that wait for an answer come first, and the counts are said", async () => {
  const tab = await inbox();
  await shows(tab, ["asks-two", "asks-one", "quiet-two", "quiet-one"]);
  await tab.getByText("4 threads · 3 open questions").waitFor();
  await tab.locator('[data-thread="asks-two"]').getByText("2 open").waitFor();
  assert.match(await tab.title(), /^\(3\) Threads/);
  await tab.getByRole("radio", { name: "With open questions 2" }).waitFor();
  await closeAll([tab]);
});

test("a filter stands in the address, and a reload and Back find it again", async () => {
  const tab = await inbox();
  await shows(tab, ["asks-two", "asks-one", "quiet-two", "quiet-one"]);
  await tab.getByRole("searchbox", { name: "Filter by name" }).fill("two");
  await shows(tab, ["asks-two", "quiet-two"]);
  await tab.getByRole("radio", { name: /^With open questions/ }).check();
  await shows(tab, ["asks-two"]);
  assert.equal(new URL(tab.url()).search, "?q=two&show=open");
  await tab.reload();
  await shows(tab, ["asks-two"]);
  await tab.getByRole("link", { name: /^asks-two/ }).click();
  await tab.getByRole("heading", { level: 1, name: "asks-two" }).waitFor();
  await tab.goBack();
  await shows(tab, ["asks-two"]);
  assert.equal(await tab.getByRole("searchbox").inputValue(), "two");
  await closeAll([tab]);
});

test("where nothing matches it is said, and one button shows everything again", async () => {
  const tab = await inbox("?q=nothing-like-it&show=live");
  await tab.getByText("No thread matches.").waitFor();
  await tab.getByRole("button", { name: "Show all threads" }).click();
  await shows(tab, ["asks-two", "asks-one", "quiet-two", "quiet-one"]);
  assert.equal(new URL(tab.url()).search, "");
  assert.deepEqual(await focused(tab), { tag: "H1", text: "Threads" });
  await closeAll([tab]);
});

test("of many threads so many rows are drawn, and the rest is offered", async () => {
  const { tab } = await tabWith(
    Array.from({ length: 1_203 }, (_none, n) => row(`many-${n}`, { last_at: 5_000 - n })),
  );
  await tab.getByText("1,203 threads · 0 open questions").waitFor();
  assert.equal(await tab.locator(".threads li").count(), 100);
  await tab.getByRole("button", { name: "Show 100 more" }).click();
  assert.equal(await tab.locator(".threads li").count(), 200);
  assert.equal(await tab.evaluate(() => document.activeElement.closest("li").dataset.thread), "many-100");
  await tab.getByRole("searchbox").fill("many-1202");
  await shows(tab, ["many-1202"]);
  await closeAll([tab]);
});

test("a storm of rows is drawn a few times a second, and the last word of each stands", async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    globalThis.WebSocket = class extends WebSocket {
      constructor(...args) {
        super(...args);
        globalThis.socket = this;
      }
    };
  });
  const tab = await openTab(browser, hub.url, { context });
  await connected(tab);
  await tab.getByRole("link", { name: /^quiet-one/ }).waitFor();
  const { draws, took } = await tab.evaluate(async () => {
    let count = 0;
    const summary = document.querySelector(".inbox-head .hint");
    new MutationObserver(() => (count += 1)).observe(summary, { childList: true });
    const started = performance.now();
    // Ten rows of each of a thousand threads; the sum of what is open is another after each.
    for (let n = 0; n < 10_000; n += 1) {
      const open = n < 9_000 ? n : 1;
      const row = { thread: `storm-${n % 1_000}`, live: false, busy: false, run: 0, open };
      const params = { ...row, last_at: Date.now() + n };
      socket.onmessage({ data: JSON.stringify({ jsonrpc: "2.0", method: "hub.thread", params }) });
      if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    return { draws: count, took: performance.now() - started };
  });
  await tab.getByText("1,004 threads · 1,003 open questions").waitFor();
  assert.ok(draws >= 2 && draws <= 2 + took / 100, `${draws} draws in ${took} ms`);
  assert.equal(await tab.locator(".threads li").count(), 100);
  assert.equal((await names(tab))[0], "storm-999");
  await closeAll([tab]);
});

test("a row does not slip away under the pointer, nor under the focus", async () => {
  const { tab, tell } = await tabWith([row("a", { last_at: 3_000 }), row("b", { last_at: 2_000 })]);
  await shows(tab, ["a", "b"]);
  await tab.locator('[data-thread="a"]').hover();
  tell(row("b", { last_at: 4_000, open: 1 }));
  tell(row("c", { last_at: 5_000, open: 1 }));
  await shows(tab, ["a", "b", "c"]);
  await tab.mouse.move(0, 0);
  await shows(tab, ["c", "b", "a"]);
  await tab.getByRole("link", { name: /^b/ }).focus();
  tell(row("a", { last_at: 6_000, open: 9 }));
  await tab.getByText("9 open").waitFor();
  assert.deepEqual(await names(tab), ["c", "b", "a"]);
  await tab.getByRole("searchbox").focus();
  await shows(tab, ["a", "c", "b"]);
  await closeAll([tab]);
});

test("a row that goes with the focus in it leaves the focus on the heading", async () => {
  const { tab, tell } = await tabWith([row("stays"), row("goes")]);
  await tab.getByRole("link", { name: /^goes/ }).focus();
  tell({ thread: "goes", gone: true });
  await shows(tab, ["stays"]);
  assert.deepEqual(await focused(tab), { tag: "H1", text: "Threads" });
  await closeAll([tab]);
});

test("the state of an agent and its run stand in the row, and live threads can be picked out", async () => {
  const rows = [row("live", { live: true, busy: true, run: 3 }), row("over", { run: 1 }), row("script")];
  const { tab } = await tabWith(rows);
  await tab.locator('[data-thread="live"]').getByText("agent busy · run 3").waitFor();
  await tab.locator('[data-thread="over"]').getByText("no agent · run 1").waitFor();
  assert.equal(await tab.locator('[data-thread="script"] .state').isVisible(), false);
  await tab.getByRole("radio", { name: "Live 1" }).check();
  await shows(tab, ["live"]);
  await closeAll([tab]);
});
