// Arriving by a link: what the game is and whom it is against, before a seat is taken.

import { preferences } from '../page/storage.js';
import { livePosition, notify, state } from '../page/store.js';
import { isOffering } from '../page/seats.js';
import { postJson, withdrawOffer } from '../server/api.js';
import { attempt } from '../page/errors.js';
import { el, setText, show } from '../ui/dom.js';
import { field } from '../ui/form.js';
import { nameInput } from './terms.js';
import { otherColour } from '../board/rules.js';
import { aimWords, clockWords } from './words.js';

/** What a visitor is invited to: Ada invites you: you are red, 3+2, first to four. @param {Game} game @param {Running['info']} info */
export function invitationWords(game, info) {
  if (!info.open) return '';
  const host = game[otherColour(info.open)].name || 'Somebody';
  const clock = info.clock ? clockWords(info.clock) : 'without a clock';
  return `${host} invites you: you are ${info.open}, ${clock}, ${aimWords(livePosition(game).rules)}.`;
}

/** The invitation with its button. */
export function createArrival() {
  const words = el('p.invitation');
  const name = nameInput('join-name');
  name.value = preferences.name.value;
  const join = el('button.primary.wide', { type: 'submit' }, 'Join');
  const root = el('form', { submit: (event) => {
    event.preventDefault();
    void take();
  } }, words, field('Your name', name), join);

  async function take() {
    preferences.name.value = name.value.trim();
    join.disabled = true;
    const taken = await attempt(() => postJson('/api/live/{game_id}/join', { game_id: String(state.game.id) }, { name: preferences.name.value }));
    join.disabled = false;
    if (!taken) return;
    notify('You have joined the game.');
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
