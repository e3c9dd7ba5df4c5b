// A hub, or something between, that says what it must not: the page goes on.

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

/** A tab whose hub says `twist(frame)` for each frame of the real one. */
async function twistedTab(thread, twist) {
  const context = await browser.newContext();
  await context.routeWebSocket(/\/api\/ws$/, (socket) => {
    const far = socket.connectToServer();
    far.onMessage((text) => socket.send(JSON.stringify(twist(JSON.parse(text)))));
  });
  const tab = await openTab(browser, `${hub.url}/t/${thread}`, { context });
  await connected(tab);
  return tab;
}

test("a dialog that cannot be drawn is shown as it was sent, and the others go on", async () => {
  const shapes = {
    Options: { method: "select", options: "not a list" },
    Nothing: { method: "select", options: [null] },
    Questions: { method: "questionnaire", questions: null },
    Choices: { method: "approval", choices: "once" },
  };
  const tab = await twistedTab("odd", (frame) => {
    const { dialog } = frame.params ?? {};
    const shape = shapes[dialog?.title];
    if (shape) frame.params.dialog = { ...shape, title: dialog.title };
    if (dialog?.title === "Untitled") frame.params.dialog.title = null;
    if (dialog?.title === "Bare") frame.params.dialog = null;
    return frame;
  });
  const odd = {};
  for (const title of [...Object.keys(shapes), "Untitled", "Bare"])
    odd[title] = await hub.ask("odd", { method: "confirm", title });
  const fine = await hub.ask("odd", { method: "confirm", title: "Fine?" });
  for (const title of Object.keys(shapes)) {
    await card(tab, odd[title]).getByText("This page cannot draw this question").waitFor();
    assert.match(await card(tab, odd[title]).locator("pre").textContent(), new RegExp(`"title": "${title}"`));
  }
  await card(tab, odd.Untitled).getByRole("button", { name: "Yes" }).waitFor();
  await card(tab, odd.Bare).waitFor();
  await card(tab, fine).getByRole("button", { name: "Yes" }).click();
  assert.equal((await hub.result("odd", fine)).value, true);
  await card(tab, odd.Options).getByRole("button", { name: "Dismiss" }).click();
  assert.equal((await hub.result("odd", odd.Options)).outcome, "cancelled");
  await card(tab, odd.Options).getByText("Dismissed by you.").waitFor();
  await closeAll([tab]);
});

test("an event, a method and an outcome that nobody knows break nothing", async () => {
  const tab = await twistedTab("unknown", (frame) => {
    if (frame.method === "thread.published") Object.assign(frame, { method: "thread.unheard" });
    if (frame.params?.type === "thread.published") frame.params.type = "thread.unheard";
    if (frame.params?.type === "dialog.settled") frame.params.outcome = "vanished";
    if (frame.params?.dialog) frame.params.dialog.method = "hologram";
    return frame;
  });
  await hub.call("POST", "/api/threads/unknown/publish", { event: "note", data: 1 });
  const id = await hub.ask("unknown", { method: "confirm", title: "Go?" });
  await card(tab, id).waitFor();
  await hub.withdraw("unknown", id);
  await card(tab, id).getByText("Ended: vanished.").waitFor();
  const next = await hub.ask("unknown", { method: "confirm", title: "And now?" });
  await card(tab, next).waitFor();
  await closeAll([tab]);
});
