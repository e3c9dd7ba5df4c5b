// Measures the page: what it weighs, how soon it can be used, frames under load, and how soon
// a stale card is gone elsewhere. Prints a table on standard error and JSON on standard output.
//
//     HUB_BIN=target/release/dialog-hub node tests/browser/speed.mjs [--profile]
//
// With --profile also where the time goes under load. WEB_DIR adds a trip for each file, so
// its time to use is not the hub's own.

import os from "node:os";
import { Stage } from "./harness.mjs";
import { clickToStale, framesUnderLoad, timeToUse } from "./speed_measures.mjs";
import { profiled } from "./speed_profile.mjs";
import { contention } from "./speed_tasks.mjs";
import { total, weigh } from "./weight.mjs";

/** What the page aims at, on a quiet machine. */
const AIMS = {
  weightBytes: 150_000,
  usableMs: 300,
  longTaskMs: 100,
  framesPerSecond: 60,
  ownPerEventMs: 10,
  staleMs: 50,
};

const stage = new Stage();
try {
  const hub = await stage.hub();
  const browser = await stage.browser();
  const files = await weigh(hub);
  const usable = await timeToUse(hub, browser);
  const stale = await clickToStale(hub, browser);
  const staleAmongMany = await clickToStale(hub, browser, { others: 100, thread: "stale-many" });
  let profile;
  const during = async (tab, run) => {
    profile = await profiled(tab, run);
    return profile.result;
  };
  const busy = await framesUnderLoad(hub, browser, process.argv.includes("--profile") ? { during } : {});
  const machine = {
    cores: os.cpus().length,
    load: os.loadavg()[0],
    contention: contention(),
    browser: browser.version(),
  };
  const bytes = total(files);
  console.error(
    [
      ["", "measured", "aim"],
      ["weight of all files, compressed", `${(bytes / 1_000).toFixed(1)} kB in ${files.length}`, "150 kB"],
      ["usable, nothing kept", ms(usable.first), "300 ms"],
      ["usable, loaded before", ms(usable.again), "300 ms"],
      ["click to stale elsewhere", ms(stale), "50 ms"],
      ["the same among 100 cards", ms(staleAmongMany), "50 ms"],
      ["200 cards, 50 events a second", `${busy.framesPerSecond.toFixed(1)} frames/s`, "60 frames/s"],
      ["tasks above 100 ms in them", `${busy.above100} (longest ${Math.round(busy.longest)} ms)`, "0"],
      ["the same in processor time", `${busy.above100Own} (longest ${Math.round(busy.longestOwn)} ms)`, "0"],
      ["processor time for each event", `${busy.ownPerEvent} ms`, "10 ms"],
      ["machine", `${machine.cores} cores, work takes ${machine.contention.toFixed(1)} times its time`, ""],
    ]
      .map(([what, measured, aim]) => `${what.padEnd(34)}${measured.padEnd(34)}${aim}`)
      .join("\n"),
  );
  if (profile) {
    delete profile.result;
    console.error(`\nprocessor time of the page, ms: ${JSON.stringify(profile.parts)}`);
    for (const { function: name, at, ms: own, share } of profile.hot)
      console.error(`${String(share).padStart(5)} % ${String(own).padStart(6)} ms  ${name} ${at}`);
  }
  const weight = { bytes, files };
  console.log(
    JSON.stringify({ aims: AIMS, machine, weight, usable, stale, staleAmongMany, busy, profile }, null, 1),
  );
} finally {
  await stage.close();
}

function ms({ median, least, most }) {
  return `${median} ms (${least} to ${most})`;
}
