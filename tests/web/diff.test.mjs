// Unified diffs, read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { countOf, filesOf, isDiff, replacement } from "../../web/diff.js";

const GIT = `diff --git a/src/a.js b/src/a.js
index 1234567..89abcde 100644
--- a/src/a.js
+++ b/src/a.js
@@ -1,4 +1,4 @@ function a() {
 one
--- two
+++ three
 
 four
diff --git a/old.txt b/new.txt
similarity index 100%
rename from old.txt
rename to new.txt
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-last words
\\ No newline at end of file
`;

const ALL = (files) => files.flatMap(({ runs }) => runs.flatMap(({ lines }) => lines)).join("\n");

test("each file is named", () => {
  assert.deepEqual(
    filesOf(GIT).map(({ name }) => name),
    ["src/a.js", "new.txt", "gone"],
  );
});

test("a removed line that looks like a file's name is a removed line", () => {
  const [first] = filesOf(GIT);
  assert.deepEqual(first.runs.slice(2, 4), [
    { kind: "same", lines: [" one"] },
    { kind: "removed", lines: ["--- two"] },
  ]);
  assert.deepEqual(countOf(filesOf(GIT)), { added: 1, removed: 2 });
});

test("no line is lost, whatever the text is", () => {
  for (const text of [
    GIT,
    "",
    "\n",
    "no diff\n at all",
    "@@ -1,99999 +1 @@\n-a",
    "+++ b",
    "--- a\n+++ b\n--- a\n",
    "@@ -1 +1 @@\r\n-a\r\n+b",
  ])
    assert.equal(ALL(filesOf(text)), text);
});

test("a diff without heads has no name and is drawn all the same", () => {
  const files = filesOf("@@ -1 +1 @@\n-a\n+b");
  assert.equal(files.length, 1);
  assert.equal(files[0].name, null);
  assert.deepEqual(
    files[0].runs.map(({ kind }) => kind),
    ["hunk", "removed", "added"],
  );
});

test("several files without git's heads are told apart", () => {
  const text =
    "--- a/x\t2026-01-01\n+++ b/x\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d";
  assert.deepEqual(
    filesOf(text).map(({ name }) => name),
    ["x", "y"],
  );
});

test("what is no diff is not taken for one", () => {
  for (const text of [GIT, "@@ -1 +1 @@\n-a\n+b"]) assert.equal(isDiff(text), true);
  for (const text of ["", "- a\n- b", "--- a\n+++ b", "@@ -1 +1 @@", "rm -rf /"])
    assert.equal(isDiff(text), false);
});

test("a replacement has all lines of both texts, signed", () => {
  assert.deepEqual(replacement("a\nb", "c")[0].runs, [
    { kind: "removed", lines: ["-a", "-b"] },
    { kind: "added", lines: ["+c"] },
  ]);
  assert.deepEqual(replacement("", "x")[0].runs, [{ kind: "added", lines: ["+x"] }]);
});

test("a megabyte of a diff is read at once", () => {
  for (const piece of ["@@ -1 +1 @@\n", "--- a\n", "+\n", "diff --git a/a b/a\n", " ".repeat(999) + "\n"]) {
    const start = process.cpuUsage();
    const text = piece.repeat(Math.ceil(300_000 / piece.length));
    isDiff(text);
    filesOf(text);
    assert.ok(process.cpuUsage(start).user < 2_000_000, piece);
  }
});
