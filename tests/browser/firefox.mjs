// Firefox as Debian ships it, driven over WebDriver BiDi: pages of a hub, and what a person
// finds in a card by its visible name.
//
// FIREFOX is the browser (/usr/bin/firefox-esr where it is not set).

import puppeteer from "puppeteer-core";
import { CONNECTED } from "./harness.mjs";

const WITHIN_MS = 60_000;

export function launchFirefox() {
  return puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    timeout: WITHIN_MS,
    protocolTimeout: WITHIN_MS,
  });
}

/** A connected page; `problems` collects its errors and warnings, the policy's among them. */
export async function openFirefox(firefox, url) {
  const page = await firefox.newPage();
  page.setDefaultTimeout(WITHIN_MS);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) page.problems.push(message.text());
  });
  await page.goto(url);
  await page.waitForSelector(CONNECTED);
  return page;
}

/** The handle of a card, once it is there. */
export function cardIn(page, id) {
  return page.waitForSelector(`[data-dialog-id="${id}"]`);
}

/** Resolves once a card is over; fails with what stands on it instead. */
export async function settled(page, id) {
  try {
    await page.waitForSelector(`[data-dialog-id="${id}"][data-state="settled"] [role="status"]`);
  } catch (error) {
    const shown = await page.$eval(`[data-dialog-id="${id}"]`, (element) => element.innerText);
    throw new Error(`the card is not over: ${shown}`, { cause: error });
  }
}

/** The control of a card whose visible name starts so, once it takes presses. */
export async function control(page, id, name) {
  const handle = await page.waitForFunction(
    (dialog, wanted) => {
      const named = (element) => {
        const by = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
        const label = element.labels?.[0]?.textContent ?? "";
        return (
          by.map((each) => document.getElementById(each)?.textContent).join(" ") ||
          label ||
          element.textContent
        );
      };
      const all = document.querySelectorAll(
        `[data-dialog-id="${dialog}"] :is(button, input, select, textarea, summary)`,
      );
      return [...all].find(
        (element) =>
          element.checkVisibility() &&
          element.getAttribute("aria-disabled") !== "true" &&
          named(element).trim().startsWith(wanted),
      );
    },
    {},
    id,
    name,
  );
  return handle.asElement();
}

/** Presses what is named so. */
export async function press(page, id, name) {
  await (await control(page, id, name)).click();
}

/** Types a text in place of what a field holds. */
export async function fill(page, id, name, text) {
  const field = await control(page, id, name);
  await field.click();
  await field.evaluate((element) => element.select());
  await field.type(text);
}
