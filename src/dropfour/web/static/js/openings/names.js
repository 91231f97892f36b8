// Names of the openings, each also for its mirror image.

import { mirror } from './database.js';

/** @type {Record<string, string>} */
const NAMES = {
  1: 'Edge start',
  2: 'Second column',
  3: 'Beside the centre',
  33: 'Beside the centre, stacked',
  34: 'Beside the centre, centre taken',
  4: 'Centre start',
  41: 'Centre against the edge',
  42: 'Centre with a gap',
  43: 'Centre, side by side',
  434: 'Side by side, centre stacked',
  44: 'Centre, on top',
  443: 'Bottom-row trap',
  444: 'Centre tower',
  4442: 'Tower with a gap',
  4443: 'Tower, side by side',
  4444: 'Tower of four',
  44444: 'Tower of five',
  444444: 'Full centre column',
};

/** The name of the longest opening with which the moves begin; '' if they do not begin with one. @param {string} moves */
export function openingName(moves) {
  for (let length = moves.length; length > 0; length -= 1) {
    const start = moves.slice(0, length);
    const name = NAMES[start] ?? NAMES[mirror(start)];
    if (name) return name;
  }
  return '';
}
