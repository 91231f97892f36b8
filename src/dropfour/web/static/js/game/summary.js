// A picture of a review to share: the last position, the result, the accuracy of both sides and the graph.

import { ownColour, resultSentence } from '../page/results.js';
import { livePosition, notify, state } from '../page/store.js';
import { seatName } from '../page/words.js';
import { saveFile } from '../ui/form.js';
import { graphValues } from '../study/graph.js';
import { countsOf } from './reviewcard.js';

const [WIDTH, HEIGHT] = [1200, 630];
const INK = '#101828';
const SOFT = '#4a566b';
const DISCS = { red: ['#d7263d', '#9d1328'], yellow: ['#ffd65c', '#c48a00'] };
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const BOARD = { left: 60, top: 120, width: 480, height: 450 };
const GRAPH = { left: 600, top: 430, width: 540, height: 140 };

/** Share the picture with another app, or download it. */
export async function shareSummary() {
  const file = new File([await drawn()], 'dropfour-review.png', { type: 'image/png' });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch((error) => {
      if (error.name !== 'AbortError') throw error;
    });
    return;
  }
  saveFile(file, file.type, file.name);
  notify('The picture has been saved.');
}

/** @returns {Promise<Blob>} */
function drawn() {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw it');
  context.fillStyle = '#f3f5f9';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  write(context, 'Dropfour', 60, 78, 34, SOFT);
  drawBoard(context);
  drawWords(context);
  drawGraph(context);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('this browser cannot draw it'))), 'image/png');
  });
}

/** Write a text, smaller if it is too long. @param {CanvasRenderingContext2D} context @param {string} text @param {number} x @param {number} y
 * @param {number} size @param {string} [colour] */
function write(context, text, x, y, size, colour = INK) {
  context.fillStyle = colour;
  context.font = `650 ${size}px ${FONT}`;
  context.fillText(text, x, y, WIDTH - 60 - x);
}

/** @param {CanvasRenderingContext2D} context */
function drawBoard(context) {
  const position = livePosition(state.game);
  const { columns, rows } = position.rules;
  const cell = Math.min(BOARD.width / columns, BOARD.height / rows);
  const left = BOARD.left + (BOARD.width - cell * columns) / 2;
  const top = BOARD.top + (BOARD.height - cell * rows) / 2;
  context.fillStyle = '#2460c4';
  context.beginPath();
  context.roundRect(left - 8, top - 8, cell * columns + 16, cell * rows + 16, 20);
  context.fill();
  for (let column = 1; column <= columns; column += 1) {
    for (let row = 1; row <= rows; row += 1) {
      const owner = position.at(column, row) ?? null;
      circle(context, left + (column - 0.5) * cell, top + (rows - row + 0.5) * cell, cell * 0.42, owner);
    }
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} radius @param {Colour | null} owner */
function circle(context, x, y, radius, owner) {
  const [fill, rim] = owner ? DISCS[owner] : ['#0b1d40', '#174795'];
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = Math.max(2, radius * 0.14);
  context.strokeStyle = rim;
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context */
function drawWords(context) {
  const { game } = state;
  const story = state.review?.story;
  write(context, resultSentence(game) || 'In progress', 600, 150, 52);
  write(context, story?.ending ?? '', 600, 200, 28, SOFT);
  for (const [i, colour] of /** @type {Colour[]} */ (['red', 'yellow']).entries()) {
    const y = 270 + 70 * i;
    const side = story?.[colour];
    circle(context, 618, y - 10, 18, colour);
    write(context, `${seatName(game, colour)}${ownColour(game) === colour && game[colour].name ? ' (you)' : ''}`, 655, y, 32);
    write(context, side && side.accuracy !== null ? `${side.accuracy} %` : '–', 880, y, 36);
    write(context, side ? countsOf(side) : '', 975, y - 3, 22, SOFT);
  }
  write(context, 'Accuracy, by the exact solver', 600, 400, 20, SOFT);
}

/** @param {CanvasRenderingContext2D} context */
function drawGraph(context) {
  const { left, top, width, height } = GRAPH;
  const last = Math.max(1, state.game.moves.length);
  const x = (/** @type {number} */ ply) => left + (ply / last) * width;
  const y = (/** @type {number} */ value) => top + height / 2 - value * (height / 2 - 8);
  context.fillStyle = '#e4e9f2';
  context.fillRect(left, top, width, height);
  context.strokeStyle = '#1d4ed8';
  context.lineWidth = 4;
  context.beginPath();
  const points = graphValues();
  for (const { ply, value } of points) context.lineTo(x(ply), y(value));
  context.stroke();
  for (const { ply, value } of points) {
    if (state.review?.moves.get(ply)?.verdict !== 'blunder') continue;
    context.beginPath();
    context.arc(x(ply), y(value), 7, 0, 2 * Math.PI);
    context.fillStyle = '#8a2469';
    context.fill();
  }
}
