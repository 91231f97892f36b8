// The card of a live game: the invitation, offers, claims, the score and the rematch; for watchers, that they
// watch.

import { storedAddress } from '../page/address.js';
import { claimInMs, timeText } from '../page/clocks.js';
import { attempt } from '../page/errors.js';
import { dropSeat } from '../page/seats.js';
import { isWatching, moverOf, notify, positionsOf, resultOf, state } from '../page/store.js';
import { counted, seatName } from '../page/words.js';
import { goHome, goTo } from '../router.js';
import { deleteGame } from '../server/api.js';
import { toggle } from '../ui/choices.js';
import { button, el, set, setText, show, showText } from '../ui/dom.js';
import { confirmButton, field } from '../ui/form.js';
import { offerWords, opponentName } from './announce.js';
import { createArrival } from './arrival.js';
import { createLinkBox } from './invite.js';
import { answer, claim, handOverLink, offer, rename, resignLive, setPublic } from './play.js';
import { nameInput } from './terms.js';
import { movesBack } from './words.js';

/** @type {Record<OfferKind, {button: string, mine: string}>} */
const OFFERS = {
  draw: { button: 'Offer a draw', mine: 'You have offered a draw' },
  'take-back': { button: 'Take back', mine: 'You have asked to take back' },
  rematch: { button: 'Rematch', mine: 'You have offered a rematch' },
};

// A click so soon after a button has appeared was meant for something else.
const UNSEEN_MS = 500;

/** @param {HTMLElement} root */
export function createLiveCard(root) {
  const heading = el('h2');
  const note = el('p.soft.name');
  const about = el('p.soft');
  const arrival = createArrival();
  const link = createLinkBox('Send this link to your friend', 'live-link');
  const withdraw = button('Withdraw the invitation', withdrawInvitation, '.quiet');
  const answers = createAnswers();
  const giveUp = confirmButton('Resign', 'Really resign?', resignLive);
  const offers = createOffers();
  const elsewhere = button('Offer a game', () => goTo('live'), '.primary');
  const device = createDevice();
  const publicity = toggle('Public', 'Anybody can find it under Live and watch', setPublic, { id: 'live-public' });
  const name = nameInput('live-own-name', () => void rename(name.value.trim()));
  const naming = field('Your name', name);
  const actions = el('div.live-actions', {}, offers.draw, offers['take-back'], giveUp);
  root.append(el('div.live-title', {}, heading, note), about, arrival.root, link.root, withdraw, answers.root, actions, elsewhere, device.button, device.link, naming,
    publicity.root);

  return function render() {
    const { game, live } = state;
    const info = live?.id === game.id ? live.info : null;
    const watches = isWatching(game);
    show(root, game.id !== null && !state.loading && (game.live ? info !== null : watches));
    if (root.hidden) return;
    const isOver = resultOf(game) !== null;
    const plays = info !== null && !watches;
    const isOpen = info !== null && info.open !== null;
    // On a phone, what is to be done first comes before the empty board.
    set(root, 'data-first', isOpen);
    setText(heading, headingOf(info));
    setText(note, noteOf());
    showText(about, aboutOf(info));
    arrival.render(isOpen && watches ? info : null);
    show(link.root, isOpen && plays);
    show(withdraw, isOpen && plays);
    if (isOpen && plays) void link.set(new URL(storedAddress(String(game.id)), location.href).href);
    const isRunning = plays && !isOpen && !isOver;
    answers.render(plays && !isOpen ? info : null, isOver);
    show(actions, isRunning);
    offers.draw.disabled = !canOffer('draw', info);
    offers['take-back'].disabled = !canOffer('take-back', info);
    show(elsewhere, watches && game.live && !isOpen);
    device.render(plays && !isOver);
    show(naming, plays && !isOver);
    const [mine] = game.yours;
    if (mine && document.activeElement !== name) name.value = game[mine].name;
    show(publicity.root, plays && !isOver);
    publicity.input.checked = info?.public ?? false;
  };
}

async function withdrawInvitation() {
  const id = String(state.game.id);
  const isDone = await attempt(async () => {
    await deleteGame(id);
    return true;
  });
  if (!isDone) return;
  dropSeat(id);
  goHome();
  notify('The invitation has been withdrawn.');
}

function createOffers() {
  return {
    draw: button(OFFERS.draw.button, () => void offer('draw')),
    'take-back': button(OFFERS['take-back'].button, () => void offer('take-back')),
  };
}

/** Whether the player can ask for something now; what was declined cannot be asked for again before the next move.
 * @param {OfferKind} kind @param {Running['info'] | null} info */
function canOffer(kind, info) {
  const { game } = state;
  const [mine] = game.yours;
  if (!info || info.offer || info.declined.some((each) => each.kind === kind && each.colour === mine)) return false;
  if (kind === 'rematch') return resultOf(game) !== null && info.next === null;
  const first = positionsOf(game)[0].toMove;
  return resultOf(game) === null && game.moves.length > (kind === 'take-back' && first !== mine ? 1 : 0);
}

