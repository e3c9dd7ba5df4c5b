// What a browser keeps of its person's name: label.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadLabel, saveLabel } from "../../web/label.js";
import { storage } from "./fake_storage.mjs";

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
