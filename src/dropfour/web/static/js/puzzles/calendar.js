// The calendar: which puzzles of the day were solved, and a link to each of them.

import { placeAddress } from '../page/address.js';
import { counted } from '../page/words.js';
import { goTo } from '../router.js';
import { button, el, set, setText, show, within } from '../ui/dom.js';
import { dateOfDay, dayNumber } from './collection.js';
import { dayStreak, progress } from './progress.js';
import { FIRST_DAY, dayWord, solving } from './solving.js';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function createCalendar() {
  let months = 0; // before this one
  const streak = el('p');
  const name = el('b.month-name', { 'aria-live': 'polite' });
  const turn = (/** @type {number} */ by) => () => {
    months += by;
    render();
  };
  const earlier = button('‹', turn(1), '.quiet');
  const later = button('›', turn(-1), '.quiet');
  set(earlier, 'aria-label', 'Month before');
  set(later, 'aria-label', 'Month after');
  const head = el('tr', {}, ...WEEKDAYS.map((day) => el('th', { scope: 'col', abbr: day }, day.slice(0, 2))));
  const weeks = el('tbody');
  const card = el('section.card', { 'aria-labelledby': 'days-title' },
    el('h2', { id: 'days-title' }, 'Every day'), streak,
    el('div.month-head', {}, earlier, name, later),
    el('table.month', {}, el('thead', {}, head), weeks),
    el('p.soft', {}, 'Easy on Mondays, hard on Sundays. Every day of the past can still be solved; only those solved on the day count for the streak.'));
  let drawn = '';

  function render() {
    const today = dayNumber(new Date());
    const kept = progress();
    const now = dateOfDay(today);
    const first = dayNumber(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)));
    const days = dayStreak(kept, today);
    setText(streak, days ? `${counted(days, 'day')} in a row${kept.bestDays > days ? `, at best ${kept.bestDays}` : ''}.`
      : `Solve the puzzle of today to begin a streak.${kept.bestDays ? ` Your best: ${counted(kept.bestDays, 'day')}.` : ''}`);
    setText(name, dateOfDay(first).toLocaleDateString(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' }));
    set(earlier, 'aria-disabled', first <= FIRST_DAY ? 'true' : null);
    set(later, 'aria-disabled', months === 0 ? 'true' : null);
    earlier.disabled = first <= FIRST_DAY;
    later.disabled = months === 0;
    const key = [first, today, solving.day, kept.solvedDays.length, kept.lateDays.length].join();
    if (key === drawn) return;
    drawn = key;
    weeks.replaceChildren(...weeksOf(first).map((week) => el('tr', {}, ...week.map((day) => el('td', {}, ...cellOf(day, today, kept))))));
  }

  return {
    card,
    /** @param {boolean} isShown */
    render(isShown) {
      show(card, isShown);
      if (isShown) render();
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
  if (day > today || day < FIRST_DAY) return [el('span.day', {}, number)];
  const word = dayWord(day);
  const state = solvedDays.includes(day) ? 'solved' : lateDays.includes(day) ? 'late' : 'open';
  const link = el('a.day', {
    href: placeAddress('puzzles', word),
    'data-state': state,
    'aria-label': `${longDate(day)}: ${state === 'late' ? 'solved later' : state === 'open' ? 'not solved' : 'solved'}`,
    'aria-current': day === solving.day ? 'true' : null,
    'data-today': day === today,
  }, number);
  return [within(link, () => goTo('puzzles', word))];
}

/** @param {number} day */
export function longDate(day) {
  return dateOfDay(day).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' });
}
