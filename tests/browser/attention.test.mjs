// How a page tells that something waits: title, icon, badge and notifications.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { over, person, settings, standing, stands, tabOf, toldBy, turnOn } from "./attention_person.mjs";
import { card, Stage, until } from "./harness.mjs";

const GO = { method: "confirm", title: "Deploy?", message: "The **whole** story" };

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

const allowed = (more) => person(browser, hub.url, more);
const openAt = (context, path = "/") => tabOf(context, hub.url + path);

/** What a person may have missed is told by now: this question's notification came after it. */
async function nextIsTold(tab, thread) {
  const id = await hub.ask(thread, { method: "confirm", title: "And this?" });
  await until(
    async () => (await standing(tab)).some(({ tag }) => tag === id),
    "the next question to be told",
  );
  await hub.withdraw(thread, id);
}

const title = (tab, wanted) => until(async () => wanted.test(await tab.title()), `the title ${wanted}`);

test("the title counts what waits on every thread, and names the page", async () => {
  const context = await allowed();
  const thread = await openAt(context, "/t/counts");
  const inbox = await openAt(context);
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
  const context = await allowed({
    script: () => {
      window.badges = [];
      navigator.setAppBadge = async (count) => void window.badges.push(count);
      navigator.clearAppBadge = async () => void window.badges.push(0);
    },
  });
  const tab = await openAt(context, "/t/icon");
  const icon = tab.locator('link[rel="icon"]');
  const number = async () =>
    /<text[^>]*>(.*)<\/text>/.exec(decodeURIComponent(await icon.getAttribute("href")))?.[1];
  await tab.evaluate(() => {
    window.changes = 0;
    new MutationObserver(() => (window.changes += 1)).observe(document.head, {
      attributes: true,
      subtree: true,
    });
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
  const context = await allowed({
    script: () => {
      window.asked = 0;
      const ask = Notification.requestPermission;
      Notification.requestPermission = () => {
        window.asked += 1;
        return ask.call(Notification);
      };
    },
  });
  const tab = await openAt(context);
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
  const context = await allowed();
  const tab = await openAt(context, "/t/other");
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
  const context = await allowed();
  const tabs = [];
  for (let n = 0; n < 10; n += 1) tabs.push(await openAt(context, n % 2 ? "/t/ten" : "/"));
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
  const context = await allowed();
  const first = await openAt(context);
  await turnOn(first);
  const second = await openAt(context);
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
  const context = await allowed();
  const leads = await openAt(context);
  await turnOn(leads);
  const looked = await openAt(context, "/t/look");
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
  const context = await person(browser, line.url);
  const tab = await tabOf(context, line.url);
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
  const context = await allowed();
  const [one, two] = [await openAt(context), await openAt(context)];
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
