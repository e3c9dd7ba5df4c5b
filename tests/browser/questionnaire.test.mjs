// A questionnaire in two tabs: how far it is, locks that arrive, and what was entered beside
// them.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { card, connected, openTab, Stage, until } from "./harness.mjs";

const stage = new Stage();
let hub;
let tab;
let other;

before(async () => {
  hub = await stage.hub();
  const browser = await stage.browser();
  tab = await openTab(browser, `${hub.url}/t/questions`, { as: "laptop" });
  other = await openTab(browser, `${hub.url}/t/questions`, { as: "phone" });
  await connected(tab);
  await connected(other);
});
after(() => stage.close());
afterEach(() => {
  for (const page of [tab, other]) assert.deepEqual(page.problems, []);
});

const QUESTIONS = [
  { id: "db", question: "Which database?", options: ["Postgres", "SQLite"], allow_other: true },
  { id: "with", question: "With what?", options: ["auth", "audit"], multi_select: true, required: false },
  { id: "mood", question: "What mood?", options: ["good", "bad"], required: false },
  { id: "why", question: "Why?" },
];

async function shown(questions = QUESTIONS, rest = {}, preset = undefined) {
  const dialog = { method: "questionnaire", title: "Some questions", questions, default: preset };
  const id = await hub.ask("questions", dialog, rest);
  const here = card(tab, id);
  const there = card(other, id);
  await here.waitFor();
  await there.waitFor();
  return { id, here, there, result: () => hub.result("questions", id) };
}

function question(at, name) {
  return at.getByRole("group", { name });
}

async function lock(at, name) {
  const button = question(at, name).getByRole("button", { name: /^Lock/ });
  await until(async () => (await button.getAttribute("aria-disabled")) === "false", "the lock to wake");
  await button.click();
}

test("how far it is stands above it, for eyes and for readers, by entries and by locks", async () => {
  const { id, here, there } = await shown();
  const bar = here.getByRole("progressbar", { name: "Questions answered" });
  assert.equal(await bar.getAttribute("aria-valuetext"), "0 of 4 answered");
  await question(here, /database/)
    .getByLabel("SQLite")
    .check();
  await here.getByText("1 of 4 answered").waitFor();
  await question(there, /Why/).getByRole("textbox").fill("because");
  assert.equal(await bar.getAttribute("aria-valuetext"), "1 of 4 answered");
  await lock(there, /Why/);
  await here.getByText("2 of 4 answered").waitFor();
  assert.equal(await bar.getAttribute("aria-valuetext"), "2 of 4 answered");
  await question(here, /mood/).getByLabel("good").check();
  await here.getByText("3 of 4 answered").waitFor();
  await question(here, /mood/).getByRole("button", { name: "Clear this answer" }).click();
  await here.getByText("2 of 4 answered").waitFor();
  await hub.withdraw("questions", id);
});

test("an entry is never replaced by a lock; the lock is told beside it and can be taken over", async () => {
  const { here, there, result } = await shown();
  await question(here, /Why/).getByRole("textbox").fill("my own reason");
  await question(there, /Why/).getByRole("textbox").fill("theirs");
  await lock(there, /Why/);
  const mine = question(here, /Why/);
  await mine.getByText("Locked by phone: theirs").waitFor();
  await mine.getByText(/^Your own entry is kept/).waitFor();
  assert.equal(await mine.getByRole("textbox").inputValue(), "my own reason");
  await mine.getByRole("button", { name: "Use the locked answer" }).click();
  assert.equal(await mine.getByRole("textbox").inputValue(), "theirs");
  await mine.getByText(/^Your own entry is kept/).waitFor({ state: "hidden" });
  await question(here, /database/)
    .getByLabel("SQLite")
    .check();
  await here.getByRole("button", { name: "Send", exact: true }).click();
  assert.deepEqual((await result()).value, [
    { id: "db", value: "SQLite" },
    { id: "why", value: "theirs" },
  ]);
});

test("a default that nobody touched gives way to a lock, and does not replace it", async () => {
  const { here, there, result } = await shown(QUESTIONS, {}, [
    { id: "db", value: "Postgres" },
    { id: "why", value: "as always" },
  ]);
  await here.getByText("2 of 4 answered").waitFor();
  await question(there, /database/)
    .getByLabel("SQLite")
    .check();
  await lock(there, /database/);
  await question(here, /database/)
    .getByText("Locked by phone: SQLite")
    .waitFor();
  assert.equal(
    await question(here, /database/)
      .getByLabel("SQLite")
      .isChecked(),
    true,
  );
  await here.getByRole("button", { name: "Send", exact: true }).click();
  assert.deepEqual((await result()).value, [
    { id: "db", value: "SQLite" },
    { id: "why", value: "as always" },
  ]);
});

