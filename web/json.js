// JSON that keeps the numbers it carries.
//
// An integer of 64 bits does not fit a JavaScript number. Where the platform can hand out
// the source text of a number (JSON.rawJSON), numbers that would change are kept as their
// source and are written back byte for byte. Elsewhere this is JSON.parse.

const EXACT = typeof JSON.rawJSON === "function";

// Only these are written otherwise after a number: many digits, a power, zeros at the end of
// a fraction, a negative zero. All other texts take the fast path.
const RISKY = /\d[\d.]{15}|\d[eE][+-]?\d|\.\d*0(?!\d)|-0/;

/** Parses a JSON text; throws SyntaxError as JSON.parse does. */
export function parseJson(text) {
  if (!EXACT || !RISKY.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value, context) => {
    if (typeof value !== "number" || String(value) === context.source) return value;
    return JSON.rawJSON(context.source);
  });
}

/** A JSON value as indented text. */
export function prettyJson(value) {
  return JSON.stringify(value, null, 2) ?? "";
}

/** True for an object with members, as against an array, null or a kept number. */
export function isObject(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !isNumber(value);
}

/** True for a number, kept as its source or not. */
export function isNumber(value) {
  return typeof value === "number" || (EXACT && JSON.isRawJSON(value));
}
