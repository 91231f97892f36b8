// Pictures to share: of a win, with its line; and of a review: the last position, the result, why the game was lost, and the accuracy of both sides.

import { COLOURS } from '../board/rules.js';
import { rulesSentence } from '../board/studied.js';
import {
  endOf,
  engineOf,
  isAgainstEngine,
  livePosition,
  ownColour,
  positionsOf,
  resultOf,
  resultSentence,
  seatName,
} from '../model/game.js';
import { notify, state } from '../page/state.js';
import { movesAddress, storedAddress } from '../page/address.js';
import { hasServer } from '../page/site.js';
import { graphValues } from '../study/graph.js';
import { mainSentence } from '../study/review.js';
import { button, el } from '../ui/dom.js';
import { closing, linkRow, saveFile, showDialog } from '../ui/form.js';
import { dotted, reasonOf, t } from '../ui/words.js';
import { cellShapes, gifOf, pngOf, svgText } from './pictures.js';
import { accuracyWords, countsOf } from './reviewcard.js';

const [WIDTH, HEIGHT] = [1200, 630];
const INK = '#101828';
const SOFT = '#4a566b';
const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, sans-serif';
const LEFT = 600; // of the texts beside the board
const TOLD = 22; // the size of the sentence
const MOST_LINES = 6;
const BOARD = { left: 60, top: 110, width: 480, height: 450 };
const GRAPH = { left: LEFT, top: 446, width: 540, height: 124 };
const WIDEST_LETTER = 0.62; // of the size of the font, on average

/** Share the picture of the review. */
export async function shareSummary() {
  await send(await pngOf(drawing()), 'dropfour-review.png');
}

/** Share a file with another app, or download it. @param {Blob} content @param {string} name */
async function send(content, name) {
  const file = new File([content], name, { type: content.type });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch((error) => {
      if (error.name !== 'AbortError') throw error;
    });
    return;
  }
  saveFile(file, file.type, file.name);
  notify(t('review.saved'));
}

/** The picture of the end of the game, as the address of an image. */
export function winPicture() {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(winDrawing())}`;
}

/** Who has won, as the winner tells others. */
function winWords() {
  const { game } = state;
  const won = endOf(game, resultOf(game)) === 'won' && isAgainstEngine(game);
  return won ? t('review.I won', { name: engineOf(game) }) : resultSentence(game);
}

/** Show the picture of a win, to send it, the film of the game or the link. */
export function showWin() {
  const { root, input } = linkRow(t('review.link'), 'win-link');
  input.value = addressOf();
  const fail = (/** @type {unknown} */ error) => notify(t('review.not shared', { reason: reasonOf(error) }));
  const share = (/** @type {Promise<Blob>} */ making, /** @type {string} */ name) =>
    void making.then((made) => send(made, name)).catch(fail);
  const picture = () => share(pngOf(winDrawing()), 'dropfour.png');
  const film = () => share(gifOf(positionsOf(state.game)), 'dropfour.gif');
  const actions = [button(t('review.film'), film), button(t('review.picture'), picture, '.primary')];
  const image = el('img.win-picture', { src: winPicture(), alt: winWords(), width: WIDTH, height: HEIGHT });
  showDialog('win', winWords(), [image, root], [closing(t('page.close')), ...actions]);
}

/** Where the game can be seen. */
function addressOf() {
  const { game } = state;
  const address = game.id !== null && hasServer ? storedAddress(game.id) : movesAddress(game, game.moves.length);
  return new URL(address, location.href).href;
}

function winDrawing() {
  const { game } = state;
  const own = ownColour(game);
  const names = COLOURS.map((colour, i) => {
    const [x, y] = [LEFT + 18, 330 + 64 * i];
    const isMe = colour === own && !game[colour].name;
    const disc = `<g transform="translate(${x} ${y}) scale(0.72)">${cellShapes(colour, 0, 0).join('')}</g>`;
    return `${disc}${write(isMe ? t('review.me') : seatName(game, colour), x + 36, y + 12, 34, INK, 480)}`;
  });
  const about = dotted([t('page.move count', { count: game.moves.length }), rulesSentence(livePosition(game).rules)]);
  return framed([write(winWords(), LEFT, 190, 56), write(about, LEFT, 240, 26, SOFT), ...names]);
}

/** A picture with the board and the link. @param {string[]} parts */
function framed(parts) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${FONT}" font-weight="650">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f3f5f9"/>`,
    write('Dropfour', 60, 72, 34, SOFT),
    board(),
    ...parts,
    write(addressOf().replace(/^https?:\/\//, ''), 60, 602, 20, SOFT, 480),
    '</svg>',
  ].join('\n');
}

/** The picture of a review, as SVG. */
export function drawing() {
  const { game, review } = state;
  const story = review?.story ?? null;
  const sides = COLOURS.map((colour, i) => {
    const side = story?.[colour];
    const isNamed = ownColour(game) === colour && game[colour].name !== '';
    const name = isNamed ? t('review.you as', { name: seatName(game, colour) }) : seatName(game, colour);
    const y = 376 + 44 * i;
    return [
      write(name, LEFT, y, 28, INK, 190),
      write(accuracyWords(side), LEFT + 205, y, 28),
      write(side ? countsOf(side) : '', LEFT + 300, y, 22, SOFT),
    ].join('');
  });
  const told = linesOf(story ? mainSentence(story) : '');
  return framed([
    write(resultSentence(game) || t('review.in progress'), LEFT, 140, 48),
    ...told.map((line, i) => write(line, LEFT, 184 + 28 * i, TOLD, SOFT)),
    ...sides,
    graph(),
    write(t('review.accuracy by'), LEFT, 602, 20, SOFT),
  ]);
}

/** A text in lines of equal length at most; what does not fit is left out. @param {string} text */
function linesOf(text) {
  const most = Math.floor((WIDTH - 60 - LEFT) / (TOLD * WIDEST_LETTER));
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + 1 + word.length <= most) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  return lines.slice(0, MOST_LINES);
}

/** A text, narrower if it is too long. @param {string} text @param {number} x @param {number} y
 * @param {number} size @param {string} [colour] @param {number} [room] */
function write(text, x, y, size, colour = INK, room = WIDTH - 60 - x) {
  const fit = text.length * size * WIDEST_LETTER > room ? ` textLength="${room}" lengthAdjust="spacingAndGlyphs"` : '';
  const plain = text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}"${fit}>${plain}</text>`;
}

function board() {
  const text = svgText(livePosition(state.game));
  const [width, height] = ['width', 'height'].map((side) =>
    Number(new RegExp(`<svg[^>]* ${side}="(\\d+)"`).exec(text)?.[1]),
  );
  const scale = Math.min(BOARD.width / width, BOARD.height / height);
  const left = BOARD.left + (BOARD.width - scale * width) / 2;
  const top = BOARD.top + (BOARD.height - scale * height) / 2;
  return `<g transform="translate(${left} ${top}) scale(${scale})">${text}</g>`;
}

function graph() {
  const { left, top, width, height } = GRAPH;
  const last = Math.max(1, state.game.moves.length);
  const points = graphValues().map(({ ply, value }) => {
    const [x, y] = [left + (ply / last) * width, top + height / 2 - value * (height / 2 - 8)];
    return { x, y, isBlunder: state.review?.moves.get(ply)?.verdict === 'blunder' };
  });
  const blunders = points.filter(({ isBlunder }) => isBlunder);
  return [
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#e4e9f2"/>`,
    `<polyline fill="none" stroke="#1d4ed8" stroke-width="4" points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}"/>`,
    ...blunders.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="7" fill="#8a2469"/>`),
  ].join('');
}
