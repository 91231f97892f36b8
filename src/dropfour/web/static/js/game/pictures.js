// Pictures of positions and games, drawn and encoded in the browser: those of dropfour.drawing.

import { t } from '../ui/words.js';

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

const CELL = 64;
const EDGE = 12;
const LABELS = 28;
const FRAME_CS = 60; // hundredths of a second
const LAST_FRAME_CS = 300;
const COLOURS = 64;
const COLOUR_BITS = 6;
const MOST_CODES = 4096;

// Cells of this many pixels, smaller if the game has many positions or the board many cells.
const CELL_PX = [8, 48];
const PIXELS = 6_000_000;

/** A drawing of the position: the picture of dropfour.drawing.draw_svg.
 * @param {Position} position @param {number} [cellPx]  the pixels of a cell */
export function svgText(position, cellPx = CELL) {
  const { columns, rows } = position.rules;
  const width = columns * CELL + 2 * EDGE;
  const height = rows * CELL + 2 * EDGE + LABELS;
  const parts = [`<rect width="${width}" height="${height}" rx="18" fill="#0B2545"/>`];
  for (let column = 1; column <= columns; column += 1) {
    const x = EDGE + (column - 0.5) * CELL;
    for (let row = 1; row <= rows; row += 1) {
      parts.push(...cellShapes(position.at(column, row) ?? null, x, EDGE + (rows - row + 0.5) * CELL));
    }
    parts.push(
      `<text x="${x}" y="${height - 14}" font-size="24" font-family="sans-serif" text-anchor="middle" fill="#FFF">${column}</text>`,
    );
  }
  const centre = (/** @type {Cell} */ { column, row }) => [
    EDGE + (column - 0.5) * CELL,
    EDGE + (rows - row + 0.5) * CELL,
  ];
  if (position.last) {
    const [x, y] = centre(position.last);
    parts.push(`<circle cx="${x}" cy="${y}" r="29" fill="none" stroke="#FFF" stroke-width="4"/>`);
  }
  for (const { cells } of position.runs) {
    const [[x1, y1], [x2, y2]] = [centre(cells[0]), centre(cells[cells.length - 1])];
    const ends = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke-linecap="round"`;
    parts.push(`<line ${ends} stroke="#0B2545" stroke-width="14"/>`, `<line ${ends} stroke="#FFF" stroke-width="8"/>`);
  }
  const [widthPx, heightPx] = [width, height].map((side) => Math.round((side * cellPx) / CELL));
  const size = `viewBox="0 0 ${width} ${height}" width="${widthPx}" height="${heightPx}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n${parts.join('\n')}\n</svg>\n`;
}

/** @param {Colour | null} owner @param {number} x @param {number} y */
export function cellShapes(owner, x, y) {
  if (!owner) return [`<circle cx="${x}" cy="${y}" r="26.5" fill="#16386B" stroke="#6A8CBB"/>`];
  if (owner === 'red') {
    return [
      `<circle cx="${x}" cy="${y}" r="25" fill="#D7263D" stroke="#FFD3D8" stroke-width="3"/>`,
      `<circle cx="${x}" cy="${y}" r="13" fill="none" stroke="#FFD3D8" stroke-width="3"/>`,
    ];
  }
  return [
    `<circle cx="${x}" cy="${y}" r="25" fill="#FFE08A" stroke="#C48A00" stroke-width="3"/>`,
    `<path d="M${x} ${y - 13}L${x + 13} ${y}L${x} ${y + 13}L${x - 13} ${y}z" fill="#5B3A00"/>`,
  ];
}

/** The drawing in pixels. @param {string} svg @param {boolean} [isOpaque]  whether the corners have the board's colour */
async function canvasOf(svg, isOpaque = false) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: isOpaque }));
  if (isOpaque) {
    context.fillStyle = '#0B2545';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, 0, 0);
  return canvas;
}

/** The drawing as a PNG file. @param {string} svg @returns {Promise<Blob>} */
export async function pngOf(svg) {
  const canvas = await canvasOf(svg);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t('page.no picture')))));
  });
}

// --- animations ----------------------------------------------------------------------------------

/** One frame per position, the last one shown longer. @param {Position[]} positions */
export async function gifOf(positions) {
  const { columns, rows } = positions[0].rules;
  const [least, most] = CELL_PX;
  const cellPx = Math.max(least, Math.min(most, Math.floor(Math.sqrt(PIXELS / (columns * rows * positions.length)))));
  const first = await pixelsOf(positions[0], cellPx);
  const last = await pixelsOf(positions[positions.length - 1], cellPx);
  const palette = new Palette([first, last]);
  const { width, height } = first;
  /** @type {Uint8Array[]} */
  const parts = [header(width, height, palette)];
  /** @type {Uint8Array | null} */
  let before = null;
  for (const [i, position] of positions.entries()) {
    const indices = palette.indicesOf(await pixelsOf(position, cellPx));
    const box = before ? changed(before, indices, width) : { left: 0, top: 0, width, height };
    parts.push(frame(indices, width, box, i + 1 < positions.length ? FRAME_CS : LAST_FRAME_CS));
    before = indices;
  }
  parts.push(Uint8Array.of(0x3b)); // the end
  return new Blob(/** @type {BlobPart[]} */ (parts), { type: 'image/gif' });
}

