// A position as a small picture, for lists.

import { svg } from '../ui/dom.js';
import { parsePosition } from './notation.js';

/** @param {string} text  a position string */
export function thumbnail(text) {
  const position = parsePosition(text);
  const { columns, rows } = position.rules;
  const root = svg('svg', { class: 'thumb', viewBox: `-0.2 -0.2 ${columns + 0.4} ${rows + 0.4}`, 'aria-hidden': 'true' });
  root.append(svg('rect', { class: 'thumb-board', x: -0.2, y: -0.2, width: columns + 0.4, height: rows + 0.4, rx: 0.5 }));
  for (let column = 1; column <= columns; column += 1) {
    for (let row = 1; row <= rows; row += 1) {
      const owner = position.at(column, row) ?? 'hole';
      root.append(svg('circle', { class: `thumb-${owner}`, cx: column - 0.5, cy: rows - row + 0.5, r: 0.4 }));
    }
  }
  return root;
}
