// Tabs beside the command line and an attached agent: either answers, all learn it, and a
// person at a tab can stop and write.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, closeAll, openTabs, Stage } from "./harness.mjs";

const GO = { method: "confirm", title: "Deploy?", yes_label: "Deploy", no_label: "Wait" };

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

function twoTabs(thread) {
  return openTabs(browser, `${hub.url}/t/${thread}`, ["laptop", "phone"]);
}

/** A command that asks, with the id of its card once every tab shows it. */
async function asking(thread, tabs, ...ask) {
  const command = stage.command(hub, "ask", "-t", thread, ...ask);
  await Promise.all(tabs.map((tab) => tab.locator('.card[data-state="open"]').waitFor()));
  return { command, id: await hub.onlyOpen(thread) };
}

/**
 * An agent attached to a thread. It replies to each request of the hub with `reply`, a part
 * of a response frame; `heard()` gives those requests as {method, params}.
 */
async function attachAgent(thread, reply) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${hub.url}/healthz`);
  await page.evaluate(
    ({ thread, reply }) =>
      new Promise((resolve, reject) => {
        window.heard = [];
        const socket = new WebSocket(`ws://${location.host}/api/ws`, ["dialog-hub.v1"]);
        const send = (frame) => socket.send(JSON.stringify({ jsonrpc: "2.0", ...frame }));
        socket.onopen = () => send({ id: 1, method: "host.attach", params: { thread } });
        socket.onmessage = ({ data }) => {
          const { id, method, params, error } = JSON.parse(data);
          if (id === 1) return error ? reject(new Error(error.message)) : resolve();
          if (id === undefined || !method.startsWith("host.")) return undefined;
          window.heard.push({ method, params });
          return send({ id, ...reply });
        };
        socket.onclose = () => reject(new Error("the hub closed the agent's connection"));
      }),
    { thread, reply },
  );
  return { heard: () => page.evaluate(() => window.heard), leave: () => context.close() };
}

test("a question answered in a terminal drops from the tabs, which say who it was", async () => {
  const tabs = await twoTabs("terminal");
  const id = await hub.ask("terminal", GO);
  await Promise.all(tabs.map((tab) => card(tab, id).waitFor()));
  const answer = stage.command(hub, "answer", "-t", "terminal", id, "--yes", "--label", "ann");
  assert.equal((await answer.ended).code, 0);
  for (const tab of tabs) {
    await card(tab, id).getByText("Answered by ann: Deploy.").waitFor();
    assert.equal(await card(tab, id).getByRole("button", { name: "Deploy" }).count(), 0);
  }
  await closeAll(tabs);
});

test("a terminal that comes after a tab is told that it is too late, and who won", async () => {
  const tabs = await twoTabs("too-late");
  const id = await hub.ask("too-late", GO);
  await card(tabs[0], id).getByRole("button", { name: "Wait" }).click();
  await hub.result("too-late", id);
  const late = await stage.command(hub, "answer", "-t", "too-late", id, "--yes").ended;
  assert.equal(late.code, 5);
  assert.match(late.err, /laptop/);
  await card(tabs[0], id).getByText("Answered by you: Wait.").waitFor();
  await closeAll(tabs);
});

test("a command that asks prints what a tab answered, and its exit says how it ended", async () => {
  const tabs = await twoTabs("asking");
  const select = await asking("asking", tabs, "select", "Where?", "staging", "prod");
  await card(tabs[0], select.id).getByLabel("prod").check();
  await card(tabs[0], select.id).getByRole("button", { name: "Send" }).click();
  const picked = await select.command.ended;
  assert.deepEqual([picked.code, picked.out], [0, "prod\n"]);
  await card(tabs[1], select.id).getByText("Answered by laptop: prod.").waitFor();

  for (const [name, code] of [
    ["Yes", 0],
    ["No", 1],
    ["Dismiss", 5],
  ]) {
    const { command, id } = await asking("asking", tabs, "confirm", `${name}?`);
    await card(tabs[1], id).getByRole("button", { name }).click();
    const ended = await command.ended;
    assert.deepEqual([ended.code, ended.out], [code, ""]);
    for (const tab of tabs) await tab.locator('.card[data-state="open"]').waitFor({ state: "detached" });
  }
  await closeAll(tabs);
});

