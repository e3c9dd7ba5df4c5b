// The processes of one run: a server on its core, the load generator on another. Both end with the run.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a server may take to listen, and to end. */
const PATIENCE_MS = 10_000;
/** How long one run may take. */
const RUN_MS = 180_000;
/** From so many followers on their ports need more than one source address: those of the run before still wait. */
const SPREAD_FROM = 5_000;

const running = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    // Not SIGKILL: a server with workers ends them itself.
    for (const child of running) child.kill("SIGTERM");
    process.exit(130);
  });
}

/** A server that listens. */
export class Server {
  static async start(server, { serverCore, prio }) {
    if (await listens(server.port)) {
      throw new Error(`something listens on port ${server.port} already: ${server.name} cannot be measured`);
    }
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("DIALOG_HUB_")));
    const child = spawn("taskset", ["-c", `${serverCore}`, ...prio, ...server.command()], {
      env,
      stdio: ["ignore", "ignore", "ignore"],
    });
    const it = new Server(server, child);
    running.add(child);
    child.once("exit", () => running.delete(child));
    const end = Date.now() + PATIENCE_MS;
    while (!(await listens(server.port))) {
      if (child.exitCode !== null || Date.now() > end) {
        await it.stop();
        throw new Error(`${server.name} does not come up`);
      }
      await sleep(50);
    }
    // What a start does beside listening is not measured.
    await sleep(1_000);
    return it;
  }

  constructor(server, child) {
    this.server = server;
    this.child = child;
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGTERM");
    const late = new AbortController();
    const hurry = sleep(PATIENCE_MS, undefined, { signal: late.signal }).then(
      () => this.child.kill("SIGKILL"),
      () => {},
    );
    await ended;
    late.abort();
    await hurry;
  }
}

/** One run; what the generator says of it, or an `error`. */
export async function measure(generator, { server, child }, { mode, followers }, settings) {
  const { serverCore, generatorCore, prio, window, secs, warmup } = settings;
  const [rate, count] = followers >= 10_000 ? [4, 20] : followers >= 1_000 ? [25, 60] : [50, 100];
  const ofMode = {
    throughput: ["--window", window, "--secs", secs, "--warmup", warmup],
    latency: ["--rate", rate, "--count", settings.count ?? count, "--warmup", 5],
  }[mode];
  const args = ["-c", generatorCore, ...prio, generator, "-n", followers, "--label", server.name, "--mode", mode];
  args.push("--pid", child.pid, "--server-core", serverCore, ...server.load, ...ofMode);
  if (followers >= SPREAD_FROM) args.push("--sources", 20);
  const stdout = await new Promise((resolve) => {
    const load = execFile("taskset", args.map(String), { timeout: RUN_MS, killSignal: "SIGKILL" }, (_, text) => {
      running.delete(load);
      resolve(text);
    });
    running.add(load);
    load.stdin.end();
  });
  try {
    // A run that lost something has a line as well, which says so.
    return { label: server.name, mode, followers, ...JSON.parse(stdout.trim().split("\n").at(-1)) };
  } catch {
    return { label: server.name, mode, followers, error: "the generator did not end in time, or said nothing" };
  }
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => socket.destroy(resolve(true)));
    socket.once("error", () => resolve(false));
  });
}
