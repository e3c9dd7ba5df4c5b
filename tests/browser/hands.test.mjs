// Safe hands: which presses count, and that no press answers another card than it was for.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, closeAll, connected, focused, openTab, openTabs, Stage, until } from "./harness.mjs";

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

/** A tab with one question for each title, whose buttons have stood still. */
async function quiet(thread, ...titles) {
  const ids = [];
  for (const title of titles) ids.push(await hub.ask(thread, { method: "confirm", title }));
  const [tab] = await openTabs(browser, `${hub.url}/t/${thread}`, ["laptop"]);
  const yes = ids.map((id) => card(tab, id).getByRole("button", { name: "Yes" }));
  for (const each of yes) await ready(each);
  return { tab, ids, yes };
}

/** Resolves once a button takes presses. */
async function ready(button) {
  await button.click({ trial: true });
}

async function isOpen(thread, id) {
  return (await hub.call("GET", `/api/threads/${thread}/dialogs/${id}`)).body.outcome === "open";
}

/**
 * Whether a press counts that comes in the very moment when something happens: both run in
 * one step, so that no slow machine comes between them. A press that counts is one whose
 * click reaches the button.
 */
function counts(button, when) {
  return button.evaluate((element, when) => {
    const happenings = {
      "nothing moves": () => {},
      "something above it grows": () => (document.querySelector("main").style.paddingTop = "50px"),
      "a card comes above it": () => element.closest(".card").before(document.createElement("hr")),
      "its own card grows": () => (element.closest(".card").style.height = "400px"),
      "the window changes its size": () => window.dispatchEvent(new Event("resize")),
      "the tab comes into view": () => document.dispatchEvent(new Event("visibilitychange")),
    };
    happenings[when]();
    const about = { bubbles: true, cancelable: true };
    element.dispatchEvent(new PointerEvent("pointerdown", about));
    element.dispatchEvent(new PointerEvent("pointerup", about));
    let reached = false;
    const stop = (event) => {
      reached = true;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    element.addEventListener("click", stop, { capture: true });
    element.dispatchEvent(new MouseEvent("click", about));
    element.removeEventListener("click", stop, { capture: true });
    return reached;
  }, when);
}

test("a card that is over keeps its room: the press under the pointer answers nobody", async () => {
  const { tab, ids, yes } = await quiet("under", "First?", "Second?");
  const before = await card(tab, ids[1]).boundingBox();
  await yes[0].hover();
  await hub.answer("under", ids[0], { confirmed: false, label: "phone" });
  await card(tab, ids[0]).getByText("Answered by phone: No.").waitFor();
  await tab.mouse.down();
  await tab.mouse.up();
  assert.deepEqual(await card(tab, ids[1]).boundingBox(), before);
  assert.equal(await isOpen("under", ids[1]), true);
  await closeAll([tab]);
});

test("it folds to a line once the pointer is gone, and can be opened again", async () => {
  const { tab, ids } = await quiet("fold", "First?", "Second?");
  await card(tab, ids[0]).hover();
  const { y, height } = await card(tab, ids[0]).boundingBox();
  await hub.answer("fold", ids[0], { confirmed: false, label: "phone" });
  await card(tab, ids[0]).getByText("Answered by phone").waitFor();
  await tab.mouse.move(5, 5);
  const show = card(tab, ids[0]).getByRole("button", { name: "Show" });
  await show.waitFor();
  const folded = await card(tab, ids[0]).boundingBox();
  assert.ok(folded.height < height && folded.y === y);
  assert.equal(await card(tab, ids[0]).getByText("Answered by phone: No.").isVisible(), true);
  await show.click();
  await card(tab, ids[0]).getByRole("button", { name: "Hide" }).click();
  await card(tab, ids[0]).waitFor({ state: "detached" });
  assert.deepEqual(await focused(tab), { tag: "H2", text: "Second?" });
  await closeAll([tab]);
});

for (const when of [
  "something above it grows",
  "a card comes above it",
  "its own card grows",
  "the window changes its size",
  "the tab comes into view",
]) {
  test(`no press counts in the moment when ${when}`, async () => {
    const { tab, yes } = await quiet(`moved-${when.replaceAll(" ", "-")}`, "Go?");
    assert.equal(await counts(yes[0], "nothing moves"), true);
    assert.equal(await counts(yes[0], when), false);
    await ready(yes[0]);
    assert.equal(await counts(yes[0], "nothing moves"), true);
    await closeAll([tab]);
  });
}

test("a person's own scrolling stops no press, and neither does a card that comes below", async () => {
  const { tab, yes } = await quiet("still", "First?", "Second?", "Third?", "Fourth?", "Fifth?", "Sixth?");
  await tab.mouse.move(400, 300);
  await tab.mouse.wheel(0, 120);
  await tab.waitForFunction(() => scrollY > 0);
  assert.equal(await counts(yes[1], "nothing moves"), true);
  const id = await hub.ask("still", { method: "confirm", title: "Seventh?" });
  await card(tab, id).waitFor();
  assert.equal(await counts(yes[1], "nothing moves"), true);
  assert.equal(await yes[1].getAttribute("aria-disabled"), "false");
  await closeAll([tab]);
});

test("a press counts on what was never in view before it was scrolled there", async () => {
  const titles = Array.from({ length: 12 }, (_, n) => `Number ${n}?`);
  const ids = [];
  for (const title of titles) ids.push(await hub.ask("below", { method: "confirm", title }));
  const [tab] = await openTabs(browser, `${hub.url}/t/below`, ["laptop"]);
  const last = card(tab, ids.at(-1)).getByRole("button", { name: "Yes" });
  await until(async () => (await last.getAttribute("aria-disabled")) === "false", "the last card to be ready");
  const counted = await last.evaluate((button) => {
    button.scrollIntoView();
    const about = { bubbles: true, cancelable: true };
    button.dispatchEvent(new PointerEvent("pointerdown", about));
    button.dispatchEvent(new PointerEvent("pointerup", about));
    return button.dispatchEvent(new MouseEvent("click", about));
  });
  assert.equal(counted, true);
  assert.equal((await hub.result("below", ids.at(-1))).value, true);
  await closeAll([tab]);
});

test("a press moves nothing while its answer is under way", async () => {
  const line = await stage.line(hub);
  const ids = [];
  for (const title of ["First?", "Second?"]) ids.push(await hub.ask("way", { method: "confirm", title }));
  const tab = await openTab(browser, `${line.url}/t/way`);
  await connected(tab);
  const between = async () =>
    (await card(tab, ids[1]).boundingBox()).y - (await card(tab, ids[0]).boundingBox()).y;
  const before = await between();
  line.loseReplies();
  await card(tab, ids[0]).getByRole("button", { name: "Yes" }).click();
  await card(tab, ids[0]).getByText("Sending…").waitFor();
  assert.equal(await between(), before);
  await closeAll([tab]);
});

test("what scrolls the window on the page's own account counts as a move", async () => {
  const ids = [];
  for (let n = 0; n < 12; n += 1)
    ids.push(await hub.ask("jump", { method: "confirm", title: `Number ${n}?` }));
  const [tab] = await openTabs(browser, `${hub.url}/t/jump`, ["laptop"]);
  const last = card(tab, ids.at(-1)).getByRole("button", { name: "Yes" });
  await until(async () => (await last.getAttribute("aria-disabled")) === "false", "the last card to be ready");
  await last.evaluate((yes) => {
    globalThis.states = [];
    const note = () => globalThis.states.push(yes.getAttribute("aria-disabled"));
    new MutationObserver(note).observe(yes, { attributeFilter: ["aria-disabled"] });
  });
  // As its notification was clicked.
  await tab.evaluate((id) => {
    const data = { kind: "dialog-hub.look", id };
    navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data }));
  }, ids.at(-1));
  await tab.waitForFunction(() => scrollY > 0);
  await until(async () => (await last.getAttribute("aria-disabled")) === "false", "it to be ready again");
  assert.deepEqual(await tab.evaluate(() => globalThis.states), ["true", "false"]);
  assert.deepEqual(await focused(tab), { tag: "H2", text: "Number 11?" });
  await closeAll([tab]);
});

