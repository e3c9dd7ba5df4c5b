// Draws the pictures of docs/web.md: two tabs with one question, a card of each method in
// light and dark, a thread on a phone and the list of threads.
//
//     HUB_BIN=target/release/dialog-hub node tests/browser/picture.mjs
//
// What is drawn is the same each time: fixed samples, a fixed name and language, no motion,
// and nothing that tells the time.

import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { card, connected, openTab, Stage } from "./harness.mjs";
import { askEach, METHODS, SAMPLES } from "./samples.mjs";
import { fewerColours } from "./picture_colours.mjs";

const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));
const PICTURES = `${DOCS}pictures/`;
/** So high that all cards stand in it: nothing scrolls under the head of the page. */
const COLUMN = { width: 620, height: 8_000 };
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1.5,
};
/** Sharp enough to read, small enough for a repository. */
const SCALE = 1.5;

const stage = new Stage();
try {
  await mkdir(PICTURES, { recursive: true });
  const hub = await stage.hub();
  const browser = await stage.browser();
  const ids = await askEach(hub, "shop");
  await hub.ask("reports", SAMPLES.confirm.plain);
  await hub.ask("support", SAMPLES.input.plain);
  for (const colorScheme of ["light", "dark"]) {
    const tab = await calmTab(browser, `${hub.url}/t/shop`, {
      viewport: COLUMN,
      deviceScaleFactor: SCALE,
      colorScheme,
    });
    for (const method of METHODS) {
      await pressable(card(tab, ids[method]));
      await save(tab, card(tab, ids[method]), `${method.replace(".", "-")}-${colorScheme}`);
    }
    await tab.context().close();
  }
  const phone = await calmTab(browser, `${hub.url}/t/shop`, { ...PHONE, colorScheme: "light" });
  await pressable(card(phone, ids.select));
  await save(phone, phone, "phone");
  const inbox = await calmTab(browser, hub.url, {
    viewport: { width: COLUMN.width, height: 520 },
    deviceScaleFactor: SCALE,
  });
  await inbox.getByRole("link", { name: /support/ }).waitFor();
  await save(inbox, inbox, "inbox");
  await twoTabs(hub, browser);
} finally {
  await stage.close();
}

async function calmTab(browser, url, options) {
  const tab = await openTab(browser, url, {
    as: "laptop",
    locale: "en-GB",
    reducedMotion: "reduce",
    ...options,
  });
  await connected(tab);
  await tab.evaluate(() => document.fonts.ready);
  return tab;
}

/** Until then its buttons are dimmed. */
async function pressable(where) {
  await where.locator('.actions button:not([aria-disabled="true"])').first().waitFor();
}

async function save(tab, what, name) {
  await tab.mouse.move(0, 0);
  const png = await what.screenshot({ animations: "disabled", caret: "hide" });
  const small = await fewerColours(png);
  await writeFile(`${PICTURES}${name}.png`, small);
  console.log(`docs/pictures/${name}.png ${small.length}`);
}

/** docs/two-tabs.png: a question on a laptop and a phone, before and after one of them answers. */
async function twoTabs(hub, browser) {
  const size = { width: 480, height: 450 };
  const options = { viewport: { ...size, height: 800 }, deviceScaleFactor: SCALE, reducedMotion: "reduce" };
  const tabs = await Promise.all(
    ["laptop", "phone"].map((as) => openTab(browser, `${hub.url}/t/deploy-42`, { as, ...options })),
  );
  await Promise.all(tabs.map(connected));
  const id = await hub.ask("deploy-42", {
    method: "select",
    title: "Where should version 1.4.2 go?",
    message: "All 212 tests passed.",
    header: "deploy",
    options: [
      { value: "staging", label: "Staging", description: "Three nodes, test data" },
      { value: "prod", label: "Production", description: "All customers" },
    ],
  });
  await Promise.all(tabs.map((tab) => pressable(card(tab, id))));
  await card(tabs[0], id).getByLabel("Staging").check();
  const shots = [];
  const shoot = async () => {
    // The foot of the page stays out of the picture.
    for (const tab of tabs)
      shots.push((await tab.screenshot({ clip: { x: 0, y: 0, ...size } })).toString("base64"));
  };
  await shoot();
  await card(tabs[0], id).getByRole("button", { name: "Send", exact: true }).click();
  for (const tab of tabs)
    await card(tab, id)
      .getByText(/^Answered by/)
      .first()
      .waitFor();
  await tabs[0].mouse.move(0, 0);
  await shoot();

  const page = await (await browser.newContext({ deviceScaleFactor: SCALE })).newPage();
  const names = ["Laptop, before", "Phone, before", "Laptop answers", "Phone, at once"];
  const figure = (shot, at) =>
    `<figure><figcaption>${names[at]}</figcaption><img src="data:image/png;base64,${shot}"></figure>`;
  await page.setContent(
    `<style>body{margin:0;padding:20px;width:984px;display:grid;grid-template-columns:482px 482px;gap:20px;background:#e7e5de;font:600 15px system-ui;color:#3a3f43}
     figure{margin:0}img{display:block;width:480px;border-radius:10px;border:1px solid #cfccc2}figcaption{padding:0 0 6px}</style>${shots
       .map(figure)
       .join("")}`,
  );
  await writeFile(`${DOCS}two-tabs.png`, await fewerColours(await page.locator("body").screenshot()));
}
