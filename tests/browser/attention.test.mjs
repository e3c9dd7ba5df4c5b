// How a page tells that something waits: title, icon, badge and notifications.
//
// Every page of a browser under test counts as looked at, so `window.look(on)` says instead
// whether somebody looks; `window.told` collects what a tab had the browser show.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { card, connected, openTab, Stage, until } from "./harness.mjs";

const GO = { method: "confirm", title: "Deploy?", message: "The **whole** story" };

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

/** A browser whose tabs are looked at or not as a test says, and which allows notifications. */
async function person({ allow = true, looks = false, script } = {}) {
  const context = await browser.newContext();
  if (allow) await context.grantPermissions(["notifications"], { origin: hub.url });
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
  }, looks);
  if (script) await context.addInitScript(script);
  return context;
}

async function tabOf(context, path = "/") {
  const tab = await openTab(browser, hub.url + path, { context });
  await connected(tab);
  return tab;
}

async function settings(tab) {
  const details = tab.locator("details.attention");
  if (!(await details.evaluate((element) => element.open))) await details.locator("summary").click();
  return details.getByRole("region", { name: "Notifications" });
}

async function turnOn(tab) {
  const part = await settings(tab);
  await part.getByRole("button", { name: "Turn on notifications" }).click();
  await part.getByText(/^On\. One comes/).waitFor();
}

/** The notifications that stand, as the browser has them. */
function standing(tab) {
  return tab.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  });
}

function stands(tab, count) {
  return until(async () => (await standing(tab)).length === count, `${count} notifications to stand`);
}

async function toldBy(tabs) {
  const all = await Promise.all(tabs.map((tab) => tab.evaluate(() => window.told)));
  return all.flat();
}

/** What a person may have missed is told by now: this question's notification came after it. */
async function nextIsTold(tab, thread) {
  const id = await hub.ask(thread, { method: "confirm", title: "And this?" });
  await until(async () => (await standing(tab)).some(({ tag }) => tag === id), "the next question to be told");
  await hub.withdraw(thread, id);
}

async function over(tabs) {
  for (const tab of tabs) assert.deepEqual(tab.problems, []);
  await tabs[0].context().close();
}

const title = (tab, wanted) => until(async () => wanted.test(await tab.title()), `the title ${wanted}`);

test("the title counts what waits on every thread, and names the page", async () => {
  const context = await person();
  const thread = await tabOf(context, "/t/counts");
  const inbox = await tabOf(context);
  const here = await hub.ask("counts", GO);
  await card(thread, here).waitFor();
  assert.equal(await thread.title(), "(1) counts · dialog-hub");
  const there = await hub.ask("elsewhere", GO);
  await title(thread, /^\(2\) counts · dialog-hub$/);
  await title(inbox, /^\(2\) Threads · dialog-hub$/);
  await hub.withdraw("counts", here);
  await hub.withdraw("elsewhere", there);
  await title(thread, /^counts · dialog-hub$/);
  await over([thread, inbox]);
});

test("the icon and the badge carry the number, and change only with it", async () => {
  const context = await person({
    script: () => {
      window.badges = [];
      navigator.setAppBadge = async (count) => void window.badges.push(count);
      navigator.clearAppBadge = async () => void window.badges.push(0);
    },
  });
  const tab = await tabOf(context, "/t/icon");
  const icon = tab.locator('link[rel="icon"]');
  const number = async () => /<text[^>]*>(.*)<\/text>/.exec(decodeURIComponent(await icon.getAttribute("href")))?.[1];
  await tab.evaluate(() => {
    window.changes = 0;
    new MutationObserver(() => (window.changes += 1)).observe(document.head, { attributes: true, subtree: true });
  });
  const one = await hub.ask("icon", GO);
  await until(async () => (await number()) === "1", "the icon to say 1");
  await hub.call("POST", "/api/threads/icon/publish", { event: "progress", data: 1 });
  const two = await hub.ask("icon", GO);
  await until(async () => (await number()) === "2", "the icon to say 2");
  await hub.withdraw("icon", one);
  await hub.withdraw("icon", two);
  await until(async () => (await icon.getAttribute("href")) === "/icon.svg", "the plain icon");
  assert.equal(await tab.evaluate(() => window.changes), 4, "1, 2, 1, none");
  assert.deepEqual(await tab.evaluate(() => window.badges), [0, 1, 2, 1, 0]);
  await over([tab]);
});

test("nothing is asked of the person, and nothing shown, until it is turned on", async () => {
  const context = await person({
    script: () => {
      window.asked = 0;
      const ask = Notification.requestPermission;
      Notification.requestPermission = () => {
        window.asked += 1;
        return ask.call(Notification);
      };
    },
  });
  const tab = await tabOf(context);
  const id = await hub.ask("quiet", GO);
  await title(tab, /^\(1\)/);
  assert.equal(await tab.evaluate(() => window.asked), 0);
  assert.equal(await tab.evaluate(() => navigator.serviceWorker.getRegistration().then(Boolean)), false);
  await turnOn(tab);
  assert.equal(await tab.evaluate(() => window.asked), 1);
  await hub.withdraw("quiet", id);
  await over([tab]);
});

