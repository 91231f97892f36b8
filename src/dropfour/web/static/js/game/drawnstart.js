// Fair starts: positions in which neither side can win, found by the core of this browser.

import { positionString } from '../board/notation.js';
import { Position, otherColour } from '../board/rules.js';
import { suggest } from '../core/browser.js';
import { t } from '../ui/words.js';

const [LEAST_PLY, MOST_PLY] = [4, 8];
const MOST_TRIES = 400;
// On a large board nothing is proven so early.
const MOST_UNPROVEN = 3;

/** A position proven drawn, at random, in which neither side can win at once; raises an Error if
 * none is found. @param {Rules} rules */
export async function drawnStart(rules) {
  let unproven = 0;
  for (let i = 0; i < MOST_TRIES && unproven < MOST_UNPROVEN; i++) {
    const position = randomPosition(rules, LEAST_PLY + below(MOST_PLY - LEAST_PLY + 1));
    if (position.isOver || canWin(position) || canWin(turned(position))) continue;
    const { exact, outcome } = await suggest(position);
    if (outcome === 'draw') return positionString(position);
    if (!exact) unproven += 1;
  }
  throw new Error(t('dialogs.no drawn start'));
}

/** @param {number} count */
function below(count) {
  return Math.floor(Math.random() * count);
}

/** @param {Rules} rules @param {number} ply */
function randomPosition(rules, ply) {
  let position = Position.empty(rules);
  while (position.ply < ply && !position.isOver) {
    const columns = position.legalColumns;
    position = position.play(columns[below(columns.length)]);
  }
  return position;
}

/** The same stones with the other side to move. @param {Position} position */
function turned({ rules, owners, toMove }) {
  return new Position(rules, owners, otherColour(toMove));
}

/** @param {Position} position */
function canWin(position) {
  return position.legalColumns.some((column) => position.play(column).winner === position.toMove);
}
