// Many runs of one server, in a median with its minimum and maximum: what the tables and the plot show. Pure.

/** What is shown of a run; `of` gives undefined where the run has no such figure. */
export const MEASURES = [
  {
    title: "flood: thousand deliveries/s",
    mode: "throughput",
    of: (run) => thousandth(run.deliveries_per_s),
    digits: 0,
  },
  { title: "flood: CPU µs per delivery", mode: "throughput", of: (run) => run.server?.sched_us_per_delivery, digits: 2 },
  { title: "lone: CPU µs per delivery", mode: "latency", of: (run) => run.server?.sched_us_per_delivery, digits: 2 },
  { title: "lone: last follower p50, ms", mode: "latency", of: (run) => thousandth(run.last_follower?.p50_us), digits: 1 },
  { title: "lone: last follower p99, ms", mode: "latency", of: (run) => thousandth(run.last_follower?.p99_us), digits: 1 },
];

const thousandth = (figure) => (typeof figure === "number" ? figure / 1_000 : undefined);

/** The minimum, the median and the maximum; undefined of nothing. */
export function spread(figures) {
  const sorted = figures.filter((figure) => typeof figure === "number").sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const half = sorted.length / 2;
  const median = sorted.length % 2 ? sorted[Math.floor(half)] : (sorted[half - 1] + sorted[half]) / 2;
  return { min: sorted[0], median, max: sorted.at(-1) };
}

/** A figure as it is shown. */
export function shown(figure, digits) {
  return figure.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Why a run does not count, or undefined. */
export function flaw(run) {
  if (run.error) return run.error;
  if (!run.lossless) return "lost events";
  return run.in_order ? undefined : "events out of order";
}

/** For every number of followers, every server with a spread for each measure. Flawed runs give no figures. */
export function summary(about, runs) {
  return about.settings.followers.map((followers) => ({
    followers,
    servers: about.servers.map(({ name }) => {
      const mine = runs.filter((run) => run.label === name && run.followers === followers);
      const good = mine.filter((run) => !flaw(run));
      const spreads = MEASURES.map(({ mode, of }) => spread(good.filter((run) => run.mode === mode).map(of)));
      return { name, runs: mine.length, good: good.length, spreads };
    }),
  }));
}
