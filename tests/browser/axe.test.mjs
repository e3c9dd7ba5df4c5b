// No barrier on any card in any state that it can come to, in any look.

import { after, before, test } from "node:test";
import { assertNoBarrier, LOOKS, unfoldAll } from "./axe.mjs";
import { card, closeAll, connected, disconnected, openTab, Stage } from "./harness.mjs";
import { ANSWERS, askEach, METHODS } from "./samples.mjs";

/** Soon enough to be seen counting, and never over in a test. */
const DEADLINE = { timeout_ms: 600_000 };

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

for (const [look, options] of Object.entries(LOOKS)) {
  const thread = (name) => `axe-${name}-${look.replace(" ", "")}`;

  /** A tab with one card of each method that can be pressed; `at` is where the hub is reached. */
  async function shown(name, { at = hub, ...asked } = {}) {
    const ids = await askEach(hub, thread(name), asked);
    const tab = await openTab(browser, `${at.url}/t/${thread(name)}`, options);
    await connected(tab);
    for (const id of Object.values(ids)) await pressable(card(tab, id));
    return { ids, tab, cards: Object.fromEntries(METHODS.map((method) => [method, card(tab, ids[method])])) };
  }

  test(`${look}: cards that are open, with all that they can say`, async () => {
    const { tab } = await shown("open", { rest: DEADLINE });
    await assertNoBarrier(tab, "open");
    await unfoldAll(tab);
    await assertNoBarrier(tab, "unfolded");
    await closeAll([tab]);
  });

  test(`${look}: cards that say no more than they must`, async () => {
    const { tab, cards } = await shown("plain", { which: "plain" });
    await assertNoBarrier(tab, "open");
    for (const method of ["select", "questionnaire", "form", "x.colour"]) {
      await stands(cards[method]);
      await send(cards[method]).click();
      await problem(cards[method]);
    }
    await assertNoBarrier(tab, "with problems");
    await closeAll([tab]);
  });

  test(`${look}: cards whose answer the hub refused`, async () => {
    const { tab, cards } = await shown("refused");
    await cards.input.getByRole("textbox").fill("two");
    await cards.multiselect.getByRole("checkbox", { name: /Load/ }).check();
    await cards.multiselect.getByRole("checkbox", { name: /Accounts/ }).check();
    await cards.form.getByLabel("Service name").fill("NOT LOWER CASE");
    await cards["x.colour"].getByRole("textbox").fill('{"colour": "green"}');
    for (const method of ["input", "multiselect", "form", "x.colour"]) {
      await stands(cards[method]);
      await send(cards[method]).click();
      await problem(cards[method]);
    }
    await assertNoBarrier(tab, "refused");
    await closeAll([tab]);
  });

  test(`${look}: a page without its hub, and the answers that wait for it`, async () => {
    const line = await stage.line(hub);
    const { tab, cards } = await shown("offline", { at: line });
    line.loseReplies();
    await send(cards.input).click();
    await cards.input.getByText("Sending…").waitFor();
    await assertNoBarrier(tab, "sending");
    await line.cut();
    await disconnected(tab);
    await assertNoBarrier(tab, "offline");
    await closeAll([tab]);
  });

  test(`${look}: cards that somebody else answered, with the text that was typed`, async () => {
    const { ids, tab, cards } = await shown("kept");
    for (const method of ["input", "editor", "x.colour"])
      await cards[method].getByRole("textbox").fill("My own text, kept");
    await cards.select.getByRole("textbox").fill("Frankfurt");
    await cards.questionnaire.getByRole("textbox", { name: /record/ }).fill("My own words");
    for (const method of METHODS) {
      await hub.answer(thread("kept"), ids[method], { ...ANSWERS[method], label: "phone" });
      await cards[method]
        .getByText(/^Answered by phone/)
        .first()
        .waitFor();
    }
    await assertNoBarrier(tab, "settled by another");
    await closeAll([tab]);
  });

  test(`${look}: cards that ended in every other way`, async () => {
    const { ids, tab, cards } = await shown("ends");
    await cards.confirm.getByRole("button", { name: "Deploy" }).click();
    await cards.confirm.getByText(/^Answered by you/).waitFor();
    await cards.select.getByRole("button", { name: "Dismiss" }).click();
    await cards.select.getByText(/^Dismissed by/).waitFor();
    for (const method of ["input", "editor", "approval"]) await hub.withdraw(thread("ends"), ids[method]);
    await cards.approval.getByText(/^Withdrawn/).waitFor();
    await hub.call("POST", `/api/threads/${thread("ends")}/stop`, {});
    await cards["x.colour"].getByText(/^Stopped/).waitFor();
    await assertNoBarrier(tab, "over");
    // A person scrolls on: what is over may fold behind the hand, and is opened again.
    await tab.mouse.wheel(0, 400);
    await assertNoBarrier(tab, "over, scrolled");
    await closeAll([tab]);
  });

  test(`${look}: a questionnaire whose questions are locked, here and elsewhere`, async () => {
    const { ids, tab, cards } = await shown("locked");
    await hub.call("POST", `/api/threads/${thread("locked")}/dialog/lock`, {
      id: ids.questionnaire,
      question: "backup",
      value: "tape",
      label: "phone",
    });
    await cards.questionnaire.getByText(/^Locked by phone/).waitFor();
    await assertNoBarrier(tab, "locked");
    await closeAll([tab]);
  });
}

function send(where) {
  return where.getByRole("button", { name: "Send", exact: true });
}

/** Resolves once a card takes presses: until then its buttons are dimmed, which axe does not look at. */
// What the card above did to this one is over, and drawn.
async function stands(where) {
  const twoFrames = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  await where.page().evaluate(twoFrames);
  await pressable(where);
}

async function pressable(where) {
  await where.locator('.actions button:not([aria-disabled="true"])').first().waitFor();
}

async function problem(where) {
  await where.locator(".problem:visible").first().waitFor();
}
