// Arriving by a link: what the game is and whom it is against, before a seat is taken.

import { livePosition } from '../model/game.js';
import { notify, state } from '../page/state.js';
import { isOffering } from '../page/live.js';
import { postJson, withdrawOffer } from '../server/api.js';
import { attempt } from '../page/errors.js';
import { el, setText, show } from '../ui/dom.js';
import { field, form, sending } from '../ui/form.js';
import { nameInput } from './terms.js';
import { otherColour } from '../board/rules.js';
import { t } from '../ui/words.js';
import { aimWords, clockWords } from './words.js';

/** What a visitor is invited to: Ada invites you: you are red, 3+2, four in a row wins. @param {Game} game @param {Running['info']} info */
export function invitationWords(game, info) {
  if (!info.open) return '';
  const name = game[otherColour(info.open)].name || t('live.somebody');
  const clock = info.clock ? clockWords(info.clock) : t('live.without a clock');
  return t('live.invites you', { name, colour: info.open, clock, goal: aimWords(livePosition(game).rules) });
}

/** The invitation with its button. */
export function createArrival() {
  const words = el('p.invitation');
  const name = nameInput('join-name');
  const join = sending(t('live.join'), '.primary.wide');
  const root = form('form', take, words, field(t('live.your name'), name), join);

  async function take() {
    join.disabled = true;
    const taken = await attempt(() =>
      postJson('/api/games/{game_id}/join', { game_id: String(state.game.id) }, { name: name.value.trim() }),
    );
    join.disabled = false;
    if (!taken) return;
    notify(t('live.you have joined'));
    if (isOffering()) void attempt(withdrawOffer); // nobody else should expect this player now
  }

  return {
    root,
    /** @param {Running['info'] | null} info  of a game that waits for this visitor */
    render(info) {
      show(root, info !== null);
      if (info) setText(words, invitationWords(state.game, info));
    },
  };
}
