// The keys of the page, in a dialog; loaded when first opened.

import { button, el } from '../ui/dom.js';

/** @type {[string, [string, string][]][]} */
const KEYS = [
  ['On the board', [
    ['1 … 9', 'Drop a disc into the column'],
    ['← →', 'Choose a column; Enter drops a disc'],
    ['u', 'Undo'],
    ['y', 'Redo'],
    ['h', 'Hint'],
  ]],
  ['Once the game is over, in an earlier position or in analysis', [
    ['← →', 'Step through the moves'],
    ['Home End', 'First and last position'],
    ['Shift ← →', 'Choose a column'],
  ]],
  ['In puzzles and lessons, on the board', [
    ['h', 'Hint'],
    ['u', 'Take back'],
    ['n', 'Next'],
  ]],
  ['Anywhere', [
    ['?', 'This list'],
    ['Escape', 'Close a dialog or the menu'],
  ]],
];

export function showKeyHelp() {
  if (document.querySelector('dialog[open]')) return;
  const dialog = el('dialog.key-help', { 'aria-labelledby': 'keys-title', close: () => dialog.remove() },
    el('h2', { id: 'keys-title' }, 'Keyboard'),
    ...KEYS.flatMap(([where, keys]) => [
      el('h3', {}, where),
      el('dl', {}, ...keys.flatMap(([key, meaning]) => [
        el('dt', {}, ...key.split(' ').map((each) => (each === '…' ? ' … ' : el('kbd', {}, each)))), el('dd', {}, meaning),
      ])),
    ]),
    el('div.dialog-end', {}, button('Done', () => dialog.close(), '.primary')));
  document.body.append(dialog);
  dialog.showModal();
}
