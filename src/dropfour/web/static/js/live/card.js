// The card of a live game: the invitation, offers, claims, the score and the rematch; for those who arrive by a link, what the
// game is before they take a seat; for watchers, that they watch.

import { storedAddress } from '../page/address.js';
import { claimInMs, dropSeat, isOffering } from '../page/live.js';
import { t, timeText } from '../ui/words.js';
import { attempt } from '../page/errors.js';
import { otherColour } from '../board/rules.js';
import { isWatching, livePosition, moverOf, positionsOf, resultOf, seatName } from '../model/game.js';
import { notify, state } from '../page/state.js';
import { goHome, goTo } from '../router.js';
import { NOTHING, deleteGame, postJson, withdrawOffer } from '../server/api.js';
import { preferences } from '../storage/storage.js';
import { confirmButton, field, form, sending, toggle } from '../ui/form.js';
import { button, el, set, setText, show, showText } from '../ui/dom.js';
import { offerSentence, opponentName } from './announce.js';
import { createDeviceLink, createLinkBox } from './invite.js';
import { nameInput } from './terms.js';
import { aimWords, clockWords } from './words.js';

// A click so soon after a button has appeared was meant for something else.
const UNSEEN_MS = 500;

/** What the requests about the game on the screen name. */
function here() {
  return { game_id: String(state.game.id) };
}

/** Do something besides dropping a disc; the server decides, and the event stream shows the
 * outcome. @template {'offer' | 'answer' | 'resign' | 'claim'} Act @param {Act} act
 * @param {Omit<RequestBody<`/api/games/{game_id}/${Act}`>, 'ply'>} [body] */
function act(act, body) {
  const path = /** @type {'/api/games/{game_id}/offer'} */ (`/api/games/{game_id}/${act}`);
  return attempt(() => postJson(path, here(), /** @type {any} */ ({ ...body, ply: state.game.moves.length })));
}

/** @param {HTMLElement} root */
export function createLiveCard(root) {
  const heading = el('h2');
  const note = el('p.soft.name');
  const about = el('p.soft');
  const arrival = createArrival();
  const link = createLinkBox(t('live.send this link'), 'live-link');
  const withdraw = button(t('live.withdraw the invitation'), withdrawInvitation, '.quiet');
  const actions = createActions();
  const elsewhere = button(t('live.offer a game'), () => goTo('live'), '.primary');
  const device = createDeviceLink(
    'live-device',
    t('live.play on another device'),
    () => storedAddress(here().game_id),
    () => postJson('/api/games/{game_id}/hand-over', here(), NOTHING),
  );
  const setPublic = (/** @type {boolean} */ wanted) =>
    void attempt(() => postJson('/api/games/{game_id}/public', here(), { public: wanted }));
  const publicity = toggle(t('live.public'), t('live.public, about'), setPublic, { id: 'live-public' });
  const name = nameInput('live-own-name', rename);
  const naming = field(t('live.your name'), name);
  const more = el('details', el('summary', t('live.more')), naming, publicity.root, device.button, device.link);
  const title = el('div.live-title', heading, note, actions.words, more);
  root.append(title, about, arrival.root, link.root, withdraw, actions.root, elsewhere);

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
    actions.render(plays && !isOpen ? info : null, isOver);
    // What there is to say takes the place of the heading, so that nothing below moves.
    set(title, 'data-said', actions.words.textContent !== '');
    show(title, !isOpen || plays);
    show(elsewhere, watches && game.live && !isOpen);
    device.render(plays && !isOver, String(game.id));
    show(more, plays && !isOver);
    const [mine] = game.yours;
    if (mine && document.activeElement !== name) name.value = game[mine].name;
    publicity.input.checked = info?.public ?? false;
  };
}

/** What a visitor is invited to: Ada invites you: you are red, 3+2, four in a row wins. @param {Game} game @param {Running['info']} info */
function invitationWords(game, info) {
  if (!info.open) return '';
  const name = game[otherColour(info.open)].name || t('live.somebody');
  const clock = info.clock ? clockWords(info.clock) : t('live.without a clock');
  const aim = aimWords(livePosition(game).rules);
  const goal = game.swapped === null ? aim : t('live.with swap', { board: aim });
  return t('live.invites you', { name, colour: info.open, clock, goal });
}

