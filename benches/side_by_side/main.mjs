// Measures every server in turn, over and over, so that what else the machine does falls on all of them alike.
// Settings stand at the top of `run`, the command that starts this.

import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { plot } from "./plot.mjs";
import { Server, measure } from "./process.mjs";
import { serversOf } from "./servers.mjs";
import { flaw } from "./summary.mjs";
import { markdown } from "./table.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const env = process.env;
const numbers = (text) => text.split(/\s+/).filter(Boolean).map(Number);
const settings = {
  followers: numbers(env.FOLLOWERS ?? "1000 10000"),
  repeats: Number(env.REPEATS ?? 5),
  window: Number(env.WINDOW ?? 16),
  secs: Number(env.SECS ?? 3),
  warmup: Number(env.WARMUP ?? 1.5),
  count: env.COUNT ? Number(env.COUNT) : undefined,
  serverCore: Number(env.SERVER_CORE ?? 0),
  generatorCore: Number(env.GENERATOR_CORE ?? 1),
  prio: (env.PRIO ?? "").split(/\s+/).filter(Boolean),
};
const out = resolve(env.OUT ?? join(root, "docs/performance"));
const scratch = join(root, "target/side_by_side");

function fail(why) {
  console.error(`side_by_side: ${why}`);
  process.exit(1);
}

/** The folder of the load generator and the peers, or the end. */
function fanoutFolder() {
  if (!env.FANOUT) fail("FANOUT has to name the folder of the load generator and the peers");
  const folder = resolve(env.FANOUT);
  const generator = join(folder, "target/release/fanout");
  if (!existsSync(generator)) {
    fail(`FANOUT has no target/release/fanout: this needs the load generator (cargo build --release in that folder)`);
  }
  return { folder, generator };
}

function said(command, ...args) {
  try {
    return execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/** What the figures belong to. */
function about(hub, servers) {
  const { followers, repeats, window, secs, warmup, serverCore, generatorCore, prio } = settings;
  const used = servers.filter((server) => !server.missing);
  return {
    date: new Date().toISOString().slice(0, 10),
    hub: said(hub, "--version"),
    commit: env.HUB_BIN ? undefined : said("git", "describe", "--always", "--dirty"),
    cpu: os.cpus()[0]?.model.trim(),
    cores: os.cpus().length,
    // What else the machine did when this began.
    load: Number(os.loadavg()[0].toFixed(1)),
    kernel: `${os.type()} ${os.release()}`,
    settings: { followers, repeats, window, secs, warmup, serverCore, generatorCore, prio: prio.join(" ") },
    servers: used.map(({ name, what }) => ({ name, what })),
    skipped: servers.filter((server) => server.missing).map(({ name, missing }) => ({ name, missing })),
  };
}

/** One run with a server of its own: none works on what the run before left in it. */
async function one(generator, server, what) {
  let running;
  try {
    running = await Server.start(server, settings);
    return await measure(generator, running, what, settings);
  } catch (error) {
    // The others are measured all the same.
    return { label: server.name, ...what, error: error.message };
  } finally {
    await running?.stop();
  }
}

async function run() {
  const { folder, generator } = fanoutFolder();
  const hub = resolve(env.HUB_BIN ?? join(root, "target/release/dialog-hub"));
  const wanted = env.SERVERS?.split(/\s+/).filter(Boolean);
  const all = serversOf({ fanout: folder, hub, scratch });
  const unknown = wanted?.filter((name) => !all.some((server) => server.name === name)) ?? [];
  if (unknown.length > 0) fail(`SERVERS: there is no ${unknown.join(", ")}`);
  const servers = all.filter((server) => !wanted || wanted.includes(server.name));
  for (const { name, missing } of servers) if (missing) console.error(`left out: ${name}, ${missing}`);

  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const raw = join(scratch, "fanout.jsonl");
  const write = (line) => appendFileSync(raw, `${JSON.stringify(line)}\n`);
  write({ about: about(hub, servers) });
  for (let repeat = 1; repeat <= settings.repeats; repeat++) {
    for (const followers of settings.followers) {
      for (const server of servers.filter((server) => !server.missing)) {
        for (const mode of ["throughput", "latency"]) {
          const line = await one(generator, server, { mode, followers });
          write({ repeat, ...line });
          console.error(`${repeat}/${settings.repeats} ${followers} ${mode} ${server.name} ${flaw(line) ?? ""}`);
        }
      }
    }
  }
  mkdirSync(out, { recursive: true });
  copyFileSync(raw, join(out, "fanout.jsonl"));
}

function report() {
  const raw = join(out, "fanout.jsonl");
  if (!existsSync(raw)) fail("there are no runs to report yet");
  const [{ about }, ...lines] = readFileSync(raw, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  writeFileSync(join(out, "fanout.md"), markdown(about, lines));
  writeFileSync(join(out, "fanout.svg"), plot(about, lines));
  console.error(`${lines.length} runs; fanout.jsonl, fanout.md and fanout.svg are in ${out}`);
}

if (!process.argv.includes("--report")) await run();
report();
