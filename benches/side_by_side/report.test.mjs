// summary.mjs, table.mjs and plot.mjs: from the runs to what is shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { plot } from "./plot.mjs";
import { spread, summary } from "./summary.mjs";
import { markdown } from "./table.mjs";

const ABOUT = {
  date: "2026-01-01",
  hub: "dialog-hub 0.1.0",
  commit: "abc",
  cpu: "a <cpu>",
  cores: 2,
  load: 0.1,
  kernel: "Linux 1",
  settings: { followers: [1000], repeats: 2, window: 16, secs: 3, warmup: 1.5, serverCore: 0, generatorCore: 1 },
  servers: [
    { name: "dialog-hub-durable", what: "the hub" },
    { name: "bun", what: "a peer" },
  ],
  skipped: [{ name: "nchan", missing: "it is not there" }],
};

function flood(label, deliveries_per_s, more = {}) {
  const server = { sched_us_per_delivery: 0.5 };
  return { repeat: 1, label, mode: "throughput", followers: 1000, deliveries_per_s, server, lossless: true, in_order: true, ...more };
}

test("a spread is the median between the minimum and the maximum", () => {
  assert.deepEqual(spread([3, 1, 2]), { min: 1, median: 2, max: 3 });
  assert.deepEqual(spread([4, 1]), { min: 1, median: 2.5, max: 4 });
  assert.equal(spread([undefined]), undefined);
});

test("a run that lost something gives no figures and is told", () => {
  const runs = [flood("bun", 2_000_000), flood("bun", 9_000_000, { lossless: false })];
  const bun = summary(ABOUT, runs)[0].servers[1];
  assert.deepEqual([bun.runs, bun.good, bun.spreads[0].max], [2, 1, 2_000]);
  const text = markdown(ABOUT, runs);
  assert.match(text, /\| bun \| 2,000 \(2,000–2,000\) \| 0\.50 .*\| 1 of 2 runs \|/);
  assert.match(text, /- bun, throughput, 1000 followers, repeat 1: lost events/);
});

test("a server that was left out or said nothing has no bar, and the rest is drawn", () => {
  const picture = plot(ABOUT, [flood("bun", 2_000_000)]);
  assert.match(markdown(ABOUT, []), /nchan was left out: it is not there/);
  assert.doesNotMatch(picture, /NaN|undefined|Infinity/);
  assert.equal(picture.match(/class="peer"/g).length, 2);
  assert.doesNotMatch(picture, /nchan/);
});
