// The settings: sounds, vibration, light or dark, and the theme of the board. They are stored in this browser.

import { keepSoundPreference, keepVibrationPreference, soundPreference, vibrationPreference } from '../page/memory.js';
import { el } from '../ui/dom.js';
import { choices } from './setup.js';

const BOARDS = [
  ['classic', 'Classic'], ['midnight', 'Midnight'], ['walnut', 'Walnut'], ['meadow', 'Meadow'], ['contrast', 'High contrast'],
];

/** Keep a choice that js/ui/theme.js reads before the first paint. @param {string} key @param {string | null} value */
function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(`dropfour.${key}`);
    else localStorage.setItem(`dropfour.${key}`, value);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** @param {string} name @param {string} about @param {() => boolean} read @param {(on: boolean) => void} write */
function toggle(name, about, read, write) {
  const input = /** @type {HTMLInputElement} */ (el('input', { type: 'checkbox', role: 'switch' }));
  input.checked = read();
  input.addEventListener('change', () => write(input.checked));
  return el('label.switch', {}, input, el('span.switch-text', {}, el('b', {}, name), el('span.soft', {}, about)));
}

/** @param {string} board @param {string} name */
function swatch(board, name) {
  const disc = (/** @type {string} */ colour) => el(`span.disc.${colour}.pip`);
  const label = document.createDocumentFragment();
  label.append(el('span.swatch', { 'data-board': board, 'aria-hidden': 'true' }, disc('red'), disc('yellow')), name);
  return label;
}

/** @param {HTMLDialogElement} dialog */
export function openSettings(dialog) {
  const { dataset } = document.documentElement;
  const scheme = choices('scheme', 'Appearance', [['', 'System'], ['light', 'Light'], ['dark', 'Dark']], (value) => {
    if (value) dataset.theme = value;
    else delete dataset.theme;
    keep('theme', value || null);
  });
  scheme.value = dataset.theme ?? '';
  const board = choices('board-theme', 'Board and discs', BOARDS.map(([value, name]) => [value, swatch(value, name)]), (value) => {
    dataset.board = value;
    keep('board', value);
  });
  board.root.classList.add('swatches');
  board.value = dataset.board ?? 'classic';
  dialog.replaceChildren(el('form', { method: 'dialog' },
    el('h2', { id: 'settings-title' }, 'Settings'),
    toggle('Sound', 'For discs, wins and draws', soundPreference, keepSoundPreference),
    ...('vibrate' in navigator ? [toggle('Vibration', 'On phones, when a disc lands', vibrationPreference, keepVibrationPreference)] : []),
    el('div.field', {}, el('span.field-name', {}, 'Board and discs'), board.root),
    el('div.field', {}, el('span.field-name', {}, 'Appearance'), scheme.root),
    el('div.dialog-end', {}, el('button.primary', { type: 'submit' }, 'Done')),
  ));
  dialog.showModal();
}
