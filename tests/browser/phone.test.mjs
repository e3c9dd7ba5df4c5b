// A new user on a phone answers one card of each method with nothing but the page: fingers,
// and the names that stand on it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, closeAll, openTab, Stage } from "./harness.mjs";
import { PEOPLE } from "./sample_people.mjs";
import { askEach, METHODS } from "./samples.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 };
/** The least width and height that a finger needs. */
const FINGER = 44;

const stage = new Stage();
let hub;
let tab;

before(async () => {
  hub = await stage.hub();
  tab = await openTab(await stage.browser(), hub.url, PHONE);
});
after(() => stage.close());

/** What is named so within a card: a button, an option or a field. */
function named(where, name) {
  const begins = new RegExp(`^${name.replace(/[^\w ]/g, "\\$&")}`);
  const roles = ["button", "radio", "checkbox", "textbox"].map((role) =>
    where.getByRole(role, { name: begins }),
  );
  // A password field has no role.
  return roles.reduce((any, one) => any.or(one), where.getByLabel(begins)).first();
}

const DO = {
  press: (where, name) => named(where, name).tap(),
  async fill(where, name, text) {
    await named(where, name).tap();
    await tab.keyboard.press("Control+A");
    await tab.keyboard.type(text);
  },
};

test("from the list of threads to ten answers, by fingers alone", async () => {
  const ids = await askEach(hub, "phone");
  await tab.getByRole("link", { name: /phone/ }).tap();
  for (const method of METHODS) {
    const here = card(tab, ids[method]);
    for (const [verb, ...what] of PEOPLE[method].does) await DO[verb](here, ...what);
    await here
      .getByText(/^Answered by you/)
      .first()
      .waitFor();
    assert.deepEqual((await hub.result("phone", ids[method])).value, PEOPLE[method].value);
  }
  await closeAll([tab]);
});

test("nothing on a phone lies beside the screen or is too small for a finger", async () => {
  await askEach(hub, "fingers");
  const page = await openTab(await stage.browser(), `${hub.url}/t/fingers`, PHONE);
  await page.locator("[data-dialog-id]").nth(9).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.viewport.width);
  const small = await page.evaluate((least) => {
    const parts = document.querySelectorAll("button, summary, select, textarea, input, main a, .option");
    return [...parts]
      // Links within a text are as high as its lines.
      .filter((part) => !part.closest(".message"))
      .filter((part) => part.checkVisibility() && !(part.type === "radio" || part.type === "checkbox"))
      .map((part) => ({ part: part.outerHTML.slice(0, 100), ...part.getBoundingClientRect().toJSON() }))
      .filter(({ width, height }) => height < least || width < least)
      .map(({ part, width, height }) => `${Math.round(width)}×${Math.round(height)} ${part}`);
  }, FINGER);
  assert.deepEqual(small, []);
  await closeAll([page]);
});
