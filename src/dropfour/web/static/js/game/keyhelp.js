// The keys of the page, in a dialog; loaded when first opened.

import { el } from '../ui/dom.js';
import { closing, showDialog } from '../ui/form.js';
import { t } from '../ui/words.js';

/** By where they work, with what they do. @type {Record<string, Record<string, string>>} */
const KEYS = {
  'in a game': { '1 … 9': 'drop' },
  'on the board': { '← →': 'choose and drop', u: 'undo', y: 'redo', h: 'hint' },
  'once it is over': { '← →': 'step', 'Home End': 'ends', 'Shift ← →': 'choose' },
  'in exercises': { h: 'hint', u: 'take back', n: 'next' },
  anywhere: { '?': 'help', Escape: 'close' },
};

export function showKeyHelp() {
  const keyOf = (/** @type {string} */ key) => (key === '…' ? ' … ' : el('kbd', key));
  const rows = (/** @type {Record<string, string>} */ keys) =>
    Object.entries(keys).map(([key, meaning]) => [
      el('dt', key.split(' ').map(keyOf)),
      el('dd', t(`dialogs.key, ${meaning}`)),
    ]);
  const parts = Object.entries(KEYS).map(([where, keys]) => [
    el('h3', t(`dialogs.keys ${where}`)),
    el('dl', rows(keys)),
  ]);
  showDialog('keys', t('page.keyboard'), parts, [closing(t('page.done'), '.primary')]);
}
