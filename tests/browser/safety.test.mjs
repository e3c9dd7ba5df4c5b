// Text that means harm, keys that were meant for something else, and pages for everybody.

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, closeAll, connected, openTab, Stage } from "./harness.mjs";

const HOSTILE = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>';
const BIDI = "safe \u202egpj.exe\u202c\u200b end";

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

function everyMethod(text) {
  const options = [
    { value: "a", label: `${text} a`, description: text },
    { value: "b", label: "b" },
  ];
  return [
    { method: "confirm", yes_label: `${text} yes`, no_label: `${text} no` },
    { method: "select", options, allow_other: true },
    { method: "multiselect", options, allow_other: true, min: 1, max: 2 },
    { method: "input", placeholder: text },
    { method: "editor", prefill: text, language: "html" },
    { method: "secret", placeholder: text },
    {
      method: "questionnaire",
      questions: [
        { id: "q", question: text, header: text, options, allow_other: true },
        { id: "r", question: "free", required: false },
      ],
    },
    {
      method: "approval",
      action: { command: text, n: 1 },
      choices: ["once", "session", "always", "deny"],
      editable: true,
    },
    {
      method: "form",
      schema: {
        type: "object",
        required: ["a"],
        properties: {
          a: { type: "string", title: text, description: text },
          b: { enum: [text, "x"] },
          c: { type: "boolean" },
          d: { type: "object", title: text, properties: { e: { type: "number" } } },
          f: {},
        },
      },
    },
    { method: "x.any", params: { text } },
  ].map((dialog) => ({ title: text, message: text, header: text.slice(0, 40), ...dialog }));
}

async function askAll(thread, text) {
  const ids = [];
  for (const dialog of everyMethod(text)) ids.push(await hub.ask(thread, dialog));
  return ids;
}

test("text of an agent is text: nothing runs, nothing is loaded, the policy has nothing to say", async () => {
  const ids = await askAll("hostile", HOSTILE);
  await hub.call("POST", "/api/threads/hostile/publish", { event: "note", data: { text: HOSTILE } });
  const tab = await openTab(browser, `${hub.url}/t/hostile`);
  for (const id of ids) await card(tab, id).waitFor();
  await tab.locator(".history").getByText(HOSTILE).waitFor();
  assert.equal(await tab.locator("main img, main script").count(), 0);
  assert.equal(await tab.evaluate(() => window.harmed), undefined);
  await hub.answer("hostile", ids[3], { value: HOSTILE, label: HOSTILE });
  await card(tab, ids[3]).getByText("Answered by").waitFor();
  assert.equal(await tab.evaluate(() => window.harmed), undefined);
  await closeAll([tab]);
});

test("characters that hide or turn text are drawn, and sent back as they came", async () => {
  const id = await hub.ask("bidi", { method: "select", title: BIDI, options: [BIDI, "b"] });
  const act = await hub.ask("bidi", { method: "approval", title: "Run?", action: { command: BIDI } });
  const tab = await openTab(browser, `${hub.url}/t/bidi`);
  const shown = "safe ⟨U+202E⟩gpj.exe⟨U+202C⟩⟨U+200B⟩ end";
  assert.equal(await card(tab, id).getByRole("heading").textContent(), shown);
  assert.match(await card(tab, act).locator(".action").textContent(), /⟨U\+202E⟩/);
  await card(tab, id).getByLabel(shown).check();
  await card(tab, id).getByRole("button", { name: "Send" }).click();
  assert.equal((await hub.result("bidi", id)).value, BIDI);
  await closeAll([tab]);
});

test("a key that is held down does not answer the next card", async () => {
  const first = await hub.ask("keys", { method: "confirm", title: "First?" });
  const second = await hub.ask("keys", { method: "confirm", title: "Second?" });
  const tab = await openTab(browser, `${hub.url}/t/keys`);
  const yes = card(tab, first).getByRole("button", { name: "Yes" });
  await yes.click({ trial: true });
  await yes.focus();
  await tab.keyboard.down("Enter");
  for (let n = 0; n < 5; n += 1) await tab.keyboard.down("Enter");
  await hub.result("keys", first);
  await card(tab, first)
    .getByText(/Answered by you/)
    .waitFor();
  await tab.keyboard.down("Enter");
  await tab.keyboard.up("Enter");
  assert.equal(await tab.evaluate(() => document.activeElement.tagName), "H2");
  assert.equal((await hub.call("GET", `/api/threads/keys/dialogs/${second}`)).body.outcome, "open");
  await closeAll([tab]);
});

