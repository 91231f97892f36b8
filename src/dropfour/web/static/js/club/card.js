// The card of a live game for its players: planned moves and reactions.

import { el, show } from '../ui/dom.js';
import { state } from '../page/store.js';
import { createPlanned } from './planned.js';
import { createReactions } from './reactions.js';

/** @param {HTMLElement} root */
export function createPlayersCard(root) {
  const planned = createPlanned();
  const reactions = createReactions();
  root.append(el('h2.unseen', {}, 'Planned moves and reactions'), reactions.root, planned.root);

  return function render() {
    const { game, live, loading } = state;
    const info = live?.id === game.id ? live.info : null;
    planned.render();
    reactions.render();
    const isShown = !loading && game.live && game.yours.length > 0 && info !== null && info.open === null;
    show(root, isShown && !(planned.root.hidden && reactions.root.hidden));
  };
}
