// The page in Firefox: every method shown, answered by its visible names, gone from a tab of
// another browser at once, a draft kept over a reload, and no word of the policy.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cardIn, control, fill, launchFirefox, openFirefox, press, settled } from "./firefox.mjs";
import { card, closeAll, connected, openTab, Stage } from "./harness.mjs";
import { PEOPLE } from "./sample_people.mjs";
import { askEach, METHODS, SAMPLES } from "./samples.mjs";

const DO = { press, fill };

const stage = new Stage();
let hub;
let firefox;

before(async () => {
  hub = await stage.hub();
  firefox = await launchFirefox();
  stage.onClose(() => firefox.close());
});
after(() => stage.close());

test("Firefox shows and answers a card of each method, and a tab of Chromium drops it", async () => {
  const page = await openFirefox(firefox, `${hub.url}/t/fox`);
  const other = await openTab(await stage.browser(), `${hub.url}/t/fox`);
  await connected(other);
  const ids = await askEach(hub, "fox");
  // From the lowest card up: what is over goes after a while, and must not move what is pressed.
  for (const method of [...METHODS].reverse()) {
    const id = ids[method];
    await cardIn(page, id);
    await card(other, id).locator("form").waitFor();
    for (const [verb, ...what] of PEOPLE[method].does) await DO[verb](page, id, ...what);
    await settled(page, id);
    assert.deepEqual((await hub.result("fox", id)).value, PEOPLE[method].value);
    await card(other, id)
      .getByText(/^Answered by/)
      .first()
      .waitFor();
    assert.equal(await card(other, id).locator("form:visible").count(), 0);
  }
  await closeAll([other]);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test("Firefox drops a card that was answered elsewhere", async () => {
  const page = await openFirefox(firefox, `${hub.url}/t/fox-stale`);
  const id = await hub.ask("fox-stale", SAMPLES.select.full);
  await cardIn(page, id);
  await hub.answer("fox-stale", id, { value: "ap-south", label: "phone" });
  await page.waitForFunction(
    (dialog) =>
      document
        .querySelector(`[data-dialog-id="${dialog}"][data-state="settled"]`)
        ?.textContent.includes("Answered by phone: Mumbai"),
    {},
    id,
  );
  assert.deepEqual(page.problems, []);
  await page.close();
});

test("Firefox keeps a draft over a reload, but never a secret", async () => {
  const page = await openFirefox(firefox, `${hub.url}/t/fox-draft`);
  const text = await hub.ask("fox-draft", SAMPLES.editor.plain);
  const secret = await hub.ask("fox-draft", SAMPLES.secret.plain);
  await fill(page, text, SAMPLES.editor.plain.title, "half a thought");
  await fill(page, secret, SAMPLES.secret.plain.title, "hunter2");
  await page.reload();
  const value = async (id, name) => (await control(page, id, name)).evaluate((field) => field.value);
  assert.equal(await value(text, SAMPLES.editor.plain.title), "half a thought");
  assert.equal(await value(secret, SAMPLES.secret.plain.title), "");
  assert.deepEqual(page.problems, []);
  await page.close();
});
