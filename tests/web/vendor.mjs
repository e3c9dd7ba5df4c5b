// Renews what lies in web/vendor from the registry, and writes its manifest anew:
//
//     node tests/web/vendor.mjs marked 18.2.1 dompurify 3.5.0 uqr 0.1.3
//
// Files are taken as they were published. Look at the differences before you commit them.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const VENDOR = new URL("../../web/vendor/", import.meta.url);

// Which file of a package is which of ours.
const PACKAGES = {
  marked: {
    licence: "MIT",
    files: { "marked.js": "lib/marked.esm.js", "marked-license.md": "LICENSE" },
  },
  dompurify: {
    licence: "Apache-2.0",
    files: { "purify.js": "dist/purify.es.mjs", "purify-license.txt": "LICENSE" },
  },
  uqr: {
    licence: "MIT",
    files: { "uqr.js": "dist/index.mjs", "uqr-license.txt": "LICENSE" },
  },
};

const entries = [];
const wanted = process.argv.slice(2);
for (let n = 0; n < wanted.length; n += 2) {
  const [name, version] = wanted.slice(n, n + 2);
  const { licence, files } = PACKAGES[name];
  const folder = await mkdtemp(path.join(tmpdir(), "vendor-"));
  try {
    const packed = execFileSync("npm", ["pack", "--silent", `${name}@${version}`], {
      cwd: folder,
      encoding: "utf8",
    });
    execFileSync("tar", ["xzf", packed.trim()], { cwd: folder });
    for (const [file, source] of Object.entries(files)) {
      await copyFile(path.join(folder, "package", source), new URL(file, VENDOR));
      const sha256 = createHash("sha256")
        .update(await readFile(new URL(file, VENDOR)))
        .digest("hex");
      entries.push({ name, version, file, source, sha256, licence });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
if (new Set(entries.map(({ name }) => name)).size !== Object.keys(PACKAGES).length)
  throw new Error(`a version for each of ${Object.keys(PACKAGES).join(", ")}, please`);
await writeFile(new URL("manifest.json", VENDOR), `${JSON.stringify(entries, null, 2)}\n`);