test("a stop from a tab reaches the agent, ends every card, and the command that asked", async () => {
  const agent = await attachAgent("stop", { result: {} });
  const tabs = await twoTabs("stop");
  await tabs[0].getByText("Agent attached").waitFor();
  const { command, id } = await asking("stop", tabs, "confirm", "Go on?");
  const other = await hub.ask("stop", GO);
  await Promise.all(tabs.map((tab) => card(tab, other).waitFor()));
  await tabs[0].getByRole("button", { name: "Stop…" }).click();
  await tabs[0].getByText("Stop the agent and drop all 2 open questions?").waitFor();
  assert.deepEqual(await agent.heard(), []);
  await tabs[0].getByRole("button", { name: "Stop the agent" }).click();
  for (const tab of tabs)
    for (const each of [id, other]) await card(tab, each).getByText("Stopped.").waitFor();
  const ended = await command.ended;
  assert.deepEqual([ended.code, ended.out], [5, ""]);
  assert.equal((await hub.result("stop", other)).outcome, "aborted");
  assert.deepEqual(
    (await agent.heard()).map(({ method, params }) => [method, params.thread]),
    [["host.stop", "stop"]],
  );
  await agent.leave();
  await tabs[1].getByText("No agent attached").waitFor();
  await closeAll(tabs);
});

test("an agent that cannot stop: the cards end all the same, and the tab that asked is told", async () => {
  const agent = await attachAgent("stuck", { error: { code: 1, message: "still writing to disk" } });
  const tabs = await twoTabs("stuck");
  const id = await hub.ask("stuck", GO);
  await card(tabs[0], id).waitFor();
  await tabs[0].getByRole("button", { name: "Stop…" }).click();
  await tabs[0].getByRole("button", { name: "Stop the agent" }).click();
  for (const tab of tabs) await card(tab, id).getByText("Stopped.").waitFor();
  await tabs[0].locator(".stop .problem").getByText("still writing to disk").waitFor();
  await agent.leave();
  await closeAll(tabs);
});

test("where only scripts ask, no agent is missed", async () => {
  const tabs = await twoTabs("scripts");
  const id = await hub.ask("scripts", GO);
  await card(tabs[0], id).waitFor();
  assert.equal(await tabs[0].locator(".thread-status").isVisible(), false);
  await tabs[1].goto(`${hub.url}/`);
  const row = tabs[1].locator('[data-thread="scripts"]');
  await row.getByText("1 open").waitFor();
  assert.equal(await row.getByText("no agent").isVisible(), false);
  await closeAll(tabs);
});

test("a message from a tab reaches the agent, and one that nobody can take is kept", async () => {
  const agent = await attachAgent("prompt", { result: {} });
  const tabs = await twoTabs("prompt");
  const field = tabs[0].getByLabel("Message to the agent");
  await field.fill("use the other branch");
  await tabs[0].locator("form.prompt").getByRole("button", { name: "Send" }).click();
  await tabs[0].getByText("Sent.").waitFor();
  assert.equal(await field.inputValue(), "");
  const [{ method, params }, ...more] = await agent.heard();
  assert.deepEqual(
    [method, params.message, params.from.label, more],
    ["host.prompt", "use the other branch", "laptop", []],
  );
  await field.fill("one more thing");
  await agent.leave();
  await tabs[0].getByText("No agent attached").waitFor();
  assert.equal(await tabs[0].locator("form.prompt").getByRole("button", { name: "Send" }).isDisabled(), true);
  assert.equal(await field.inputValue(), "one more thing");
  await closeAll(tabs);
});
