// Makes a picture of a page small: a PNG of true colours becomes one of 256. A calm page has
// hardly more; the edges of letters take the nearest. Nothing but zlib is needed.

import { deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;

/** The bytes of a PNG with a palette that shows what `png`, of 8-bit RGB or RGBA, shows. */
export function fewerColours(png) {
  const { width, height, pixels } = decode(png);
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const colours = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const palette = colours.slice(0, COLOURS);
  const indexOf = new Map(colours.map((colour) => [colour, nearest(palette, colour)]));
  return encode(width, height, pixels, palette, indexOf);
}

function nearest(palette, colour) {
  const distances = palette.map((other) => distance(other, colour));
  return distances.indexOf(Math.min(...distances));
}

function distance(a, b) {
  return [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 0xff) - ((b >> shift) & 0xff)) ** 2, 0);
}

function decode(png) {
  const data = [];
  let header;
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const name = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (name === "IHDR") header = body;
    if (name === "IDAT") data.push(body);
    at += length + 12;
  }
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const channels = { 2: 3, 6: 4 }[header[9]];
  if (header[8] !== 8 || channels === undefined || header[12] !== 0) throw new Error("not a PNG of a page");
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const rows = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) unfilter(raw, rows, y, stride, channels);
  const pixels = new Uint32Array(width * height);
  for (let n = 0; n < pixels.length; n += 1) pixels[n] = rows.readUIntBE(n * channels, 3);
  return { width, height, pixels };
}

function unfilter(raw, rows, y, stride, channels) {
  const kind = raw[y * (stride + 1)];
  const from = y * (stride + 1) + 1;
  const to = y * stride;
  for (let x = 0; x < stride; x += 1) {
    const left = x < channels ? 0 : rows[to + x - channels];
    const up = y === 0 ? 0 : rows[to + x - stride];
    const corner = x < channels || y === 0 ? 0 : rows[to + x - stride - channels];
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind];
    rows[to + x] = raw[from + x] + guess;
  }
}

function paeth(left, up, corner) {
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(left + up - corner - each));
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function encode(width, height, pixels, palette, indexOf) {
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf.get(pixels[y * width + x]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.alloc(palette.length * 3);
  palette.forEach((colour, index) => colours.writeUIntBE(colour, index * 3, 3));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name, body) {
  const whole = Buffer.alloc(body.length + 12);
  whole.writeUInt32BE(body.length, 0);
  whole.write(name, 4, "latin1");
  body.copy(whole, 8);
  whole.writeUInt32BE(checksum(whole.subarray(4, body.length + 8)), body.length + 8);
  return whole;
}

function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
