// Lists to pick from: their names, their counts, the filter of a long one, the keyboard.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { card, connected, openTab, Stage, until } from "./harness.mjs";

const stage = new Stage();
let hub;
let tab;

before(async () => {
  hub = await stage.hub();
  tab = await openTab(await stage.browser(), `${hub.url}/t/choices`, {
    as: "laptop",
    viewport: { width: 320, height: 700 },
  });
  await connected(tab);
});
after(() => stage.close());
afterEach(() => assert.deepEqual(tab.problems, []));

async function shown(dialog) {
  const id = await hub.ask("choices", { title: "Which?", ...dialog });
  const here = card(tab, id);
  await here.waitFor();
  return {
    id,
    here,
    send: () => here.getByRole("button", { name: "Send", exact: true }).click(),
    answer: async () => (await hub.result("choices", id)).answer,
  };
}

const CITIES = ["Zürich", "Łódź", "Ærø", "Kraków", "São Paulo", "Malmö", "Bern", "Genève", "Graz", "Linz"];
const MANY = [...CITIES, "Aarhus", "Lyon", { value: "be", label: "Berlin", description: "Zürich's sister" }];

test("an option is named by its label alone, and described by its description", async () => {
  const options = [
    { value: "a", label: "First", description: "the first one" },
    { value: "b", label: "" },
  ];
  const { here, send, answer } = await shown({ method: "select", options });
  const first = here.getByRole("radio", { name: "First", exact: true });
  const described = await first.getAttribute("aria-describedby");
  assert.equal(await tab.locator(`#${described}`).textContent(), "the first one");
  await here.getByRole("radio", { name: "(empty)", exact: true }).waitFor();
  await here.getByText("the first one").click();
  await send();
  assert.deepEqual(await answer(), { value: "a" });
});

test("twelve options have no filter, thirteen have one", async () => {
  const short = await shown({ method: "select", options: MANY.slice(0, 12) });
  assert.equal(await short.here.getByRole("searchbox").count(), 0);
  const long = await shown({ method: "select", options: MANY });
  assert.equal(await long.here.getByRole("searchbox", { name: "Filter the options" }).count(), 1);
  for (const { id } of [short, long]) await hub.withdraw("choices", id);
});

test("the filter says how many match, and keeps what is picked picked and in view", async () => {
  const { here, send, answer } = await shown({ method: "multiselect", options: MANY, allow_other: true });
  await here.getByRole("checkbox", { name: "Lyon" }).check();
  const filter = here.getByRole("searchbox");
  await filter.fill("zurich");
  await here.getByText("2 of 13 options match · 1 picked option stays in view").waitFor();
  const visible = here.locator(".option:visible .label");
  assert.deepEqual(await visible.allTextContents(), ["Zürich", "Lyon", "Berlin", "Other"]);
  await filter.fill("nowhere");
  await here.getByText("0 of 13 options match · 1 picked option stays in view").waitFor();
  await filter.press("Escape");
  assert.equal(await filter.inputValue(), "");
  assert.equal(await here.locator(".option:visible").count(), 14);
  await filter.fill("bern");
  await here.getByRole("button", { name: "Clear the filter" }).click();
  assert.equal(await here.locator(".option:visible").count(), 14);
  assert.equal(await filter.evaluate((element) => element === document.activeElement), true);
  await send();
  assert.deepEqual(await answer(), { values: ["Lyon"] });
});

test("Enter in the filter goes to what was found and sends nothing", async () => {
  const { here, id, send, answer } = await shown({ method: "select", options: MANY });
  const filter = here.getByRole("searchbox");
  await filter.fill("gen");
  await filter.press("Enter");
  const found = here.getByRole("radio", { name: "Genève" });
  assert.equal(await found.evaluate((element) => element === document.activeElement), true);
  assert.equal((await hub.call("GET", `/api/threads/choices/dialogs/${id}`)).body.outcome, "open");
  await tab.keyboard.press("Space");
  await send();
  assert.deepEqual(await answer(), { value: "Genève" });
});

test("what is missing is said as it is picked; too few are still sent, and the hub's words stand here", async () => {
  const { here, send, answer } = await shown({
    method: "multiselect",
    options: ["a", "b", "c"],
    min: 2,
    max: 2,
    allow_other: true,
  });
  const status = here.locator(".field > [role=status]");
  await here.getByText("Pick 2.", { exact: true }).waitFor();
  assert.equal(await status.textContent(), "0 picked · 2 more needed");
  await here.getByRole("checkbox", { name: "a", exact: true }).check();
  assert.equal(await status.textContent(), "1 picked · 1 more needed");
  await send();
  await here.locator(".problem:visible").waitFor();
  const focused = here.getByRole("checkbox", { name: "a", exact: true });
  assert.equal(await focused.evaluate((element) => element === document.activeElement), true);
  assert.equal(await focused.isChecked(), true);
  await here.getByRole("textbox").fill("my own");
  assert.equal(await status.textContent(), "2 picked");
  await here.getByRole("checkbox", { name: "b", exact: true }).check();
  assert.equal(await status.textContent(), "3 picked · 1 too many");
  await here.getByRole("checkbox", { name: "b", exact: true }).uncheck();
  await send();
  assert.deepEqual(await answer(), { values: ["a"], other: "my own" });
});

test("a list is answered by the keyboard alone", async () => {
  const { here, answer } = await shown({ method: "select", options: ["a", "b", "c"], allow_other: true });
  await here.getByRole("radio", { name: "a", exact: true }).focus();
  await tab.keyboard.press("Space");
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Tab");
  const send = here.getByRole("button", { name: "Send" });
  await until(async () => (await send.getAttribute("aria-disabled")) === "false", "the buttons to wake");
  assert.equal(await send.evaluate((element) => element === document.activeElement), true);
  await tab.keyboard.press("Enter");
  assert.deepEqual(await answer(), { value: "b" });
});

test("labels in any script are drawn as they read, in 320 pixels", async () => {
  const long = "x".repeat(300);
  const options = [
    { value: "rtl", label: "שלום, עולם!", description: "مرحبا (1)" },
    { value: "turned", label: "safe\u202eexe.txt" },
    { value: "long", label: long, description: long },
  ];
  const dialog = await shown({ method: "select", options, title: "איזה?" });
  const label = dialog.here.getByText("שלום, עולם!");
  assert.equal(await label.evaluate((element) => getComputedStyle(element).direction), "rtl");
  await dialog.here.getByRole("radio", { name: "safe⟨U+202E⟩exe.txt" }).waitFor();
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 320);
  const heights = await dialog.here
    .locator(".option")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  assert.ok(Math.min(...heights) >= 44);
  await hub.withdraw("choices", dialog.id);
  const asked = await shown({ method: "confirm", yes_label: "כן!", no_label: "לא", default: false });
  await asked.here.getByText("Suggested: לא").waitFor();
  await asked.here.getByRole("button", { name: "כן!" }).click();
  assert.deepEqual(await asked.answer(), { confirmed: true });
});