/** The invitation with its button. */
function createArrival() {
  const words = el('p.invitation');
  const name = nameInput('join-name');
  const join = sending(t('live.join'), '.primary.wide');
  const root = form('form', take, words, field(t('live.your name'), name), join);

  async function take() {
    join.disabled = true;
    const wanted = { name: name.value.trim() };
    const taken = await attempt(() => postJson('/api/games/{game_id}/join', here(), wanted));
    join.disabled = false;
    if (!taken) return;
    notify(t('live.you have joined'));
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

/** @param {string} name */
function rename(name) {
  preferences.name.value = name;
  void attempt(() => postJson('/api/games/{game_id}/name', here(), { name }));
}

async function withdrawInvitation() {
  const id = here().game_id;
  if ((await attempt(() => deleteGame(id))) === null) return;
  dropSeat(id);
  goHome();
  notify(t('live.invitation withdrawn'));
}

/** Whether the player can ask for something now; what was declined cannot be asked for again before
 * the next move. @param {OfferKind} kind @param {Running['info'] | null} info */
function canOffer(kind, info) {
  const { game } = state;
  const [mine] = game.yours;
  if (!info || info.offer || info.declined.some((each) => each.kind === kind && each.colour === mine)) return false;
  if (kind === 'rematch') return resultOf(game) !== null && info.next === null;
  const first = positionsOf(game)[0].toMove;
  return resultOf(game) === null && game.moves.length > (kind === 'take-back' && first !== mine ? 1 : 0);
}

/** What a player can ask for, answers to offers, claims and the rematch: of those in one place, one can be wanted at a time. */
function createActions() {
  const words = el('p.offer', { role: 'status' });
  const draw = calmButton(t('live.offer a draw'), () => void act('offer', { kind: 'draw' }));
  const takeBack = calmButton(t('live.take back'), () => void act('offer', { kind: 'take-back' }));
  const giveUp = confirmButton(t('live.resign'), t('live.really resign'), () => void act('resign'));
  const accept = calmButton(t('live.accept'), () => reply(true), '.primary');
  const decline = calmButton(t('live.decline'), () => reply(false));
  const claimWin = calmButton(t('live.claim the win'), () => void act('claim', { result: 'win' }));
  const claimDraw = calmButton(t('live.claim a draw'), () => void act('claim', { result: 'draw' }));
  const rematch = calmButton(t('live.rematch'), () => void act('offer', { kind: 'rematch' }), '.primary');
  const root = el(
    'div.live-actions',
    el('span', draw.root, accept.root, claimWin.root),
    el('span', takeBack.root, decline.root, claimDraw.root),
    el('span', giveUp),
    el('span', rematch.root),
  );

  /** @param {boolean} accepts */
  function reply(accepts) {
    const kind = state.live?.info?.offer?.kind;
    if (kind) void act('answer', { kind, accept: accepts });
  }

  return {
    root,
    words,
    /** @param {Running['info'] | null} info  of a game that this browser plays @param {boolean} isOver */
    render(info, isOver) {
      show(root, info !== null);
      set(root, 'data-over', isOver);
      const pending = info?.offer ?? null;
      const said = info && (pending ? pendingSentence(pending) : claimSentence() || declinedSentence(info));
      setText(words, said ?? '');
      if (!info) return;
      const isMine = pending !== null && state.game.yours.includes(pending.colour);
      const canClaim = pending === null && claimInMs() === 0;
      const canAsk = !isOver && !canClaim;
      draw.show(canAsk && (!pending || isMine), canOffer('draw', info));
      takeBack.show(canAsk && !pending, canOffer('take-back', info));
      show(giveUp, !isOver);
      accept.show(pending !== null && !isMine);
      decline.show(pending !== null);
      setText(decline.root, t(isMine ? 'live.withdraw' : 'live.decline'));
      claimWin.show(canClaim);
      claimDraw.show(canClaim);
      rematch.show(isOver && canOffer('rematch', info));
    },
  };
}

/** A button that cannot be pressed at the moment at which it appears. @param {string} label
 * @param {() => void} act @param {string} [classes] */
function calmButton(label, act, classes = '') {
  const root = button(label, act, classes);
  let [isCalm, isPossible] = [false, true];
  root.hidden = true;
  const draw = () => {
    root.disabled = !isCalm || !isPossible;
  };
  return {
    root,
    /** @param {boolean} shown @param {boolean} [possible] */
    show(shown, possible = true) {
      isPossible = possible;
      if (shown && root.hidden) {
        isCalm = false;
        setTimeout(() => {
          isCalm = true;
          draw();
        }, UNSEEN_MS);
      }
      show(root, shown);
      draw();
    },
  };
}

/** @param {Running['info'] | null} info */
function headingOf(info) {
  const { game } = state;
  // Above the board it says that the visitor is invited.
  if (isWatching(game)) return info?.open ? '' : t('live.you are watching');
  if (info?.open) return t('live.invite your friend');
  const { number } = info?.match ?? { number: 1 };
  return number > 1 ? t('live.game of the match', { number }) : t('live.live game');
}

/** What a visitor or a host should know. @param {Running['info'] | null} info */
function aboutOf(info) {
  const { game } = state;
  if (info?.open) return isWatching(game) ? '' : t('live.first to accept');
  const isTaken = isWatching(game) && game.live && resultOf(game) === null;
  return isTaken ? t('live.seats taken') : '';
}

function noteOf() {
  const { game, live } = state;
  const info = live?.info;
  const words = [];
  const match = info?.match;
  if (match && (match.number > 1 || resultOf(game))) {
    const names = { red_name: seatName(game, 'red'), yellow_name: seatName(game, 'yellow') };
    words.push(t('live.match', { ...names, red_points: match.red, yellow_points: match.yellow }));
  }
  const watchers = live?.presence?.watchers ?? 0;
  if (watchers > (isWatching(game) ? 1 : 0)) words.push(t('live.watchers', { count: watchers }));
  return words.join(' · ');
}

/** @param {NonNullable<Running['info']['offer']>} offer */
function pendingSentence(offer) {
  const { colour, kind, moves: count } = offer;
  if (state.game.yours.includes(colour)) return t(`live.you have offered, ${kind}`, { count });
  return offerSentence(offer, seatName(state.game, colour));
}

/** What was refused since the last move. @param {Running['info']} info */
function declinedSentence({ declined }) {
  const refused = declined.find(({ colour }) => state.game.yours.includes(colour));
  if (!refused) return '';
  return t(`live.has declined, ${refused.kind}`, { name: opponentName(state.game) });
}

function claimSentence() {
  const ms = claimInMs();
  const mover = moverOf(state.game);
  if (ms === null || mover === null) return '';
  const name = seatName(state.game, mover);
  return ms === 0 ? t('live.has left', { name }) : t('live.is away', { name, time: timeText(ms) });
}
