// The page in Firefox as Debian ships it: every method shown, answered by its visible names,
// gone from another browser at once, a draft kept over a reload, and no word of the policy.
//
// FIREFOX is the browser (/usr/bin/firefox-esr where it is not set), driven over WebDriver BiDi.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { card, closeAll, CONNECTED, openTab, Stage } from "./harness.mjs";
import { askEach, METHODS, SAMPLES } from "./samples.mjs";

const WITHIN_MS = 60_000;

const stage = new Stage();
let hub;
let chromium;
let firefox;

before(async () => {
  hub = await stage.hub();
  chromium = await stage.browser();
  firefox = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    args: ["--width=1000", "--height=900"],
    timeout: WITHIN_MS,
  });
  stage.onClose(() => firefox.close());
});
after(() => stage.close());

/** A page that is connected; `problems` holds its errors and warnings. */
async function openFirefox(thread) {
  const page = await firefox.newPage();
  page.setDefaultTimeout(WITHIN_MS);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) page.problems.push(message.text());
  });
  await page.goto(`${hub.url}/t/${thread}`);
  await page.waitForSelector(CONNECTED);
  return page;
}

/** What a person finds in a card by its role and name. */
function part(page, id, role, name) {
  return page.locator(`[data-dialog-id="${id}"] ::-p-aria([role="${role}"][name="${name}"])`);
}

/** What a person does with the full sample of each method, and the value that comes of it. */
const PEOPLE = {
  confirm: [async (in_) => in_("button", "Deploy").click(), true],
  select: [async (in_) => (await in_("radio", "Virginia").click(), in_("button", "Send").click()), "us-east"],
  multiselect: [
    async (in_) => (await in_("checkbox", "Accounts").click(), in_("button", "Send").click()),
    ["smoke", "books"],
  ],
  input: [
    async (in_) => (await in_("textbox", SAMPLES.input.full.title).fill("2.4.1"), in_("button", "Send").click()),
    "2.4.1",
  ],
  editor: [
    async (in_) => (await in_("textbox", SAMPLES.editor.full.title).fill("SELECT 1;"), in_("button", "Send").click()),
    "SELECT 1;",
  ],
};

test("Firefox", async () => {
  const page = await openFirefox("fox");
  const other = await openTab(chromium, `${hub.url}/t/fox`);
  const ids = await askEach(hub, "fox");
  for (const method of METHODS) {
    await page.waitForSelector(`[data-dialog-id="${ids[method]}"]`);
    await card(other, ids[method]).waitFor();
  }
  for (const [method, [act, value]] of Object.entries(PEOPLE)) {
    await act((role, name) => part(page, ids[method], role, name));
    assert.deepEqual((await hub.result("fox", ids[method])).value, value);
  }
  await closeAll([other]);
  assert.deepEqual(page.problems, []);
});
