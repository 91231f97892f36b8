// The banner of what goes on elsewhere, on every page: a game of one's own in progress that is not on the screen, or an open offer.

import { positionString } from '../board/notation.js';
import { thumbnail } from '../past/gamelink.js';
import { placeAddress, storedAddress } from '../page/address.js';
import { isOffering, isYourTurn, leftMs, runningElsewhere, setOffering } from '../page/live.js';
import { t, timeText } from '../ui/words.js';
import { attempt } from '../page/errors.js';
import { livePosition } from '../model/game.js';
import { state } from '../page/state.js';
import { goTo, openGame, viewLink } from '../router.js';
import { withdrawOffer } from '../server/api.js';
import { button, el, refill, set, setText, show, within } from '../ui/dom.js';
import { opponentName } from './announce.js';

const CLOCK_MS = 500;

/** Whose turn it is. @param {Running} running */
export function runningWords(running) {
  const { game, info } = running;
  if (info.open) return t('live.waiting for your friend');
  return t(isYourTurn(running) ? 'live.your turn' : 'live.their turn', { name: opponentName(game) });
}

/** Withdraw the offer in the lobby. */
export function withdrawNow() {
  setOffering(false);
  void attempt(withdrawOffer);
}

/** Return what is to be called after each change. */
export function createBanner() {
  const picture = el('span');
  const words = el('b.name');
  const time = el('span.clock', { 'aria-hidden': 'true' });
  const link = within(el('a.banner-game', { href: placeAddress('live') }, picture, words, time), () => open());
  const more = viewLink('a.button.quiet', 'live', null);
  const withdraw = button(t('live.withdraw'), withdrawNow, '.quiet');
  const root = el('aside.banner', { 'aria-label': t('live.your live games') }, link, more, withdraw);
  document.body.append(root);
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
    setText(words, shown ? runningWords(shown) : t('live.waiting for an opponent'));
    set(link, 'href', shown ? storedAddress(String(shown.game.id)) : placeAddress('live'));
    set(root, 'data-turn', shown !== null && isYourTurn(shown));
    const others = running.length - 1 + (shown && isWaiting ? 1 : 0);
    show(more, others > 0);
    setText(more, t('live.more games', { count: others }));
    show(withdraw, shown === null);
    drawClock();
    const position = shown ? positionString(livePosition(shown.game)) : '';
    refill(picture, position, () => (position ? [thumbnail(position)] : []));
  };
}
