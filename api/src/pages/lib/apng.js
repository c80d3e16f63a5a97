// Pictures of one size become one that moves: PNG, third edition (W3C 2025), chunks acTL, fcTL and fdAT. Browsers have
// compressed every picture already; here their chunks are only put together anew.

const PNG_SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

/**
 * A moving picture of these frames: `png` a Blob, `pause` in milliseconds. It plays for ever.
 * @param {{ png: Blob, pause: number }[]} frames
 */
export async function animated(frames) {
  const read = await Promise.all(frames.map(async ({ png, pause }) => ({ chunks: chunksOf(await png.arrayBuffer()), pause })));
  const header = read[0]?.chunks.find(({ type }) => type === "IHDR")?.data;
  if (!header) throw new Error("a picture without a header");
  const size = new DataView(header.buffer, header.byteOffset);
  const [width, height] = [size.getUint32(0), size.getUint32(4)];
  let sequence = 0;
  const parts = [new Uint8Array(PNG_SIGNATURE), chunk("IHDR", header), chunk("acTL", numbers([frames.length, 4], [0, 4]))];
  read.forEach(({ chunks, pause }, index) => {
    const control = numbers([sequence, 4], [width, 4], [height, 4], [0, 4], [0, 4], [pause, 2], [1000, 2], [0, 1], [0, 1]);
    sequence += 1;
    parts.push(chunk("fcTL", control));
    for (const { type, data } of chunks) {
      if (type !== "IDAT") continue;
      if (index === 0) parts.push(chunk("IDAT", data));
      else {
        parts.push(chunk("fdAT", numbers([sequence, 4]), data));
        sequence += 1;
      }
    }
  });
  parts.push(chunk("IEND"));
  return new Blob(parts, { type: "image/png" });
}

/** @param {ArrayBuffer} buffer */
function chunksOf(buffer) {
  const view = new DataView(buffer);
  const chunks = [];
  for (let at = PNG_SIGNATURE.length; at < buffer.byteLength; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...new Uint8Array(buffer, at + 4, 4));
    chunks.push({ type, data: new Uint8Array(buffer, at + 8, length) });
    at += length + 12;
  }
  return chunks;
}

/**
 * Whole numbers, each with so many bytes, the greatest first.
 * @param {[value: number, size: number][]} parts
 */
function numbers(...parts) {
  const bytes = parts.flatMap(([value, size]) => Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256));
  return new Uint8Array(bytes);
}

/**
 * @param {string} type
 * @param {Uint8Array<ArrayBuffer>[]} data
 */
function chunk(type, ...data) {
  const named = [new TextEncoder().encode(type), ...data];
  const length = data.reduce((sum, part) => sum + part.length, 0);
  return new Blob([numbers([length, 4]), ...named, numbers([sum(named), 4])]);
}

/**
 * CRC-32 of ISO 3309, as PNG asks for.
 * @param {Uint8Array[]} parts
 */
function sum(parts) {
  let value = 0xffffffff;
  for (const part of parts) for (const byte of part) value = remainder((value ^ byte) & 255) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** @param {number} byte */
const remainder = (byte) => CRC_TABLE[byte] ?? 0;
