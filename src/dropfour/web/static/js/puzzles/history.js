// Your puzzles so far: a calendar of the puzzles of the day, and the history of your tries.

import { goTo, viewLink } from '../router.js';
import { button, card, el, refill, set, setText, show, svg, table } from '../ui/dom.js';
import { locale, parted, t } from '../ui/words.js';
import { dateOfDay, dayNumber } from './collection.js';
import { dayStreak, failedIds, progress } from './progress.js';
import { FIRST_DAY, dayWord, failedPuzzle, solving } from './solving.js';

/** @import {Attempt} from './progress.js' */

const MONDAY = 1;

/** Which puzzles of the day were solved, and a link to each of them. */
export function createCalendar() {
  let months = 0; // before this one
  const streak = el('p');
  const name = el('b.month-name', { 'aria-live': 'polite' });
  const turn = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) => {
    const click = () => {
      months += by;
      draw();
    };
    return el('button.quiet', { type: 'button', 'aria-label': label, click }, sign);
  };
  const [earlier, later] = [turn('‹', t('puzzles.month before'), 1), turn('›', t('puzzles.month after'), -1)];
  const heads = [0, 1, 2, 3, 4, 5, 6].map((i) => {
    const date = dateOfDay(MONDAY + i);
    const name = (/** @type {'long' | 'short'} */ weekday) =>
      date.toLocaleDateString(locale, { weekday, timeZone: 'UTC' });
    return el('th', { scope: 'col', abbr: name('long') }, name('short').slice(0, 2));
  });
  const weeks = el('tbody');
  const root = card(
    'days-title',
    t('puzzles.every day'),
    streak,
    el('div.month-head', earlier, name, later),
    table('table.month', heads, weeks),
    el('p.soft', t('puzzles.days, about')),
  );

  function draw() {
    const today = dayNumber(new Date());
    const kept = progress();
    const now = dateOfDay(today);
    const first = dayNumber(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)));
    const days = dayStreak(kept, today);
    const { bestDays: best } = kept;
    if (days) setText(streak, t(best > days ? 'puzzles.streak, best' : 'puzzles.streak', { count: days, best }));
    else setText(streak, t(best ? 'puzzles.no streak, best' : 'puzzles.no streak', { count: best }));
    setText(name, dateOfDay(first).toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }));
    earlier.disabled = first <= FIRST_DAY;
    later.disabled = months === 0;
    refill(weeks, [first, today, solving.day, kept.solvedDays.length, kept.lateDays.length].join(), () =>
      weeksOf(first).map((week) => {
        const cells = week.map((day) => el('td', cellOf(day, today, kept)));
        return el('tr', cells);
      }),
    );
  }

  return {
    card: root,
    /** @param {boolean} isShown */
    render(isShown) {
      show(root, isShown);
      if (isShown) draw();
    },
  };
}

/** The weeks of a month, from Monday; null for days of other months. @param {number} first  the first day of the month */
function weeksOf(first) {
  const month = dateOfDay(first).getUTCMonth();
  /** @type {(number | null)[]} */
  const days = new Array((first - 1) % 7).fill(null);
  for (let day = first; dateOfDay(day).getUTCMonth() === month; day += 1) days.push(day);
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, i) => days.slice(7 * i, 7 * i + 7));
}

/** @param {number | null} day @param {number} today @param {ReturnType<typeof progress>} kept */
function cellOf(day, today, { solvedDays, lateDays }) {
  if (day === null) return [];
  const number = String(dateOfDay(day).getUTCDate());
  if (day > today || day < FIRST_DAY) return [el('span.day', number)];
  const word = dayWord(day);
  const state = solvedDays.includes(day) ? 'solved' : lateDays.includes(day) ? 'late' : 'open';
  const link = viewLink('a.day', 'puzzles', word, number);
  set(link, 'data-state', state);
  set(link, 'aria-label', t('puzzles.day', { date: longDate(day), state }));
  set(link, 'aria-current', day === solving.day ? 'true' : null);
  set(link, 'data-today', day === today);
  return [link];
}

/** @param {number} day */
export function longDate(day) {
  return dateOfDay(day).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

// --- the history ---------------------------------------------------------------------------------

const WIDTH = 320;
const HEIGHT = 90;
const LISTED = 12;
const STEP = 100; // Elo between two lines of the graph

/** The rating as a graph, the last tries, and those to repeat. */
export function createHistory() {
  const picture = svg('svg', { class: 'rating-graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
  const graph = el('div', picture);
  const repeat = button('', () => {
    const id = failedPuzzle();
    if (id) goTo('puzzles', id);
  });
  const list = el('ol.attempts');
  const more = el('details', el('summary', t('puzzles.last')), list);
  const root = card('history-title', t('puzzles.history'), graph, el('div.card-actions', repeat), more);

  return {
    card: root,
    /** @param {boolean} isShown */
    render(isShown) {
      const kept = progress();
      const { attempts } = kept;
      const failed = failedIds(kept).length;
      show(root, isShown && Object.keys(kept.results).length > 0);
      setText(repeat, t('puzzles.repeat', { count: failed }));
      show(repeat, failedPuzzle() !== null);
      show(graph, attempts.length > 1);
      show(more, attempts.length > 0);
      if (root.hidden) return;
      refill(list, `${attempts.length} ${failed}`, () => {
        if (attempts.length > 1) drawGraph(picture, attempts);
        return attempts.slice(-LISTED).reverse().map(attemptItem);
      });
    },
  };
}

/** @param {Attempt} attempt */
function attemptItem({ id, day, isSolved, rating }) {
  const text = t(isSolved ? 'puzzles.attempt, solved' : 'puzzles.attempt, failed');
  const end = el('span', { class: isSolved ? 'good' : 'bad' }, text);
  const link = viewLink('a', 'puzzles', id, longDate(day));
  return el('li', parted('puzzles.attempt', { end, day: link, rating: String(rating) }));
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
  shapes.push(svg('path', { class: 'graph-dot', d: `M${x(last)} ${y(ratings[last])}h0` }));
  root.replaceChildren(...shapes);
  const [from, to] = [String(ratings[0]), String(ratings[last])];
  root.setAttribute('aria-label', t('puzzles.ratings', { count: ratings.length, first: from, last: to }));
}