test("a question is told by its title and thread, and its notification goes with it", async () => {
  const context = await person();
  const tab = await tabOf(context, "/t/other");
  await turnOn(tab);
  const id = await hub.ask("told", {
    method: "approval",
    title: "Delete\u202Eit?",
    message: "hidden story",
    action: { command: "rm -rf /srv" },
  });
  await stands(tab, 1);
  assert.deepEqual(await standing(tab), [
    { title: "Delete⟨U+202E⟩it?", body: "told", tag: id, data: { id, thread: "told" } },
  ]);
  const second = await hub.ask("told", GO);
  await stands(tab, 2);
  await hub.answer("told", id, { choice: "deny" });
  await stands(tab, 1);
  await hub.withdraw("told", second);
  await stands(tab, 0);
  await over([tab]);
});

test("ten tabs tell of a question once, and a reload of all does not repeat it", async () => {
  const context = await person();
  const tabs = [];
  for (let n = 0; n < 10; n += 1) tabs.push(await tabOf(context, n % 2 ? "/t/ten" : "/"));
  await turnOn(tabs[0]);
  const id = await hub.ask("ten", GO);
  await stands(tabs[3], 1);
  await nextIsTold(tabs[3], "ten");
  assert.deepEqual((await toldBy(tabs)).sort(), ["And this? on ten", "Deploy? on ten"]);
  for (const tab of tabs) await tab.reload();
  await nextIsTold(tabs[3], "ten");
  assert.deepEqual(await toldBy(tabs), ["And this? on ten"]);
  await hub.withdraw("ten", id);
  await stands(tabs[9], 0);
  await over(tabs);
});

test("when the tab that leads is closed, the next one tells and takes back", async () => {
  const context = await person();
  const first = await tabOf(context);
  await turnOn(first);
  const second = await tabOf(context);
  const id = await hub.ask("lead", GO);
  await stands(second, 1);
  assert.deepEqual(await toldBy([second]), [], "the first tab leads");
  await first.close();
  await nextIsTold(second, "lead");
  assert.deepEqual(await toldBy([second]), ["And this? on lead"]);
  await hub.withdraw("lead", id);
  await stands(second, 0);
  await over([second]);
});

test("who looks at any tab is not told, not on leaving it either, and looking takes away", async () => {
  const context = await person();
  const leads = await tabOf(context);
  await turnOn(leads);
  const looked = await tabOf(context, "/t/look");
  await hub.ask("look", GO);
  await stands(leads, 1);
  await looked.evaluate(() => window.look(true));
  await stands(leads, 0);
  const seen = await hub.ask("look", GO);
  await card(looked, seen).waitFor();
  await title(leads, /^\(2\)/);
  // Told of or not is decided once the leading tab has read the thread.
  const noted = () => leads.evaluate((key) => localStorage.getItem(key) ?? "", "dialog-hub.told");
  await until(async () => (await noted()).includes(seen), "the question to count as told");
  await looked.evaluate(() => window.look(false));
  await nextIsTold(leads, "look");
  assert.deepEqual(await toldBy([leads, looked]), ["Deploy? on look", "And this? on look"]);
  await hub.call("POST", "/api/threads/look/stop", {});
  await over([leads, looked]);
});

test("a question that comes while the connection is lost is told after it", async () => {
  const line = await stage.line(hub);
  const context = await browser.newContext();
  await context.grantPermissions(["notifications"], { origin: line.url });
  await context.addInitScript(() => {
    Document.prototype.hasFocus = () => false;
  });
  const tab = await openTab(browser, line.url, { context });
  await connected(tab);
  await turnOn(tab);
  const gone = await hub.ask("lost", GO);
  await stands(tab, 1);
  await line.cut();
  await hub.withdraw("lost", gone);
  const id = await hub.ask("lost", GO);
  await line.join();
  await until(async () => (await standing(tab)).map(({ tag }) => tag).join() === id, "the newer one alone");
  await hub.withdraw("lost", id);
  await stands(tab, 0);
  await over([tab]);
});

test("turned off, it takes back what stands, in every tab", async () => {
  const context = await person();
  const [one, two] = [await tabOf(context), await tabOf(context)];
  await turnOn(one);
  const id = await hub.ask("off", GO);
  await stands(two, 1);
  const part = await settings(two);
  await part.getByRole("button", { name: "Turn off notifications" }).click();
  await stands(two, 0);
  await (await settings(one)).getByText("Off.", { exact: true }).waitFor();
  await hub.withdraw("off", id);
  await over([one, two]);
});
