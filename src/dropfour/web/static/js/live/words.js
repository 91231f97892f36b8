// The words for the terms of live games.

import { goalWords } from '../board/studied.js';
import { t } from '../ui/words.js';

/** The board of a game, and how it is won unless that is usual: 7 × 6, or 9 × 7, 5 in a row. @param {Rules} rules */
export function boardWords({ columns, rows, connect, objective }) {
  return t(`live.board, ${objective}${connect === 4 ? '' : ', connect'}`, { columns, rows, connect });
}

/** What wins, and on which board if it is an unusual one. @param {Rules} rules */
export function aimWords(rules) {
  const { columns, rows } = rules;
  const goal = goalWords(rules);
  return columns === 7 && rows === 6 ? goal : t('live.goal on a board', { goal, columns, rows });
}

/** A clock as players write it: 3+2, or 15 s a move. @param {import('./terms.js').Clock} clock */
export function clockWords(clock) {
  if (!clock) return t('live.no clock');
  const { unit, time } = timeOf(clock);
  return t(`live.clock, ${unit}`, { time, increment: clock.increment_s ?? 0 });
}

/** The same in full: 3 minutes + 2 s per move. @param {import('./terms.js').Clock} clock */
export function longClockWords(clock) {
  if (!clock) return t('live.no clock');
  const { unit, time } = timeOf(clock);
  return t(`live.clock in full, ${unit}`, { count: time, increment: clock.increment_s ?? 0 });
}

/** @param {NonNullable<import('./terms.js').Clock>} clock */
function timeOf({ time_s: seconds, per_move: isPerMove }) {
  const isWhole = seconds % 60 === 0;
  return {
    unit: `${isWhole ? 'minutes' : 'seconds'}${isPerMove ? ' a move' : ''}`,
    time: isWhole ? seconds / 60 : seconds,
  };
}