test("a key that was held before the focus came to a button does nothing", async () => {
  const id = await hub.ask("held", { method: "confirm", title: "Held?" });
  const tab = await openTab(browser, `${hub.url}/t/held`);
  await card(tab, id).getByRole("button", { name: "Yes" }).click({ trial: true });
  await tab.keyboard.down("Enter");
  await card(tab, id).getByRole("button", { name: "Yes" }).focus();
  for (let n = 0; n < 5; n += 1) await tab.keyboard.down("Enter");
  await tab.keyboard.up("Enter");
  assert.equal((await hub.call("GET", `/api/threads/held/dialogs/${id}`)).body.outcome, "open");
  await closeAll([tab]);
});

test("the keyboard alone is enough", async () => {
  const id = await hub.ask("keyboard", { method: "select", title: "Which?", options: ["a", "b"] });
  const tab = await openTab(browser, `${hub.url}/t/keyboard`);
  await card(tab, id).getByRole("button", { name: "Send" }).click({ trial: true });
  await card(tab, id).getByLabel("a").focus();
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Tab");
  assert.equal(await tab.evaluate(() => document.activeElement.textContent), "Send");
  await tab.keyboard.press("Enter");
  assert.equal((await hub.result("keyboard", id)).value, "b");
  await closeAll([tab]);
});

test("typing holds a deadline", async () => {
  const tab = await openTab(browser, `${hub.url}/t/typing`);
  await connected(tab);
  const id = await hub.ask("typing", { method: "input", title: "Slow?" }, { timeout_ms: 3_000 });
  await card(tab, id).getByRole("textbox").pressSequentially("thinking");
  await card(tab, id)
    .getByText(/^(1[0-9]|20) sec left$/)
    .waitFor();
  await closeAll([tab]);
});

for (const colorScheme of ["light", "dark"]) {
  test(`no serious barrier on any card, ${colorScheme}`, async () => {
    const ids = await askAll(`axe-${colorScheme}`, "A question");
    const tab = await openTab(browser, `${hub.url}/t/axe-${colorScheme}`, {
      colorScheme,
      reducedMotion: "reduce",
    });
    for (const id of ids) await card(tab, id).waitFor();
    await hub.withdraw(`axe-${colorScheme}`, ids[0]);
    await card(tab, ids[3]).getByRole("textbox").fill("kept");
    await hub.answer(`axe-${colorScheme}`, ids[3], { value: "other" });
    await card(tab, ids[3]).getByText("Your text is kept").waitFor();
    await card(tab, ids[1]).getByRole("button", { name: "Send" }).click();
    await card(tab, ids[1]).locator(".problem:visible").waitFor();
    assert.deepEqual(await barriers(tab), []);
    await tab.goto(`${hub.url}/`);
    await tab.locator(".threads li").first().waitFor();
    assert.deepEqual(await barriers(tab), []);
    await closeAll([tab]);
  });
}

// The scan reads other documents through a blank page, which the policy has no part in.
async function barriers(tab) {
  const { violations } = await new AxeBuilder({ page: tab }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

test("a narrow page needs no sideways scrolling", async () => {
  const ids = await askAll("narrow", `${"long".repeat(40)} text`);
  const tab = await openTab(browser, `${hub.url}/t/narrow`, { viewport: { width: 320, height: 640 } });
  for (const id of ids) await card(tab, id).waitFor();
  const width = () => tab.evaluate(() => document.documentElement.scrollWidth);
  assert.ok((await width()) <= 320);
  await card(tab, ids[3]).getByRole("textbox").fill("typed".repeat(40));
  await hub.answer("narrow", ids[3], { value: "long".repeat(40) });
  await card(tab, ids[3]).getByText("Your text is kept").waitFor();
  await hub.withdraw("narrow", ids[0]);
  await tab.mouse.move(160, 2);
  await tab.mouse.wheel(0, 200);
  await card(tab, ids[0]).getByRole("button", { name: "Show" }).waitFor();
  assert.ok((await width()) <= 320);
  await tab.reload();
  await tab.locator(".kept-texts li").waitFor();
  assert.ok((await width()) <= 320);
  await closeAll([tab]);
});

test("text that is read from the right is laid out from the right, open and over", async () => {
  const title = "هل ننشر الإصدار؟";
  const id = await hub.ask("right", { method: "input", title, message: "كل الاختبارات نجحت." });
  const tab = await openTab(browser, `${hub.url}/t/right`);
  const direction = (locator) => locator.evaluate((element) => getComputedStyle(element).direction);
  for (const part of [card(tab, id).getByRole("heading"), card(tab, id).locator(".message")])
    assert.equal(await direction(part), "rtl");
  await card(tab, id).getByRole("textbox").fill("نعم");
  await hub.answer("right", id, { value: "لا", label: "الهاتف" });
  await card(tab, id).getByText("Your text is kept").waitFor();
  assert.equal(await direction(card(tab, id).locator(".kept")), "rtl");
  assert.equal(await direction(tab.locator("main")), "ltr");
  await closeAll([tab]);
});
