// A unified diff, read line by line. Pure. It loses nothing: the texts of all lines, one
// below the other, are the diff.

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const KINDS = { "+": "added", "-": "removed", " ": "same", "": "same", "\\": "note" };

/** Whether a text is a unified diff: it has a hunk that changes something. */
export function isDiff(text) {
  return /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@.*\n(?:[ \\].*\n|\n)*[-+]/m.test(text);
}

/**
 * The files of a diff: [{name, runs: [{kind, lines}]}]. A run is what stands together of one
 * kind: "head" (names and the like), "hunk" (where it is), "added", "removed", "same", or
 * "note". `name` is null where no line names the file.
 */
export function filesOf(text) {
  const files = [];
  let left = { old: 0, new: 0 }; // lines that the hunk still has to come
  let inHead = false;
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const kind = kindOf(line, lines[index + 1], left);
    if (kind === "hunk") left = hunkLines(line);
    else if (kind !== "head") countDown(left, kind);
    // A head after anything else begins the next file.
    const begins = kind === "head" && (!inHead || line.startsWith("diff "));
    if (files.length === 0 || begins) files.push({ head: [], runs: [] });
    inHead = kind === "head" || (inHead && kind === "note");
    const file = files.at(-1);
    if (kind === "head") file.head.push(line);
    const run = file.runs.at(-1);
    if (run?.kind === kind) run.lines.push(line);
    else file.runs.push({ kind, lines: [line] });
  }
  return files.map(({ head, runs }) => ({ name: nameIn(head), runs }));
}

// Within a hunk, whose length is known, "--- a" is a removed line and no file.
function kindOf(line, next, left) {
  if (left.old > 0 || left.new > 0) return KINDS[line.slice(0, 1)] ?? "note";
  if (HUNK.test(line)) return "hunk";
  if (
    /^(?:diff |index [\da-f]|(?:old|new|deleted|similarity|dissimilarity|rename|copy) |Binary files |Index: )/.test(
      line,
    )
  )
    return "head";
  if (line.startsWith("--- ") && next?.startsWith("+++ ")) return "head";
  if (line.startsWith("+++ ")) return "head";
  return KINDS[line.slice(0, 1)] ?? "note";
}

function hunkLines(line) {
  const [, old, now] = HUNK.exec(line);
  return { old: Number(old ?? 1), new: Number(now ?? 1) };
}

function countDown(left, kind) {
  if (kind === "removed" || kind === "same") left.old -= 1;
  if (kind === "added" || kind === "same") left.new -= 1;
}

// The new name, or the old one of a file that goes away.
function nameIn(head) {
  const after = (mark) => {
    const line = head.find((each) => each.startsWith(mark));
    return line?.slice(mark.length).split("\t")[0] ?? null;
  };
  for (const name of [after("+++ "), after("--- ")])
    if (name !== null && name !== "/dev/null") return name.replace(/^[ab]\//, "");
  return after("rename to ") ?? /^diff --git a\/(.+) b\/\1$/.exec(head[0] ?? "")?.[1] ?? null;
}

/** A replacement of one text by another, as a run of removed and a run of added lines. */
export function replacement(before, after) {
  const run = (kind, sign, text) =>
    text === "" ? [] : [{ kind, lines: text.split("\n").map((line) => sign + line) }];
  return [{ name: null, runs: [...run("removed", "-", before), ...run("added", "+", after)] }];
}

/** How many lines a diff adds and removes. */
export function countOf(files) {
  const count = { added: 0, removed: 0 };
  for (const { runs } of files)
    for (const { kind, lines } of runs) if (kind in count) count[kind] += lines.length;
  return count;
}
