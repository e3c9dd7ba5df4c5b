// The tone that tells of a question: who plays it, how often, and what the browser allows.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { over, person, settings, tabOf } from "./attention_person.mjs";
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

/** `window.later` moves the clock of a tab on. */
function moveable() {
  const now = Date.now;
  window.later = 0;
  Date.now = () => now() + window.later;
}

async function tabs(count, script = moveable) {
  const context = await person(browser, hub.url, { script });
  const all = [];
  for (let n = 0; n < count; n += 1) all.push(await tabOf(context, `${hub.url}/t/tab-${n}`));
  return all;
}

async function press(tab, name) {
  const part = await settings(tab, "Sound");
  await part.getByRole("button", { name }).click();
  return part;
}

async function says(tab, text) {
  await (await settings(tab, "Sound")).getByText(text).waitFor();
}

async function tones(all) {
  const each = await Promise.all(all.map((tab) => tab.evaluate(() => window.tones)));
  return each.reduce((sum, count) => sum + count, 0);
}

const played = (all, count) => until(async () => (await tones(all)) === count, `${count} tones`);

/** Asks, and waits until each tab has heard of it. */
async function ask(all, thread) {
  const before = await Promise.all(all.map((tab) => tab.title()));
  const id = await hub.ask(thread, GO);
  await until(async () => {
    const now = await Promise.all(all.map((tab) => tab.title()));
    return now.every((title, index) => title !== before[index]);
  }, "every tab to count the question");
  return id;
}

test("it is off, and no tone is made, until the person turns it on", async () => {
  const [tab] = await tabs(1, () => {
    window.contexts = 0;
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        window.contexts += 1;
      }
    };
  });
  await says(tab, "Off.");
  const id = await ask([tab], "off");
  assert.equal(await tab.evaluate(() => window.contexts), 0);
  await press(tab, "Try it");
  await says(tab, /The tone was played/);
  await says(tab, "Off.");
  await hub.withdraw("off", id);
  await over([tab]);
});

test("of several tabs one plays it, and only when more questions wait", async () => {
  const all = await tabs(3);
  await press(all[0], "Turn on sound");
  await played(all, 1);
  for (const tab of all) await says(tab, /^On\. A soft tone/);
  for (const tab of all) await tab.evaluate(() => (window.later += 10_000));
  const first = await ask(all, "one");
  await played(all, 2);
  for (const tab of all) await tab.evaluate(() => (window.later += 10_000));
  await hub.answer("one", first, { confirmed: true });
  await until(async () => !/^\(/.test(await all[2].title()), "the answer to be heard");
  const second = await ask(all, "one");
  await played(all, 3);
  // Within a few seconds there is no other one.
  const third = await ask(all, "one");
  for (const tab of all) await tab.evaluate(() => (window.later += 10_000));
  const fourth = await ask(all, "one");
  await played(all, 4);
  for (const id of [second, third, fourth]) await hub.withdraw("one", id);
  await over(all);
});

test("when the tab that plays is closed, another one plays", async () => {
  const [first, second] = await tabs(2);
  await press(first, "Turn on sound");
  await says(second, /^On\./);
  await press(second, "Try it");
  await says(second, /^On\. A soft tone/);
  await first.close();
  const before = await tones([second]);
  const id = await ask([second], "next");
  await played([second], before + 1);
  await hub.withdraw("next", id);
  await over([second]);
});

test("tabs without Web Locks agree all the same, also when one goes", async () => {
  const all = await tabs(3, () => Object.defineProperty(Navigator.prototype, "locks", { value: undefined }));
  await press(all[0], "Turn on sound");
  for (const tab of all) {
    await press(tab, "Try it");
    await says(tab, /^On\. A soft tone/);
  }
  const before = await tones(all);
  const one = await ask(all, "roll");
  await played(all, before + 1);
  const each = await Promise.all(
    all.map((tab, index) => tab.evaluate((was) => window.tones > was, index ? 1 : 2)),
  );
  const leader = each.indexOf(true);
  await all[leader].close();
  const rest = all.filter((_, index) => index !== leader);
  const left = await tones(rest);
  const two = await ask(rest, "roll");
  await played(rest, left + 1);
  for (const id of [one, two]) await hub.withdraw("roll", id);
  await over(rest);
});

test("a browser that keeps a tab silent until it is touched is quoted, and obeyed", async () => {
  const script = () => {
    // As an autoplay policy does it: without a click nothing starts, and nothing fails.
    window.touched = false;
    addEventListener("pointerdown", () => (window.touched = true), true);
    const resume = AudioContext.prototype.resume;
    AudioContext.prototype.resume = function held() {
      return window.touched ? resume.call(this) : new Promise(() => {});
    };
    Object.defineProperty(AudioContext.prototype, "state", {
      get: () => (window.touched ? "running" : "suspended"),
    });
  };
  const [tab] = await tabs(1, script);
  await press(tab, "Turn on sound");
  await says(tab, /^On\. A soft tone/);
  await tab.reload();
  await tab.locator("details.attention").evaluate((element) => (element.open = true));
  await says(tab, /keeps this tab silent until you click/);
  const silent = await ask([tab], "silent");
  assert.equal(await tones([tab]), 0);
  await tab.locator("h1").click();
  await says(tab, /^On\. A soft tone/);
  const heard = await ask([tab], "silent");
  await played([tab], 1);
  for (const id of [silent, heard]) await hub.withdraw("silent", id);
  await over([tab]);
});

test("a browser without Web Audio says so", async () => {
  const [tab] = await tabs(1, () => delete window.AudioContext);
  await says(tab, /cannot make sounds/);
  const part = await settings(tab, "Sound");
  assert.equal(await part.getByRole("button").count(), 0);
  await over([tab]);
});
