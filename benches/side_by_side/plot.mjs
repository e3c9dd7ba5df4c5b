// The same as bars, in one SVG that is read in the light and in the dark: a column for each number of followers, a panel for each
// measure. A bar is the median, the thin line over it goes from the minimum to the maximum. Pure.

import { MEASURES, shown, summary } from "./summary.mjs";

const PANEL_WIDTH = 430;
const NAME_WIDTH = 140;
const VALUE_WIDTH = 52;
const BAR_ROOM = 18;
const BAR = 12;
const TITLE_ROOM = 34;
const HEAD = 30;
const MARGIN = 14;

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600 }
  .head { font-size: 14px; font-weight: 600 }
  .back { fill: #ffffff }
  .peer { fill: #a3abb5 }
  .hub { fill: #2f6fde }
  .range { stroke: #1f2328; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .back { fill: #0d1117 }
    .peer { fill: #5d6672 }
    .hub { fill: #5b94f5 }
    .range { stroke: #e6edf3 }
  }`;

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const at = (number) => number.toFixed(1);

function bar({ name, spread }, digits, scale, x, y) {
  const label = `<text x="${x + NAME_WIDTH - 8}" y="${y + BAR - 2}" text-anchor="end">${escaped(name)}</text>`;
  if (!spread) return `${label}<text x="${x + NAME_WIDTH}" y="${y + BAR - 2}">–</text>`;
  const [min, median, max] = [spread.min, spread.median, spread.max].map((figure) => x + NAME_WIDTH + figure * scale);
  const kind = name.startsWith("dialog-hub") ? "hub" : "peer";
  const middle = y + BAR / 2;
  return [
    label,
    `<rect class="${kind}" x="${x + NAME_WIDTH}" y="${y}" width="${at(median - x - NAME_WIDTH)}" height="${BAR}" rx="2"/>`,
    `<line class="range" x1="${at(min)}" x2="${at(max)}" y1="${middle}" y2="${middle}"/>`,
    `<text x="${at(Math.max(median, max) + 6)}" y="${y + BAR - 2}">${shown(spread.median, digits)}</text>`,
  ].join("");
}

function panel(part, measure, x, y) {
  const { title, digits } = MEASURES[measure];
  const rows = part.servers.map(({ name, spreads }) => ({ name, spread: spreads[measure] }));
  const most = Math.max(...rows.map(({ spread }) => spread?.max ?? 0));
  const scale = most > 0 ? (PANEL_WIDTH - NAME_WIDTH - VALUE_WIDTH - MARGIN) / most : 0;
  const bars = rows.map((row, place) => bar(row, digits, scale, x, y + TITLE_ROOM - 8 + place * BAR_ROOM));
  return [`<text class="title" x="${x + NAME_WIDTH}" y="${y + 16}">${escaped(title)}</text>`, ...bars].join("\n");
}

/** The picture. */
export function plot(about, runs) {
  const parts = summary(about, runs);
  const panelHeight = TITLE_ROOM + about.servers.length * BAR_ROOM;
  const width = MARGIN + parts.length * PANEL_WIDTH;
  const height = HEAD + MEASURES.length * panelHeight + MARGIN;
  const body = parts.flatMap((part, column) => {
    const x = MARGIN + column * PANEL_WIDTH;
    const head = `<text class="head" x="${x + NAME_WIDTH}" y="22">${shown(part.followers, 0)} followers</text>`;
    return [head, ...MEASURES.map((_, row) => panel(part, row, x, HEAD + row * panelHeight))];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    "<title>The hub and its peers with many followers: medians, minimum to maximum</title>",
    `<style>${STYLE}\n</style>`,
    `<rect class="back" width="${width}" height="${height}"/>`,
    ...body,
    "</svg>\n",
  ].join("\n");
}
