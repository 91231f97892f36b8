// Your puzzles so far: the rating as a graph, the last tries, and those to repeat.

import { placeAddress } from '../page/address.js';
import { goTo } from '../router.js';
import { button, el, setText, show, svg, within } from '../ui/dom.js';
import { longDate } from './calendar.js';
import { failedIds, progress } from './progress.js';
import { failedPuzzle } from './solving.js';

/** @import {Attempt} from './progress.js' */

const WIDTH = 320;
const HEIGHT = 90;
const LISTED = 12;
const STEP = 100; // Elo between two lines of the graph

export function createHistory() {
  const picture = svg('svg', { class: 'rating-graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
  const graph = el('div', {}, picture);
  const repeat = button('', () => {
    const id = failedPuzzle();
    if (id) goTo('puzzles', id);
  });
  const list = el('ol.attempts');
  const more = el('details', {}, el('summary', {}, 'Last puzzles'), list);
  const card = el('section.card', { 'aria-labelledby': 'history-title' },
    el('h2', { id: 'history-title' }, 'History'), graph, el('div.card-actions', {}, repeat), more);
  let drawn = '';

  return {
    card,
    /** @param {boolean} isShown */
    render(isShown) {
      const kept = progress();
      const { attempts } = kept;
      show(card, isShown && Object.keys(kept.results).length > 0);
      const failed = failedIds(kept).length;
      setText(repeat, `Repeat a failed one (${failed})`);
      show(repeat, failedPuzzle() !== null);
      const key = `${attempts.length} ${failed}`;
      if (card.hidden || key === drawn) return;
      drawn = key;
      show(graph, attempts.length > 1);
      if (attempts.length > 1) drawGraph(picture, attempts);
      show(more, attempts.length > 0);
      list.replaceChildren(...attempts.slice(-LISTED).reverse().map(attemptItem));
    },
  };
}

/** @param {Attempt} attempt */
function attemptItem({ id, day, isSolved, rating }) {
  const link = within(el('a', { href: placeAddress('puzzles', id) }, id), () => goTo('puzzles', id));
  return el('li', {}, el('span', { class: isSolved ? 'good' : 'bad' }, isSolved ? '✓ solved' : '✗ failed'), ' ', link,
    el('span.soft', {}, ` ${longDate(day)}, rating ${rating}`));
}

/** @param {Element} root @param {Attempt[]} attempts */
function drawGraph(root, attempts) {
  const ratings = attempts.map(({ rating }) => rating);
  const low = Math.floor((Math.min(...ratings) - 10) / STEP) * STEP;
  const high = Math.ceil((Math.max(...ratings) + 10) / STEP) * STEP;
  const x = (/** @type {number} */ i) => 34 + (i / (ratings.length - 1)) * (WIDTH - 40);
  const y = (/** @type {number} */ rating) => HEIGHT - 6 - ((rating - low) / (high - low)) * (HEIGHT - 14);
  const every = Math.max(STEP, Math.ceil((high - low) / 3 / STEP) * STEP);
  const shapes = [];
  for (let rating = low; rating <= high; rating += every) {
    const text = svg('text', { class: 'graph-number', x: 28, y: y(rating) + 3.5 });
    text.textContent = String(rating);
    shapes.push(svg('line', { class: 'graph-middle', x1: 34, x2: WIDTH, y1: y(rating), y2: y(rating) }), text);
  }
  const d = ratings.map((rating, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(rating).toFixed(1)}`).join('');
  shapes.push(svg('path', { class: 'graph-curve', d }));
  const last = ratings.length - 1;
  shapes.push(svg('circle', { class: 'graph-point', cx: x(last), cy: y(ratings[last]), r: 3.5 }));
  root.replaceChildren(...shapes);
  root.setAttribute('aria-label', `Your rating after each of ${ratings.length} tries: from ${ratings[0]} to ${ratings[last]}`);
}
