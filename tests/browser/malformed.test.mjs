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

test("a dialog that cannot be read is left out, the page says so, and the others go on", async () => {
  const shapes = {
    Options: { method: "select", options: "not a list" },
    Nothing: { method: "select", options: [null] },
    Questions: { method: "questionnaire", questions: null },
    Choices: { method: "approval", choices: "once" },
    Untitled: { title: null },
    Bare: null,
  };
  const twisted = (event) => {
    const { dialog } = event;
    const shape = shapes[dialog?.title];
    return shape === undefined ? event : { ...event, dialog: shape && { ...dialog, ...shape } };
  };
  const tab = await twistedTab("odd", (frame) => {
    if (frame.params?.dialog) frame.params = twisted(frame.params);
    if (frame.result?.open) frame.result.open = frame.result.open.map(twisted);
    return frame;
  });
  const odd = [];
  for (const title of Object.keys(shapes)) odd.push(await hub.ask("odd", { method: "confirm", title }));
  const fine = await hub.ask("odd", { method: "confirm", title: "Fine?" });
  await tab.getByText("Something that the hub sent could not be read and was left out.").waitFor();
  await card(tab, fine).getByRole("button", { name: "Yes" }).click();
  assert.equal((await hub.result("odd", fine)).value, true);
  for (const id of odd) assert.equal(await card(tab, id).count(), 0);
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
