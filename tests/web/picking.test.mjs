// picking.js and matching.js: how many options are to be picked, and which ones match.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matcher } from "../../web/matching.js";
import { countWords, isBounded, limitsOf, limitWords } from "../../web/picking.js";
import { speak } from "../../web/texts.js";

test("a list says how many to pick", () => {
  const words = (dialog) => limitWords(limitsOf(dialog));
  assert.equal(words({}), "Pick any number.");
  assert.equal(words({ min: null, max: null }), "Pick any number.");
  assert.equal(words({ min: 2 }), "Pick at least 2.");
  assert.equal(words({ max: 3 }), "Pick up to 3.");
  assert.equal(words({ min: 2, max: 3 }), "Pick 2 to 3.");
  assert.equal(words({ min: 2, max: 2 }), "Pick 2.");
});

test("only a list that bounds the count has something to say about it", () => {
  assert.equal(isBounded(limitsOf({})), false);
  assert.equal(isBounded(limitsOf({ min: 0 })), false);
  assert.equal(isBounded(limitsOf({ max: 0 })), true);
  assert.equal(isBounded(limitsOf({ min: 1 })), true);
});

test("what is missing or too many is said with what is picked", () => {
  const limits = limitsOf({ min: 2, max: 3 });
  assert.deepEqual(
    [0, 1, 2, 3, 5].map((count) => countWords(limits, count)),
    ["0 picked · 2 more needed", "1 picked · 1 more needed", "2 picked", "3 picked", "5 picked · 2 too many"],
  );
});

test("counts follow the rules of the language", async () => {
  const said = async (language) => {
    await speak([language]);
    return [1, 1200].map((count) => countWords({ least: 0, most: Infinity }, count));
  };
  assert.deepEqual(await said("fr"), ["1 choisi", "1\u202f200 choisis"]);
  assert.deepEqual(await said("de"), ["1 gewählt", "1.200 gewählt"]);
  await speak(["en"]);
});

function found(query, ...labels) {
  return labels.filter((label) => matcher(query)({ value: "", label }));
}

test("an option is found whatever its case and accents", () => {
  assert.deepEqual(found("ZURICH", "Zürich", "Zu\u0308rich", "Zug"), ["Zürich", "Zu\u0308rich"]);
  assert.deepEqual(found("Ångström", "angstrom"), ["angstrom"]);
  assert.deepEqual(found("ｆｕｌｌ", "full width"), ["full width"]);
  assert.deepEqual(found("שלום", "שָׁלוֹם"), ["שָׁלוֹם"]);
});

test("every word counts, in any order, also in the description and the value", () => {
  const option = { value: "eu-1", label: "Zürich", description: "Data of customers" };
  assert.ok(matcher("customers  zur")(option));
  assert.ok(matcher("EU-1")(option));
  assert.ok(!matcher("zur berlin")(option));
});

test("no words match everything, and what looks like a pattern is none", () => {
  assert.deepEqual(found("  ", "a", "b"), ["a", "b"]);
  assert.deepEqual(found(".*", "a.*b", "ab"), ["a.*b"]);
});
