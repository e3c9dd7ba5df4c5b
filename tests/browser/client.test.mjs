// The client in real pages: the example that comes with it, and the page before a hub that
// breaks the contract.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { EPOCH, FakeHub, published, requested, snapshot } from "./fake_hub.mjs";
import { card, closeAll, connected, openTab, Stage, until } from "./harness.mjs";

const GO = { method: "confirm", title: "Deploy?", yes_label: "Deploy", no_label: "Wait" };

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

function example(thread) {
  return openTab(browser, `${hub.url}/example.html#${thread}`);
}

function shown(tab, title) {
  return tab.getByRole("article", { name: title });
}

test("the example page answers a question, also one that was open before it came", async () => {
  const before = await hub.ask("example", { ...GO, title: "Before?" });
  const tab = await example("example");
  await shown(tab, "Before?").getByRole("button", { name: "Wait" }).click();
  assert.equal((await hub.result("example", before)).value, false);
  const id = await hub.ask("example", GO);
  await shown(tab, "Deploy?").getByRole("button", { name: "Deploy" }).click();
  const result = await hub.result("example", id);
  assert.deepEqual([result.value, result.by.label], [true, "example"]);
  await shown(tab, "Deploy?").waitFor({ state: "detached" });
  await closeAll([tab]);
});

test("it drops a question that somebody else answered, and leaves those it cannot show open", async () => {
  const tab = await example("others");
  const where = await hub.ask("others", { method: "select", title: "Where?", options: ["a"] });
  const id = await hub.ask("others", GO);
  await shown(tab, "Deploy?").waitFor();
  await hub.answer("others", id, { confirmed: true, label: "script" });
  await shown(tab, "Deploy?").waitFor({ state: "detached" });
  assert.equal((await hub.call("GET", `/api/threads/others/dialogs/${where}`)).body.outcome, "open");
  await closeAll([tab]);
});

test("clients that can show a question end it for nobody; when none can, it ends as unsupported", async () => {
  const page = await openTab(browser, `${hub.url}/t/cannot`);
  await connected(page);
  const tab = await example("cannot-else");
  await tab.evaluate(async () => {
    const { Hub } = await import("/hub.js");
    window.only = new Hub({ label: "confirms only" });
    window.only.onRequest("confirm", () => undefined);
    for (const thread of ["cannot", "cannot-alone"]) window.only.follow(thread);
    window.only.start();
    await new Promise((resolve) => window.only.onState(({ name }) => name === "connected" && resolve()));
    for (const thread of ["cannot", "cannot-alone"])
      await window.only.request("dialog.typing", { thread, id: "none" }).catch(() => {});
  });
  const alone = await hub.ask("cannot-alone", { method: "input", title: "Name?" });
  const result = await hub.result("cannot-alone", alone);
  assert.deepEqual([result.outcome, result.value], ["unsupported", null]);
  const id = await hub.ask("cannot", { method: "input", title: "Name?" });
  await card(page, id).getByRole("textbox").fill("ann");
  await card(page, id).getByRole("button", { name: "Send" }).click();
  assert.equal((await hub.result("cannot", id)).value, "ann");
  await closeAll([page, tab]);
});

/** The page of a thread before a fake hub, and the hub's end of its connection. */
async function pageAt(thread, prepare = () => {}) {
  const fake = await FakeHub.start(stage);
  prepare(fake);
  const tab = await openTab(browser, `${fake.url}/t/${thread}`);
  return { fake, tab, connection: await fake.followed() };
}

function problems(tab) {
  return tab.locator(".problems").getByRole("status");
}

test("messages that are none are counted in one line, and the page goes on", async () => {
  const { fake, tab, connection } = await pageAt("odd");
  for (let turn = 0; turn < 20; turn += 1)
    for (const text of ["null", "[]", "7", '"x"', "{}", '{"method":5}']) connection.raw(text);
  connection.say({ method: "hub.weather", params: { sun: true } });
  connection.notify({ ...requested("odd", 1, GO), type: "dialog.danced" });
  connection.notify(requested("odd", 2, { method: "select", title: "?", options: "none" }));
  connection.notify({ ...published("odd", 3, "x"), seq: "3" });
  connection.say({ id: "srq-1", method: "hub.sing", params: {} });
  const event = requested("odd", 3, GO);
  connection.notify(event);
  await card(tab, event.id).getByRole("button", { name: "Deploy" }).click();
  await until(() => connection.asked("dialog.answer").length === 1, "the answer");
  await problems(tab)
    .getByText(/So far: 125\. Latest: hub\.sing\./)
    .waitFor();
  assert.equal(await problems(tab).count(), 1);
  const refused = connection.requests.find(({ id }) => id === "srq-1");
  assert.equal(refused.error.code, -32601);
  assert.equal(await tab.locator(".card").count(), 1);
  assert.equal(fake.connections.length, 1);
  await tab.getByRole("button", { name: "Hide" }).click();
  await problems(tab).waitFor({ state: "hidden" });
  await closeAll([tab]);
});