/** @param {Position} position @param {number} cellPx */
async function pixelsOf(position, cellPx) {
  const canvas = await canvasOf(svgText(position, cellPx), true);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** The colours of all frames: with a palette per frame, the animation would flicker. */
class Palette {
  /** @param {ImageData[]} samples  the first frame, with empty cells, and the last one, with discs */
  constructor(samples) {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const sample of samples) {
      for (const colour of coloursOf(sample)) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    this.colours = [...counts]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, COLOURS)
      .map(([colour]) => colour);
    /** @type {Map<number, number>} */
    this._nearest = new Map();
  }

  /** @param {ImageData} pixels */
  indicesOf(pixels) {
    return Uint8Array.from(coloursOf(pixels), (colour) => {
      const found = this._nearest.get(colour) ?? this._search(colour);
      this._nearest.set(colour, found);
      return found;
    });
  }

  /** @param {number} colour */
  _search(colour) {
    const distance = (/** @type {number} */ other) =>
      [16, 8, 0].reduce((sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
    let best = 0;
    this.colours.forEach((each, i) => {
      if (distance(each) < distance(this.colours[best])) best = i;
    });
    return best;
  }
}

/** The colour of each pixel as a number, 0xRRGGBB. @param {ImageData} pixels */
function coloursOf({ data }) {
  return new Uint32Array(data.length / 4).map((_, i) => (data[4 * i] << 16) | (data[4 * i + 1] << 8) | data[4 * i + 2]);
}

/** The box around the pixels that differ; one pixel if none does.
 * @param {Uint8Array} before @param {Uint8Array} after @param {number} width @returns {Box} */
function changed(before, after, width) {
  let [left, right, top, bottom] = [width, -1, Infinity, -1];
  after.forEach((index, i) => {
    if (index === before[i]) return;
    const x = i % width;
    const y = Math.floor(i / width);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  });
  if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

// --- the file ------------------------------------------------------------------------------------

/** @param {...number} numbers  16 bits each, the lower byte first */
function words(...numbers) {
  return numbers.flatMap((number) => [number & 255, number >> 8]);
}

/** @param {string} text */
function letters(text) {
  return [...text].map((letter) => letter.charCodeAt(0));
}

/** @param {number} width @param {number} height @param {Palette} palette */
function header(width, height, palette) {
  const colours = Array.from({ length: COLOURS }, (_, i) => palette.colours[i] ?? 0);
  return Uint8Array.from([
    ...letters('GIF89a'),
    ...words(width, height),
    0x80 | (COLOUR_BITS - 1),
    0,
    0, // a palette for all frames
    ...colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]),
    0x21,
    0xff,
    11,
    ...letters('NETSCAPE2.0'),
    3,
    1,
    ...words(0),
    0, // repeated for ever
  ]);
}

/** @param {Uint8Array} indices  of the colours of the picture @param {number} pictureWidth
 * @param {Box} box @param {number} duration */
function frame(indices, pictureWidth, { left, top, width, height }, duration) {
  const inside = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = (top + y) * pictureWidth + left;
    inside.set(indices.subarray(start, start + width), y * width);
  }
  return Uint8Array.from([
    0x21,
    0xf9,
    4,
    0x04,
    ...words(duration),
    0,
    0, // drawn over the frame before
    0x2c,
    ...words(left, top, width, height),
    0,
    COLOUR_BITS,
    ...inBlocks(compressed(inside)),
    0,
  ]);
}

/** Data in blocks of up to 255 bytes, each after its length. @param {number[]} bytes */
function* inBlocks(bytes) {
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    yield block.length;
    yield* block;
  }
}

/** The LZW code of GIF: each code stands for a sequence seen before, and codes get longer with
 * their number. @param {Uint8Array} indices @returns {number[]} */
function compressed(indices) {
  const clear = 1 << COLOUR_BITS;
  const end = clear + 1;
  /** @type {number[]} */
  const bytes = [];
  let [pending, pendingBits, bits, next] = [0, 0, COLOUR_BITS + 1, end + 1];
  /** A sequence, as its code without the last index and that index. @type {Map<number, number>} */
  let known = new Map();
  const write = (/** @type {number} */ code) => {
    pending |= code << pendingBits;
    pendingBits += bits;
    for (; pendingBits >= 8; pendingBits -= 8, pending >>>= 8) bytes.push(pending & 255);
  };
  write(clear);
  let code = indices[0];
  for (const index of indices.subarray(1)) {
    const key = (code << 8) | index;
    const longer = known.get(key);
    if (longer !== undefined) {
      code = longer;
      continue;
    }
    write(code);
    code = index;
    if (next === MOST_CODES) {
      write(clear);
      [known, bits, next] = [new Map(), COLOUR_BITS + 1, end + 1];
      continue;
    }
    known.set(key, next);
    if (next === 1 << bits) bits += 1;
    next += 1;
  }
  write(code);
  write(end);
  if (pendingBits > 0) bytes.push(pending & 255);
  return bytes;
}
