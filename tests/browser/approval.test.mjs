// Approvals and other JSON, as people read and answer them.

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { card, connected, focused, openTab, Stage, until } from "./harness.mjs";

const ALL = ["once", "session", "always", "deny"];
const LONG = {
  command: Array.from({ length: 200 }, (_, n) => `echo ${n}`).join("\n"),
  last: "the end of it",
};

const stage = new Stage();
let hub;
let browser;
let tab;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
  tab = await openTab(browser, `${hub.url}/t/approvals`);
  await connected(tab);
});
after(() => stage.close());
afterEach(async () => {
  const { body } = await hub.call("GET", "/api/threads/approvals");
  for (const { id } of body?.open ?? []) await hub.withdraw("approvals", id);
  // A card that is over and goes later would hold the buttons of the next test's.
  await tab.reload();
  await connected(tab);
  assert.deepEqual(tab.problems, []);
});

async function asked(dialog) {
  const id = await hub.ask("approvals", { method: "approval", title: "May I?", ...dialog });
  const here = card(tab, id);
  await here.waitFor();
  return {
    id,
    here,
    press: (name) => here.getByRole("button", { name, exact: true }),
    outcome: async () => (await hub.call("GET", `/api/threads/approvals/dialogs/${id}`)).body.outcome,
    answer: async () => (await hub.result("approvals", id)).answer,
  };
}

function isHeld(button) {
  return button.evaluate((element) => element.getAttribute("aria-disabled") === "true");
}

/** Buttons take clicks a moment after they came; from then on only a reason holds them. */
async function armed(dialog) {
  await until(async () => !(await isHeld(dialog.press("Deny"))), "the card to take clicks");
}

test("usual members are drawn as what they are, and the others as JSON", async () => {
  const { here } = await asked({
    action: {
      tool_name: "Bash",
      tool_input: { argv: ["sh", "-c", "echo 'a b'", ""], cwd: "/srv/app", env: { MODE: "fast" } },
      url: "https://user@xn--pple-43d.com/x",
      reason: "because",
      odd: [1, { deep: null }],
    },
  });
  const action = here.getByRole("group", { name: "The action" });
  const row = (name) => action.locator("div").filter({ has: tab.locator(`> dt:text-is("${name}")`) });
  await row("Tool").last().getByText("Bash").waitFor();
  await row("Program and arguments").last().getByText(`sh -c 'echo '\\''a b'\\''' ''`).waitFor();
  await row("In the folder").last().getByText("/srv/app").waitFor();
  await row("Host").last().getByText("xn--pple-43d.com: an address with letters beyond a to z").waitFor();
  await row("Why").last().getByText("because").waitFor();
  const text = await action.textContent();
  for (const part of ['"MODE": "fast"', '"deep": null', "https://user@xn--pple-43d.com/x"])
    assert.ok(text.includes(part), part);
});

test("every string of an action of any shape is on the page", async () => {
  const actions = [
    "plain words",
    42,
    ["a", { b: ["c"] }],
    { command: 7, cwd: ["x"], url: null, diff: { y: "z" }, input: "text" },
    { name: "n1", args: ["p1", "p2"], command: "c1" },
    { old_string: "o1", new_string: "n2", file_path: "f1", content: "l1\nl2", patch: "no diff" },
    { input: { input: { input: { input: { deepest: "d1" } } } } },
    { "": "empty name", constructor: "c2", __proto__x: "p3" },
    {},
  ];
  for (const action of actions) {
    const { here } = await asked({ action });
    const text = await here.locator(".action").textContent();
    JSON.stringify(action, (_key, value) => {
      if (typeof value === "string")
        for (const line of value.split("\n")) assert.ok(text.includes(line), line);
      if (typeof value === "number") assert.ok(text.includes(String(value)));
      return value;
    });
  }
});

test("a diff tells by sign, colour and word what it changes", async () => {
  const patch = "--- a/src/a.js\n+++ b/src/a.js\n@@ -1,3 +1,2 @@\n one\n-two\n-three\n+TWO\n";
  const { here } = await asked({ action: { patch } });
  await here.getByText("src/a.js", { exact: true }).waitFor();
  await here.getByText("Lines: 1 added, 2 removed").waitFor();
  assert.deepEqual(await here.locator("del").allTextContents(), ["Removed: -two\n-three\n"]);
  assert.deepEqual(await here.locator("ins").allTextContents(), ["Added: +TWO\n"]);
  const ground = (name) => here.locator(name).evaluate((each) => getComputedStyle(each).backgroundColor);
  assert.notEqual(await ground("del"), await ground("ins"));
});

test("the denial is first and the plain way, and asks for nothing to be read", async () => {
  const dialog = await asked({ action: LONG, choices: ALL });
  assert.deepEqual(await dialog.here.locator(".actions button").allTextContents(), [
    "Deny",
    "Allow once",
    "Allow for this session",
    "Always allow",
    "Dismiss",
  ]);
  await dialog.here.getByRole("textbox", { name: /Reason/ }).focus();
  await tab.keyboard.press("Tab");
  assert.equal((await focused(tab)).text, "Deny");
  await armed(dialog);
  await dialog.press("Deny").click();
  assert.deepEqual(await dialog.answer(), { choice: "deny" });
});

