// The banner of what goes on elsewhere, on every page: a game of one's own in progress that is not on the screen, or an open offer.

import { positionString } from '../board/notation.js';
import { thumbnail } from '../board/thumbnail.js';
import { storedAddress, placeAddress } from '../page/address.js';
import { leftMs, timeText } from '../page/clocks.js';
import { attempt } from '../page/errors.js';
import { isOffering, isYourTurn, runningElsewhere, setOffering } from '../page/seats.js';
import { livePosition, state } from '../page/store.js';
import { goTo, openGame } from '../router.js';
import { withdrawOffer } from '../server/api.js';
import { button, el, set, setText, show, within } from '../ui/dom.js';
import { opponentName } from './announce.js';

const CLOCK_MS = 500;

/** Whose turn it is. @param {Running} running */
export function runningWords(running) {
  const { game, info } = running;
  if (info.open) return 'Waiting for your friend to join';
  return isYourTurn(running) ? `Your turn against ${opponentName(game)}` : `${opponentName(game)} to move`;
}

/** Return what is to be called after each change. */
export function createBanner() {
  const picture = el('span');
  const words = el('b.name');
  const time = el('span.clock', { 'aria-hidden': 'true' });
  const link = within(el('a.banner-game', { href: placeAddress('live') }, picture, words, time), () => open());
  const more = within(el('a.button.quiet', { href: placeAddress('live') }), () => goTo('live'));
  const withdraw = button('Withdraw', () => {
    setOffering(false);
    void attempt(withdrawOffer);
  }, '.quiet');
  const root = el('aside.banner', { 'aria-label': 'Your live games' }, link, more, withdraw);
  document.body.append(root);
  let drawn = '';
  /** @type {Running | null} */
  let shown = null;

  function open() {
    if (shown) void openGame(String(shown.game.id));
    else goTo('live');
  }

  function drawClock() {
    const mine = shown && leftMs(shown.game, shown.info, shown.infoAt, shown.game.yours[0]);
    show(time, typeof mine === 'number');
    if (typeof mine === 'number') setText(time, timeText(mine));
  }
  setInterval(() => {
    if (shown && !root.hidden) drawClock();
  }, CLOCK_MS);

  return function render() {
    const running = runningElsewhere();
    const isWaiting = isOffering();
    shown = running[0] ?? null;
    const isShown = state.view !== 'live' && (shown !== null || isWaiting);
    show(root, isShown);
    set(document.body, 'data-banner', isShown);
    if (!isShown) return;
    setText(words, shown ? runningWords(shown) : 'Waiting for an opponent');
    set(link, 'href', shown ? storedAddress(String(shown.game.id)) : placeAddress('live'));
    set(root, 'data-turn', shown !== null && isYourTurn(shown));
    const others = running.length - 1 + (shown && isWaiting ? 1 : 0);
    show(more, others > 0);
    setText(more, `${others} more`);
    show(withdraw, shown === null);
    drawClock();
    const position = shown ? positionString(livePosition(shown.game)) : '';
    if (position === drawn) return;
    drawn = position;
    picture.replaceChildren(...(position ? [thumbnail(position)] : []));
  };
}