/** Answers to offers, claims and the rematch: each has its own place, which stays free while there is nothing to answer. */
function createAnswers() {
  const words = el('p.offer', { role: 'status' });
  const accept = calmButton('Accept', () => reply(true), '.primary');
  const decline = calmButton('Decline', () => reply(false));
  const claimWin = calmButton('Claim the win', () => void claim('win'));
  const claimDraw = calmButton('Claim a draw', () => void claim('draw'));
  const rematch = calmButton(OFFERS.rematch.button, () => void offer('rematch'), '.primary');
  const root = el('div.live-answers', {}, words, el('div.live-actions', {}, el('span', {}, accept.root, claimWin.root),
    el('span', {}, decline.root, claimDraw.root), el('span', {}, rematch.root)));

  /** @param {boolean} accepts */
  function reply(accepts) {
    const kind = state.live?.info?.offer?.kind;
    if (kind) void answer(kind, accepts);
  }

  return {
    root,
    /** @param {Running['info'] | null} info  of a game that this browser plays @param {boolean} isOver */
    render(info, isOver) {
      show(root, info !== null);
      if (!info) return;
      const pending = info.offer;
      const isMine = pending !== null && state.game.yours.includes(pending.colour);
      const canClaim = pending === null && claimInMs() === 0;
      setText(words, pending ? offerSentence(pending, isMine) : claimSentence() || declinedSentence(info));
      accept.show(pending !== null && !isMine);
      decline.show(pending !== null);
      setText(decline.root, isMine ? 'Withdraw' : 'Decline');
      claimWin.show(canClaim);
      claimDraw.show(canClaim);
      rematch.show(isOver && canOffer('rematch', info));
    },
  };
}

/** A button that cannot be pressed at the moment at which it appears. @param {string} label @param {() => void} act
 * @param {string} [classes] */
function calmButton(label, act, classes = '') {
  const root = button(label, act, classes);
  root.hidden = true;
  return {
    root,
    /** @param {boolean} shown */
    show(shown) {
      if (shown && root.hidden) {
        root.disabled = true;
        setTimeout(() => {
          root.disabled = false;
        }, UNSEEN_MS);
      }
      show(root, shown);
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

/** @param {Running['info'] | null} info */
function headingOf(info) {
  const { game } = state;
  if (isWatching(game)) {
    if (info?.open) return 'You are invited';
    return 'You are watching';
  }
  if (info?.open) return 'Invite your friend';
  const { number } = info?.match ?? { number: 1 };
  return number > 1 ? `Game ${number} of the match` : 'Live game';
}

/** What a visitor or a host should know. @param {Running['info'] | null} info */
function aboutOf(info) {
  const { game } = state;
  if (info?.open) return isWatching(game) ? '' : 'Whoever accepts first plays you; everybody else watches.';
  const isTaken = isWatching(game) && game.live && resultOf(game) === null;
  return isTaken ? 'Both seats are taken: you can watch, or offer a game yourself.' : '';
}

function noteOf() {
  const { game, live } = state;
  const info = live?.info;
  const words = [];
  const match = info?.match;
  if (match && (match.number > 1 || resultOf(game))) {
    words.push(`${seatName(game, 'red')} ${match.red} – ${match.yellow} ${seatName(game, 'yellow')}`);
  }
  const watchers = live?.presence?.watchers ?? 0;
  if (watchers > (isWatching(game) ? 1 : 0)) words.push(counted(watchers, 'watcher'));
  return words.join(' · ');
}

/** @param {NonNullable<Running['info']['offer']>} offer @param {boolean} isMine */
function offerSentence(offer, isMine) {
  if (!isMine) return `${seatName(state.game, offer.colour)} ${offerWords(offer)}.`;
  return offer.kind === 'take-back' ? `${OFFERS[offer.kind].mine} ${movesBack(offer.moves)}.` : `${OFFERS[offer.kind].mine}.`;
}

/** What was refused since the last move. @param {Running['info']} info */
function declinedSentence({ declined }) {
  const refused = declined.find(({ colour }) => state.game.yours.includes(colour));
  if (!refused) return '';
  const what = { draw: 'the draw', 'take-back': 'the take-back', rematch: 'the rematch' }[refused.kind];
  return `${opponentName(state.game)} has declined ${what}.${refused.kind === 'rematch' ? '' : ' You can ask again after the next move.'}`;
}

function claimSentence() {
  const ms = claimInMs();
  const mover = moverOf(state.game);
  if (ms === null || mover === null) return '';
  const name = seatName(state.game, mover);
  if (ms === 0) return `${name} has left.`;
  return `${name} is away. You can claim the game in ${timeText(ms)}.`;
}
