// Each of the ten methods answered through the page, and refusals shown where they belong.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { card, connected, openTab, Stage } from "./harness.mjs";

const stage = new Stage();
let hub;
let browser;
let tab;
let other;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
  tab = await openTab(browser, `${hub.url}/t/methods`, { as: "laptop" });
  other = await openTab(browser, `${hub.url}/t/methods`, { as: "phone" });
  await connected(tab);
  await connected(other);
});
after(() => stage.close());
afterEach(() => {
  for (const page of [tab, other]) assert.deepEqual(page.problems, []);
});

async function shown(dialog) {
  const id = await hub.ask("methods", { title: `A ${dialog.method}`, ...dialog });
  const here = card(tab, id);
  await here.waitFor();
  return {
    id,
    here,
    send: () => here.getByRole("button", { name: "Send", exact: true }).click(),
    value: async () => (await hub.result("methods", id)).value,
  };
}

test("confirm, with the labels it was asked with", async () => {
  for (const [name, value] of [
    ["Ship it", true],
    ["Not yet", false],
  ]) {
    const dialog = await shown({ method: "confirm", yes_label: "Ship it", no_label: "Not yet" });
    await dialog.here.getByRole("button", { name }).click();
    assert.equal(await dialog.value(), value);
  }
});

test("select: an option, or what was typed", async () => {
  const options = [{ value: "a", label: "First", description: "the first one" }, "b"];
  const picked = await shown({ method: "select", options });
  await picked.here.getByLabel("First").check();
  await picked.send();
  assert.equal(await picked.value(), "a");
  const typed = await shown({ method: "select", options, allow_other: true });
  await typed.here.getByRole("textbox").fill("my own, and more");
  await typed.send();
  const result = await hub.result("methods", typed.id);
  assert.deepEqual(result.answer, { other: "my own, and more" });
});

test("select: text beside another option is kept and not sent", async () => {
  const { here, send, value } = await shown({ method: "select", options: ["a"], allow_other: true });
  await here.getByRole("textbox").fill("typed");
  await here.getByLabel("a", { exact: true }).check();
  assert.equal(await here.getByRole("textbox").inputValue(), "typed");
  await send();
  assert.equal(await value(), "a");
});

test("multiselect: picked and typed stay apart", async () => {
  const { here, id, send } = await shown({
    method: "multiselect",
    options: ["a", "b", "c"],
    allow_other: true,
  });
  await here.getByLabel("a", { exact: true }).check();
  await here.getByLabel("c", { exact: true }).check();
  await here.getByRole("textbox").fill("x, y");
  await send();
  assert.deepEqual((await hub.result("methods", id)).answer, { values: ["a", "c"], other: "x, y" });
});

test("input, editor and secret", async () => {
  const input = await shown({ method: "input", placeholder: "1.2.3" });
  await input.here.getByPlaceholder("1.2.3").fill("4.5.6");
  await input.here.getByPlaceholder("1.2.3").press("Enter");
  assert.equal(await input.value(), "4.5.6");
  const editor = await shown({ method: "editor", prefill: "a\n", language: "md" });
  await editor.here.locator("textarea").fill("a\nb\n");
  await editor.here.locator("textarea").press("Control+Enter");
  assert.equal(await editor.value(), "a\nb\n");
  const secret = await shown({ method: "secret" });
  assert.equal(await secret.here.locator("input").getAttribute("type"), "password");
  await secret.here.locator("input").fill("hunter2");
  await secret.send();
  assert.equal(await secret.value(), "hunter2");
  await card(other, secret.id).getByText("Answered by laptop.").waitFor();
});

const QUESTIONS = [
  { id: "db", question: "Which database?", header: "DB", options: ["Postgres", "SQLite"], allow_other: true },
  { id: "with", question: "With what?", options: ["auth", "audit"], multi_select: true, required: false },
  { id: "why", question: "Why?" },
];

test("questionnaire: a lock shows on the other tab, the rest is sent together", async () => {
  const { here, id, send } = await shown({ method: "questionnaire", questions: QUESTIONS });
  const there = card(other, id);
  await there
    .getByRole("group", { name: /Which database/ })
    .getByLabel("SQLite")
    .check();
  await there
    .getByRole("group", { name: /Which database/ })
    .getByRole("button", { name: "Lock this answer" })
    .click();
  await here.getByText("Locked by phone: SQLite").waitFor();
  assert.equal(await here.getByLabel("SQLite").isChecked(), true);
  await here.getByLabel("audit").check();
  await here.getByRole("textbox", { name: /Why/ }).fill("because");
  await send();
  assert.deepEqual((await hub.result("methods", id)).value, [
    { id: "db", value: "SQLite" },
    { id: "with", value: ["audit"] },
    { id: "why", value: "because" },
  ]);
});

test("questionnaire: locking the last required question answers it", async () => {
  const { here, id } = await shown({ method: "questionnaire", questions: [QUESTIONS[2]] });
  await here.getByRole("textbox").fill("so");
  await here.getByRole("button", { name: "Lock this answer" }).click();
  assert.equal((await hub.result("methods", id)).outcome, "answered");
  await here.getByText(/Answered by you/).waitFor();
});

