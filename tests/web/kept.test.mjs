// What a browser keeps: drafts.js, label.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Drafts } from "../../web/drafts.js";
import { loadLabel, saveLabel } from "../../web/label.js";

function storage() {
  const map = new Map();
  return {
    map,
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index],
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

test("a draft belongs to one dialog and outlives the page", () => {
  const kept = storage();
  new Drafts(kept).save("dlg-1", { text: "" }, 1);
  new Drafts(kept).save("dlg-2", { text: "two" }, 2);
  const drafts = new Drafts(kept);
  assert.deepEqual(drafts.load("dlg-1"), { text: "" });
  assert.deepEqual(drafts.load("dlg-2"), { text: "two" });
  drafts.drop("dlg-2");
  assert.equal(drafts.load("dlg-2"), undefined);
});

test("a secret is never kept", () => {
  const kept = storage();
  new Drafts(kept).save("sec-1", { text: "hunter2" }, 1);
  assert.equal(kept.map.size, 0);
});

test("drafts are bounded, the oldest go, and no storage is no failure", () => {
  const kept = storage();
  const drafts = new Drafts(kept);
  for (let n = 0; n < 150; n += 1) drafts.save(`dlg-${n}`, { n }, n);
  assert.equal(kept.map.size, 100);
  assert.equal(drafts.load("dlg-0"), undefined);
  assert.deepEqual(drafts.load("dlg-149"), { n: 149 });
  const none = new Drafts(null);
  none.save("dlg-1", {}, 1);
  assert.equal(none.load("dlg-1"), undefined);
});

function nameOf(agent) {
  return loadLabel(storage(), agent);
}

test("a browser has a name before its person gives one", () => {
  assert.equal(
    nameOf("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36"),
    "Chrome on Linux",
  );
  assert.equal(
    nameOf("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1"),
    "Safari on iPhone",
  );
  assert.equal(nameOf("curl/8"), "Browser");
});

test("a person's own name goes before it, until it is taken away", () => {
  const kept = storage();
  saveLabel(kept, "ann's desk");
  assert.equal(loadLabel(kept, "curl/8"), "ann's desk");
  saveLabel(kept, "");
  assert.equal(loadLabel(kept, "curl/8"), "Browser");
  assert.equal(loadLabel(null, "curl/8"), "Browser");
});
