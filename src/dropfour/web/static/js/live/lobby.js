// The lobby: who offers which game, one's own offer, one's games in progress, and the public games that can be watched.

import { emptyString, positionString } from '../board/notation.js';
import { begin } from '../game/play.js';
import { gameLink } from '../past/gamelink.js';
import { characterOf, levelName } from '../page/characters.js';
import { Failure, attempt } from '../page/errors.js';
import { lastOpponent } from '../page/memory.js';
import { runningElsewhere, setOffering } from '../page/seats.js';
import { CLASSIC, livePosition, newGame, notify, state, update } from '../page/store.js';
import { capital, counted, reasonOf } from '../page/words.js';
import { openGame } from '../router.js';
import { deleteGame, postJson, withdrawOffer } from '../server/api.js';
import { button, el, setText, show, syncChildren } from '../ui/dom.js';
import { faceOf } from '../ui/faces.js';
import { runningWords } from './banner.js';
import { showLiveDialog } from './dialog.js';
import { createOfferTerms } from './terms.js';
import { boardWords, clockWords } from './words.js';

// How long a player waits before an engine offers to play.
const ENGINE_AFTER_MS = 15_000;
const ENGINE = 'engine';

/** What somebody waits for. @param {Pick<LobbyOffer, 'rules' | 'clock' | 'any_clock'>} offer */
function termsWords({ rules, clock, any_clock: isAny }) {
  if (!rules && isAny) return 'any board, any clock';
  return `${rules ? boardWords(rules) : 'any board'}, ${isAny ? 'any clock' : clockWords(clock)}`;
}

/** Who waits, for the person who reads it. @param {number} others @param {LobbyOffer | null} own */
function waitingWords(others, own) {
  const people = others === 1 ? 'One other person is' : `${others} other people are`;
  if (own) return `You are waiting for an opponent: ${termsWords(own)}.${others ? ` ${people} waiting, too.` : ''}`;
  if (!others) return 'Nobody is waiting. Offer a game, and the next person to come can accept it.';
  return others === 1 ? 'One person is waiting for an opponent.' : `${others} people are waiting for an opponent.`;
}

/** @param {HTMLElement} root */
export function createView(root) {
  const offers = createOffers();
  const own = createGameList('Your games');
  const watched = createGameList('Games to watch');
  const empty = el('p.soft', {}, 'No public games are being played right now.');
  watched.root.append(empty);
  root.append(el('h1.page-title', { tabindex: '-1' }, 'Live games'), own.root, offers.root, watched.root);

  return function render() {
    offers.render();
    const running = runningElsewhere();
    show(own.root, running.length > 0);
    own.render(running.map(({ game }) => [String(game.id), game.version, game.yours]), () => running.map(ownItem));
    const games = (state.liveGames ?? []).filter(({ id }) => !(id in state.running));
    show(empty, state.liveGames !== null && games.length === 0);
    watched.render(games.map((game) => [game.id, game.moves, game.watchers, game.red, game.yellow]), () => games.map(watchedItem));
  };
}

/** A list of games that is drawn again when what it shows changes. @param {string} title */
function createGameList(title) {
  const list = el('ul.past-list');
  let drawn = '';
  return {
    root: el('section.lobby-part', {}, el('h2', {}, title), list),
    /** @param {unknown[]} shown @param {() => Node[]} items */
    render(shown, items) {
      const key = JSON.stringify(shown);
      if (key === drawn) return;
      drawn = key;
      list.replaceChildren(...items());
    },
  };
}