test("approval: the whole action, the denial first, and a reason", async () => {
  const action = { command: `echo ${"x".repeat(4_000)} && tail-of-it` };
  const { here, id } = await shown({
    method: "approval",
    action,
    choices: ["once", "session", "always", "deny"],
  });
  assert.match(await here.locator(".action").textContent(), /tail-of-it/);
  assert.ok(
    await here.locator(".action").evaluate((element) => element.scrollHeight <= element.clientHeight + 1),
    "nothing is scrolled away",
  );
  assert.deepEqual(await here.locator(".actions button").allTextContents(), [
    "Deny",
    "Allow once",
    "Allow for this session",
    "Always allow",
    "Dismiss",
  ]);
  await here.getByRole("textbox", { name: /Reason/ }).fill("too long");
  await here.getByRole("button", { name: "Deny" }).click();
  assert.deepEqual((await hub.result("methods", id)).value, { choice: "deny", reason: "too long" });
});

test("approval: an action that was edited is sent with it", async () => {
  const { here, value } = await shown({ method: "approval", action: { cmd: "rm", n: 1 }, editable: true });
  await here.getByText("Edit before allowing").click();
  await here.locator("textarea").fill('{"cmd":"ls","n":2}');
  await here.getByRole("button", { name: "Allow once" }).click();
  assert.deepEqual(await value(), { choice: "once", input: { cmd: "ls", n: 2 } });
});

const SCHEMA = {
  type: "object",
  required: ["name", "port"],
  properties: {
    name: { type: "string", title: "Name" },
    port: { type: "integer", minimum: 1, default: 8080 },
    tls: { type: "boolean" },
    mode: { enum: ["fast", 2] },
    sets: { type: "array", items: { enum: ["a", "b"] } },
    limits: { type: "object", properties: { cpu: { type: "number", maximum: 64 } } },
    extra: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
};

test("form: types survive", async () => {
  const { here, send, value } = await shown({ method: "form", schema: SCHEMA });
  await here.getByLabel("Name").fill("web");
  await here.getByLabel("tls").check();
  await here.getByLabel("mode").selectOption({ label: "2" });
  await here.getByLabel("b", { exact: true }).check();
  await here.getByLabel("cpu").fill("1.5");
  await here.getByLabel("extra").fill("null");
  await send();
  assert.deepEqual(await value(), {
    name: "web",
    port: 8080,
    tls: true,
    mode: 2,
    sets: ["b"],
    limits: { cpu: 1.5 },
    extra: null,
  });
});

test("x.NAME: parameters to read, JSON to answer, each number as it was typed", async () => {
  const { here, id, send } = await shown({ method: "x.colour", params: { colours: ["#123"] } });
  await here.getByText('"#123"').waitFor();
  await here.getByRole("textbox").fill('{"colour": "#123", "big": 9007199254740993}');
  await send();
  assert.equal((await hub.result("methods", id)).value.colour, "#123");
  // The body as text: JSON.parse of the test itself might not keep the number.
  const { text } = await hub.call("GET", `/api/threads/methods/dialogs/${id}`);
  assert.match(text, /"value":\{"colour":"#123","big":9007199254740993\}/);
});

test("a refusal shows at its field, keeps the text, and the next answer is taken", async () => {
  const { here, id, send, value } = await shown({ method: "input", pattern: "^[0-9]+$", max_length: 5 });
  const field = here.getByRole("textbox");
  await field.fill("abc");
  await send();
  await here.locator(".problem:visible").waitFor();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  const described = await field.getAttribute("aria-describedby");
  assert.ok(described.split(" ").includes(await here.locator(".problem:visible").getAttribute("id")));
  assert.equal(await field.inputValue(), "abc");
  assert.equal(await field.evaluate((element) => element === document.activeElement), true);
  assert.equal(await card(other, id).locator(".problem:visible").count(), 0);
  await field.fill("123");
  await send();
  assert.equal(await value(), "123");
});

test("an answer that is too large to send is said at the card, and the text stays", async () => {
  const { here, id, send, value } = await shown({ method: "editor" });
  const field = here.locator("textarea");
  const text = "é".repeat(600_000);
  await field.fill(text);
  await send();
  await here.getByText(/^too large to send: \d+ bytes, and the hub takes \d+$/).waitFor();
  assert.equal(await field.inputValue(), text);
  assert.equal((await hub.call("GET", `/api/threads/methods/dialogs/${id}`)).body.outcome, "open");
  await field.fill("short");
  await send();
  assert.equal(await value(), "short");
});

test("a refusal names its question, its pointer, its count", async () => {
  const asked = await shown({ method: "questionnaire", questions: QUESTIONS });
  await asked.here.getByLabel("Postgres").check();
  await asked.send();
  await asked.here.getByRole("group", { name: /Why/ }).locator(".problem:visible").waitFor();
  const form = await shown({ method: "form", schema: SCHEMA });
  await form.here.getByLabel("Name").fill("x");
  await form.here.getByLabel("cpu").fill("100");
  await form.send();
  await form.here.locator(".field:has(> label:has-text('cpu')) > .problem:visible").waitFor();
  assert.equal(await form.here.getByLabel("Name").inputValue(), "x");
  const many = await shown({ method: "multiselect", options: ["a", "b"], min: 2, allow_other: true });
  await many.here.getByLabel("a", { exact: true }).check();
  await many.send();
  await many.here.locator(".problem:visible").waitFor();
  await many.here.getByLabel("Other", { exact: true }).check();
  await many.send();
  await many.here.locator(".problem:visible").waitFor();
  for (const { id } of [asked, form, many]) await hub.withdraw("methods", id);
});

test("what is no answer at all is said before it is sent", async () => {
  const { here, id, send } = await shown({ method: "select", options: ["a"] });
  await send();
  await here.getByText("Nothing is chosen yet.").waitFor();
  await hub.withdraw("methods", id);
});
