// How long the tasks of a page's thread are in processor time: what they would last on a
// machine that does nothing else. The long tasks that a page itself can see also hold the
// time in which other programs ran.

const TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"];

/** Runs `run` and resolves with {result, tasks: [ms]} of every page's main thread, the longest first. */
export async function tasksDuring(browser, run) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value) if (event.name === "thread_name" || isTask(event)) events.push(event);
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { recordMode: "recordContinuously", includedCategories: TRACED },
  });
  const result = await run();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  const pages = new Set(events.filter(isPageThread).map(threadOf));
  const tasks = events
    .filter((event) => isTask(event) && pages.has(threadOf(event)))
    .map(({ tdur }) => tdur / 1_000)
    .sort((a, b) => b - a);
  return { result, tasks };
}

function isTask({ name, tdur }) {
  return /RunTask$/.test(name) && tdur !== undefined;
}

function isPageThread({ name, args }) {
  return name === "thread_name" && args.name === "CrRendererMain";
}

function threadOf({ pid, tid }) {
  return `${pid}.${tid}`;
}

/** How many times longer work takes here at the moment than its processor time: 1 on a quiet machine. */
export function contention() {
  const wall = performance.now();
  const { user, system } = process.cpuUsage();
  const used = () => {
    const now = process.cpuUsage();
    return (now.user - user + now.system - system) / 1_000;
  };
  while (used() < 300) for (let n = 0; n < 100_000; n += 1) Math.sqrt(n);
  return Math.max(1, (performance.now() - wall) / used());
}
