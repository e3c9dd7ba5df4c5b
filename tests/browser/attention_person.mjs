// Browsers whose tabs are looked at or not as a test says, for the tests of attention.
//
// Every page of a browser under test counts as visible and with the focus, so `window.look(on)`
// says instead whether somebody looks; `window.told` collects what a tab had the browser show,
// `window.tones` counts the tones that it played.

import assert from "node:assert/strict";
import { connected, openTab, until } from "./harness.mjs";

/** A browser whose tabs are looked at or not as a test says, and which allows notifications. */
export async function person(browser, url, { allow = true, looks = false, script } = {}) {
  const context = await browser.newContext();
  if (allow) await context.grantPermissions(["notifications"], { origin: url });
  await context.addInitScript((startsLooking) => {
    let looking = startsLooking;
    Object.defineProperty(Document.prototype, "visibilityState", {
      get: () => (looking ? "visible" : "hidden"),
    });
    Document.prototype.hasFocus = () => looking;
    window.look = (on) => {
      looking = on;
      document.dispatchEvent(new Event("visibilitychange"));
    };
    window.told = [];
    const show = ServiceWorkerRegistration.prototype.showNotification;
    ServiceWorkerRegistration.prototype.showNotification = function record(title, options) {
      window.told.push(`${title} on ${options.body}`);
      return show.call(this, title, options);
    };
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function record(at) {
      window.tones += 0.5; // two notes each
      return start.call(this, at);
    };
  }, looks);
  if (script) await context.addInitScript(script);
  return context;
}

export async function tabOf(context, url) {
  const tab = await openTab(context.browser(), url, { context });
  await connected(tab);
  return tab;
}

export async function settings(tab, name = "Notifications") {
  const details = tab.locator("details.attention");
  if (!(await details.evaluate((element) => element.open))) await details.locator("summary").click();
  return details.getByRole("region", { name });
}

export async function turnOn(tab) {
  const part = await settings(tab);
  await part.getByRole("button", { name: "Turn on notifications" }).click();
  await part.getByText(/^On\. One comes/).waitFor();
}

/** The notifications that stand, as the browser has them. */
export function standing(tab) {
  return tab.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  });
}

export function stands(tab, count) {
  return until(async () => (await standing(tab)).length === count, `${count} notifications to stand`);
}

/** What these tabs had the browser show. */
export async function toldBy(tabs) {
  const all = await Promise.all(tabs.map((tab) => tab.evaluate(() => window.told)));
  return all.flat();
}

/** Ends a browser, whose tabs must have been quiet. */
export async function over(tabs) {
  for (const tab of tabs) assert.deepEqual(tab.problems, []);
  await tabs[0].context().close();
}
