// The settings of notifications: what they say where notifications cannot be, and how they
// are reached and kept.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { over, person, settings, stands, tabOf, turnOn } from "./attention_person.mjs";
import { Stage, until } from "./harness.mjs";

const GO = { method: "confirm", title: "Deploy?" };

const stage = new Stage();
let hub;
let browser;

before(async () => {
  hub = await stage.hub();
  browser = await stage.browser();
});
after(() => stage.close());

async function open(options, path = "/") {
  return tabOf(await person(browser, hub.url, options), hub.url + path);
}

const toggle = (part) => part.getByRole("button", { name: /^Turn (on|off) notifications$/ });

test("where the browser denies them, the settings say so, and what to do", async () => {
  const tab = await open({ allow: false });
  // A browser without a window to ask in denies at once.
  const part = await settings(tab);
  await toggle(part).click();
  const reason = part.getByRole("status");
  await reason.getByText(/The browser blocks notifications from this page\. Allow them/).waitFor();
  assert.equal(await toggle(part).textContent(), "Turn on notifications");
  assert.equal(await tab.evaluate(() => document.activeElement.textContent), "Turn on notifications");
  assert.equal(await tab.evaluate(() => localStorage.getItem("dialog-hub.notify")), null);
  await over([tab]);
});

test("permission that is taken back later is said at once, beside the closed settings too", async () => {
  const tab = await open();
  await turnOn(tab);
  await tab.context().clearPermissions();
  await (await settings(tab)).getByText(/The browser has not allowed them yet/).waitFor();
  await tab.locator("details.attention summary").getByText("blocked").waitFor();
  await tab.context().grantPermissions(["notifications"], { origin: hub.url });
  await (await settings(tab)).getByText(/^On\. One comes/).waitFor();
  await over([tab]);
});

test("where the browser did not ask, the settings say where to look", async () => {
  const script = () => {
    Object.defineProperty(Notification, "permission", { get: () => "default" });
    Notification.requestPermission = async () => "default";
  };
  const tab = await open({ script });
  const part = await settings(tab);
  assert.equal(await part.getByRole("status").textContent(), "Off.");
  await toggle(part).click();
  await part.getByText(/The browser has not allowed them yet/).waitFor();
  await over([tab]);
});

test("a page from plain http says that this is why, and offers no button", async () => {
  const script = () => Object.defineProperty(window, "isSecureContext", { get: () => false });
  const tab = await open({ script });
  const part = await settings(tab);
  await part.getByText(`this one came over http from ${new URL(hub.url).host}.`).waitFor();
  assert.equal(await toggle(part).count(), 0);
  await over([tab]);
});

test("a browser without notifications says so", async () => {
  const tab = await open({ script: () => delete window.Notification });
  const part = await settings(tab);
  await part.getByText(/This browser has no notifications for web pages/).waitFor();
  assert.equal(await toggle(part).count(), 0);
  await over([tab]);
});

test("a notification that the browser does not show is no silence: the reason is said", async () => {
  const script = () => {
    ServiceWorkerRegistration.prototype.showNotification = async () => {
      throw new TypeError("no place for it");
    };
  };
  const tab = await open({ script });
  await turnOn(tab);
  const id = await hub.ask("failing", GO);
  await (await settings(tab)).getByText(/did not show the last one: no place for it/).waitFor();
  await hub.withdraw("failing", id);
  await over([tab]);
});

test("without a service worker the page shows the notification itself, and takes it back", async () => {
  const script = () => {
    window.mine = [];
    ServiceWorkerContainer.prototype.register = async () => {
      throw new DOMException("not here", "SecurityError");
    };
    window.Notification = class extends Notification {
      constructor(title, options) {
        super(title, options);
        window.mine.push(`${title} on ${options.body}`);
      }
      close() {
        window.mine.push("closed");
        super.close();
      }
    };
  };
  const tab = await open({ script });
  await turnOn(tab);
  const id = await hub.ask("alone", GO);
  await until(() => tab.evaluate(() => window.mine.length === 1), "one notification");
  await hub.answer("alone", id, { confirmed: true });
  await until(() => tab.evaluate(() => window.mine.length === 2), "its end");
  assert.deepEqual(await tab.evaluate(() => window.mine), ["Deploy? on alone", "closed"]);
  await over([tab]);
});

test("what was turned on stays on over a reload, and reaches tabs that are open", async () => {
  const tab = await open();
  const other = await tabOf(tab.context(), `${hub.url}/t/other`);
  await turnOn(tab);
  await (await settings(other)).getByText(/^On\. One comes/).waitFor();
  await tab.reload();
  await (await settings(tab)).getByText(/^On\. One comes/).waitFor();
  await over([tab, other]);
});

test("where storage is off, and with it the locks, the wish lasts as long as the page", async () => {
  const script = () => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("off", "SecurityError");
      },
    });
    LockManager.prototype.request = LockManager.prototype.query = async () => {
      throw new DOMException("off", "SecurityError");
    };
  };
  const tab = await open({ script });
  await turnOn(tab);
  const id = await hub.ask("unstored", GO);
  await stands(tab, 1);
  await hub.withdraw("unstored", id);
  await stands(tab, 0);
  await over([tab]);
});

test("the settings are reached and used by keyboard alone, and fit a narrow page", async () => {
  const tab = await open({ looks: true });
  await tab.setViewportSize({ width: 320, height: 640 });
  const summary = tab.locator("details.attention summary");
  await tab.getByLabel("Shown to others as").focus();
  const isThere = () => summary.evaluate((element) => element === document.activeElement);
  for (let n = 0; n < 10 && !(await isThere()); n += 1) await tab.keyboard.press("Tab");
  assert.equal(await isThere(), true);
  await tab.keyboard.press("Enter");
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Enter");
  const part = await settings(tab);
  await part.getByText(/^On\. One comes/).waitFor();
  assert.equal(await tab.evaluate(() => document.activeElement.textContent), "Turn off notifications");
  const height = await toggle(part).evaluate((element) => element.getBoundingClientRect().height);
  assert.ok(height >= 44, `${height} px`);
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 320, `${wide} px`);
  await over([tab]);
});

test("the page can be installed: its manifest and the icons that it names are there", async () => {
  const tab = await open();
  const session = await tab.context().newCDPSession(tab);
  const { errors, data } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { icons } = JSON.parse(data);
  for (const { src, type } of icons) {
    const size = await tab.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image.naturalWidth;
    }, src);
    assert.ok(size > 0, `${src} ${type}`);
  }
  await over([tab]);
});
