// The settings: sounds, vibration, reactions, light or dark, and the theme of the board. They are stored in this browser.

import { hasServer } from '../page/site.js';
import { preferences } from '../page/storage.js';
import { notify } from '../page/store.js';
import { byId, el } from '../ui/dom.js';
import { choices, fragment, toggle } from '../ui/choices.js';
import { field } from '../ui/form.js';

const BOARDS = [
  ['classic', 'Classic'], ['midnight', 'Midnight'], ['walnut', 'Walnut'], ['meadow', 'Meadow'], ['contrast', 'High contrast'],
];

/** Set an attribute of the page, and keep it for js/ui/theme.js, which reads it before the first paint.
 * @param {'theme' | 'board'} name @param {string} value  empty: as the system has it */
function choose(name, value) {
  const { dataset } = document.documentElement;
  if (value) dataset[name] = value;
  else delete dataset[name];
  try {
    if (value) localStorage.setItem(`dropfour.${name}`, value);
    else localStorage.removeItem(`dropfour.${name}`);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** @param {string} name @param {string} about @param {{value: boolean}} preference */
function preferenceToggle(name, about, preference) {
  const { root, input } = toggle(name, about, (isOn) => {
    preference.value = isOn;
  });
  input.checked = preference.value;
  return root;
}

/** Turned on only if the browser allows it. */
function notificationToggle() {
  const { root, input } = toggle('Notifications', 'When it is your turn in a live game and the page is hidden', async (isOn) => {
    const isAllowed = isOn && (await Notification.requestPermission()) === 'granted';
    preferences.notifications.value = isAllowed;
    input.checked = isAllowed;
    if (isOn && !isAllowed) notify('The browser does not allow notifications of this page.');
  });
  input.checked = preferences.notifications.value && Notification.permission === 'granted';
  return root;
}

/** @param {string} board @param {string} name */
function swatch(board, name) {
  return fragment(
    el('span.swatch', { 'data-board': board, 'aria-hidden': 'true' }, el('span.disc.red.pip'), el('span.disc.yellow.pip')), name);
}

export function showSettings() {
  const dialog = /** @type {HTMLDialogElement} */ (byId('settings-dialog'));
  const { dataset } = document.documentElement;
  const scheme = choices('scheme', 'Appearance', [['', 'System'], ['light', 'Light'], ['dark', 'Dark']], (value) => choose('theme', value));
  scheme.value = dataset.theme ?? '';
  const board = choices('board-theme', 'Board and discs', BOARDS.map(([value, name]) => [value, swatch(value, name)]), (value) => choose('board', value));
  board.root.classList.add('swatches');
  board.value = dataset.board ?? 'classic';
  dialog.replaceChildren(el('form', { method: 'dialog' },
    el('h2', { id: 'settings-title' }, 'Settings'),
    preferenceToggle('Sound', 'For discs, wins and draws', preferences.sound),
    preferenceToggle('Opponents talk', 'A short line now and then', preferences.voice),
    ...('vibrate' in navigator ? [preferenceToggle('Vibration', 'On phones, when a disc lands', preferences.vibration)] : []),
    preferenceToggle('Reactions', 'In live games, to and from the other player', preferences.reactions),
    ...(hasServer && 'Notification' in window ? [notificationToggle()] : []),
    field('Board and discs', board.root),
    field('Appearance', scheme.root),
    el('div.dialog-end', {}, el('button.primary', { type: 'submit' }, 'Done')),
  ));
  dialog.showModal();
}
