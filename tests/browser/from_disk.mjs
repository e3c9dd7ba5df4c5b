// The web client from a folder in front of a real hub, for work on its files without a new
// hub: files come from the disk under the headers that the hub gives its own, so also under
// its content security policy; everything else is the hub's.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import path from "node:path";

const KINDS = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** Serves `folder` at `port` before the hub at `hubPort`; resolves with how to end that. */
export async function serveFromDisk(folder, port, hubPort) {
  const hub = { host: "127.0.0.1", port: hubPort };
  const sockets = new Set();
  const server = http.createServer(async (request, reply) => {
    const { pathname } = new URL(request.url, "http://hub");
    const name = /^\/($|[td]\/)/.test(pathname) ? "index.html" : pathname.slice(1);
    const bytes = await readFile(path.join(folder, name)).catch(() => null);
    const shell = { ...hub, path: "/", method: "HEAD", headers: { host: request.headers.host } };
    const same = { ...hub, path: request.url, method: request.method, headers: request.headers };
    const onward = http.request(bytes ? shell : same, (answer) => {
      if (!bytes) return answer.pipe(reply.writeHead(answer.statusCode, answer.headers));
      const { etag, "content-length": length, ...headers } = answer.headers;
      answer.resume();
      const kind = `${KINDS[path.extname(name)]}; charset=utf-8`;
      return reply.writeHead(200, { ...headers, "content-type": kind }).end(bytes);
    });
    onward.on("error", () => reply.destroy());
    reply.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (request, near, head) => {
    const far = net.connect(hub);
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let n = 0; n < request.rawHeaders.length; n += 2)
      lines.push(`${request.rawHeaders[n]}: ${request.rawHeaders[n + 1]}`);
    far.write(`${lines.join("\r\n")}\r\n\r\n`);
    far.write(head);
    near.pipe(far).pipe(near);
    for (const [one, two] of [
      [near, far],
      [far, near],
    ]) {
      one.on("error", () => two.destroy());
      one.on("close", () => two.destroy());
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  };
}
