// A number as somebody typed it, as JSON that says exactly that; and a bound of a schema as a
// number that can be compared. Pure.

import { isNumber, parseJson } from "./json.js";

/**
 * {value} which JSON.stringify writes as it was typed, or, where this engine cannot keep
 * the text, as the same number; {problem: "none" | "inexact"} where it would be another one.
 */
export function numberFrom(text) {
  let value;
  try {
    value = parseJson(text);
  } catch {
    return { problem: "none" };
  }
  if (!isNumber(value)) return { problem: "none" };
  // Where the text is kept, what would change is no JavaScript number any more.
  if (typeof value === "number" && decimal(String(value)) !== decimal(text)) return { problem: "inexact" };
  return { value };
}

// One spelling for each decimal number: its digits without zeros around them, and a power.
function decimal(text) {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text.trim());
  if (!parts) return undefined;
  const [, sign, whole, fraction = "", power = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return "0";
  const bare = digits.replace(/0+$/, "");
  return `${sign}${bare}e${Number(power) - fraction.length + digits.length - bare.length}`;
}

/**
 * A bound of a schema as a JavaScript number, or undefined where it is none. One that such a
 * number cannot hold to the letter (`0.0`, `1e3`) is kept as its source, an object that cannot be compared.
 */
export function boundOf(bound) {
  const number = bound === undefined || bound === null ? NaN : Number(JSON.stringify(bound));
  return Number.isNaN(number) ? undefined : number;
}
