// The lobby: who offers which game, one's own offer, one's games in progress, and the public games that can be watched.

import { emptyString, positionString } from '../board/notation.js';
import { begin } from '../game/play.js';
import { gameLink } from '../past/gamelink.js';
import { Failure } from '../core/load.js';
import { characterOf, levelName } from '../model/characters.js';
import { attempt } from '../page/errors.js';
import { lastOpponent } from '../storage/opponents.js';
import { runningElsewhere, setOffering } from '../page/live.js';
import { CLASSIC, livePosition, newGame } from '../model/game.js';
import { notify, state, update } from '../page/state.js';
import { capital, reasonOf, t } from '../ui/words.js';
import { openGame } from '../router.js';
import { deleteGame, postJson } from '../server/api.js';
import { button, el, refill, setText, show, syncChildren } from '../ui/dom.js';
import { form, sending } from '../ui/form.js';
import { faceOf } from '../ui/faces.js';
import { runningWords, withdrawNow } from './banner.js';
import { meeting } from './follow.js';
import { createOfferTerms, showLiveDialog } from './terms.js';
import { boardWords, clockWords } from './words.js';

// How long a player waits before an engine offers to play.
const ENGINE_AFTER_MS = 15_000;
const ENGINE = 'engine';

/** What somebody waits for. @param {Pick<LobbyOffer, 'rules' | 'clock' | 'any_clock' | 'swap' | 'start'>} offer */
function termsWords({ rules, clock, any_clock: isAny, swap, start }) {
  const name = rules ? boardWords(rules) : t('live.any board');
  const isFromStart = rules !== null && start !== emptyString(rules);
  const board = swap || isFromStart ? t(swap ? 'live.with swap' : 'live.from a start', { board: name }) : name;
  return t('live.terms', { board, clock: isAny ? t('live.any clock') : clockWords(clock) });
}

/** Who waits, for the person who reads it. @param {number} others @param {LobbyOffer | null} own */
function waitingWords(others, own) {
  const too = others ? ', others' : '';
  if (own) return t(`live.you wait${too}`, { count: others, terms: termsWords(own) });
  return t(`live.nobody waits${too}`, { count: others });
}

/** @param {HTMLElement} root */
export function createView(root) {
  const offers = createOffers();
  const own = createGameList(t('live.your games'));
  const watched = createGameList(t('live.games to watch'));
  const empty = el('p.soft', t('live.no games to watch'));
  watched.root.append(empty);
  root.append(el('h1.page-title', { tabindex: '-1' }, t('live.live games')), own.root, offers.root, watched.root);

  return function render() {
    offers.render();
    const running = runningElsewhere();
    show(own.root, running.length > 0);
    own.render(running, ({ game }) => [game.id, game.version, game.yours], ownItem);
    const games = (meeting.games ?? []).filter(({ id }) => !(id in state.running));
    show(empty, meeting.games !== null && games.length === 0);
    watched.render(games, (game) => [game.id, game.moves, game.watchers, game.red, game.yellow], watchedItem);
  };
}

/** A list of games that is drawn again when what it shows changes. @param {string} title */
function createGameList(title) {
  const list = el('ul.past-list');
  return {
    root: el('section.lobby-part', el('h2', title), list),
    /** @template Each @param {Each[]} games @param {(game: Each) => unknown[]} shown @param {(game: Each) => Node} make */
    render: (games, shown, make) => refill(list, JSON.stringify(games.map(shown)), () => games.map(make)),
  };
}

