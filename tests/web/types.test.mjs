// hub.d.ts: it is what the comments of the client say, and it helps who uses the client.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as client from "../../web/hub.js";
import { DECLARATIONS, declarations, tsc } from "./declarations.mjs";

test("the types beside the client are those of its modules", async () => {
  const checkedIn = await readFile(DECLARATIONS, "utf8");
  assert.equal(checkedIn, await declarations(), "make it again: node tests/web/declarations.mjs");
});

test("everything that the client exports has a type, and nothing else has", async () => {
  const text = await readFile(DECLARATIONS, "utf8");
  const declared = [...text.matchAll(/^export declare (?:class|function|const) (\w+)/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(declared.sort(), Object.keys(client).sort());
});

test("a strict program compiles against them, and its mistakes are found", async () => {
  await tsc("--strict", "--noEmit", fileURLToPath(new URL("types_of_a_user.ts", import.meta.url)));
});
