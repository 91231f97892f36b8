// The card of a live game for its players: the tournament that it belongs to, ratings, reactions and planned moves.

import { placeAddress } from '../page/address.js';
import { failureOf } from '../page/errors.js';
import { resultOf, state } from '../page/store.js';
import { seatName } from '../page/words.js';
import { goTo } from '../router.js';
import { getJson } from '../server/api.js';
import { el, set, show, showText, within } from '../ui/dom.js';
import { createPlanned } from './planned.js';
import { createReactions } from './reactions.js';

// The server rates a game a moment after its end.
const RATING_MS = 800;

/** @param {HTMLElement} root */
export function createPlayersCard(root) {
  const planned = createPlanned();
  const reactions = createReactions();
  const ratings = createRatings();
  const back = within(el('a.button', {}, 'To the tournament'), () => goTo('club', state.live?.info?.tournament ?? null));
  root.append(el('h2.unseen', {}, 'Reactions and planned moves'), back, ratings.root, reactions.root, planned.root);

  return function render() {
    const { game, live, loading } = state;
    const info = live?.id === game.id ? live.info : null;
    const isShown = !loading && game.live && game.yours.length > 0 && info !== null && info.open === null;
    planned.render();
    reactions.render();
    if (isShown) ratings.render();
    const tournament = info?.tournament ?? null;
    show(back, tournament !== null);
    set(back, 'href', tournament === null ? null : placeAddress('club', tournament));
    show(root, isShown && [back, ratings.root, reactions.root, planned.root].some((part) => !part.hidden));
  };
}

/** The ratings of both players, on a server that keeps them. */
function createRatings() {
  const root = el('p.soft', { hidden: true });
  let asked = '';
  let isRated = true; // until the server says otherwise

  async function ask(/** @type {string} */ id, /** @type {number} */ delayMs) {
    await new Promise((resolve) => { setTimeout(resolve, delayMs); });
    const found = await getJson('/api/people/games/{game_id}', { game_id: id }).catch((error) => {
      failureOf(error);
      return null;
    });
    if (found === null || state.game.id !== id) return;
    isRated = found.red !== null;
    const words = /** @type {Colour[]} */ (['red', 'yellow']).map((colour) => {
      const seat = found[colour];
      if (seat === null) return '';
      const change = seat.change === null ? '' : ` (${seat.change < 0 ? '−' : '+'}${Math.abs(seat.change)})`;
      return `${seatName(state.game, colour)} ${seat.rating}${seat.is_provisional ? '?' : ''}${change}`;
    });
    showText(root, isRated ? `Ratings: ${words.join(' · ')}` : '');
  }

  return {
    root,
    render() {
      const { game } = state;
      const isOver = resultOf(game) !== null;
      const key = `${game.id}/${isOver}`;
      if (!isRated || key === asked) return;
      asked = key;
      void ask(String(game.id), isOver ? RATING_MS : 0);
    },
  };
}
