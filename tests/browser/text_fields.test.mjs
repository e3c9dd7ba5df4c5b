// Fields for one text: their name, their length, their line ends, the keyboard.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { card, connected, openTab, Stage } from "./harness.mjs";

const stage = new Stage();
let hub;
let tab;

before(async () => {
  hub = await stage.hub();
  tab = await openTab(await stage.browser(), `${hub.url}/t/texts`, {
    viewport: { width: 320, height: 700 },
  });
  await connected(tab);
});
after(() => stage.close());
afterEach(() => assert.deepEqual(tab.problems, []));

async function shown(dialog) {
  const id = await hub.ask("texts", { title: "Say it", ...dialog });
  const here = card(tab, id);
  await here.waitFor();
  return {
    id,
    here,
    field: here.getByRole("textbox", { name: "Say it", exact: true }),
    send: () => here.getByRole("button", { name: "Send", exact: true }).click(),
    value: async () => (await hub.result("texts", id)).value,
  };
}

test("a length counts characters as the hub does, and is told at the field", async () => {
  const { here, field, send, value } = await shown({ method: "input", max_length: 3, pattern: "." });
  await here.getByText("At most 3 characters · Must match .").waitFor();
  const described = await field.getAttribute("aria-describedby");
  assert.match(await tab.locator(`#${described}`).textContent(), /At most 3/);
  await field.fill("😀😀😀😀");
  await here.locator(".counter").getByText("1 character too many").waitFor();
  await send();
  await here.locator(".problem:visible").waitFor();
  assert.equal(await field.inputValue(), "😀😀😀😀");
  assert.equal(await field.evaluate((element) => element === document.activeElement), true);
  await field.fill("😀😀😀");
  await send();
  assert.equal(await value(), "😀😀😀");
});

test("what is left is said aloud only near the end, a few times", async () => {
  const { here, id, field } = await shown({ method: "editor", max_length: 100 });
  await here.evaluate((element) => {
    const told = element.querySelector(".room [role=status]");
    window.said = [];
    const note = () => window.said.push(told.textContent);
    new MutationObserver(note).observe(told, { childList: true, characterData: true, subtree: true });
  });
  await field.fill("x".repeat(70));
  await field.pressSequentially("x".repeat(31));
  await here.locator(".counter").getByText("1 character too many").waitFor();
  assert.deepEqual(await tab.evaluate(() => window.said), [
    "20 characters left",
    "10 characters left",
    "5 characters left",
    "0 characters left",
    "1 character too many",
  ]);
  await hub.withdraw("texts", id);
});

test("the Tab key leaves an editor, forwards and backwards", async () => {
  const { here, id, field } = await shown({ method: "editor", language: "rust", prefill: "fn main() {}" });
  const isFocused = (locator) => locator.evaluate((element) => element === document.activeElement);
  await field.focus();
  await tab.keyboard.press("Tab");
  assert.equal(await isFocused(here.getByRole("button", { name: "Send" })), true);
  await tab.keyboard.press("Shift+Tab");
  assert.equal(await isFocused(field), true);
  assert.equal(await field.inputValue(), "fn main() {}");
  await hub.withdraw("texts", id);
});

test("an editor with a language is monospace, one without is not", async () => {
  const family = (locator) => locator.evaluate((element) => getComputedStyle(element).fontFamily);
  const code = await shown({ method: "editor", language: "rust" });
  const prose = await shown({ method: "editor" });
  assert.match(await family(code.field), /monospace/);
  assert.doesNotMatch(await family(prose.field), /monospace/);
  for (const { id } of [code, prose]) await hub.withdraw("texts", id);
});

test("what was given keeps its line ends, untouched or edited", async () => {
  const same = await shown({ method: "editor", prefill: "a\r\nb\rc\n" });
  await same.send();
  assert.equal(await same.value(), "a\r\nb\rc\n");
  const edited = await shown({ method: "editor", prefill: "a\r\nb\r\n" });
  await edited.field.fill("a\nb\nc\n");
  await edited.send();
  assert.equal(await edited.value(), "a\r\nb\r\nc\r\n");
  const input = await shown({ method: "input", default: "two\nlines" });
  await input.send();
  assert.equal(await input.value(), "two\nlines");
});

test("characters of a prefill that cannot be seen are drawn beside the field and sent as they are", async () => {
  const { here, send, value } = await shown({ method: "editor", prefill: "safe\u202etxt" });
  await here.getByText("Characters that cannot be seen").click();
  await here.getByText("safe⟨U+202E⟩txt").waitFor();
  await send();
  assert.equal(await value(), "safe\u202etxt");
});

test("text from right to left runs so, and fits into 320 pixels", async () => {
  const { id, field } = await shown({ method: "input", placeholder: "דוגמה", max_length: 500 });
  await field.fill("שלום, עולם!");
  assert.equal(await field.evaluate((element) => getComputedStyle(element).direction), "rtl");
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 320);
  await hub.withdraw("texts", id);
});
