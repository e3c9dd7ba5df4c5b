// A QR code as a picture: one path of squares, made by DOM calls alone.

import { visible } from "./visible.js";
import { encode } from "./vendor/uqr.js";

const SVG = "http://www.w3.org/2000/svg";
/** The quiet zone that readers need, in squares. */
const BORDER = 4;

/** The picture of a text with its words for who cannot see it; null where the text is too long. */
export function codePicture(text, words) {
  const code = encoded(text);
  if (!code) return null;
  const size = code.size;
  const picture = make("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", class: "code-picture" });
  picture.setAttribute("aria-label", visible(words));
  picture.append(
    make("rect", { width: size, height: size, fill: "#fff" }),
    make("path", { d: squares(code.data), fill: "#000", "shape-rendering": "crispEdges" }),
  );
  return picture;
}

function encoded(text) {
  try {
    return encode(text, { ecc: "M", border: BORDER });
  } catch {
    return null;
  }
}

// Neighbours in a row are one rectangle.
function squares(rows) {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      path += `M${from} ${y}h${x - from + 1}v1H${from}z`;
    }
  });
  return path;
}

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
