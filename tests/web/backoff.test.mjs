// How long a client waits: backoff.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { failuresAfter, pauseMs, wishMs } from "../../web/backoff.js";

test("the ceiling doubles from half a second to half a minute, and stays there", () => {
  const ceilings = [0, 1, 2, 5, 6, 7, 1_000, 5_000].map((failures) => pauseMs(failures, 1));
  assert.deepEqual(ceilings, [500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
});

test("the jitter is full: any part of the ceiling, also none of it", () => {
  assert.deepEqual(
    [0, 0.25, 0.5].map((share) => pauseMs(6, share)),
    [0, 7_500, 15_000],
  );
});

test("only a connection that lasted makes the failures before it forgotten", () => {
  assert.deepEqual(
    [0, 9_999, 10_000].map((ms) => failuresAfter(4, ms)),
    [4, 4, 0],
  );
});

test("a hub that wants to be left alone is, a little longer than it asked and never for good", () => {
  assert.deepEqual(
    [0, 1].map((share) => wishMs(4_000, share)),
    [4_000, 6_000],
  );
  for (const odd of [undefined, "soon", Number.NaN, Infinity, -5]) assert.equal(wishMs(odd, 1), 0, odd);
  assert.equal(wishMs(1e15, 0), 600_000);
});