test("an action longer than the view is read before it can be allowed", async () => {
  const dialog = await asked({ action: LONG, choices: ALL });
  await armed(dialog);
  await tab.evaluate(() => scrollTo(0, 0));
  for (const name of ["Allow once", "Allow for this session", "Always allow"]) {
    assert.equal(await isHeld(dialog.press(name)), true, name);
    const about = await dialog.press(name).getAttribute("aria-describedby");
    assert.match(await tab.locator(`#${about}`).textContent(), /^Read the action to its end/);
  }
  await dialog.here.getByText("Read the action to its end; then you can allow it.").waitFor();
  await dialog.press("Allow once").evaluate((button) => button.click());
  assert.equal(await dialog.outcome(), "open");
  await dialog.here.getByText("End of the action").scrollIntoViewIfNeeded();
  await dialog.press("Allow once").click();
  assert.deepEqual(await dialog.answer(), { choice: "once" });
});

test("the keyboard reaches the end of a long action", async () => {
  const dialog = await asked({ action: LONG });
  await armed(dialog);
  await tab.evaluate(() => scrollTo(0, 0));
  await dialog.here.getByRole("heading").focus();
  assert.equal(await isHeld(dialog.press("Allow once")), true);
  await tab.keyboard.press("Tab");
  assert.equal((await focused(tab)).text, "End of the action");
  await until(async () => !(await isHeld(dialog.press("Allow once"))), "the buttons");
  await dialog.here.getByText("That was the whole action.").waitFor();
});

test("a short action can be allowed wherever its card stands", async () => {
  await asked({ action: LONG });
  const dialog = await asked({ action: { command: "ls" } });
  await tab.evaluate(() => scrollTo(0, 0));
  await until(async () => !(await isHeld(dialog.press("Allow once"))), "the buttons");
  assert.equal(await dialog.here.getByText("Read the action to its end").isVisible(), false);
});

test("Enter in the reason answers nothing", async () => {
  const dialog = await asked({ action: "x" });
  await armed(dialog);
  const reason = dialog.here.getByRole("textbox", { name: /Reason/ });
  await reason.fill("not today");
  for (const key of ["Enter", "Control+Enter"]) await reason.press(key);
  assert.equal(await dialog.outcome(), "open");
  await dialog.press("Deny").click();
  assert.deepEqual(await dialog.answer(), { choice: "deny", reason: "not today" });
});

test("an edit that is no JSON is said at its field, by line and column", async () => {
  const dialog = await asked({ action: { n: 1 }, editable: true });
  await dialog.here.getByText("Edit before allowing").click();
  const field = dialog.here.locator("textarea");
  await field.fill('{\n  "n": oops\n}');
  await dialog.press("Allow once").click();
  await dialog.here.getByText("This is no JSON: line 2, column 8, at “o”.").waitFor();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.equal((await focused(tab)).tag, "TEXTAREA");
  await field.fill('{"n": 2}');
  await dialog.press("Allow once").click();
  assert.deepEqual(await dialog.answer(), { choice: "once", input: { n: 2 } });
});

test("what was edited and put back is no edit", async () => {
  const dialog = await asked({ action: { n: 1 }, editable: true });
  await dialog.here.getByText("Edit before allowing").click();
  const field = dialog.here.locator("textarea");
  const before = await field.inputValue();
  await field.fill("{}");
  await field.fill(before);
  await dialog.press("Allow once").click();
  assert.deepEqual(await dialog.answer(), { choice: "once" });
});

test("JSON without end is on the page, whole, and the page stays usable", async () => {
  const list = Array.from({ length: 20_000 }, (_, n) => n);
  let deep = "bottom";
  for (let n = 0; n < 100; n += 1) deep = [deep];
  const text = "line one\nline two";
  const dialog = await asked({
    method: "x.any",
    title: "Much",
    params: { list, deep, text },
    result_schema: { type: "object" },
  });
  const params = await dialog.here.locator(".action").first().textContent();
  for (const part of ["19999", '"bottom"', '"line one\\n\n']) assert.ok(params.includes(part), part);
  assert.equal(await dialog.here.getByText('"type": "object"').isVisible(), false);
  await dialog.here.getByText("What the answer must satisfy").click();
  await dialog.here.getByText('"type": "object"').waitFor();
  await dialog.here.getByRole("textbox", { name: "Your answer, as JSON" }).fill('{"a": ');
  await dialog.press("Send").click();
  await dialog.here.getByText("This is no JSON: it ends too early, in line 1, column 7.").waitFor();
  await dialog.here.getByRole("textbox", { name: "Your answer, as JSON" }).fill("{}");
  await dialog.press("Send").click();
  assert.deepEqual(await dialog.answer(), { result: {} });
});

test("no serious barrier where an action or a message is drawn", async () => {
  const patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b";
  await asked({ action: { command: "ls", cwd: "/", patch, more: 1 }, choices: ALL, editable: true });
  const message =
    "# One\n\n### Two\n\n- `a`\n\n> b\n\n|a|\n|-|\n|b|\n\n[c](https://d.example) <https://пример.рф>";
  const { here } = await asked({ action: LONG, message });
  await here.locator(".markdown").waitFor();
  for (const colorScheme of ["light", "dark"]) {
    await tab.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page: tab }).include(".cards").analyze();
    const found = violations.filter(({ impact }) => impact !== "minor");
    assert.deepEqual(
      found.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`),
      [],
    );
  }
});
