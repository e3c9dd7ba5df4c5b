// A form from a JSON Schema: its fields, what they send, and where a refusal is shown.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { card, connected, openTab, Stage } from "./harness.mjs";

const stage = new Stage();
let hub;
let tab;

before(async () => {
  hub = await stage.hub();
  tab = await openTab(await stage.browser(), `${hub.url}/t/forms`, {
    viewport: { width: 320, height: 700 },
  });
  await connected(tab);
});
after(() => stage.close());
afterEach(() => assert.deepEqual(tab.problems, []));

function object(properties, rest = {}) {
  return { type: "object", properties, ...rest };
}

async function shown(schema, rest = {}) {
  const id = await hub.ask("forms", { method: "form", title: "Settings", schema, ...rest });
  const here = card(tab, id);
  await here.waitFor();
  return {
    id,
    here,
    send: () => here.getByRole("button", { name: "Send", exact: true }).click(),
    value: async () => (await hub.result("forms", id)).value,
  };
}

/** The field that a problem is shown at, which must have the focus: its name and the words. */
async function refusedAt(here) {
  const problem = here.locator(".problem:visible");
  await problem.waitFor();
  return problem.evaluate((slot) => {
    const field = document.activeElement;
    const described = (element) => element?.getAttribute("aria-describedby")?.split(" ").includes(slot.id);
    const group = field.closest("fieldset");
    return {
      field: described(field) ? field.labels[0].textContent : null,
      group: described(group) ? group.querySelector("legend").textContent : null,
      words: slot.textContent,
    };
  });
}

const NESTED = object(
  {
    name: { type: "string", title: "Name" },
    limits: object(
      {
        cpu: { type: "number", title: "CPU", maximum: 64 },
        "a/b": object({ "c~d": { type: "string", title: "Deepest", pattern: "^q" } }),
        zones: { type: "array", title: "Zones", items: { enum: ["eu", "us"] }, minItems: 2 },
      },
      { title: "Limits" },
    ),
  },
  { required: ["name"] },
);

test("a refusal of a nested field is shown at that field, with the focus there and all text kept", async () => {
  const { here, send, value } = await shown(NESTED);
  await here.getByLabel("Name").fill("web");
  await here.getByLabel("CPU").fill("100");
  await here.getByLabel("Deepest").fill("x");
  await send();
  const first = await refusedAt(here);
  assert.equal(first.field, "CPU (optional)");
  assert.match(first.words, /64/);
  await here.getByLabel("CPU").fill("8");
  await send();
  await here.locator(".problem:visible").filter({ hasText: "^q" }).waitFor();
  assert.equal((await refusedAt(here)).field, "Deepest (optional)");
  assert.equal(await here.getByLabel("CPU").inputValue(), "8");
  await here.getByLabel("Deepest").fill("quiet");
  await here.getByLabel("eu").check();
  await here.getByText("1 picked · 1 more needed").waitFor();
  await send();
  await here.getByRole("group", { name: /Zones/ }).locator(".problem:visible").waitFor();
  assert.equal((await refusedAt(here)).group, "Zones (optional)");
  await here.getByLabel("us").check();
  await send();
  assert.deepEqual(await value(), {
    name: "web",
    limits: { cpu: 8, "a/b": { "c~d": "quiet" }, zones: ["eu", "us"] },
  });
});

test("a member that the hub misses is asked for at its own field", async () => {
  const schema = object(
    {
      card: { type: "string", title: "Card" },
      inner: object(
        { a: { type: "string", title: "A" }, b: { type: "string", title: "B" } },
        {
          dependentRequired: { a: ["b"] },
        },
      ),
      code: { type: "string", title: "Code" },
    },
    { dependentRequired: { card: ["code"] } },
  );
  const { here, send, value } = await shown(schema);
  await here.getByLabel("Card").fill("4000");
  await send();
  assert.equal((await refusedAt(here)).field, "Code (optional)");
  await here.getByLabel("Code").fill("1");
  await here.getByRole("textbox", { name: /^A / }).fill("x");
  await send();
  await here.getByRole("group", { name: /inner/ }).locator(".problem:visible").waitFor();
  assert.equal((await refusedAt(here)).field, "B (optional)");
  await here.getByRole("textbox", { name: /^B / }).fill("y");
  await send();
  assert.deepEqual(await value(), { card: "4000", inner: { a: "x", b: "y" }, code: "1" });
});

test("what is wrong with an object as a whole stands at its head", async () => {
  const schema = object({
    pair: object({ a: { type: "string" }, b: { type: "string" } }, { title: "Pair", minProperties: 2 }),
  });
  const { id, here, send } = await shown(schema);
  await here.getByRole("textbox", { name: /^a / }).fill("x");
  await send();
  const { group, field } = await refusedAt(here);
  assert.deepEqual([group, field], ["Pair (optional)", null]);
  await hub.withdraw("forms", id);
});

test("what is missing here is said at its field before anything is sent", async () => {
  const schema = object({ mode: { enum: ["a", "b"], title: "Mode" } }, { required: ["mode"] });
  const { here, send, value } = await shown(schema);
  await send();
  const { field, words } = await refusedAt(here);
  assert.deepEqual([field, words], ["Mode", "This field is required."]);
  await here.getByLabel("Mode").selectOption("a");
  await send();
  assert.deepEqual(await value(), { mode: "a" });
});

