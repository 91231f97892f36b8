// Telling a player what happens in a live game: a notice on the page, and one of the system while the page is hidden.

import { storedAddress } from '../page/address.js';
import { followedId, isYourTurn } from '../page/live.js';
import { preferences } from '../storage/storage.js';
import { notify, state } from '../page/state.js';
import { resultOf, resultSentence, seatName } from '../model/game.js';
import { otherColour } from '../board/rules.js';
import { t } from '../ui/words.js';

/** @typedef {Running['info']} Info */

/** What the opponent offers. @param {NonNullable<Info['offer']>} offer @param {string} name */
export function offerSentence({ kind, moves: count }, name) {
  return t(`live.offers, ${kind}`, { name, count });
}

/** Announce what has changed in the game on the screen. @param {Info} before @param {Info} now */
export function announce(before, now) {
  const { game } = state;
  if (!game.yours.length) return;
  announceChange(game, before, now);
}

/** Announce what has changed in a game of this browser, which may not be on the screen. @param {Running} before @param {Running} now */
export function announceElsewhere(before, now) {
  const { game } = now;
  const isShown = game.id === followedId();
  if (!isShown) announceChange(game, before.info, now.info);
  if (resultOf(game) !== null && !isShown)
    tell(t('live.over elsewhere', { name: opponentName(game), result: resultSentence(game) }), game);
  else if (isYourTurn(now) && !isYourTurn(before))
    alertHidden(t('live.your turn', { name: opponentName(game) }), String(game.id));
}

/** @param {string} id */
export function announcePairing(id) {
  notify(t('live.accepted, and begins'));
  alertHidden(t('live.accepted'), id);
}

/** @param {Game} game @param {Info} before @param {Info} now */
function announceChange(game, before, now) {
  const { yours } = game;
  if (before.open && !now.open && !yours.includes(before.open))
    tell(t('live.has joined', { name: opponentName(game) }), game);
  const { offer } = now;
  if (offer && !before.offer && !yours.includes(offer.colour)) tell(offerSentence(offer, opponentName(game)), game);
  const asked = before.offer;
  const isDeclined = asked && now.declined.some((each) => each.kind === asked.kind && each.colour === asked.colour);
  if (asked && isDeclined && yours.includes(asked.colour)) notify(t('live.has declined', { name: opponentName(game) }));
}

/** @param {Game} game */
export function opponentName(game) {
  return seatName(game, otherColour(game.yours[0]));
}

/** @param {string} text @param {Game} game */
function tell(text, game) {
  notify(text);
  alertHidden(text, String(game.id));
}

/** Show a notification of the system, if the page is hidden and the player wants any. @param {string} text @param {string} id */
function alertHidden(text, id) {
  if (!document.hidden || !preferences.notifications.value || Notification.permission !== 'granted') return;
  const address = storedAddress(id);
  // Tabs that show the same replace each other's notification.
  const icon = new URL('../../icons/192.png', import.meta.url).href;
  const options = { body: text, tag: id, icon, data: address };
  void navigator.serviceWorker?.ready.then((worker) => worker.showNotification('Dropfour', options));
}
