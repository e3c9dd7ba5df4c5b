// What the page weighs on its way to a browser: every file that the shell, or a file that it
// names, names. So also what is loaded on demand counts, whether this visit needs it or not.

import http from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";

/** A file of the page, as its own files write its address. */
const NAMED = /["'(=](\/?(?:\.{0,2}\/)?[\w./-]+\.(?:js|mjs|css|svg|png|woff2|webmanifest|wasm))["')\s>]/g;
/** A module that was served with others, as they take it from where it is: that loads nothing. */
const THERE = /(?:\$modules|dialog-hub\.modules"\)\])\["[^"]+"\]/g;
/** Files that name others. */
const READS = /\.(?:js|mjs|css|webmanifest)$|^\/$/;

/**
 * All files: [{path, bytes, raw}], the heaviest first. `bytes` is the body as it travels,
 * compressed; a hub whose files come from a folder does not compress them, so they are here.
 */
export async function weigh(hub) {
  const files = new Map();
  const waiting = ["/"];
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (files.has(path)) continue;
    const { status, encoding, body } = await get(hub.url + path);
    if (status !== 200) continue; // a name in a comment or a message
    const text = encoding === "gzip" ? gunzipSync(body) : body;
    const bytes =
      encoding === "gzip" ? body.length : Math.min(body.length, gzipSync(body, { level: 9 }).length);
    files.set(path, { path, bytes, raw: text.length });
    if (READS.test(path)) waiting.push(...namedIn(text.toString(), hub.url + path));
  }
  return [...files.values()].sort((a, b) => b.bytes - a.bytes);
}

function namedIn(text, from) {
  return [...text.replace(THERE, "").matchAll(NAMED)].map(([, name]) => new URL(name, from).pathname);
}

/** The sum of what travels. */
export function total(files) {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

// `fetch` would undo the compression.
function get(url) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { "accept-encoding": "gzip" } }, async (reply) => {
      const parts = [];
      for await (const part of reply) parts.push(part);
      const { "content-encoding": encoding } = reply.headers;
      resolve({ status: reply.statusCode, encoding, body: Buffer.concat(parts) });
    });
    request.on("error", reject);
  });
}
