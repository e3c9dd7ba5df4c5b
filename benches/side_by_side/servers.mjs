// Every server that can be measured: how it is started, how its followers come and how something is published.
//
// The peers lie outside of this repository, in the folder of the load generator; what of them is not installed has a
// `missing` that says so.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";

const HUB_BODY =
  '{"jsonrpc":"2.0","method":"thread.publish","params":{"thread":"t","event":"m","data":{"t":{t},"seq":{seq},"pad":"{pad:83}"}}}';
const HUB_FOLLOW = '{"jsonrpc":"2.0","id":1,"method":"thread.follow","params":{"thread":"t"}}';

/**
 * A server.
 * @typedef {{ name: string, what: string, port: number, missing?: string,
 *   command: () => string[], load: string[] }} Server
 */

/** @returns {Server[]} in the order in which they are measured and shown */
export function serversOf({ fanout, hub, scratch }) {
  const peers = join(fanout, "peers");
  const rust = (name) => join(peers, "rust/target/release", name);
  const bun = join(peers, "node/node_modules/.bin/bun");
  const nginx = nginxOf(peers, scratch);
  const needs = (path, name) => (existsSync(path) ? undefined : `FANOUT has no ${name} that is built`);
  const peer = (name, what, port, missing, command) => ({ name, what, port, missing, command, load: onWsAndPub(port) });
  return [
    hubServer("dialog-hub-ephemeral", "the hub, in memory alone", 9110, hub, () => ["--ephemeral"]),
    hubServer("dialog-hub-durable", "the hub, every event on disk before it is told", 9111, hub, () => [
      "--data",
      // On the disk of the checkout: a temporary folder may be in memory.
      mkdtempSync(join(scratch, "data-")),
    ]),
    peer("bun", "Bun's own publish (uWebSockets)", 9102, needs(bun, "bun"), () => [bun, join(peers, "bun/server.js"), "9102"]),
    peer("floor", "no server: one write for each event and follower", 9108, needs(rust("floor"), "floor"), () => [
      rust("floor"),
      "9108",
      "write",
    ]),
    peer("floor-coalesce", "the same, one write for all that waits", 9109, needs(rust("floor"), "floor"), () => [
      rust("floor"),
      "9109",
      "coalesce",
    ]),
    peer("axum", "axum with a broadcast channel", 9106, needs(rust("axum_baseline"), "axum_baseline"), () => [
      rust("axum_baseline"),
      "9106",
    ]),
    peer("axum-small", "the same with a read buffer of 1 KiB", 9107, needs(rust("axum_baseline"), "axum_baseline"), () => [
      rust("axum_baseline"),
      "9107",
      "1024",
    ]),
    {
      ...peer("nchan", "nginx with nchan", 9101, nginx.missing, nginx.command),
      // The worker is a child of the process that is started.
      load: [...onWsAndPub(9101), "--children"],
    },
  ];
}

function hubServer(name, what, port, hub, store) {
  return {
    name,
    what,
    port,
    missing: existsSync(hub) ? undefined : "the hub is not built",
    command: () => [hub, "serve", "--listen", `127.0.0.1:${port}`, "--no-auth", ...store()],
    load: [
      "--url",
      `ws://127.0.0.1:${port}/api/ws`,
      "--subscribe",
      HUB_FOLLOW,
      "--ready-match",
      '"result"',
      "--pub-ws",
      `ws://127.0.0.1:${port}/api/ws`,
      "--body",
      HUB_BODY,
    ],
  };
}

/** Followers and publisher of every peer. */
function onWsAndPub(port) {
  return ["--url", `ws://127.0.0.1:${port}/ws`, "--pub-ws", `ws://127.0.0.1:${port}/pub`];
}

function nginxOf(peers, scratch) {
  const folder = join(scratch, "nginx");
  const args = ["-p", folder, "-c", join(peers, "nchan/nginx.conf")];
  mkdirSync(folder, { recursive: true });
  const tried = spawnSync("nginx", [...args, "-t"], { encoding: "utf8" });
  const missing =
    tried.status === 0 ? undefined : "nginx with its module nchan is not there (nginx-light, libnginx-mod-nchan)";
  return {
    missing,
    command: () => {
      mkdirSync(folder, { recursive: true });
      return ["nginx", ...args];
    },
  };
}
