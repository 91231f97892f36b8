// One tournament: its progress, its standings, and its games, which open on the board.

import { tournamentAddress } from '../page/address.js';
import { openTournamentGame, viewLink } from '../router.js';
import { button, card, el, pip, set, setText, show, showText, syncChildren, within } from '../ui/dom.js';
import { state, update } from '../page/state.js';
import { aboutSentence, createProgress } from './list.js';
import { MOST_GAMES, chooseGames, followTournaments, listMoreGames, tournaments } from './follow.js';
import { number, sentence, t } from '../ui/words.js';
import { characterOf } from '../model/characters.js';
import { engineName } from '../model/game.js';
import { faceOf } from '../ui/faces.js';
import { field, select } from '../ui/form.js';

/** @param {HTMLElement} root */
export function createView(root) {
  const title = el('h1.page-title', { tabindex: '-1' });
  const about = el('p.soft');
  const progress = createProgress();
  const stopped = el('p.soft', t('tournaments.stopped'));
  const problem = el('p.problem');
  const report = el('div.t-column', { lang: 'en' }); // the server writes it
  const games = createGames();
  const body = el('div.t-body', report, games.root);
  const back = viewLink('a.t-back', 'tournaments', null, `← ${t('tournaments.all')}`);
  root.append(back, title, about, progress.root, stopped, problem, body);
  /** @type {Tournament | null} */
  let shown = null;

  return function render() {
    followTournaments();
    const { one, id, problem: why } = tournaments;
    const itemTitle = one && state.view === 'tournament' ? titleOf(one) : state.itemTitle;
    if (itemTitle !== state.itemTitle) update({ itemTitle });
    setText(title, one?.name ?? t('tournaments.tournament', { id: String(id) }));
    showText(problem, why && sentence(why));
    show(body, one !== null);
    show(progress.root, one !== null);
    show(stopped, one?.state === 'interrupted');
    setText(about, one ? aboutSentence(one) : why ? '' : t('tournaments.loading'));
    games.render();
    if (one === shown || one === null) return;
    shown = one;
    progress.render(one);
    showReport(report, one.html);
  };
}

/** @param {Tournament} tournament */
function titleOf({ state: how, name, games_played: played, games_scheduled: count }) {
  return how === 'running' ? t('tournaments.title, running', { played, count, name }) : name;
}

/** Show the server's report, in which all text is escaped. Only what differs is replaced, and within the regions that scroll,
 * which keep their place. @param {HTMLElement} root @param {string} html */
function showReport(root, html) {
  const fresh = new DOMParser().parseFromString(html, 'text/html').body;
  for (const name of fresh.querySelectorAll('tbody .name, .plot .name')) {
    name.replaceChildren(...playerName(name.textContent));
  }
  if (!root.children.length) root.append(...fresh.children);
  const parts = [...root.querySelectorAll('section > *')];
  fresh.querySelectorAll('section > *').forEach((part, i) => {
    if (part.isEqualNode(parts[i])) return;
    if (part.matches('.scroller')) parts[i].replaceChildren(...part.childNodes);
    else parts[i].replaceWith(part);
  });
}

/** A player as everywhere else: the face and the name of a level; another name may be broken after
 * a comma. @param {string} player @returns {(Node | string)[]} */
function playerName(player) {
  const character = characterOf(player);
  if (character) return [faceOf(character.name), ' ', character.name];
  return player.split(/(?<=,)/).flatMap((part, i) => (i ? [el('wbr'), part] : [part]));
}

// --- the games -----------------------------------------------------------------------------------

