// The hub's time in a client: clock.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HubClock } from "../../web/clock.js";

const HOUR = 3_600_000;

test("a clock that fits what the hub says is believed", () => {
  const clock = new HubClock();
  assert.equal(clock.at(5_000), 5_000);
  clock.heard(4_900, 5_000);
  clock.dated(5_000, 5_100, 5_200);
  assert.equal(clock.at(6_000), 6_000);
});

test("a clock that is behind is put right by an event, as far as it must be", () => {
  const clock = new HubClock();
  clock.heard(10_000, 5_000);
  clock.heard(9_000, 5_500);
  assert.equal(clock.at(6_000), 11_000);
});

test("a clock that is ahead is put right by the hub's date, to the second", () => {
  const clock = new HubClock();
  clock.heard(20_000, 20_000 + HOUR);
  assert.equal(clock.at(21_000 + HOUR), 21_000 + HOUR);
  clock.dated(20_000, 20_100 + HOUR, 20_200 + HOUR);
  assert.equal(clock.at(21_000 + HOUR), 21_900);
});

test("a clock that is set while the page stands is put right by the next word", () => {
  const clock = new HubClock();
  clock.dated(10_000, 10_000, 10_100);
  clock.heard(10_500, 10_600);
  clock.dated(20_000, 20_000 - HOUR, 20_100 - HOUR);
  const off = clock.at(21_000 - HOUR) - 21_000;
  assert.ok(Math.abs(off) <= 1_000, `${off}`);
});

test("a time that is none changes nothing", () => {
  const clock = new HubClock();
  clock.heard(undefined, 5);
  clock.dated(Number.NaN, 5, 6);
  assert.equal(clock.at(7), 7);
});
