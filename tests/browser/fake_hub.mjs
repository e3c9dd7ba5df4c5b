// A hub that says what a test tells it to, right or wrong, with the real page before it.
//
// By itself it is a good one with empty threads; `replies` changes what it replies to a
// method, `greet` what it does with each new connection.

import { once } from "node:events";
import http from "node:http";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { serveFromDisk } from "./from_disk.mjs";
import { freePort, until } from "./harness.mjs";

const WEB = fileURLToPath(new URL("../../web/", import.meta.url));
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types dompurify";

export const EPOCH = "0192c7a0-0000-7000-8000-00000000000f";

export function snapshot(thread, rest = {}) {
  const status = { live: false, busy: false, run: 0 };
  return {
    thread,
    epoch: EPOCH,
    seq: 0,
    generation: 1,
    status,
    open: [],
    recovered: false,
    missed: [],
    ...rest,
  };
}

export function requested(thread, seq, dialog, rest = {}) {
  const id = `dlg-${String(seq).padStart(4, "0")}`;
  return {
    type: "dialog.requested",
    thread,
    seq,
    at: Date.now(),
    id,
    blocking: true,
    dialog,
    generation: 1,
    ...rest,
  };
}

export function published(thread, seq, text) {
  return {
    type: "thread.published",
    thread,
    seq,
    at: Date.now(),
    event: "note",
    data: { text },
    blocking: false,
  };
}

/** The hub's end of one connection. */
class Connection {
  #socket;
  requests = [];

  constructor(socket, replyTo) {
    this.#socket = socket;
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data));
      this.requests.push(frame);
      if (frame.method && frame.id !== undefined) replyTo(frame, this);
    });
  }

  say(frame) {
    this.raw(JSON.stringify({ jsonrpc: "2.0", ...frame }));
  }

  raw(text) {
    this.#socket.send(text);
  }

  notify(event) {
    this.say({ method: event.type, params: event });
  }

  hello(more = {}) {
    const params = { follower: "f1", roles: ["view", "answer"], ping_interval_ms: 25_000, ...more };
    this.say({ method: "hub.hello", params });
  }

  close(code, reason) {
    this.#socket.close(code, reason);
  }

  asked(method) {
    return this.requests.filter((frame) => frame.method === method);
  }
}

export class FakeHub {
  connections = [];
  replies = {
    "client.identify": () => ({ follower: "f1" }),
    "hub.follow": () => ({ threads: [] }),
    "thread.follow": ({ thread }) => snapshot(thread),
  };
  greet = (connection) => connection.hello();

  /** Runs until the stage is closed. */
  static async start(stage) {
    const fake = new FakeHub();
    const server = http.createServer((request, reply) => {
      const body = request.url.endsWith("/journal") ? { thread: "t", entries: [], debt: 0 } : {};
      reply.writeHead(200, { "content-type": "application/json", "content-security-policy": POLICY });
      reply.end(JSON.stringify(body));
    });
    const sockets = new WebSocketServer({ server, handleProtocols: () => "dialog-hub.v1" });
    sockets.on("connection", (socket) => fake.#connected(socket));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = await freePort();
    const endPage = await serveFromDisk(WEB, port, server.address().port);
    fake.url = `http://127.0.0.1:${port}`;
    stage.onClose(async () => {
      await endPage();
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    });
    return fake;
  }

  /** The newest connection, once there are so many. */
  async connection(count = 1) {
    await until(() => this.connections.length >= count, `connection ${count}`);
    return this.connections.at(-1);
  }

  /** The newest connection, once the page follows a thread on it. */
  async followed(count = 1) {
    const connection = await this.connection(count);
    await until(() => connection.asked("thread.follow").length > 0, "a follow");
    return connection;
  }

  #connected(socket) {
    const connection = new Connection(socket, (frame, from) => this.#reply(frame, from));
    this.connections.push(connection);
    this.greet(connection, this.connections.length);
  }

  #reply({ id, method, params }, connection) {
    const reply = this.replies[method] ?? (() => ({}));
    const result = reply(params, connection);
    if (result !== undefined) connection.say({ id, result });
  }
}