test("a number leaves the page as the text that was typed", async () => {
  const { here, send, value } = await shown(
    object({ a: { type: "number" }, b: { type: "integer" }, c: { type: "number", default: 2.5 } }),
  );
  await here.getByLabel("a (optional)").fill("1e3");
  await here.getByLabel("b (optional)").fill("12345678901234567890");
  await here.getByLabel("c (optional)").fill("1.50");
  await send();
  assert.equal((await value()).a, 1000);
  const sent = tab.sent.find((text) => text.includes("12345678901234567890"));
  assert.match(sent, /"content":\{"a":1e3,"b":12345678901234567890,"c":1.50\}/);
});

test("bounds and defaults beyond a JavaScript number are told and kept", async () => {
  // As text: the test itself could not write these numbers.
  const schema =
    '{"type":"object","properties":{"n":{"type":"integer","maximum":18446744073709551615,"default":9007199254740993}}}';
  const body = `{"dialog":{"method":"form","title":"Big","schema":${schema}}}`;
  const asked = await fetch(`${hub.url}/api/threads/forms/dialogs`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { id } = await asked.json();
  const here = card(tab, id);
  await here.getByText("At most 18446744073709551615").waitFor();
  await here.getByRole("button", { name: "Send", exact: true }).click();
  await hub.result("forms", id);
  assert.match((await hub.call("GET", `/api/threads/forms/dialogs/${id}`)).text, /"n":9007199254740993\}/);
});

test("dates are picked where the text is exact, and half a date is not sent as none", async () => {
  const { here, send, value } = await shown(
    object({ day: { type: "string", format: "date" }, at: { type: "string", format: "date-time" } }),
  );
  const day = here.getByLabel("day");
  assert.equal(await day.getAttribute("type"), "date");
  assert.equal(await here.getByLabel("at (optional)").getAttribute("type"), "text");
  await day.focus();
  await tab.keyboard.type("12");
  await send();
  assert.equal((await refusedAt(here)).words, "This date is not complete.");
  await day.fill("2026-12-24");
  await here.getByLabel("at (optional)").fill("2026-12-24T18:00:00+01:00");
  await send();
  assert.deepEqual(await value(), { day: "2026-12-24", at: "2026-12-24T18:00:00+01:00" });
});

test("a default that is no date of the calendar is kept as it is", async () => {
  const { here, send, value } = await shown(object({ day: { type: "string", format: "date" } }), {
    default: { day: "tomorrow" },
  });
  assert.equal(await here.getByLabel("day").inputValue(), "tomorrow");
  await send();
  assert.deepEqual(await value(), { day: "tomorrow" });
});

test("a default with more than the fields can hold is raw JSON, whole or in its place", async () => {
  const whole = await shown(object({ a: { type: "string" } }), { default: { a: "x", more: [1] } });
  await whole.here.getByLabel("Your answer, as a JSON object").waitFor();
  await whole.send();
  assert.deepEqual(await whole.value(), { a: "x", more: [1] });
  const part = await shown(object({ list: { type: "array", items: { type: "string" } } }), {
    default: { list: ["two\nlines"] },
  });
  await part.here.getByText(/^As JSON/).waitFor();
  await part.send();
  assert.deepEqual(await part.value(), { list: ["two\nlines"] });
});

test("a refusal of raw JSON says where", async () => {
  const schema = object({ a: object({ b: { type: "integer" } }) }, { allOf: [{}] });
  const { id, here, send } = await shown(schema);
  await here.getByRole("textbox").fill('{"a": {"b": "x"}}');
  await send();
  await here.getByText(/^At \/a\/b: /).waitFor();
  await hub.withdraw("forms", id);
});

test("labels from right to left and long names fit into 320 pixels", async () => {
  const long = "x".repeat(200);
  const { here, send, value } = await shown(
    object(
      { [long]: { type: "string", maxLength: 5 }, b: { title: "שם, מלא!", enum: ["א", long] } },
      { required: ["b"], description: long },
    ),
  );
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 320);
  await here.getByLabel("שם, מלא!").selectOption("א");
  await send();
  assert.deepEqual(await value(), { b: "א" });
});

test("bounds that are written with a fraction or a power are bounds like others", async () => {
  const text = `{"dialog":{"method":"form","title":"Settings","schema":{"type":"object","required":["share"],
    "properties":{"share":{"type":"number","minimum":0.0,"maximum":1e2},
      "name":{"type":"string","minLength":1.0,"maxLength":1e3},
      "tags":{"type":"array","items":{"type":"string"},"minItems":0.0,"maxItems":2.0}}}}}`;
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${hub.url}/api/threads/forms/dialogs`, { method: "POST", headers, body: text });
  const { id } = await reply.json();
  const here = card(tab, id);
  await here.getByLabel("share").fill("0.5");
  await here.getByRole("button", { name: "Send", exact: true }).click();
  assert.deepEqual((await hub.result("forms", id)).value, { share: 0.5 });
});
