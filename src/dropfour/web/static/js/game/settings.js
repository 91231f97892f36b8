// The settings: language, sounds, vibration, reactions, light or dark, and the theme of the board. They are stored in this browser.

import { hasServer } from '../page/site.js';
import { notify } from '../page/state.js';
import { preferences } from '../storage/storage.js';
import { choices, field, fragment, pair, select, sending, showDialog, toggle } from '../ui/form.js';
import { language, t } from '../ui/words.js';

const BOARDS = ['classic', 'midnight', 'walnut', 'meadow', 'contrast'];

/** Set an attribute of the page, and keep it. @param {'theme' | 'board'} name @param {string} value  empty: as the system has it */
function choose(name, value) {
  const { dataset } = document.documentElement;
  if (value) dataset[name] = value;
  else delete dataset[name];
  keepChoice(name, value);
}

/** Keep a choice for js/ui/theme.js, which reads it before the first paint. @param {string} name @param {string} value */
function keepChoice(name, value) {
  try {
    if (value) localStorage.setItem(`dropfour.${name}`, value);
    else localStorage.removeItem(`dropfour.${name}`);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** The languages by their own names; the page begins anew in the one that is chosen. */
function languageField() {
  const tags = document.documentElement.dataset.languages?.split(' ') ?? ['en'];
  const options = tags.map((tag) => {
    const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
    return /** @type {const} */ ([tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)]);
  });
  const input = select('language', options, () => {
    keepChoice('language', input.value);
    location.reload();
  });
  input.value = language;
  return field(t('dialogs.language'), input);
}

/** @param {'sound' | 'voice' | 'vibration' | 'reactions' | 'keys'} name */
function preferenceToggle(name) {
  const preference = preferences[name];
  const { root, input } = toggle(t(`dialogs.${name}`), t(`dialogs.${name}, about`), (isOn) => {
    preference.value = isOn;
  });
  input.checked = preference.value;
  return root;
}

/** Turned on only if the browser allows it. */
function notificationToggle() {
  const { root, input } = toggle(t('dialogs.notifications'), t('dialogs.notifications, about'), async (isOn) => {
    const isAllowed = isOn && (await Notification.requestPermission()) === 'granted';
    preferences.notifications.value = isAllowed;
    input.checked = isAllowed;
    if (isOn && !isAllowed) notify(t('dialogs.notifications, refused'));
  });
  input.checked = preferences.notifications.value && Notification.permission === 'granted';
  return root;
}

export function showSettings() {
  const { dataset } = document.documentElement;
  /** @type {[string, string][]} */
  const schemes = ['', 'light', 'dark'].map((value) => [value, t(`dialogs.appearance, ${value || 'system'}`)]);
  const scheme = choices('scheme', t('dialogs.appearance'), schemes, (value) => choose('theme', value));
  scheme.value = dataset.theme ?? '';
  /** @type {[string, Node][]} */
  const swatches = BOARDS.map((value) => {
    return [value, fragment(pair('span.swatch', { 'data-board': value }), t(`dialogs.board, ${value}`))];
  });
  const board = choices('board-theme', t('dialogs.board'), swatches, (value) => choose('board', value));
  board.root.classList.add('swatches');
  board.value = dataset.board ?? 'classic';
  const parts = [
    languageField(),
    preferenceToggle('sound'),
    preferenceToggle('voice'),
    'vibrate' in navigator && preferenceToggle('vibration'),
    preferenceToggle('reactions'),
    preferenceToggle('keys'),
    hasServer && 'Notification' in window && notificationToggle(),
    field(t('dialogs.board'), board.root),
    field(t('dialogs.appearance'), scheme.root),
  ];
  const dialog = showDialog('settings', t('page.settings'), parts, [sending(t('page.done'))], () => dialog.close());
}
