// Keys that act on cards, and where they must not: real keys in a real page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, closeAll, connected, focused, openTab, Stage, until } from "./harness.mjs";

const GO = { method: "confirm", title: "Deploy?", yes_label: "Deploy", no_label: "Wait" };
const WHERE = { method: "select", title: "Where?", options: ["staging", "prod"], allow_other: true };

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

// A tab on a thread with its dialogs, all of whose cards take clicks.
async function asked(thread, ...dialogs) {
  const ids = [];
  for (const dialog of dialogs) ids.push(await hub.ask(thread, dialog));
  const tab = await openTab(browser, `${hub.url}/t/${thread}`, { reducedMotion: "reduce" });
  await connected(tab);
  for (const id of ids) await armed(tab, id);
  return { tab, ids };
}

function armed(tab, id) {
  return card(tab, id).locator('.actions > button[aria-disabled="false"]').first().waitFor();
}

function sentAnswers(tab) {
  return tab.sent.filter((text) => text.includes('"dialog.answer"')).length;
}

function heading(tab, id) {
  return card(tab, id).getByRole("heading");
}

// The page has done everything that its keys made it do: what comes from the hub is drawn after.
async function settled(tab, thread) {
  await card(tab, await hub.ask(thread, { method: "input", title: "after" })).waitFor();
}

test("j and k go from title to title, and stop at the ends", async () => {
  const { tab } = await asked("walk", GO, WHERE);
  const presses = [
    ["j", "Deploy?"],
    ["j", "Where?"],
    ["j", "Where?"],
    ["k", "Deploy?"],
    ["k", "Deploy?"],
  ];
  for (const [key, title] of presses) {
    await tab.keyboard.press(key);
    assert.deepEqual(await focused(tab), { tag: "H2", text: title });
  }
  await closeAll([tab]);
});

test("j and k go from thread to thread in the list, and Enter opens one", async () => {
  await hub.ask("first-row", GO);
  const tab = await openTab(browser, `${hub.url}/?q=first-row`);
  await tab.getByRole("link", { name: /^first-row/ }).waitFor();
  await tab.getByRole("heading", { level: 1 }).focus();
  await tab.keyboard.press("j");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { level: 1, name: "first-row" }).waitFor();
  await closeAll([tab]);
});

test("y and n answer the confirm in focus, and no other", async () => {
  const { tab, ids } = await asked("answers", GO, GO, { ...GO, default: false });
  await tab.keyboard.press("j");
  await tab.keyboard.press("y");
  assert.equal((await hub.result("answers", ids[0])).value, true);
  await armed(tab, ids[2]);
  await heading(tab, ids[2]).focus();
  await tab.keyboard.press("n");
  assert.equal((await hub.result("answers", ids[2])).value, false);
  assert.equal(await card(tab, ids[1]).getAttribute("data-state"), "open");
  assert.equal(sentAnswers(tab), 2);
  await closeAll([tab]);
});

test("without the focus in a card nothing is answered, nor while a card waits to be armed", async () => {
  const { tab, ids } = await asked("nowhere", GO);
  await tab.getByRole("heading", { level: 1 }).focus();
  for (const key of ["y", "n", "1", "Enter"]) await tab.keyboard.press(key);
  const late = await hub.ask("nowhere", GO);
  await card(tab, late).waitFor();
  await tab.evaluate((id) => {
    const title = document.querySelector(`[data-dialog-id="${id}"] h2`);
    title.focus();
    for (const button of title.closest("article").querySelectorAll(".actions > button"))
      button.setAttribute("aria-disabled", "true");
    title.dispatchEvent(new KeyboardEvent("keydown", { key: "y", bubbles: true }));
  }, late);
  await settled(tab, "nowhere");
  assert.equal(sentAnswers(tab), 0);
  assert.equal(await card(tab, ids[0]).getAttribute("data-state"), "open");
  await closeAll([tab]);
});

test("a key that moves the focus to another card does not answer that card as well", async () => {
  const { tab, ids } = await asked("moves", GO, GO);
  await heading(tab, ids[0]).focus();
  await tab.evaluate((id) => {
    const other = document.querySelector(`[data-dialog-id="${id}"] h2`);
    document.activeElement.addEventListener("keydown", () => other.focus(), { once: true });
  }, ids[1]);
  await tab.keyboard.press("y");
  await settled(tab, "moves");
  assert.equal(await card(tab, ids[1]).getAttribute("data-state"), "open");
  assert.equal(sentAnswers(tab), 0);
  await closeAll([tab]);
});

