// The evaluation graph of a reviewed game: above the middle red is ahead, below it yellow.

import { el, svg } from '../ui/dom.js';
import { gamePly } from '../page/shown.js';
import { positionsOf } from '../model/game.js';
import { state } from '../page/state.js';
import { t } from '../ui/words.js';

/** Map a score to the range from -1 to 1, for the side to move; a win soon is higher. @param {Score} score @param {Rules} rules */
function heightOf(score, rules) {
  const middle = (score.low + score.high) / 2;
  const cells = rules.columns * rules.rows;
  const sign = score.outcome === 'win' ? 1 : score.outcome === 'loss' ? -1 : 0;
  if (rules.objective === 'most-lines') {
    const value = score.exact ? middle : sign;
    return Math.max(-1, Math.min(1, value / 6));
  }
  if (sign === 0) return 0;
  const size = score.exact ? Math.abs(middle) / (cells / 2) : 0;
  return sign * (0.4 + 0.6 * Math.min(1, size));
}

const WIDTH = 320;
const HEIGHT = 96;

/** @param {(ply: number) => void} goTo */
export function createGraph(goTo) {
  const root = /** @type {HTMLElement} */ (
    /** @type {unknown} */ (
      svg('svg', { class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', preserveAspectRatio: 'none' })
    )
  );
  const wrap = el(
    'div.graph-wrap',
    root,
    el('span.graph-side', { 'aria-hidden': 'true' }, t('study.red ahead')),
    el('span.graph-side.below', { 'aria-hidden': 'true' }, t('study.yellow ahead')),
  );
  root.addEventListener('click', (event) => {
    const box = root.getBoundingClientRect();
    const { clientX } = /** @type {MouseEvent} */ (event);
    const share = (clientX - box.left) / box.width;
    goTo(Math.round(share * state.game.moves.length));
  });

  return { root: wrap, render: () => render(root) };
}

/** @param {HTMLElement} root */
function render(root) {
  const { review, game } = state;
  if (!review) return;
  const points = graphValues();
  const last = Math.max(1, game.moves.length);
  const x = (/** @type {number} */ ply) => (ply / last) * (WIDTH - 12) + 6;
  const y = (/** @type {number} */ value) => HEIGHT / 2 - value * (HEIGHT / 2 - 8);
  const middle = HEIGHT / 2;
  const shapes = [svg('line', { class: 'graph-middle', x1: 0, x2: WIDTH, y1: middle, y2: middle })];
  const path = points
    .map(({ ply, value }, i) => `${i ? 'L' : 'M'}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  if (points.length) {
    const first = x(points[0].ply).toFixed(1);
    const end = x(points[points.length - 1].ply).toFixed(1);
    shapes.push(svg('path', { class: 'graph-area', d: `${path}L${end} ${middle}L${first} ${middle}z` }));
    shapes.push(svg('path', { class: 'graph-curve', d: path }));
  }
  const current = x(gamePly());
  shapes.push(svg('line', { class: 'graph-now', x1: current, x2: current, y1: 0, y2: HEIGHT }));
  for (const { ply, value } of points) {
    const verdict = review.moves.get(ply)?.verdict;
    const d = `M${x(ply)} ${y(value)}h0`;
    if (verdict === 'blunder') {
      const isTurn = ply === review.story?.decisive;
      const kind = isTurn ? ' decisive' : '';
      shapes.push(svg('path', { class: `graph-dot graph-rim${kind}`, d }));
      shapes.push(svg('path', { class: `graph-dot graph-blunder${kind}`, d }));
    } else if (ply === gamePly()) {
      shapes.push(svg('path', { class: 'graph-dot', d }));
    }
  }
  root.replaceChildren(...shapes);
  root.setAttribute('aria-label', t('study.graph', { count: game.moves.length }));
}

/** The value of each proven position from red's point of view. */
export function graphValues() {
  const { game, review } = state;
  const positions = positionsOf(game);
  /** @type {{ply: number, value: number}[]} */
  const points = [];
  for (let ply = 0; ply < positions.length; ply += 1) {
    // A position has the value of the move that led to it; the start has that of its best move.
    const after = review?.moves.get(ply);
    const before = review?.moves.get(ply + 1);
    const score = after ? after.played : before?.best;
    if (!score || score.outcome === null) continue;
    const colour = after ? after.colour : positions[ply].toMove;
    const height = heightOf(score, positions[ply].rules);
    points.push({ ply, value: colour === 'red' ? height : -height });
  }
  return points;
}
