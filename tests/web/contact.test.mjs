// What a person is to know of the connection: contact.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { contactAfter, FRESH, isAway } from "../../web/contact.js";

const HERE = { name: "connected", follower: "f1", roles: ["answer"] };
const AWAY = { name: "waiting", code: 1006, reason: "", retryAt: 0, draining: false };
const TRYING = { name: "connecting" };

function after(...states) {
  return states.reduce(contactAfter, FRESH);
}

test("nothing is wrong while the first try goes on", () => {
  assert.deepEqual(after({ name: "idle" }, TRYING), FRESH);
  assert.equal(isAway(FRESH), false);
});

test("a hub that was never reached is another matter than one that was lost", () => {
  assert.equal(after(TRYING, AWAY).name, "unreached");
  assert.equal(after(TRYING, AWAY, TRYING, AWAY).name, "unreached");
  assert.equal(after(TRYING, HERE, AWAY).name, "lost");
  assert.equal(after(TRYING, HERE, AWAY, TRYING, AWAY).name, "lost");
});

test("an attempt to come back changes nothing of what is wrong", () => {
  assert.deepEqual(after(TRYING, HERE, AWAY, TRYING), { name: "lost", trying: true });
  assert.deepEqual(after(TRYING, HERE, AWAY, TRYING, AWAY), { name: "lost", trying: false });
});

test("a hub that said that it restarts, or closed so, restarts", () => {
  assert.equal(after(HERE, { ...AWAY, draining: true }).name, "restarting");
  assert.equal(after(HERE, { ...AWAY, code: 1012 }).name, "restarting");
});

test("once back, all is well; once refused, it is over", () => {
  assert.deepEqual(after(HERE, AWAY, TRYING, HERE), { name: "here", mayAnswer: true });
  assert.deepEqual(after({ ...HERE, roles: ["view"] }), { name: "here", mayAnswer: false });
  const refused = { name: "refused", code: 4501, reason: "revoked" };
  assert.deepEqual(after(HERE, refused), { name: "closed", code: 4501, reason: "revoked" });
});