/** One's own offer, and those of the others. */
function createOffers() {
  const terms = createOfferTerms();
  const invite = button(t('live.play a friend'), showLiveDialog);
  const buttons = [sending(t('live.offer a game')), invite];
  const offering = form('form.lobby-form', () => offer(terms), terms.fields, buttons, terms.more);
  const who = el('p', { role: 'status' });
  const withdraw = button(t('live.withdraw'), withdrawNow);
  const discs = el('span.waiting-discs', { 'aria-hidden': 'true' }, el('i'), el('i'), el('i'));
  const waiting = el('div.lobby-waiting', discs, who, withdraw);
  const list = el('ul.lobby-list', { 'aria-label': t('live.open offers') });
  let since = 0;

  return {
    root: el('section.card.lobby-part', { 'aria-label': t('live.open offers') }, offering, waiting, list),
    render() {
      const { offers, yours } = meeting.lobby ?? { offers: [], yours: null };
      const own = offers.find(({ id }) => id === yours) ?? null;
      const others = offers.filter((each) => each !== own);
      if (state.offline) setText(who, t('live.no connection'));
      else setText(who, meeting.lobby ? waitingWords(others.length, own) : t('live.looking for players'));
      show(offering, own === null);
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
async function checked(terms) {
  try {
    return await terms.value();
  } catch (error) {
    throw new Failure(reasonOf(error));
  }
}

/** @param {ReturnType<typeof createOfferTerms>} terms */
async function offer(terms) {
  const offered = await attempt(async () => postJson('/api/lobby', {}, await checked(terms)));
  if (offered?.game) void openGame(offered.game);
  else if (offered) setOffering(true);
}

/** @param {LobbyOffer} offer @param {ReturnType<typeof createOfferTerms>} terms */
async function accept({ id }, terms) {
  const paired = await attempt(async () =>
    postJson('/api/lobby/{offer_id}/accept', { offer_id: id }, await checked(terms)),
  );
  if (paired) void openGame(paired.game);
}

/** @param {LobbyOffer} offer @param {() => void} act */
function offerItem(offer, act) {
  const name = offer.name || t('live.somebody');
  const about = [capital(termsWords(offer)), offer.bot && t('live.bot')].filter(Boolean).join(' · ');
  return lobbyItem(el('span.waiting-disc', { 'aria-hidden': 'true' }), name, about, act);
}

/** An engine that offers itself to somebody who waits. @param {LobbyOffer | null} own */
function engineItem(own) {
  const engine = lastOpponent() ?? 'medium';
  const character =
    characterOf(engine) ?? /** @type {NonNullable<ReturnType<typeof characterOf>>} */ (characterOf('medium'));
  const start = own?.start ?? emptyString(CLASSIC);
  const play = () => {
    begin(character.level, Math.random() < 0.5 ? 'red' : 'yellow', start);
    notify(t('live.offer stays open'));
  };
  const about = t('live.engine offers', { level: levelName(character.level) });
  return lobbyItem(faceOf(character.name), t('live.an engine', { name: character.name }), about, play);
}

/** @param {Element} picture @param {string} name @param {string} about @param {() => void} accept */
function lobbyItem(picture, name, about, accept) {
  const accepting = button(t('live.accept'), accept, '.primary');
  accepting.ariaLabel = t('live.accept the offer', { name });
  const words = el('span.lobby-words', el('b.name', { title: name }, name), el('span.soft', about));
  return el('li', picture, words, accepting);
}

/** A game of this browser. @param {Running} running */
function ownItem(running) {
  const { game, info } = running;
  const position = livePosition(game);
  const terms = el('span.soft', t('live.terms', { board: boardWords(position.rules), clock: clockWords(info.clock) }));
  const link = gameLink(String(game.id), positionString(position), game, [el('span', runningWords(running)), terms]);
  const item = el('li.own-game', link);
  if (info.open) {
    item.append(
      button(t('live.withdraw the invitation'), () => void attempt(() => deleteGame(String(game.id))), '.quiet'),
    );
  }
  return item;
}

/** @param {LiveSummary} live */
function watchedItem(live) {
  const { id, position, red, yellow, rules, moves, watchers, clock } = live;
  const stand = el('span', t('live.moves and clock', { count: moves.length, clock: clockWords(clock) }));
  const about = [stand, el('span.soft', `${boardWords(rules)} · ${t('live.watchers', { count: watchers })}`)];
  return el('li', gameLink(id, position, newGame({ red, yellow }), about));
}
