// Draws docs/two-tabs.png: two tabs with one question, before and after one of them answers.
//
//     HUB_BIN=target/release/dialog-hub node tests/browser/picture.mjs

import { fileURLToPath } from "node:url";
import { card, connected, openTab, Stage } from "./harness.mjs";

const OUT = fileURLToPath(new URL("../../docs/two-tabs.png", import.meta.url));
/** Tall enough that nothing scrolls. */
const SIZE = { width: 480, height: 800 };
/** What the open and the answered card need: the foot of the page stays out of the picture. */
const OPEN_HEIGHT = 450;
const ANSWERED_HEIGHT = 450;
/** Sharp enough to read, small enough for a repository. */
const SCALE = 1.5;

const stage = new Stage();
try {
  const hub = await stage.hub();
  const browser = await stage.browser();
  const options = { viewport: SIZE, deviceScaleFactor: SCALE, reducedMotion: "reduce" };
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
  await Promise.all(tabs.map((tab) => card(tab, id).waitFor()));
  await card(tabs[0], id).getByLabel("Staging").check();
  await card(tabs[0], id).getByRole("button", { name: "Send" }).click({ trial: true });
  const shots = [];
  const shoot = async (height) => {
    const clip = { x: 0, y: 0, width: SIZE.width, height };
    for (const tab of tabs) shots.push((await tab.screenshot({ clip })).toString("base64"));
  };
  await shoot(OPEN_HEIGHT);
  await card(tabs[0], id).getByRole("button", { name: "Send" }).click();
  await Promise.all(
    tabs.map((tab) =>
      card(tab, id)
        .getByText(/^Answered by/)
        .waitFor(),
    ),
  );
  await tabs[0].mouse.move(0, 0);
  await shoot(ANSWERED_HEIGHT);

  const page = await (await browser.newContext({ deviceScaleFactor: SCALE })).newPage();
  const names = ["Laptop, before", "Phone, before", "Laptop answers", "Phone, at once"];
  await page.setContent(
    `<style>body{margin:0;padding:20px;width:984px;display:grid;grid-template-columns:482px 482px;gap:20px;background:#e7e5de;font:600 15px system-ui;color:#3a3f43}
     figure{margin:0}img{display:block;width:480px;border-radius:10px;border:1px solid #cfccc2}figcaption{padding:0 0 6px}</style>` +
      shots
        .map(
          (shot, index) =>
            `<figure><figcaption>${names[index]}</figcaption><img src="data:image/png;base64,${shot}"></figure>`,
        )
        .join(""),
  );
  await page.locator("body").screenshot({ path: OUT });
} finally {
  await stage.close();
}
