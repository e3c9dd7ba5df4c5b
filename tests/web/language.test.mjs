// Which language the page speaks: language.js.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { loadLanguage, saveLanguage, speakOn, wanted } from "../../web/language.js";
import { speak, t } from "../../web/texts.js";

afterEach(() => speak(["en"]));

test("without a choice the browser's own languages count, in their order", async () => {
  assert.deepEqual(wanted("", ["xx", "fr-CA", "de"]), ["xx", "fr-CA", "de"]);
  const root = {};
  await speakOn(root, "", ["xx", "fr-CA", "de"]);
  assert.deepEqual(root, { lang: "fr-CA", dir: "ltr" });
  assert.equal(t("time.now"), "à l’instant");
});

test("a choice counts before them, with the country that the browser has for it", async () => {
  assert.deepEqual(wanted("de", ["en-GB", "de-AT"]), ["de-AT", "de"]);
  const root = {};
  await speakOn(root, "de", ["en-GB"]);
  assert.equal(root.lang, "de");
  assert.equal(t("time.now"), "gerade eben");
});

test("where nothing is spoken that the browser wants, it is English", async () => {
  const root = {};
  await speakOn(root, "", ["xx-YY"]);
  assert.equal(root.lang, "en");
});

test("a choice is kept in the browser; what is no language, or no storage, is no choice", () => {
  const kept = new Map();
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  saveLanguage(storage, "fr");
  assert.equal(loadLanguage(storage), "fr");
  saveLanguage(storage, "");
  assert.equal(loadLanguage(storage), "");
  kept.set("dialog-hub.language", "constructor");
  assert.equal(loadLanguage(storage), "");
  assert.equal(loadLanguage(null), "");
  assert.doesNotThrow(() => saveLanguage(null, "de"));
});