test("a new card's buttons count nothing at once, and show it", async () => {
  const tab = await openTab(browser, `${hub.url}/t/fresh`);
  await connected(tab);
  // The watcher stands before the question is asked; what it finds is fetched after.
  await tab.evaluate(() => {
    globalThis.early = new Promise((resolve) => {
      new MutationObserver((_records, observer) => {
        const yes = document.querySelector(".card button");
        if (!yes) return;
        observer.disconnect();
        const waits = yes.getAttribute("aria-disabled");
        yes.click();
        resolve(waits);
      }).observe(document.body, { subtree: true, childList: true });
    });
  });
  const id = await hub.ask("fresh", { method: "confirm", title: "Go?" });
  assert.equal(await tab.evaluate(() => globalThis.early), "true");
  const yes = card(tab, id).getByRole("button", { name: "Yes" });
  await ready(yes);
  assert.equal(await isOpen("fresh", id), true);
  await closeAll([tab]);
});

test("a click without a press, as assistive technology makes it, counts on a button that stood still", async () => {
  const { tab, ids, yes } = await quiet("spoken", "Go?");
  await yes[0].evaluate((element) => element.click());
  assert.equal((await hub.result("spoken", ids[0])).value, true);
  await closeAll([tab]);
});

test("a press that began on another element is none of the button's", async () => {
  const { tab, ids, yes } = await quiet("elsewhere", "Go?");
  await yes[0].evaluate((element) => {
    const about = { bubbles: true, cancelable: true };
    document.querySelector("h1").dispatchEvent(new PointerEvent("pointerdown", about));
    document.querySelector("h1").dispatchEvent(new PointerEvent("pointerup", about));
    element.dispatchEvent(new MouseEvent("click", about));
  });
  assert.equal(await isOpen("elsewhere", ids[0]), true);
  assert.equal(await card(tab, ids[0]).getAttribute("data-state"), "open");
  assert.equal(tab.sent.some((text) => text.includes("dialog.answer")), false);
  await closeAll([tab]);
});

