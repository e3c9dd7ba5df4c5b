// Code of others is what its manifest says, byte for byte, and nothing lies beside it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const VENDOR = new URL("../../web/vendor/", import.meta.url);
const manifest = JSON.parse(await readFile(new URL("manifest.json", VENDOR), "utf8"));

test("every file is the one that was published", async () => {
  for (const { file, sha256 } of manifest) {
    const bytes = await readFile(new URL(file, VENDOR));
    assert.equal(createHash("sha256").update(bytes).digest("hex"), sha256, file);
  }
});

test("every file is in the manifest, with its version and its licence", async () => {
  const files = (await readdir(VENDOR)).filter((name) => name !== "manifest.json");
  assert.deepEqual(manifest.map(({ file }) => file).sort(), files.sort());
  for (const entry of manifest) {
    assert.match(entry.version, /^\d+\.\d+\.\d+$/);
    assert.match(entry.licence, /^(MIT|Apache-2\.0)$/);
    assert.ok(
      manifest.some(({ name, file }) => name === entry.name && /-license\./.test(file)),
      `the licence of ${entry.name} lies beside it`,
    );
  }
});
