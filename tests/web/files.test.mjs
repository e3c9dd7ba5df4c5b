// The files of the web client: what index.html names.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const WEB = new URL("../../web/", import.meta.url);

function text(name) {
  return readFile(new URL(name, WEB), "utf8");
}

test("the page links every style sheet", async () => {
  const sheets = (await readdir(new URL("styles/", WEB))).sort();
  const linked = [
    ...(await text("index.html")).matchAll(/<link rel="stylesheet" href="\/styles\/([^"]+)">/g),
  ];
  assert.deepEqual(linked.map(([, name]) => name).sort(), sheets);
});
