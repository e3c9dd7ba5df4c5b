// What was entered and not yet sent is there again after a reload, in every kind of field,
// and is what is sent then.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { card, connected, openTab, Stage } from "./harness.mjs";

const stage = new Stage();
let hub;
let tab;

before(async () => {
  hub = await stage.hub();
  tab = await openTab(await stage.browser(), `${hub.url}/t/drafts`);
  await connected(tab);
});
after(() => stage.close());
afterEach(() => assert.deepEqual(tab.problems, []));

/** Asks, lets `enter` fill the card, reloads, and gives the answer that is sent as it stands. */
async function overReload(dialog, enter, { send = "Send" } = {}) {
  const id = await hub.ask("drafts", { title: "Draft", ...dialog });
  await enter(card(tab, id));
  await tab.reload();
  await connected(tab);
  await card(tab, id).getByRole("button", { name: send, exact: true }).click();
  const { answer } = await hub.result("drafts", id);
  return answer;
}

const OPTIONS = { options: ["a", "b", "c"], allow_other: true };

test("what was picked, and what was typed beside it", async () => {
  const picked = await overReload({ method: "select", ...OPTIONS }, async (here) => {
    await here.getByRole("textbox").fill("typed, then not chosen");
    await here.getByRole("radio", { name: "b", exact: true }).check();
  });
  assert.deepEqual(picked, { value: "b" });
  const typed = await overReload({ method: "select", ...OPTIONS }, (here) =>
    here.getByRole("textbox").fill("😀 שלום"),
  );
  assert.deepEqual(typed, { other: "😀 שלום" });
  const many = await overReload({ method: "multiselect", ...OPTIONS }, async (here) => {
    await here.getByRole("checkbox", { name: "a", exact: true }).check();
    await here.getByRole("checkbox", { name: "c", exact: true }).check();
    await here.getByRole("textbox").fill("x, y");
  });
  assert.deepEqual(many, { values: ["a", "c"], other: "x, y" });
});

test("text of one line and of several, with the line ends of what was given", async () => {
  const fill = (text) => (here) => here.getByRole("textbox").fill(text);
  assert.deepEqual(await overReload({ method: "input" }, fill("e\u0301 \u202e")), {
    value: "e\u0301 \u202e",
  });
  const edited = await overReload({ method: "editor", prefill: "a\r\nb" }, fill("a\nb\nc"));
  assert.deepEqual(edited, { value: "a\r\nb\r\nc" });
});

test("the questions of a questionnaire", async () => {
  const questions = [
    { id: "one", question: "One?", ...OPTIONS },
    { id: "many", question: "Many?", multi_select: true, ...OPTIONS },
    { id: "text", question: "Text?" },
    { id: "free", question: "Free?", required: false },
  ];
  const answer = await overReload({ method: "questionnaire", questions }, async (here) => {
    await here.getByRole("group", { name: "One?" }).getByRole("textbox").fill("own");
    await here.getByRole("group", { name: "Many?" }).getByRole("checkbox", { name: "b" }).check();
    await here.getByRole("textbox", { name: "Text?" }).fill("two\nlines");
    await here.getByText("3 of 4 answered").waitFor();
  });
  assert.deepEqual(answer.answers, [
    { id: "one", value: null, other: "own" },
    { id: "many", value: ["b"] },
    { id: "text", value: "two\nlines" },
  ]);
});

test("every field of a form, and a form that is raw JSON", async () => {
  const properties = {
    text: { type: "string" },
    long: { type: "string", maxLength: 500 },
    number: { type: "number" },
    whole: { type: "integer", default: 7 },
    on: { type: "boolean", default: true },
    pick: { enum: ["x", 2] },
    picks: { type: "array", items: { enum: ["x", "y"] } },
    lines: { type: "array", items: { type: "string" } },
    day: { type: "string", format: "date" },
    any: { anyOf: [{ type: "string" }, { type: "null" }] },
    deep: { type: "object", properties: { n: { type: "number" } } },
  };
  const schema = { type: "object", properties };
  const form = await overReload({ method: "form", schema }, async (here) => {
    const fill = (name, text) => here.getByLabel(`${name} (optional)`, { exact: true }).fill(text);
    await fill("text", "t");
    await fill("long", "two\nlines");
    await fill("number", "1.5");
    await fill("whole", "8");
    await here.getByLabel("on (optional)").uncheck();
    await here.getByLabel("pick (optional)", { exact: true }).selectOption("2");
    await here.getByRole("checkbox", { name: "y", exact: true }).check();
    await fill("lines", "one\ntwo");
    await fill("day", "2026-12-24");
    await fill("any", "null");
    await fill("n", "2");
  });
  assert.deepEqual(form.content, {
    text: "t",
    long: "two\nlines",
    number: 1.5,
    whole: 8,
    on: false,
    pick: 2,
    picks: ["y"],
    lines: ["one", "two"],
    day: "2026-12-24",
    any: null,
    deep: { n: 2 },
  });
  const raw = await overReload({ method: "form", schema: { type: "object" } }, (here) =>
    here.getByRole("textbox").fill('{"a": [1]}'),
  );
  assert.deepEqual(raw.content, { a: [1] });
});

test("the reason and the edit of an approval, and the JSON of a method of its own", async () => {
  const approval = await overReload(
    { method: "approval", action: { n: 1 }, editable: true },
    async (here) => {
      await here.getByRole("textbox", { name: /Reason/ }).fill("fine");
      await here.getByText("Edit before allowing").click();
      await here.locator("textarea").fill('{"n": 2}');
    },
    { send: "Allow once" },
  );
  assert.deepEqual(approval, { choice: "once", reason: "fine", input: { n: 2 } });
  const own = await overReload({ method: "x.colour" }, (here) => here.getByRole("textbox").fill('"red"'));
  assert.deepEqual(own, { result: "red" });
});

test("text of before a reload is offered back when the dialog ends elsewhere", async () => {
  const schema = {
    type: "object",
    properties: {
      why: { type: "string", default: "as given" },
      any: {},
      kept: { default: "x", type: "string" },
    },
  };
  const id = await hub.ask("drafts", { method: "form", title: "Draft", schema });
  const here = card(tab, id);
  await here.getByLabel("why (optional)").fill("my own words");
  await here.getByLabel("any (optional)").fill("[1]");
  await tab.reload();
  await connected(tab);
  await here.waitFor();
  await hub.withdraw("drafts", id);
  await here.getByRole("button", { name: "Copy my text" }).waitFor();
  assert.equal(await here.locator(".kept").textContent(), "my own words\n[1]");
});

test("a secret is not there again", async () => {
  const id = await hub.ask("drafts", { method: "secret", title: "Token" });
  await card(tab, id).locator("input").fill("hunter2-7c41");
  await tab.reload();
  await connected(tab);
  assert.equal(await card(tab, id).locator("input").inputValue(), "");
  await hub.withdraw("drafts", id);
});