test("Stop takes no double click for a yes", async () => {
  const { tab, ids } = await quiet("stop", "Go?");
  await tab.getByRole("button", { name: "Stop…" }).click();
  const stop = tab.getByRole("button", { name: "Stop the agent" });
  await stop.waitFor();
  await ready(stop);
  assert.equal(await counts(stop, "something above it grows"), false);
  assert.equal(await isOpen("stop", ids[0]), true);
  await stop.click();
  assert.equal((await hub.result("stop", ids[0])).outcome, "aborted");
  await closeAll([tab]);
});

test("Enter that belongs to an input method sends nothing, the next one sends the text", async () => {
  const id = await hub.ask("ime", { method: "input", title: "Name?" });
  const tab = await openTab(browser, `${hub.url}/t/ime`);
  await card(tab, id).getByRole("textbox").focus();
  const keys = await tab.context().newCDPSession(tab);
  await keys.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
  await keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...enter });
  await keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
  await card(tab, id)
    .getByRole("textbox")
    .evaluate((field) => {
      const about = { key: "Enter", bubbles: true, cancelable: true, isComposing: true };
      field.dispatchEvent(new KeyboardEvent("keydown", about));
    });
  await keys.send("Input.insertText", { text: "日本" });
  assert.equal(tab.sent.some((text) => text.includes("dialog.answer")), false);
  await tab.keyboard.press("Enter");
  assert.equal((await hub.result("ime", id)).value, "日本");
  await closeAll([tab]);
});
