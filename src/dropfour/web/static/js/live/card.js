// The card of a live game: the invitation, offers, claims, the score and the rematch; for watchers, that they
// watch.

import { storedAddress } from '../page/address.js';
import { resultOf, isWatching, moverOf, state } from '../page/store.js';
import { counted, seatName } from '../page/words.js';
import { button, el, set, setText, show, showText } from '../ui/dom.js';
import { claimInMs, timeText } from '../page/clocks.js';
import { nameInput } from './dialog.js';
import { followGame } from './follow.js';
import { createLinkBox } from './invite.js';
import { answer, claim, handOverLink, offer, rename, resignLive, setPublic } from './play.js';
import { toggle } from '../ui/choices.js';
import { confirmButton, field } from '../ui/form.js';

/** @type {Record<OfferKind, {button: string, theirs: string, mine: string}>} */
const OFFERS = {
  draw: { button: 'Offer a draw', theirs: 'offers a draw', mine: 'You have offered a draw' },
  'take-back': { button: 'Take back', theirs: 'asks to take back a move', mine: 'You have asked to take back a move' },
  rematch: { button: 'Rematch', theirs: 'offers a rematch', mine: 'You have offered a rematch' },
};
const KINDS = /** @type {OfferKind[]} */ (Object.keys(OFFERS));

/** @param {HTMLElement} root */
export function createLiveCard(root) {
  const heading = el('h2');
  const note = el('p.soft');
  const link = createLinkBox('Send this link to your friend', 'live-link');
  const pending = el('p.offer', { role: 'status' });
  const accept = button('Accept', () => reply(true), '.primary');
  const decline = button('Decline', () => reply(false));
  const claimWin = button('Claim the win', () => void claim('win'));
  const claimDraw = button('Claim a draw', () => void claim('draw'));
  const offers = createOffers();
  const giveUp = confirmButton('Resign', 'Really resign?', resignLive);
  const device = createDevice();
  const publicity = toggle('Public', 'Anybody can find it under Live and watch', setPublic, { id: 'live-public' });
  const name = nameInput('live-own-name', () => void rename(name.value.trim()));
  const naming = field('Your name', name);
  root.append(heading, note, link.root, pending,
    el('div.card-actions', {}, accept, decline, claimWin, claimDraw),
    el('div.card-actions', {}, ...offers.buttons, giveUp, device.button),
    device.link, naming, publicity.root);

  /** @param {boolean} accepts */
  function reply(accepts) {
    const kind = state.live?.info?.offer?.kind;
    if (kind) void answer(kind, accepts);
  }

  return function render() {
    followGame();
    const { game, live } = state;
    const info = live?.id === game.id ? live.info : null;
    const watches = isWatching(game);
    show(root, game.id !== null && !state.loading && (game.live ? info !== null : watches));
    if (root.hidden) return;
    const isOver = resultOf(game) !== null;
    const plays = info !== null && !watches;
    const isOpen = plays && info.open !== null;
    setText(heading, headingOf());
    showText(note, noteOf());
    show(link.root, isOpen);
    if (isOpen) void link.set(new URL(storedAddress(String(game.id)), location.href).href);
    const pendingOffer = plays ? info.offer : null;
    const isMine = pendingOffer !== null && game.yours.includes(pendingOffer.colour);
    showText(pending, pendingOffer ? offerSentence(pendingOffer.kind, pendingOffer.colour, isMine) : claimSentence());
    show(accept, pendingOffer !== null && !isMine);
    show(decline, pendingOffer !== null);
    setText(decline, isMine ? 'Withdraw' : 'Decline');
    const claims = claimInMs();
    show(claimWin, claims === 0);
    show(claimDraw, claims === 0);
    offers.render((kind) => plays && !isOpen && pendingOffer?.kind !== kind
      && (kind === 'rematch' ? isOver && info.next === null : !isOver && game.moves.length > 0));
    show(giveUp, plays && !isOpen && !isOver);
    device.render(plays && !isOver);
    show(naming, plays && !isOver);
    const [mine] = game.yours;
    if (mine && document.activeElement !== name) name.value = game[mine].name;
    show(publicity.root, plays && !isOver);
    publicity.input.checked = info?.public ?? false;
  };
}

function createOffers() {
  const offers = KINDS.map((kind) => ({ kind, button: button(OFFERS[kind].button, () => void offer(kind)) }));
  return {
    buttons: offers.map((each) => each.button),
    /** @param {(kind: OfferKind) => boolean} isPossible */
    render(isPossible) {
      for (const each of offers) {
        show(each.button, isPossible(each.kind));
        set(each.button, 'class', each.kind === 'rematch' ? 'primary' : null);
      }
    },
  };
}

/** The button for going on with a game on another device, and the link that it shows. */
function createDevice() {
  const link = createLinkBox('Open this link on the other device within 15 minutes. Keep it to yourself.', 'live-device');
  let linked = '';
  const handOver = button('Play on another device', async () => {
    const made = await handOverLink();
    if (made === null) return;
    linked = String(state.game.id);
    show(link.root, true);
    await link.set(made);
  });
  return {
    button: handOver,
    link: link.root,
    /** @param {boolean} isPossible */
    render(isPossible) {
      show(handOver, isPossible);
      show(link.root, isPossible && linked === state.game.id);
    },
  };
}

function headingOf() {
  const { game, live } = state;
  if (isWatching(game)) return 'You are watching';
  if (live?.info?.open) return 'Invite your friend';
  const { number } = live?.info?.match ?? { number: 1 };
  return number > 1 ? `Game ${number} of the match` : 'Live game';
}

function noteOf() {
  const { game, live } = state;
  const words = [];
  const match = live?.info?.match;
  if (match && (match.number > 1 || resultOf(game))) {
    words.push(`${seatName(game, 'red')} ${match.red} – ${match.yellow} ${seatName(game, 'yellow')}`);
  }
  const watchers = live?.presence?.watchers ?? 0;
  if (watchers > (isWatching(game) ? 1 : 0)) words.push(counted(watchers, 'watcher'));
  if (live?.info?.open && !isWatching(game)) words.push('Whoever opens it first plays; everybody else watches');
  return words.join(' · ');
}

/** @param {OfferKind} kind @param {Colour} colour @param {boolean} isMine */
function offerSentence(kind, colour, isMine) {
  return isMine ? `${OFFERS[kind].mine}.` : `${seatName(state.game, colour)} ${OFFERS[kind].theirs}.`;
}

function claimSentence() {
  const ms = claimInMs();
  const mover = moverOf(state.game);
  if (ms === null || mover === null) return '';
  const name = seatName(state.game, mover);
  if (ms === 0) return `${name} has left.`;
  return `${name} is away. You can claim the game in ${timeText(ms)}.`;
}
