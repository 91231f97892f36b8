// Telling a player what happens in a live game: a notice on the page, and one of the system while the page is hidden.

import { storedAddress } from '../page/address.js';
import { followedId, isYourTurn } from '../page/seats.js';
import { preferences } from '../page/storage.js';
import { notify, resultOf, state } from '../page/store.js';
import { otherColour } from '../board/rules.js';
import { resultSentence } from '../page/results.js';
import { movesBack } from './words.js';

/** @typedef {Running['info']} Info */

/** What the offers of an opponent say. @param {NonNullable<Info['offer']>} offer */
export function offerWords({ kind, moves }) {
  return { draw: 'offers a draw', 'take-back': `asks to take back ${movesBack(moves)}`, rematch: 'offers a rematch' }[kind];
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
  if (resultOf(game) !== null && !isShown) tell(`Your game against ${opponentName(game)} is over. ${resultSentence(game)}.`, game);
  else if (isYourTurn(now) && !isYourTurn(before)) alertHidden(`Your turn against ${opponentName(game)}`, String(game.id));
}

/** @param {string} id */
export function announcePairing(id) {
  notify('Somebody has accepted your offer. The game begins.');
  alertHidden('Your offer has been accepted', id);
}

/** @param {Game} game @param {Info} before @param {Info} now */
function announceChange(game, before, now) {
  const { yours } = game;
  if (before.open && !now.open && !yours.includes(before.open)) tell(`${opponentName(game)} has joined your game.`, game);
  const { offer } = now;
  if (offer && !before.offer && !yours.includes(offer.colour)) tell(`${opponentName(game)} ${offerWords(offer)}.`, game);
  const asked = before.offer;
  const isDeclined = asked && now.declined.some((each) => each.kind === asked.kind && each.colour === asked.colour);
  if (asked && isDeclined && yours.includes(asked.colour)) notify(`${opponentName(game)} has declined.`);
}

/** @param {Game} game */
export function opponentName(game) {
  const colour = otherColour(game.yours[0]);
  return game[colour].name || 'Your opponent';
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
  void navigator.serviceWorker?.ready.then((worker) => worker.showNotification('Dropfour', {
    body: text, tag: id, icon: new URL('../../icons/192.png', import.meta.url).href, data: address,
  }));
}
