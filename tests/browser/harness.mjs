// A real hub and real tabs for the browser tests.
//
// HUB_BIN is the hub to test; CHROMIUM the browser (/usr/bin/chromium where it is not set);
// WEB_DIR, where it is set, a folder whose web client stands in for the hub's own.
// Tabs reach the hub through a line that a test can cut, which is how a network fails.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { chromium } from "playwright-core";
import { serveFromDisk } from "./from_disk.mjs";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const WITHIN_MS = 60_000;

/** Everything that a test started is ended by `close`, the latest first. */
export class Stage {
  #ends = [];

  onClose(end) {
    this.#ends.push(end);
  }

  async close() {
    for (const end of this.#ends.reverse()) await end();
    this.#ends = [];
  }

  /** A running hub; `data` is its folder, else it is ephemeral. */
  async hub({ data } = {}) {
    const hub = new RunningHub(await freePort(), data);
    await hub.start();
    if (process.env.WEB_DIR) {
      const port = await freePort();
      this.onClose(await serveFromDisk(process.env.WEB_DIR, port, hub.port));
      hub.reachAt(port);
    }
    this.onClose(() => hub.kill("SIGTERM"));
    return hub;
  }

  async browser() {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: FLAGS,
    });
    this.onClose(() => browser.close());
    return browser;
  }

  async line(hub) {
    const line = new Line(hub.port);
    await line.join();
    this.onClose(() => line.cut());
    return line;
  }

  /** The command line of the hub at work: `args` are what follows `dialog-hub`. */
  command(hub, ...args) {
    const command = new Command(args, hub.url);
    this.onClose(() => command.end());
    return command;
  }
}

/** A child process; `ended` resolves with {code, out, err}. */
class Command {
  #process;
  out = "";
  err = "";