test("a hub that talks no JSON is left and tried again, slower and slower; what was typed stays", async () => {
  const fake = await FakeHub.start(stage);
  const event = requested("garbled", 1, { method: "input", title: "Name?" });
  fake.replies["thread.follow"] = () => snapshot("garbled", { seq: 1, open: [event] });
  const context = await browser.newContext();
  // No luck with the jitter, and time in the hands of the test.
  await context.addInitScript(() => (Math.random = () => 1));
  await context.clock.install();
  const tab = await openTab(browser, `${fake.url}/t/garbled`, { context });
  await card(tab, event.id).getByRole("textbox").fill("half a name");
  await context.clock.pauseAt(Date.now() + 60_000);
  for (const [index, pause] of [500, 1_000, 2_000, 4_000].entries()) {
    fake.connections.at(-1).raw("<html>Bad gateway</html>");
    await tab.locator('#connection[data-state="waiting"]').waitFor({ state: "attached" });
    await context.clock.runFor(pause - 100);
    assert.equal(fake.connections.length, index + 1);
    await context.clock.runFor(200);
    await fake.followed(index + 2);
    await connected(tab);
  }
  await problems(tab).getByText("a message that is no JSON").waitFor();
  assert.equal(await card(tab, event.id).getByRole("textbox").inputValue(), "half a name");
  await closeAll([tab]);
});

test("events out of order, twice, with gaps and before the snapshot are each drawn once", async () => {
  let last = 1;
  const note = (seq) => published("order", seq, `note ${seq}`);
  const { tab, connection } = await pageAt("order", (fake) => {
    fake.replies["thread.follow"] = ({ since }, connection) => {
      if (since) {
        const missed = [1, 2, 3, 4, 5].filter((seq) => seq > since.seq && seq <= last).map(note);
        return snapshot("order", { seq: last, recovered: true, missed });
      }
      for (const seq of [2, 3]) connection.notify(note(seq));
      last = 3;
      return snapshot("order", { seq: 1 });
    };
  });
  const notes = tab.locator(".history li");
  await notes.getByText("note 3").waitFor();
  last = 5;
  for (const seq of [3, 2, 1, 5, 3]) connection.notify(note(seq));
  await notes.getByText("note 5").waitFor();
  assert.deepEqual(
    await notes.locator(".text").allTextContents(),
    [5, 4, 3, 2, 1].map((seq) => `note ${seq}`),
  );
  await closeAll([tab]);
});

test("another epoch begins from its snapshot: what it does not list is gone", async () => {
  const { fake, tab, connection } = await pageAt("epoch");
  const old = requested("epoch", 1, GO);
  connection.notify(old);
  await card(tab, old.id).waitFor();
  const fresh = requested("epoch", 7, { method: "input", title: "Name?" });
  fake.replies["thread.follow"] = () =>
    snapshot("epoch", { epoch: EPOCH.replace("f", "e"), seq: 7, recovered: true, open: [fresh] });
  connection.close(1012, "");
  await card(tab, fresh.id).waitFor();
  await card(tab, old.id).getByText("Ended while this page was away.").waitFor();
  await closeAll([tab]);
});

test("five thousand questions of ten megabytes do not stop the page", async () => {
  const message = "x".repeat(2_000);
  const open = Array.from({ length: 5_000 }, (_, n) => requested("many", n + 1, { ...GO, message }));
  const { fake, tab, connection } = await pageAt("many", (fake) => {
    fake.replies["thread.follow"] = () => snapshot("many", { seq: 5_000, open });
  });
  tab.setDefaultTimeout(60_000); // it is much to draw, and this machine may be busy
  await tab.getByText("4,700 more questions are open.").waitFor();
  assert.equal(await tab.locator(".card").count(), 300);
  await card(tab, open[0].id).getByRole("button", { name: "Deploy" }).click();
  await until(() => connection.asked("dialog.answer").length === 1, "the answer");
  assert.equal(fake.connections.length, 1);
  await closeAll([tab]);
});

test("after the banner went away a button takes no click that was meant for what stood there", async () => {
  const fake = await FakeHub.start(stage);
  const event = requested("jump", 1, GO);
  fake.replies["thread.follow"] = () => snapshot("jump", { seq: 1, open: [event] });
  const context = await browser.newContext();
  await context.clock.install();
  const tab = await openTab(browser, `${fake.url}/t/jump`, { context });
  const yes = card(tab, event.id).getByRole("button", { name: "Deploy" });
  await yes.click({ trial: true });
  await context.clock.pauseAt(Date.now() + 60_000);
  (await fake.connection()).close(4011, "");
  await tab.getByRole("button", { name: "Try now" }).click();
  await connected(tab);
  await fake.followed(2);
  assert.equal(await yes.isDisabled(), true);
  await context.clock.runFor(1_000);
  assert.equal(await yes.isEnabled(), true);
  await closeAll([tab]);
});
