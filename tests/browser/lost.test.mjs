// What a network and a crash do to an open question: nothing is lost, nothing counts twice.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { card, closeAll, connected, openTab, openTabs, Stage, until } from "./harness.mjs";

const GO = { method: "confirm", title: "Deploy?", yes_label: "Deploy", no_label: "Wait" };
const WHERE = { method: "select", title: "Where?", options: ["staging", "prod"] };

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

test("while the line is cut buttons wait, text is kept, and what ended meanwhile is dropped on return", async () => {
  const line = await stage.line(hub);
  const tab = await openTab(browser, `${line.url}/t/offline`);
  const gone = await hub.ask("offline", GO);
  const kept = await hub.ask("offline", { method: "input", title: "Name?" });
  await card(tab, gone).getByRole("button", { name: "Deploy" }).waitFor();
  await card(tab, kept).getByRole("textbox").fill("typed before");
  await line.cut();
  await tab.getByText("Connection lost.").waitFor();
  assert.equal(await card(tab, gone).getByRole("button", { name: "Deploy" }).isDisabled(), true);
  await card(tab, kept).getByRole("textbox").fill("typed meanwhile");
  await hub.answer("offline", gone, { confirmed: false, label: "script" });
  const fresh = await hub.ask("offline", GO);
  await line.join();
  await card(tab, gone).getByText("Answered by script: Wait.").waitFor();
  await card(tab, fresh).waitFor();
  assert.equal(await card(tab, kept).getByRole("textbox").inputValue(), "typed meanwhile");
  await card(tab, kept).getByRole("button", { name: "Send" }).click();
  assert.equal((await hub.result("offline", kept)).value, "typed meanwhile");
  assert.equal(await tab.locator('.card[data-state="open"]').count(), 1);
  await closeAll([tab]);
});

// A tab on a line of its own, another beside it, and an answer of the first that is on its
// way when `lose` stops one direction of the line.
async function answerThatIsLost(thread, lose) {
  const line = await stage.line(hub);
  const [tab] = await openTabs(browser, `${line.url}/t/${thread}`, ["laptop"]);
  const [other] = await openTabs(browser, `${hub.url}/t/${thread}`, ["phone"]);
  const id = await hub.ask(thread, GO);
  const yes = card(tab, id).getByRole("button", { name: "Deploy" });
  await yes.click({ trial: true });
  lose(line);
  await yes.click();
  await card(tab, id).getByText("Sending…").waitFor();
  return { line, tab, other, id };
}

// The line breaks and comes back; meanwhile the card says `words`.
async function comeBack({ line, tab, id }, words) {
  await line.cut();
  await tab.getByText("Connection lost.").waitFor();
  await card(tab, id).getByText(words).waitFor();
  await line.join();
  await connected(tab);
}

function answersOf(tab) {
  return tab.sent.map((text) => JSON.parse(text)).filter((frame) => frame.method === "dialog.answer");
}

async function replyTo({ id }, tab) {
  const reply = () => tab.heard.map((text) => JSON.parse(text)).find((frame) => frame.id === id);
  await until(reply, "the reply to the repeated answer");
  return reply();
}

for (const [what, lose, before] of [
  ["the reply to an answer", (line) => line.loseReplies(), "answered"],
  ["an answer on its way", (line) => line.loseRequests(), "open"],
]) {
  test(`${what} is lost: it is repeated under the same key, succeeds, and counts once`, async () => {
    const thread = `lost-${before}`;
    const lost = await answerThatIsLost(thread, lose);
    const { tab, other, id } = lost;
    if (before === "answered") await hub.result(thread, id);
    assert.equal((await hub.call("GET", `/api/threads/${thread}/dialogs/${id}`)).body.outcome, before);
    await comeBack(lost, "Not sent yet");
    await card(tab, id).getByText("Answered by you: Deploy.").waitFor();
    await card(other, id).getByText("Answered by laptop: Deploy.").waitFor();
    const [first, second, ...more] = answersOf(tab);
    assert.deepEqual(second.params, first.params);
    assert.match(first.params.answer_key, /^[0-9a-f]{32}$/);
    assert.deepEqual(more, []);
    assert.deepEqual((await replyTo(second, tab)).result, {});
    const settles = other.heard.filter((text) => text.includes('"method":"dialog.settled"'));
    assert.equal(settles.length, 1);
    await closeAll([tab, other]);
  });
}

test("an answer that was lost and comes too late gives way to the one that won", async () => {
  const lost = await answerThatIsLost("late", (line) => line.loseRequests());
  const { tab, other, id } = lost;
  await card(other, id).getByRole("button", { name: "Wait" }).click();
  await hub.result("late", id);
  await comeBack(lost, "Answered by phone: Wait.");
  await card(tab, id).getByText("Answered by phone: Wait.").waitFor();
  await card(tab, id).getByText("Your answer came second.").waitFor();
  assert.equal(await card(other, id).getByText("Your answer came second.").count(), 0);
  const [, second] = answersOf(tab);
  assert.equal((await replyTo(second, tab)).error.data.code, "not-open");
  assert.equal((await hub.result("late", id)).value, false);
  await closeAll([tab, other]);
});

test("kill -9 with a card on three tabs: it is back under its id, one tab answers, the waiting command goes on", async () => {
  const data = await mkdtemp(path.join(os.tmpdir(), "dialog-hub-"));
  const own = new Stage();
  try {
    const durable = await own.hub({ data });
    const tabs = await openTabs(browser, `${durable.url}/t/crash`, ["laptop", "phone", "desk"]);
    const waiting = own.command(durable, "ask", "-t", "crash", "confirm", "Deploy?", "--yes-label", "Deploy");
    await Promise.all(tabs.map((tab) => tab.locator(".card").waitFor()));
    const id = await durable.onlyOpen("crash");
    const where = await durable.ask("crash", WHERE);
    await card(tabs[0], where).getByLabel("prod").check();

    await durable.kill("SIGKILL");
    await Promise.all(tabs.map((tab) => tab.getByText("Connection lost.").waitFor()));
    for (const tab of tabs) assert.equal(await card(tab, id).isVisible(), true);
    await durable.start();
    await Promise.all(tabs.map(connected));
    const { body } = await durable.call("GET", "/api/threads/crash");
    assert.deepEqual(
      body.open.map((event) => event.id),
      [id, where],
    );

    await card(tabs[1], id).getByRole("button", { name: "Deploy" }).click();
    assert.equal((await waiting.ended).code, 0);
    await card(tabs[1], id).getByText("Answered by you: Deploy.").waitFor();
    for (const tab of [tabs[0], tabs[2]])
      await card(tab, id).getByText("Answered by phone: Deploy.").waitFor();

    assert.equal(await card(tabs[0], where).getByLabel("prod").isChecked(), true);
    await card(tabs[0], where).getByRole("button", { name: "Send" }).click();
    assert.equal((await durable.result("crash", where)).value, "prod");
    for (const tab of tabs) await tab.locator('.card[data-state="open"]').waitFor({ state: "detached" });
    await closeAll(tabs);
  } finally {
    await own.close();
    await rm(data, { recursive: true, force: true });
  }
});