  constructor(args, url) {
    this.#process = spawn(hubBinary(), [...args, "--url", url], { stdio: ["ignore", "pipe", "pipe"] });
    this.#process.stdout.setEncoding("utf8").on("data", (text) => (this.out += text));
    this.#process.stderr.setEncoding("utf8").on("data", (text) => (this.err += text));
    this.ended = once(this.#process, "close").then(([code]) => ({ code, out: this.out, err: this.err }));
  }

  printed(text) {
    return until(() => this.out.includes(text), `the command to print ${text}`);
  }

  async end() {
    if (this.#process.exitCode === null && this.#process.signalCode === null) this.#process.kill("SIGKILL");
    await this.ended;
  }
}

/** Resolves once `holds()` does; fails, saying `what` was waited for, where it never does. */
export async function until(holds, what) {
  const end = Date.now() + WITHIN_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function hubBinary() {
  const bin = process.env.HUB_BIN;
  if (!bin) throw new Error("HUB_BIN must name the hub to test");
  return bin;
}

class RunningHub {
  #process = null;
  #listens;

  constructor(port, data) {
    this.#listens = port;
    this.reachAt(port);
    this.data = data;
  }

  reachAt(port) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  async start() {
    const store = this.data ? ["--data", this.data] : ["--ephemeral"];
    this.#process = spawn(
      hubBinary(),
      ["serve", "--listen", `127.0.0.1:${this.#listens}`, ...store, "--no-auth"],
      {
        stdio: ["ignore", "inherit", "inherit"],
      },
    );
    const gone = once(this.#process, "exit").then(([code]) => {
      throw new Error(`the hub ended with ${code}`);
    });
    gone.catch(() => {}); // it ends at the end of each test
    await Promise.race([this.#ready(), gone]);
  }

  async kill(signal) {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, "exit");
    this.#process.kill(signal);
    await gone;
  }

  #ready() {
    const ready = () =>
      fetch(`${this.url}/readyz`).then(
        (reply) => reply.ok,
        () => false,
      );
    return until(ready, "the hub to become ready");
  }

  async call(method, path, body) {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const reply = await fetch(this.url + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await reply.text();
    return { status: reply.status, body: text ? JSON.parse(text) : null, text };
  }

  /** Asks and leaves the dialog open; gives its id. */
  async ask(thread, dialog, rest = {}) {
    const { status, body } = await this.call("POST", `/api/threads/${thread}/dialogs`, { dialog, ...rest });
    if (status !== 202) throw new Error(`the ask was not taken: ${status} ${JSON.stringify(body)}`);
    return body.id;
  }

  /** The result of a dialog, once it has one. */
  async result(thread, id) {
    const { body } = await this.call("GET", `/api/threads/${thread}/dialogs/${id}?wait_ms=10000`);
    return body;
  }

  /** The id of the one dialog that is open on a thread. */
  async onlyOpen(thread) {
    const { body } = await this.call("GET", `/api/threads/${thread}`);
    assert.equal(body.open.length, 1);
    return body.open[0].id;
  }

  answer(thread, id, answer) {
    return this.call("POST", `/api/threads/${thread}/dialog`, { id, ...answer });
  }

  withdraw(thread, id) {
    return this.call("DELETE", `/api/threads/${thread}/dialogs/${id}`);
  }
}

/** A line to the hub that can be cut and joined again, or let one direction hang. */
class Line {
  #sockets = new Set();
  #pairs = new Set();
  #server = null;

  constructor(hubPort) {
    this.hubPort = hubPort;
    this.port = 0;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async join() {
    this.#server = net.createServer((near) => {
      const far = net.connect(this.hubPort, "127.0.0.1");
      const pair = { near, far };
      this.#pairs.add(pair);
      near.on("close", () => this.#pairs.delete(pair));
      for (const [from, to] of [
        [near, far],
        [far, near],
      ]) {
        this.#sockets.add(from);
        from.pipe(to);
        from.on("error", () => to.destroy());
        from.on("close", () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      }
    });
    this.#server.listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = this.#server.address().port;
  }

  /** From now until the cut nothing that the hub says arrives. */
  loseReplies() {
    for (const { near, far } of this.#pairs) far.unpipe(near);
  }

  /** From now until the cut nothing arrives at the hub. */
  loseRequests() {
    for (const { near, far } of this.#pairs) near.unpipe(far);
  }

  async cut() {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/**
 * A tab. `as` is the name that others see; `context` puts it beside other tabs of one
 * browser, else it is a browser of its own. `tab.problems` collects what a page must not
 * say: errors, and anything about its content security policy; `tab.sent` and `tab.heard`
 * the frames of its WebSockets, as texts.
 */
export async function openTab(browser, url, { as, context, ...options } = {}) {
  const home = context ?? (await browser.newContext(options));
  if (as) await home.addInitScript((label) => localStorage.setItem("dialog-hub.label", label), as);
  const page = await home.newPage();
  page.setDefaultTimeout(60_000);
  page.problems = [];
  page.sent = [];
  page.heard = [];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => page.sent.push(payload));
    socket.on("framereceived", ({ payload }) => page.heard.push(payload));
  });
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) page.problems.push(message.text());
  });
  await page.goto(url);
  return page;
}

/** The card of a dialog in a tab. */
export function card(page, id) {
  return page.locator(`[data-dialog-id="${id}"]`);
}

/** Resolves once a page knows that it has lost its hub. */
export async function disconnected(page) {
  await page.locator('#connection[data-state="waiting"]').waitFor({ state: "attached" });
}

/** One tab of each name, all connected. */
export async function openTabs(browser, url, names) {
  const tabs = await Promise.all(names.map((as) => openTab(browser, url, { as })));
  await Promise.all(tabs.map(connected));
  return tabs;
}

/** Closes tabs, which must have been quiet. */
export async function closeAll(tabs) {
  for (const tab of tabs) {
    assert.deepEqual(tab.problems, []);
    await tab.context().close();
  }
}

/** What only a connected page has. */
export const CONNECTED = '#connection[data-state="connected"]';

export async function connected(page) {
  await page.locator(CONNECTED).waitFor();
}

/** What has the focus: the name of its tag, and its text. */
export function focused(page) {
  return page.evaluate(() => ({
    tag: document.activeElement.tagName,
    text: document.activeElement.textContent,
  }));
}

export async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