test("digits choose an option of the card in focus, and the free text last", async () => {
  const { tab, ids } = await asked("digits", WHERE, { ...WHERE, method: "multiselect", title: "Which?" });
  await heading(tab, ids[0]).focus();
  await tab.keyboard.press("2");
  assert.equal(await card(tab, ids[0]).getByRole("radio", { name: "prod" }).isChecked(), true);
  await tab.keyboard.press("9");
  await tab.keyboard.press("3");
  assert.equal(await card(tab, ids[0]).getByRole("radio", { name: "Other", exact: true }).isChecked(), true);
  await tab.keyboard.press("1");
  await tab.keyboard.press("Control+Enter");
  assert.equal((await hub.result("digits", ids[0])).value, "staging");
  await armed(tab, ids[1]);
  await heading(tab, ids[1]).focus();
  for (const key of ["1", "2", "1"]) await tab.keyboard.press(key);
  assert.equal(await card(tab, ids[1]).getByRole("checkbox", { name: "staging" }).isChecked(), false);
  assert.equal(await card(tab, ids[1]).getByRole("checkbox", { name: "prod" }).isChecked(), true);
  await closeAll([tab]);
});

test("Enter on a title goes into the first field, and a second one at once presses nothing", async () => {
  const { tab, ids } = await asked("enter", GO, { method: "input", title: "Version?" });
  await heading(tab, ids[1]).focus();
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("y1jk?");
  assert.equal(await card(tab, ids[1]).getByRole("textbox").inputValue(), "y1jk?");
  await heading(tab, ids[0]).focus();
  const isTaken = await tab.evaluate(() => {
    const enter = { key: "Enter", bubbles: true, cancelable: true };
    return ["once", "again"].map(
      () => !document.activeElement.dispatchEvent(new KeyboardEvent("keydown", enter)),
    );
  });
  assert.deepEqual(isTaken, [true, true]);
  assert.deepEqual(await focused(tab), { tag: "BUTTON", text: "Deploy" });
  assert.equal(sentAnswers(tab), 0);
  await closeAll([tab]);
});

test("a second Enter at once sends no empty text from the field that the first one led to", async () => {
  const { tab, ids } = await asked("twice", { method: "input", title: "Version?", default: "1.0" });
  await heading(tab, ids[0]).focus();
  await tab.evaluate(() => {
    const enter = { key: "Enter", bubbles: true, cancelable: true };
    for (const _ of ["once", "again"])
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", enter));
  });
  assert.equal((await focused(tab)).tag, "INPUT");
  assert.equal(sentAnswers(tab), 0);
  await closeAll([tab]);
});

test("held keys, modifiers and composing answer nothing", async () => {
  const { tab, ids } = await asked("held", GO);
  await heading(tab, ids[0]).focus();
  for (const how of [
    { repeat: true },
    { isComposing: true },
    { altKey: true },
    { ctrlKey: true },
    { metaKey: true },
  ])
    await tab.evaluate(
      (init) =>
        document.activeElement.dispatchEvent(
          new KeyboardEvent("keydown", { key: "y", bubbles: true, ...init }),
        ),
      how,
    );
  await settled(tab, "held");
  assert.equal(sentAnswers(tab), 0);
  await tab.keyboard.press("y");
  assert.equal((await hub.result("held", ids[0])).value, true);
  await closeAll([tab]);
});

test("the help lists the keys, takes them meanwhile, and gives the focus back", async () => {
  const { tab, ids } = await asked("help", GO);
  await heading(tab, ids[0]).focus();
  await tab.keyboard.press("?");
  const help = tab.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Yes, on the card in focus").waitFor();
  await tab.keyboard.press("y");
  await tab.keyboard.press("j");
  await tab.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  assert.deepEqual(await focused(tab), { tag: "H2", text: "Deploy?" });
  assert.equal(sentAnswers(tab), 0);
  await tab.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await help.getByRole("button", { name: "Close" }).click();
  assert.deepEqual(await focused(tab), { tag: "BUTTON", text: "Keyboard shortcuts" });
  await closeAll([tab]);
});

test("the switch turns single keys off, also after a reload, and Ctrl+Enter stays", async () => {
  const { tab, ids } = await asked("off", GO, { method: "input", title: "Version?" });
  await tab.getByRole("switch", { name: "Single-key shortcuts" }).uncheck();
  await tab.reload();
  await armed(tab, ids[0]);
  await heading(tab, ids[0]).focus();
  for (const key of ["y", "j", "?"]) await tab.keyboard.press(key);
  assert.deepEqual(await focused(tab), { tag: "H2", text: "Deploy?" });
  assert.equal(await tab.getByRole("dialog").count(), 0);
  await card(tab, ids[1]).getByRole("textbox").fill("1.4.2");
  await tab.keyboard.press("Control+Enter");
  assert.equal((await hub.result("off", ids[1])).value, "1.4.2");
  assert.equal(sentAnswers(tab), 1);
  await tab.getByRole("switch", { name: "Single-key shortcuts" }).check();
  await heading(tab, ids[0]).focus();
  const answered = async () => {
    await tab.keyboard.press("y");
    return sentAnswers(tab) === 2;
  };
  await until(answered, "the answer of a key that is on again");
  await closeAll([tab]);
});
