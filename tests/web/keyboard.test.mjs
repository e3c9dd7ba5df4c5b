// What a key is for: keyboard.js. What it does stands in tests/browser/keyboard.test.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { areKeysOn, meaningOf, turnKeys } from "../../web/keyboard.js";

const FREE = { isOn: true, isTyping: false };

function meaning(key, { where = FREE, ...event } = {}) {
  return meaningOf({ key, ...event }, where);
}

test("each key has its meaning", () => {
  const names = { j: "next", k: "previous", y: "yes", n: "no", "?": "help", Enter: "enter" };
  for (const [key, name] of Object.entries(names)) assert.deepEqual(meaning(key), { name }, key);
  assert.deepEqual(meaning("1"), { name: "pick", index: 0 });
  assert.deepEqual(meaning("9"), { name: "pick", index: 8 });
  for (const key of ["0", "a", "Escape", "Y", "toString"]) assert.equal(meaning(key), null, key);
});

test("a modifier takes the meaning away, but for Shift where a keyboard needs it", () => {
  for (const modifier of ["ctrlKey", "metaKey", "altKey"])
    for (const key of ["j", "y", "1", "?"]) assert.equal(meaning(key, { [modifier]: true }), null);
  for (const key of ["j", "y", "n", "Enter"]) assert.equal(meaning(key, { shiftKey: true }), null);
  assert.deepEqual(meaning("?", { shiftKey: true }), { name: "help" });
  assert.deepEqual(meaning("2", { shiftKey: true }), { name: "pick", index: 1 });
});

test("a key that is held, and one that composes a letter, mean nothing", () => {
  for (const how of [{ repeat: true }, { isComposing: true }, { keyCode: 229 }])
    for (const key of ["y", "j", "1", "Enter"]) assert.equal(meaning(key, how), null);
});

test("while somebody types only Ctrl+Enter means something", () => {
  const where = { isOn: true, isTyping: true };
  for (const key of ["j", "y", "1", "?", "Enter"]) assert.equal(meaning(key, { where }), null);
  assert.deepEqual(meaning("Enter", { where, ctrlKey: true }), { name: "send" });
  assert.deepEqual(meaning("Enter", { where, metaKey: true }), { name: "send" });
});

test("turned off, single characters mean nothing, and Enter is no character", () => {
  const where = { isOn: false, isTyping: false };
  for (const key of ["j", "k", "y", "n", "1", "?"]) assert.equal(meaning(key, { where }), null);
  assert.deepEqual(meaning("Enter", { where }), { name: "enter" });
});

test("the switch is kept, and a browser without storage has the keys on", () => {
  const kept = new Map();
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  assert.equal(areKeysOn(storage), true);
  turnKeys(storage, false);
  assert.equal(areKeysOn(storage), false);
  turnKeys(storage, true);
  assert.equal(areKeysOn(storage), true);
  assert.equal(areKeysOn(null), true);
  assert.doesNotThrow(() => turnKeys(null, false));
});