function createGames() {
  const player = select('t-player', [], choose);
  const opponent = select('t-opponent', [], choose);
  const count = el('p.soft');
  const list = el('ol.t-games');
  const waiting = el('button.quiet', { type: 'button', click: () => renderList() });
  const more = button(t('tournaments.more'), listMoreGames);
  const most = el('p.soft', t('tournaments.last games', { count: MOST_GAMES }));
  const filters = el(
    'div.t-filters',
    field(t('tournaments.player'), player),
    field(t('tournaments.against'), opponent),
  );
  const row = el('div.t-row', count, waiting);
  const root = card('games-title', t('tournaments.games of it'), filters, row, list, more, most);
  function choose() {
    chooseGames(player.value, opponent.value);
  }
  for (const event of ['mouseleave', 'focusout']) list.addEventListener(event, () => update({}));
  /** @type {TournamentGame[]} */
  let listed = [];
  let listedFor = '';

  function renderList() {
    listed = tournaments.games;
    const byKey = new Map(listed.map((game) => [`${tournaments.id}/${game.number}`, game]));
    syncChildren(list, [...byKey.keys()], (key) => gameItem(/** @type {TournamentGame} */ (byKey.get(key))));
    show(waiting, false);
  }

  /** Whether the user is about to choose a game, which must not move away from the pointer. */
  function isInUse() {
    return list.matches(':hover, :focus-within');
  }

  function render() {
    const { one, id, games, gameCount, limit } = tournaments;
    if (!one) return;
    fill(player, one.players, tournaments.player);
    const others = one.players.filter((name) => name !== tournaments.player);
    fill(opponent, others, tournaments.opponent);
    opponent.disabled = !tournaments.player;
    setText(count, t(gameCount ? 'tournaments.newest first' : 'tournaments.no games yet', { count: gameCount }));
    const isMore = games.length < gameCount;
    show(more, isMore && limit < MOST_GAMES);
    show(most, isMore && limit >= MOST_GAMES);
    if (games === listed) return;
    const key = JSON.stringify([id, tournaments.player, tournaments.opponent, limit]);
    if (key === listedFor && isInUse()) {
      const known = new Set(listed.map((game) => game.number));
      const fresh = games.filter((game) => !known.has(game.number)).length;
      setText(waiting, t(fresh < limit ? 'tournaments.show new' : 'tournaments.show the newest', { count: fresh }));
      show(waiting, fresh > 0);
      return;
    }
    listedFor = key;
    renderList();
  }

  return { root, render };
}

/** @param {HTMLSelectElement} control @param {string[]} names @param {string} chosen */
function fill(control, names, chosen) {
  const key = names.join('\n');
  if (control.dataset.names !== key) {
    control.dataset.names = key;
    const options = names.map((name) => new Option(engineName(name), name));
    control.replaceChildren(new Option(t('tournaments.everyone'), ''), ...options);
  }
  if (control.value !== chosen) control.value = chosen;
}

/** @param {TournamentGame} game */
function gameItem(game) {
  const { id } = tournaments;
  const side = (/** @type {Colour} */ colour, /** @type {string} */ won) => {
    const name = el('span.t-name', ...playerName(game[colour]));
    set(name, 'data-won', game.result === won);
    return el('span.t-side-of-game', pip(colour), name, el('span.unseen', ' ', t('tournaments.colour', { colour })));
  };
  const { one } = tournaments;
  const isRace = one?.rules.objective === 'most-lines';
  const lines = isRace ? t('tournaments.lines', game.lines) : t('page.move count', { count: game.moves.length });
  const how = game.ending === 'forfeit' ? t('tournaments.forfeit') : lines;
  const shownNumber = el('span', { 'aria-hidden': 'true' }, number(game.number));
  const link = el(
    'a.t-game',
    { href: tournamentAddress(Number(id), game.number) },
    el('span.t-number', el('span.unseen', t('tournaments.game', { number: game.number })), shownNumber),
    el('span.t-players', side('red', '1-0'), side('yellow', '0-1')),
    el('span.t-result', el('b', game.result.replaceAll('1/2', '½').replace('-', '–')), el('span.soft', how)),
  );
  within(link, () => void openTournamentGame(Number(id), game.number));
  return el('li', link);
}
