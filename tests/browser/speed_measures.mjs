// How fast the page is, as its own browser sees it: from the start of a navigation to cards
// that can be answered, frames while much goes on, and from a click in one tab to the stale
// card in another.
//
// Times are taken inside the pages. Tabs of one machine share a clock: `timeOrigin + now()`
// is the same moment in all of them. "Drawn" is the end of the frame that shows it.

import { card, connected, CONNECTED, openTab } from "./harness.mjs";
import { askEach, METHODS, SAMPLES } from "./samples.mjs";
import { tasksDuring } from "./speed_tasks.mjs";

/** Runs in every page before its own code. */
function watch(isConnected) {
  const clock = () => performance.timeOrigin + performance.now();
  // After the frame: a task that is queued while the frame is being made runs behind it.
  const drawn = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(clock());
        port2.postMessage(null);
      }),
    );
  const once = (holds) =>
    new Promise((resolve) => {
      const look = () => holds() && (observer.disconnect(), resolve(drawn()));
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, attributes: true });
      look();
    });
  window.measured = {
    usable: (cards) =>
      once(
        () =>
          document.querySelector(isConnected) !== null &&
          document.querySelectorAll("[data-dialog-id]").length >= cards,
      ).then((at) => at - performance.timeOrigin),
    settled: (id) =>
      once(() => document.querySelector(`[data-dialog-id="${id}"][data-state="settled"]`) !== null),
    clickOn: (id) =>
      new Promise((resolve) => {
        const heard = (event) => {
          if (!event.target.closest(`[data-dialog-id="${id}"]`)) return;
          removeEventListener("click", heard, true);
          resolve(performance.timeOrigin + event.timeStamp);
        };
        addEventListener("click", heard, true);
      }),
    frames: (ms) =>
      new Promise((resolve) => {
        const long = [];
        const gaps = [];
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) long.push(duration);
        });
        observer.observe({ type: "longtask" });
        const start = performance.now();
        let last = start;
        const step = (now) => {
          gaps.push(now - last);
          last = now;
          if (now - start < ms) return void requestAnimationFrame(step);
          // The observer hears of a task after it.
          return void setTimeout(() => (observer.disconnect(), resolve({ gaps: gaps.slice(1), long })), 100);
        };
        requestAnimationFrame(step);
      }),
  };
}

async function measuringTab(browser, url, options = {}) {
  const context = options.context ?? (await browser.newContext({ viewport: { width: 1024, height: 768 } }));
  if (!options.context) await context.addInitScript(watch, CONNECTED);
  return openTab(browser, url, { context });
}

/**
 * From the start of a navigation until every open card is drawn and the page is connected,
 * in ms: `first` with an empty cache, `again` with what the browser kept.
 */
export async function timeToUse(hub, browser, { rounds = 15, thread = "usable" } = {}) {
  const ids = await askEach(hub, thread);
  const times = { first: [], again: [] };
  for (let round = 0; round < rounds; round += 1) {
    const tab = await measuringTab(browser, `${hub.url}/t/${thread}`);
    times.first.push(await tab.evaluate((cards) => measured.usable(cards), METHODS.length));
    await tab.reload();
    times.again.push(await tab.evaluate((cards) => measured.usable(cards), METHODS.length));
    await tab.context().close();
  }
  for (const id of Object.values(ids)) await hub.withdraw(thread, id);
  return { first: spread(times.first), again: spread(times.again) };
}

/**
 * Frames of a page with `cards` open cards of all methods while `perSecond` events arrive:
 * notes of the agent, questions that come, and questions that are answered elsewhere.
 * `ownPerEvent` is the processor time that the page's thread needs for one of them, frames and
 * all: above 1,000 / perSecond ms no machine of this speed keeps up. `during(tab, run)` may
 * wrap the measuring, to look closer.
 */
export async function framesUnderLoad(hub, browser, options = {}) {
  const { cards = 200, perSecond = 50, seconds = 10, thread = "busy", which = "full" } = options;
  const { during = (_tab, run) => run() } = options;
  const open = [];
  const ask = async (n) => open.push(await hub.ask(thread, SAMPLES[METHODS[n % METHODS.length]][which]));
  for (let n = 0; n < cards; n += 1) await ask(n);
  const tab = await measuringTab(browser, `${hub.url}/t/${thread}`);
  await tab.evaluate((count) => measured.usable(count), cards);
  await tab.waitForTimeout(1_000); // what the arrival of so many cards costs is not the point here
  let sent = 0;
  const act = async (n) => {
    if (n % 5 === 3) await ask(Math.floor(n / 5));
    else if (n % 5 === 4)
      await hub.call("POST", `/api/threads/${thread}/dialog`, { id: open.shift(), cancelled: true });
    else
      await hub.call("POST", `/api/threads/${thread}/publish`, {
        event: "step",
        data: { text: `Step ${n}` },
      });
    sent += 1;
  };
  const { result, tasks } = await tasksDuring(browser, () =>
    during(tab, async () => {
      const frames = tab.evaluate((ms) => measured.frames(ms), seconds * 1_000);
      await atRate(perSecond, seconds, act);
      return frames;
    }),
  );
  const { gaps, long } = result;
  const { problems } = tab;
  await tab.context().close();
  for (const id of open) await hub.withdraw(thread, id);
  return {
    events: sent,
    framesPerSecond: (gaps.length * 1_000) / gaps.reduce((sum, gap) => sum + gap, 0),
    frame: spread(gaps),
    longest: Math.max(0, ...long),
    above100: long.filter((ms) => ms > 100).length,
    // The same in processor time, which other programs on the machine do not lengthen.
    longestOwn: tenth(tasks[0] ?? 0),
    above100Own: tasks.filter((ms) => ms > 100).length,
    ownPerEvent: tenth(tasks.reduce((sum, ms) => sum + ms, 0) / sent),
    problems,
  };
}

// In order, and never two at a time: a late one is caught up with.
async function atRate(perSecond, seconds, act) {
  const start = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const wait = start + (n * 1_000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await act(n);
  }
}

/** From a click in one tab to the settled card drawn in another, in ms, with `others` more cards open. */
export async function clickToStale(hub, browser, { rounds = 15, others = 0, thread = "stale" } = {}) {
  const rest = [];
  for (let n = 0; n < others; n += 1)
    rest.push(await hub.ask(thread, SAMPLES[METHODS[n % METHODS.length]].full));
  const one = await measuringTab(browser, `${hub.url}/t/${thread}`);
  const two = await measuringTab(browser, `${hub.url}/t/${thread}`);
  await Promise.all([connected(one), connected(two)]);
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const id = await hub.ask(thread, SAMPLES.confirm.plain);
    await Promise.all([card(one, id).waitFor(), card(two, id).waitFor()]);
    const yes = card(one, id).getByRole("button", { name: "Yes", exact: true });
    await yes.click({ trial: true });
    const stale = two.evaluate((which) => measured.settled(which), id);
    const clicked = one.evaluate((which) => measured.clickOn(which), id);
    await yes.click();
    times.push((await stale) - (await clicked));
  }
  await one.context().close();
  await two.context().close();
  for (const id of rest) await hub.withdraw(thread, id);
  return spread(times);
}

/** {median, least, most, p95} of numbers, to a tenth. */
export function spread(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (share) => tenth(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
  return { median: at(0.5), p95: at(0.95), least: at(0), most: at(1) };
}

function tenth(number) {
  return Math.round(number * 10) / 10;
}
