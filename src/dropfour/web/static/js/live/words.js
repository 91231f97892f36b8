// The words for the terms of live games.

import { NUMBERS } from '../page/words.js';

/** The board of a game, and how it is won unless that is usual: 7 × 6, or 9 × 7, five in a row. @param {Rules} rules */
export function boardWords(rules) {
  const size = `${rules.columns} × ${rules.rows}`;
  if (rules.objective === 'most-lines') return `${size}, most lines${rules.connect === 4 ? '' : ` of ${NUMBERS[rules.connect]}`}`;
  return rules.connect === 4 ? size : `${size}, ${NUMBERS[rules.connect]} in a row`;
}

/** What a player tries to do: first to four, or on another board: first to four on 9 × 7. @param {Rules} rules */
export function aimWords(rules) {
  const aim = rules.objective === 'most-lines' ? `most lines of ${NUMBERS[rules.connect]}` : `first to ${NUMBERS[rules.connect]}`;
  const isUsual = rules.columns === 7 && rules.rows === 6;
  return isUsual ? aim : `${aim} on ${rules.columns} × ${rules.rows}`;
}

/** A clock as players write it: 3+2, or 15 s a move. @param {{time_s: number, increment_s?: number, per_move?: boolean} | null} clock */
export function clockWords(clock) {
  if (!clock) return 'no clock';
  const { time_s: time, increment_s: increment = 0 } = clock;
  const isMinutes = time % 60 === 0;
  if (clock.per_move) return isMinutes ? `${time / 60} min a move` : `${time} s a move`;
  return isMinutes ? `${time / 60}+${increment}` : `${time} s + ${increment} s`;
}

/** How many moves a take-back undoes: one move, two moves. @param {number} count */
export function movesBack(count) {
  return `${NUMBERS[count] ?? count} move${count === 1 ? '' : 's'}`;
}
