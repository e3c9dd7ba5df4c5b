// Which page an address names, and where a dialog is: routes.js, find.js, and findDialog of http.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionError, HubError } from "../../web/errors.js";
import { findThread } from "../../web/find.js";
import { findDialog } from "../../web/http.js";
import { routeOf, threadHash, threadPath } from "../../web/routes.js";

test("an address names the list, a thread, a dialog, or nothing", () => {
  const cases = [
    [{ pathname: "/" }, { name: "threads" }],
    [{ pathname: "/t/a%2Fb%20c" }, { name: "thread", thread: "a/b c" }],
    [{ pathname: "/d/dlg-1" }, { name: "dialog", id: "dlg-1", thread: null }],
    [
      { pathname: "/d/dlg-1", hash: "#a%2Fb" },
      { name: "dialog", id: "dlg-1", thread: "a/b" },
    ],
    [
      { pathname: "/d/dlg-1", hash: "#%E0" },
      { name: "dialog", id: "dlg-1", thread: null },
    ],
    [{ pathname: "/t/" }, { name: "nowhere" }],
    [{ pathname: "/t/%E0%A4" }, { name: "nowhere" }],
    [{ pathname: "/other" }, { name: "nowhere" }],
  ];
  for (const [address, route] of cases) assert.deepEqual(routeOf(address), route, address.pathname);
});

test("the address of a thread leads back to it, whatever its name", () => {
  for (const thread of ["t1", "a/b", "50 %", "ü#?&"]) {
    assert.deepEqual(routeOf({ pathname: threadPath(thread) }), { name: "thread", thread });
    const { thread: named } = routeOf({ pathname: "/d/dlg-1", hash: threadHash(thread) });
    assert.equal(named, thread);
  }
});

function replying(status, body) {
  return async (path) => {
    assert.equal(path, "/api/dialogs/dlg-1");
    return { status, text: async () => body };
  };
}

// A hub that has two threads with open questions, and says what it was asked.
function hubOf(asked) {
  return {
    async request(method, { thread } = {}) {
      asked.push(thread ? `${method} ${thread}` : method);
      if (method === "hub.follow")
        return { threads: ["a", "b", "c"].map((name, at) => ({ thread: name, open: at })) };
      return { open: [{ id: thread === "c" ? "dlg-1" : "dlg-9" }] };
    },
  };
}

function find(status, body) {
  return (id) => findDialog(id, replying(status, body));
}

test("the hub says where a dialog is, and that alone is asked", async () => {
  const asked = [];
  const thread = await findThread(hubOf(asked), "dlg-1", find(200, '{"id":"dlg-1","thread":"t7"}'));
  assert.equal(thread, "t7");
  assert.deepEqual(asked, []);
});

test("a dialog that the hub does not know is on no thread", async () => {
  assert.equal(await findThread(hubOf([]), "dlg-1", find(404, '{"code":"no-dialog"}')), undefined);
});

test("a hub without that call is searched for an open dialog, and left as it was", async () => {
  const asked = [];
  assert.equal(await findThread(hubOf(asked), "dlg-1", find(404, '{"code":"no-route"}')), "c");
  assert.deepEqual(asked, [
    "hub.follow",
    "thread.follow b",
    "thread.unfollow b",
    "thread.follow c",
    "thread.unfollow c",
  ]);
  assert.equal(await findThread(hubOf([]), "dlg-2", async () => Promise.reject(noRoute())), undefined);
});

function noRoute() {
  return new HubError({ data: { code: "no-route" } });
}

test("what else goes wrong is told: no reply, a refusal, and a reply that says nothing", async () => {
  const away = (id) => findDialog(id, () => Promise.reject(new TypeError("away")));
  await assert.rejects(findThread(hubOf([]), "dlg-1", away), ConnectionError);
  const denied = find(403, '{"code":"forbidden","detail":"not with this token"}');
  await assert.rejects(findThread(hubOf([]), "dlg-1", denied), { code: "forbidden" });
  await assert.rejects(findThread(hubOf([]), "dlg-1", find(200, "<html>")), { code: "error" });
});
