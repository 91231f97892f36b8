// The card of a live game for its players: the tournament that it belongs to, ratings, reactions and planned moves.

import { COLOURS } from '../board/rules.js';
import { placeAddress } from '../page/address.js';
import { failureOf } from '../page/errors.js';
import { resultOf, seatName } from '../model/game.js';
import { state } from '../page/state.js';
import { pause } from '../page/tasks.js';
import { goTo } from '../router.js';
import { getJson } from '../server/api.js';
import { el, set, show, showText, within } from '../ui/dom.js';
import { t } from '../ui/words.js';
import { createPlanned } from './planned.js';
import { createReactions } from './reactions.js';

// The server rates a game a moment after its end.
const RATING_MS = 800;

/** @param {HTMLElement} root */
export function createPlayersCard(root) {
  const planned = createPlanned();
  const reactions = createReactions();
  const ratings = createRatings();
  const back = within(el('a.button', t('club.to the tournament')), () =>
    goTo('club', state.live?.info?.tournament ?? null),
  );
  root.append(el('h2.unseen', t('page.reactions and planned moves')), back, ratings.root, reactions.root, planned.root);

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
    await pause(delayMs);
    const found = await getJson('/api/people/games/{game_id}', { game_id: id }).catch((error) => {
      failureOf(error);
      return null;
    });
    if (found === null || state.game.id !== id) return;
    isRated = found.red !== null;
    const words = COLOURS.map((colour) => {
      const seat = found[colour];
      if (seat === null) return '';
      const rating = `${seat.rating}${seat.change ? ` → ${seat.rating + seat.change}` : ''}`;
      const name = seatName(state.game, colour);
      return t(seat.is_provisional ? 'club.rating, provisional' : 'club.rating', { name, rating });
    });
    showText(root, isRated ? t('club.ratings of both', { ratings: words.join(' · ') }) : '');
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