test("a lock is announced once, however often it is told", async () => {
  const { id, here, there } = await shown();
  const status = question(here, /database/).getByRole("status");
  await status.evaluate((element) => {
    window.said = [];
    new MutationObserver(() => window.said.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await question(there, /database/)
    .getByLabel("SQLite")
    .check();
  await lock(there, /database/);
  await here.getByText("Locked by phone: SQLite").waitFor();
  await question(there, /Why/).getByRole("textbox").fill("so");
  await question(there, /mood/).getByLabel("bad").check();
  await lock(there, /mood/);
  await here.getByText("Locked by phone: bad").waitFor();
  assert.deepEqual(await tab.evaluate(() => window.said), ["Locked by phone: SQLite"]);
  await hub.withdraw("questions", id);
});

test("a lock of somebody else stands until this person changes it, also over a reload", async () => {
  const { here, there, result } = await shown();
  await question(here, /database/)
    .getByLabel("Postgres")
    .check();
  await lock(here, /database/);
  await question(there, /database/)
    .getByText("Locked by laptop: Postgres")
    .waitFor();
  await question(there, /database/)
    .getByLabel("SQLite")
    .check();
  await lock(there, /database/);
  await here.getByText("Locked by phone: SQLite").waitFor();
  assert.equal(
    await question(here, /database/)
      .getByLabel("SQLite")
      .isChecked(),
    true,
  );
  await tab.reload();
  await connected(tab);
  await here.getByText("Locked: SQLite").waitFor();
  assert.equal(
    await question(here, /database/)
      .getByLabel("SQLite")
      .isChecked(),
    true,
  );
  await question(here, /Why/).getByRole("textbox").fill("so");
  await here.getByRole("button", { name: "Send", exact: true }).click();
  assert.deepEqual((await result()).value, [
    { id: "db", value: "SQLite" },
    { id: "why", value: "so" },
  ]);
});

test("the last required question says what its lock sends, and sends it", async () => {
  const { here, result } = await shown();
  const warned = /^The last one required/;
  assert.equal(await here.getByText(warned).filter({ visible: true }).count(), 0);
  await question(here, /database/)
    .getByLabel("SQLite")
    .check();
  await lock(here, /database/);
  await question(here, /Why/).getByText(warned).waitFor();
  assert.equal(await here.getByText(warned).filter({ visible: true }).count(), 1);
  await question(here, /Why/).getByRole("textbox").fill("so");
  await lock(here, /Why/);
  const { outcome, value } = await result();
  assert.equal(outcome, "answered");
  assert.deepEqual(value, [
    { id: "db", value: "SQLite" },
    { id: "why", value: "so" },
  ]);
  await here.getByText(/Answered by you/).waitFor();
});

test("a lock of what is not answered is said at its question, and nothing is locked", async () => {
  const { id, here, there } = await shown();
  await lock(here, /Why/);
  await question(here, /Why/).getByText("This question is not answered yet.").waitFor();
  const field = question(here, /Why/).getByRole("textbox");
  assert.equal(await field.evaluate((element) => element === document.activeElement), true);
  await question(here, /database/)
    .getByRole("radio", { name: "Other" })
    .check();
  await lock(here, /database/);
  await question(here, /database/)
    .locator(".problem:visible")
    .waitFor();
  assert.equal(await there.getByText(/^Locked/).count(), 0);
  await hub.withdraw("questions", id);
});

test("a private lock is told without its answer, and replaces nothing", async () => {
  const { id, here, there } = await shown(QUESTIONS, { private: true });
  await question(there, /Why/).getByRole("textbox").fill("a secret reason");
  await lock(there, /Why/);
  await question(here, /Why/).getByText("Locked by phone", { exact: true }).waitFor();
  assert.equal(await question(here, /Why/).getByRole("textbox").inputValue(), "");
  await question(here, /Why/).getByRole("textbox").fill("mine");
  assert.equal(await here.getByRole("button", { name: "Use the locked answer" }).count(), 0);
  await hub.withdraw("questions", id);
});

test("questions with odd ids and long words from right to left fit and are answered", async () => {
  await tab.setViewportSize({ width: 320, height: 700 });
  const { here, result } = await shown([
    { id: "__proto__", question: "למה?", header: "ש".repeat(60) },
    { id: "😀", question: "x".repeat(200), options: ["y".repeat(200)] },
  ]);
  await question(here, /למה/).getByRole("textbox").fill("ככה");
  await here.getByRole("radio").check();
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 320);
  await here.getByRole("button", { name: "Send", exact: true }).click();
  assert.deepEqual((await result()).value, [
    { id: "__proto__", value: "ככה" },
    { id: "😀", value: "y".repeat(200) },
  ]);
});
