// The tables in Markdown, with what they belong to. Pure.

import { MEASURES, flaw, shown, summary } from "./summary.mjs";

const cell = (spread, digits) =>
  spread
    ? `${shown(spread.median, digits)} (${shown(spread.min, digits)}–${shown(spread.max, digits)})`
    : "–";

function table({ servers }) {
  const head = ["server", ...MEASURES.map(({ title }) => title), "lossless, in order"];
  const rows = servers.map(({ name, runs, good, spreads }) => [
    name.startsWith("dialog-hub") ? `**${name}**` : name,
    ...spreads.map((spread, at) => cell(spread, MEASURES[at].digits)),
    runs > 0 && good === runs ? "yes" : `${good} of ${runs} runs`,
  ]);
  const ruler = head.map((_, at) => (at > 0 && at < head.length - 1 ? "---:" : "---"));
  return [head, ruler, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The whole document. */
export function markdown(about, runs) {
  const { settings } = about;
  const hub = [about.hub, about.commit && `(${about.commit})`].filter(Boolean).join(" ");
  const flawed = runs.filter(flaw);
  const parts = [
    "# Many followers, side by side",
    "<!-- Written by benches/side_by_side/run from fanout.jsonl; it is overwritten by the next run. -->",
    `${hub}, ${about.date}, on ${about.cores} cores of "${about.cpu}", ${about.kernel}. Events of about 300 bytes to every ` +
      `follower of one thread; the server on core ${settings.serverCore}, the load generator on core ${settings.generatorCore}${settings.prio ? `, both by \`${settings.prio}\`` : ""}. ` +
      `Median (minimum–maximum) of ${settings.repeats} interleaved runs, each with a server of its own. ` +
      `Rows that overlap are equal, and only figures of one document compare; the load average was ${about.load} before the first run.`,
    `*Flood*: ${settings.window} events on their way, for ${settings.secs} s after ${settings.warmup} s of the same. ` +
      "*Lone*: one event at a time; how long until the last follower has it. CPU is all that the server's process took, " +
      "in the kernel as well. More deliveries are better, less of all else. A run with a lost, doubled or reordered event gives no figures.",
    "![The same as bars](fanout.svg)",
    ...summary(about, runs).flatMap((part) => [`## ${shown(part.followers, 0)} followers`, table(part)]),
    "## The servers",
    about.servers.map(({ name, what }) => `- ${name}: ${what}`).join("\n"),
    about.skipped.map(({ name, missing }) => `- ${name} was left out: ${missing}`).join("\n"),
    flawed.length > 0 && "## Runs without figures",
    flawed.map((run) => `- ${run.label}, ${run.mode}, ${run.followers} followers, repeat ${run.repeat}: ${flaw(run)}`).join("\n"),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
