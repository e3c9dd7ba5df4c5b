// The catalogue of the page's words, and times in the person's language.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { afterEach, test } from "node:test";
import { ago, duration, timeLeft } from "../../web/times.js";
import { LANGUAGES, locale, speak, t } from "../../web/texts.js";
import { en } from "../../web/texts/en.js";

afterEach(() => speak(["en"]));

const catalogues = await Promise.all(
  Object.keys(LANGUAGES).map(async (name) => [name, (await import(`../../web/texts/${name}.js`))[name]]),
);

function placeholders(entry) {
  const texts = typeof entry === "string" ? [entry] : Object.values(entry);
  return texts.map((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
}

test("every language has every text, with the same places to fill in", () => {
  for (const [name, catalogue] of catalogues) {
    assert.deepEqual(Object.keys(catalogue).sort(), Object.keys(en).sort(), name);
    for (const [key, entry] of Object.entries(catalogue)) {
      const wanted = new Set(placeholders(en[key]).flat());
      assert.deepEqual(new Set(placeholders(entry).flat()), wanted, `${name}: ${key}`);
      if (typeof entry !== "string") {
        const forms = new Intl.PluralRules(name).resolvedOptions().pluralCategories;
        // "many" is for numbers beyond a million in languages that have it so; "other" serves.
        for (const form of forms) assert.ok(entry[form] ?? entry.other, `${name}: ${key} has ${form}`);
      }
    }
  }
});

test("every text is used, and every text that is used is there", async () => {
  const folder = new URL("../../web/", import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith(".js") && !/^(texts|vendor)\//.test(name),
  );
  let code = "";
  for (const name of files) code += await readFile(new URL(name, folder), "utf8");
  for (const [, key] of code.matchAll(/\bt\(\s*"([^"]+)"/g)) assert.ok(Object.hasOwn(en, key), `t("${key}")`);
  for (const key of Object.keys(en)) assert.ok(code.includes(`"${key}"`), `${key} is used`);
});

test("the first language that there is, is spoken, with the rules of its country", async () => {
  await speak(["xx", "de-AT", "en"]);
  assert.equal(locale(), "de-AT");
  assert.equal(t("time.up"), "Die Zeit ist um");
  await speak(["xx"]);
  assert.equal(t("time.up"), "Time is up");
});

test("time is written as the language writes it", async () => {
  assert.deepEqual([-1, 500, 59_000, 61_000, 11 * 60_000, 3 * 3_600_000].map(timeLeft), [
    "Time is up",
    "1 sec left",
    "59 sec left",
    "1 min 1 sec left",
    "11 min left",
    "3 hr left",
  ]);
  assert.deepEqual([0, 5 * 60_000, 3 * 3_600_000, 72 * 3_600_000].map(ago), [
    "just now",
    "5 min. ago",
    "3 hr. ago",
    "3 days ago",
  ]);
  await speak(["de"]);
  assert.equal(duration(59_000), "59 Sek.");
  assert.equal(ago(72 * 3_600_000), "vor 3 Tagen");
});
