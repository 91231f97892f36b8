// Inviting a friend to a live game: they get a link.

import { openGame } from '../router.js';
import { postJson } from '../server/api.js';
import { el, setText } from '../ui/dom.js';
import { closing, sending, showDialog } from '../ui/form.js';
import { loadWords, reasonOf, sentence, t } from '../ui/words.js';
import { createTerms } from './terms.js';

export async function showLiveDialog() {
  await Promise.all(['live', 'dialogs'].map(loadWords));
  const terms = createTerms();
  const problem = el('p.problem', { role: 'alert' });
  const about = el('p.soft', t('live.invite, about'));
  const buttons = [closing(t('live.cancel')), sending(t('live.create the link'))];
  const dialog = showDialog('live', t('live.play a friend'), [about, terms.root, problem], buttons, begin);

  async function begin() {
    setText(problem, '');
    try {
      const { id } = await postJson('/api/games', {}, await terms.value());
      dialog.close();
      void openGame(id);
    } catch (error) {
      setText(problem, sentence(reasonOf(error)));
    }
  }
}
