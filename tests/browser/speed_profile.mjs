// Where a page's time goes while something runs: its functions by their own time, and what
// the browser spends on style, layout and script, in processor time, so that another
// program on the machine counts as little as can be.

/** How many functions are told. */
const HOT = 20;
const SAMPLE_EVERY_US = 500;
const PARTS = ["TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration"];
const COUNTS = ["LayoutCount", "RecalcStyleCount", "Nodes", "JSEventListeners", "JSHeapUsedSize"];

/** Runs `run` and resolves with {result, parts, counts, hot: [{function, at, ms, share}]}. */
export async function profiled(tab, run) {
  const session = await tab.context().newCDPSession(tab);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await session.send("Profiler.enable");
  await session.send("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_US });
  const before = await metrics(session);
  await session.send("Profiler.start");
  const result = await run();
  const { profile } = await session.send("Profiler.stop");
  const after = await metrics(session);
  await session.detach();
  const parts = PARTS.map((name) => [
    name.replace("Duration", ""),
    Math.round((after[name] - before[name]) * 1_000),
  ]);
  const counts = COUNTS.map((name) => [name, /Count$/.test(name) ? after[name] - before[name] : after[name]]);
  return {
    result,
    parts: Object.fromEntries(parts),
    counts: Object.fromEntries(counts),
    hot: hottest(profile),
  };
}

async function metrics(session) {
  const { metrics: list } = await session.send("Performance.getMetrics");
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

function hottest({ nodes, samples, timeDeltas }) {
  const own = new Map();
  samples.forEach((id, index) => own.set(id, (own.get(id) ?? 0) + timeDeltas[index]));
  const byPlace = new Map();
  let all = 0;
  for (const { id, callFrame } of nodes) {
    const us = own.get(id) ?? 0;
    const name = callFrame.functionName || "(no name)";
    if (us === 0 || name === "(idle)") continue;
    all += us;
    const file = callFrame.url ? `${new URL(callFrame.url).pathname}:${callFrame.lineNumber + 1}` : "";
    const key = `${name} ${file}`;
    const row = byPlace.get(key) ?? { function: name, at: file, us: 0 };
    row.us += us;
    byPlace.set(key, row);
  }
  return [...byPlace.values()]
    .sort((a, b) => b.us - a.us)
    .slice(0, HOT)
    .map(({ us, ...row }) => ({
      ...row,
      ms: Math.round(us / 1_000),
      share: Math.round((us * 1_000) / all) / 10,
    }));
}
