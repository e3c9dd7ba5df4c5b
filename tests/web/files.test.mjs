// The files of the web client as they are served: what index.html loads ahead.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const WEB = new URL("../../web/", import.meta.url);

function text(name) {
  return readFile(new URL(name, WEB), "utf8");
}

// The modules that `name` imports without being asked to, and those that they import.
async function graphOf(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  const code = await text(name);
  for (const [, path] of code.matchAll(/^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)";/gm))
    await graphOf(new URL(path, new URL(name, WEB)).href.slice(WEB.href.length), seen);
  return seen;
}

test("the page names every module that it starts with, so that one trip loads them", async () => {
  const wanted = [...(await graphOf("app.js"))].filter((name) => name !== "app.js").sort();
  assert.ok(wanted.includes("texts/en.js"));
  assert.ok(!wanted.some((name) => name.startsWith("vendor/")), "what is large waits until it is wanted");
  const named = [...(await text("index.html")).matchAll(/<link rel="modulepreload" href="\/([^"]+)">/g)];
  const lines = wanted.map((name) => `    <link rel="modulepreload" href="/${name}">`).join("\n");
  assert.deepEqual(
    named.map(([, name]) => name),
    wanted,
    `index.html should say:\n${lines}`,
  );
});

test("the page links every style sheet", async () => {
  const sheets = (await readdir(new URL("styles/", WEB))).sort();
  const linked = [
    ...(await text("index.html")).matchAll(/<link rel="stylesheet" href="\/styles\/([^"]+)">/g),
  ];
  assert.deepEqual(linked.map(([, name]) => name).sort(), sheets);
});
