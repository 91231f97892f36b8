// Inviting a friend to a live game: they get a link.

import { preferences } from '../page/storage.js';
import { reasonOf, sentence } from '../page/words.js';
import { openGame } from '../router.js';
import { postJson } from '../server/api.js';
import { button, byId, el, setText } from '../ui/dom.js';
import { createTerms } from './terms.js';

/** @type {(() => void) | null} */
let openDialog = null;

export function showLiveDialog() {
  openDialog ??= createDialog(/** @type {HTMLDialogElement} */ (byId('live-dialog')));
  openDialog();
}

/** @param {HTMLDialogElement} dialog @returns {() => void} */
function createDialog(dialog) {
  const terms = createTerms();
  const problem = el('p.problem', { role: 'alert' });
  const form = el('form', { method: 'dialog', submit: (event) => begin(event) },
    el('h2', { id: 'live-title' }, 'Play a friend'),
    el('p.soft', {}, 'You get a link to send. Whoever accepts first plays you.'),
    terms.root, problem,
    el('div.dialog-end', {}, button('Cancel', () => dialog.close(), '.quiet'), el('button.primary', { type: 'submit' }, 'Create the link')),
  );
  dialog.append(form);

  /** @param {Event} event */
  function begin(event) {
    event.preventDefault();
    setText(problem, '');
    preferences.name.value = terms.name.value.trim();
    void start().catch((error) => setText(problem, sentence(reasonOf(error))));
  }

  async function start() {
    const { id } = await postJson('/api/live', {}, terms.value);
    dialog.close();
    void openGame(id);
  }

  return function showDialog() {
    terms.name.value = preferences.name.value;
    setText(problem, '');
    dialog.showModal();
  };
}
