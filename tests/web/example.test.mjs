// The example at the head of hub.js does what it says.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fakePlatform, requested, settled, snapshot } from "./fake_socket.mjs";

const CLIENT = new URL("../../web/hub.js", import.meta.url);

test("the example answers a confirm, and leaves the rest alone", async (context) => {
  const head = (await readFile(CLIENT, "utf8")).split("\n\nimport ")[0];
  const lines = head.split("\n").filter((line) => line.startsWith("//     "));
  const code = lines
    .map((line) => line.slice(7))
    .join("\n")
    .replace("./hub.js", CLIENT.href);
  const { sockets, FakeWebSocket } = fakePlatform();
  const platform = globalThis.WebSocket;
  globalThis.WebSocket = FakeWebSocket;
  context.mock.method(console, "log", () => {});
  try {
    await import(`data:text/javascript,${encodeURIComponent(code)}`);
  } finally {
    globalThis.WebSocket = platform;
  }
  const [socket] = sockets;
  context.after(() => socket.drop(1002));
  socket.hello();
  assert.equal(socket.last("client.identify").params.label, "night watch");
  await socket.reply(socket.last("thread.follow"), snapshot(5));
  for (const [seq, dialog] of [
    [6, { method: "confirm", title: "Run the tests again?" }],
    [7, { method: "confirm", title: "Delete everything?" }],
    [8, { method: "input", title: "Name?" }],
  ])
    socket.say({
      id: `dlg-${seq}`,
      method: `dialog.${dialog.method}`,
      params: requested(seq, `dlg-${seq}`, dialog),
    });
  await settled();
  assert.deepEqual(
    socket.requests("dialog.answer").map(({ params }) => [params.id, params.confirmed]),
    [
      ["dlg-6", true],
      ["dlg-7", false],
    ],
  );
  assert.deepEqual(
    socket.sent.filter((frame) => frame.error),
    [],
  );
});
