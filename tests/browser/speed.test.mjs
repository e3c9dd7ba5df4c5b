// The page does not get heavy or slow unseen. The weight is exact; times have four times the
// room of what is aimed at, and as much more as the machine is busy with other things:
// `speed.mjs` measures them properly.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connected, openTab, Stage } from "./harness.mjs";
import { askEach } from "./samples.mjs";
import { clickToStale, framesUnderLoad, timeToUse } from "./speed_measures.mjs";
import { contention } from "./speed_tasks.mjs";
import { total, weigh } from "./weight.mjs";

const ROOM = 4;

/** Runs a measurement; resolves with what it found and how much longer than `aimMs` it may have taken. */
async function measured(aimMs, measure) {
  const before = contention();
  const found = await measure();
  return { found, bound: aimMs * ROOM * Math.max(before, contention()) };
}

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

test("all that a thread page loads, now or on demand, weighs less than 150 kB", async () => {
  const files = await weigh(hub);
  assert.ok(total(files) < 150_000, `${total(files)} bytes: ${JSON.stringify(files.slice(0, 10))}`);
});

test("what a thread page loads is among what was weighed", async () => {
  const weighed = new Set((await weigh(hub)).map(({ path }) => path));
  await askEach(hub, "loaded");
  const tab = await openTab(browser, `${hub.url}/t/loaded`);
  await connected(tab);
  await tab.locator("[data-dialog-id]").nth(9).waitFor();
  const loaded = await tab.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
  );
  assert.ok(loaded.includes("/app.js"));
  assert.deepEqual(
    loaded.filter((path) => !weighed.has(path) && !path.startsWith("/api/")),
    [],
  );
  await tab.context().close();
});

test("a thread page can be used soon after the navigation", async () => {
  const { found, bound } = await measured(300, () => timeToUse(hub, browser, { rounds: 5 }));
  assert.ok(found.first.median < bound, JSON.stringify({ found, bound }));
  assert.ok(found.again.median < bound, JSON.stringify({ found, bound }));
});

test("a click in one tab shows soon as a stale card in another", async () => {
  const { found, bound } = await measured(50, () => clickToStale(hub, browser, { rounds: 7 }));
  assert.ok(found.median < bound, JSON.stringify({ found, bound }));
});

// In the page's own processor time, so that no other program has a part in it.
test("200 open cards and 50 events a second leave no long task and half of a processor", async () => {
  const busy = await framesUnderLoad(hub, browser, { seconds: 3 });
  assert.deepEqual(busy.problems, []);
  assert.equal(busy.events, 150);
  assert.ok(busy.longestOwn < 100, JSON.stringify(busy));
  assert.ok(busy.ownPerEvent < 10, JSON.stringify(busy));
});
