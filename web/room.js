// How much room a text has left under its `max_length`, counted as the contract counts: in
// Unicode scalar values. Pure.

/** What is left is said aloud when it falls to one of these, not at every key. */
const MARKS = [0, 5, 10, 20];

export function lengthOf(text) {
  let length = 0;
  for (const _each of text) length += 1;
  return length;
}

/**
 * Where a text stands: "roomy", "near" its end, or "over" it. `mark` changes when what is
 * left is worth saying aloud again.
 */
export function roomOf(text, max) {
  const left = max - lengthOf(text);
  if (left < 0) return { name: "over", left, mark: -1 };
  // A short field would be near its end from the start: a fifth of it is what counts.
  const mark = MARKS.find((each) => left <= each && (each === 0 || each <= max / 5));
  return mark === undefined ? { name: "roomy", left } : { name: "near", left, mark };
}