/** One's own offer, and those of the others. */
function createOffers() {
  const terms = createOfferTerms();
  const submit = el('button.primary', { type: 'submit' }, 'Offer a game');
  const form = el('form.lobby-form', { submit: (event) => {
    event.preventDefault();
    void offer(terms);
  } }, ...terms.fields, submit, button('Play a friend', showLiveDialog), ...terms.more);
  const who = el('p', { role: 'status' });
  const withdraw = button('Withdraw', () => {
    setOffering(false);
    void attempt(withdrawOffer);
  });
  const waiting = el('div.lobby-waiting', {}, el('span.waiting-discs', { 'aria-hidden': 'true' }, el('i'), el('i'), el('i')), who, withdraw);
  const list = el('ul.lobby-list', { 'aria-label': 'Open offers' });
  let since = 0;

  return {
    root: el('section.card.lobby-part', { 'aria-label': 'Open offers' }, form, waiting, list),
    render() {
      const { offers, yours } = state.lobby ?? { offers: [], yours: null };
      const own = offers.find(({ id }) => id === yours) ?? null;
      const others = offers.filter((each) => each !== own);
      if (state.offline) setText(who, 'No connection to the server; trying again …');
      else setText(who, state.lobby ? waitingWords(others.length, own) : 'Looking who is there …');
      show(form, own === null);
      show(withdraw, own !== null);
      waiting.toggleAttribute('data-open', own !== null);
      if (own && !since) {
        since = Date.now();
        setTimeout(() => update({}), ENGINE_AFTER_MS);
      } else if (!own) since = 0;
      const isLong = own !== null && Date.now() - since >= ENGINE_AFTER_MS;
      show(list, others.length > 0 || isLong);
      syncChildren(list, [...others.map(({ id }) => id), ...(isLong ? [ENGINE] : [])], (key) => {
        const found = others.find(({ id }) => id === key);
        return found ? offerItem(found, () => void accept(found, terms)) : engineItem(own);
      });
    },
  };
}

/** The terms that were chosen; raises Failure for a board out of range. @param {ReturnType<typeof createOfferTerms>} terms */
function checked(terms) {
  try {
    return terms.value;
  } catch (error) {
    throw new Failure(reasonOf(error));
  }
}

/** @param {ReturnType<typeof createOfferTerms>} terms */
async function offer(terms) {
  const offered = await attempt(async () => postJson('/api/lobby', {}, checked(terms)));
  if (offered?.game) void openGame(offered.game);
  else if (offered) setOffering(true);
}

/** @param {LobbyOffer} offer @param {ReturnType<typeof createOfferTerms>} terms */
async function accept({ id }, terms) {
  const paired = await attempt(async () => postJson('/api/lobby/{offer_id}/accept', { offer_id: id }, checked(terms)));
  if (paired) void openGame(paired.game);
}

/** @param {LobbyOffer} offer @param {() => void} act */
function offerItem(offer, act) {
  const name = offer.name || 'Somebody';
  return lobbyItem(el('span.waiting-disc', { 'aria-hidden': 'true' }), name, `${capital(termsWords(offer))}${offer.bot ? ' · bot' : ''}`, act);
}

/** An engine that offers itself to somebody who waits. @param {LobbyOffer | null} own */
function engineItem(own) {
  const engine = lastOpponent() ?? 'medium';
  const character = characterOf(engine) ?? /** @type {NonNullable<ReturnType<typeof characterOf>>} */ (characterOf('medium'));
  const start = own?.start ?? emptyString(CLASSIC);
  return lobbyItem(faceOf(character.name), `${character.name}, an engine`, `${levelName(character.level)} · no clock · your offer stays open`, () => {
    begin(character.level, Math.random() < 0.5 ? 'red' : 'yellow', start);
    notify('Your offer stays open. You will be told when somebody accepts it.');
  });
}

/** @param {Element} picture @param {string} name @param {string} about @param {() => void} accept */
function lobbyItem(picture, name, about, accept) {
  const accepting = button('Accept', accept, '.primary');
  accepting.append(el('span.unseen', {}, ` the offer of ${name}`));
  return el('li', {}, picture, el('span.lobby-words', {}, el('b.name', { title: name }, name), el('span.soft', {}, about)), accepting);
}

/** A game of this browser. @param {Running} running */
function ownItem(running) {
  const { game, info } = running;
  const item = el('li.own-game', {}, gameLink(String(game.id), positionString(livePosition(game)), game, [
    el('span', {}, runningWords(running)),
    el('span.soft', {}, `${boardWords(livePosition(game).rules)}, ${clockWords(info.clock)}`),
  ]));
  if (info.open) {
    item.append(button('Withdraw the invitation', () => void attempt(() => deleteGame(String(game.id))), '.quiet'));
  }
  return item;
}

/** @param {LiveSummary} live */
function watchedItem(live) {
  return el('li', {}, gameLink(live.id, live.position, newGame({ red: live.red, yellow: live.yellow }), [
    el('span', {}, `${counted(live.moves.length, 'move')}, ${clockWords(live.clock)}`),
    el('span.soft', {}, `${boardWords(live.rules)} · ${counted(live.watchers, 'watcher')}`),
  ]));
}
