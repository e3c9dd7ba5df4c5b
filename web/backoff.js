// How long to wait before the next try. Pure: time and chance are handed in.
//
// Full jitter: each pause is anything from nothing to a ceiling that doubles, so that the
// many tabs of one hub do not come back in one moment.

const FIRST_CEILING_MS = 500;
const LONGEST_MS = 30_000;
/** What lasted this long was good: the next failure starts from the first ceiling. */
const GOOD_AFTER_MS = 10_000;
/** A hub's wish beyond this is no wish but a mistake. */
const LONGEST_WISH_MS = 600_000;

/** The pause after so many failures in a row; `share` is a random number from 0 to 1. */
export function pauseMs(failures, share) {
  return share * Math.min(LONGEST_MS, FIRST_CEILING_MS * 2 ** failures);
}

/** How many failures count after a connection that lasted so long. */
export function failuresAfter(failures, lastedMs) {
  return lastedMs >= GOOD_AFTER_MS ? 0 : failures;
}

/** How long to stay away from a hub that asked for it; jittered, never shorter than asked. */
export function wishMs(askedMs, share) {
  const asked = Number.isFinite(askedMs) ? Math.min(Math.max(askedMs, 0), LONGEST_WISH_MS) : 0;
  return asked * (1 + share / 2);
}
