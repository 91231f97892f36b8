// The list of past games, each with a small board: with filters, a search, deletion, and all games as a file.

import { recordText } from '../game/files.js';
import { placeAddress } from '../page/address.js';
import { gameOfPast } from '../page/library.js';
import { endOf, resultSentence } from '../page/results.js';
import { goTo } from '../router.js';
import { newGame, notify, speak } from '../page/store.js';
import { counted, engineName, moment, rulesSentence } from '../page/words.js';
import { button, el, setText, show, within } from '../ui/dom.js';
import { archiveFollower, canDelete, deletePast, opponentOf } from './archive.js';
import { gameLink, playerNames } from './gamelink.js';
import { confirmButton, field, saveFile, select } from '../ui/form.js';
import { failureOf } from '../page/errors.js';

const SHOWN = 24;
const ENDS = { '': 'All results', won: 'Won', lost: 'Lost', drawn: 'Drawn', over: 'Two people', open: 'In progress' };

/** @param {HTMLElement} root */
export function createView(root) {
  const title = el('h1.page-title', { tabindex: '-1' }, 'Past games');
  const statistics = within(el('a.button', { href: placeAddress('record') }, 'Your record'), () => goTo('statistics'));
  const opening = button('Open a game file', async () => (await import('../game/openfile.js')).chooseFile());
  const exporting = button('Export all', () => exportAll(games ?? []));
  const problem = el('p.problem');
  const count = el('p.soft', { role: 'status' });
  const list = el('ul.past-list');
  const filters = createFilters(() => draw(SHOWN));
  const more = button('More', () => draw(shown + SHOWN));
  root.append(el('div.past-head', {}, title, el('div.card-actions', {}, statistics, opening, exporting)), filters.root, problem, count, list, more);
  /** @type {PastGame[] | null} */
  let games = null;
  let shown = SHOWN;

  /** @param {number} limit */
  function draw(limit) {
    shown = limit;
    const found = (games ?? []).filter(filters.matcher());
    list.replaceChildren(...found.slice(0, shown).map((past) => pastItem(past, remove)));
    show(more, found.length > shown);
    exporting.disabled = !games?.length;
    if (games === null) setText(count, 'Loading …');
    else if (!games.length) setText(count, 'No games yet. Every game you play is listed here.');
    else if (!found.length) setText(count, 'No game matches.');
    else setText(count, found.length === games.length ? counted(found.length, 'game') : `${found.length} of ${counted(games.length, 'game')}`);
  }

  /** @param {PastGame[]} changed */
  function replace(changed) {
    games = changed;
    filters.setGames(changed);
    draw(shown);
  }

  /** @param {PastGame} past @param {HTMLElement} item  its place in the list */
  async function remove(past, item) {
    try {
      await deletePast(past);
    } catch (error) {
      notify(`The game could not be deleted: ${failureOf(error)}.`);
      return;
    }
    const place = [...list.children].indexOf(item);
    replace((games ?? []).filter((each) => each.id !== past.id));
    notify('The game has been deleted.');
    // The button is gone: the focus goes to the game in its place.
    const next = list.children[Math.min(place, list.children.length - 1)];
    (next?.querySelector('a') ?? title).focus();
  }

  draw(SHOWN);
  return archiveFollower('past', (archive) => {
    setText(problem, archive.problem);
    replace(archive.games);
  });
}

/** The search and the filters of the list. @param {() => void} changed */
function createFilters(changed) {
  const search = el('input', { type: 'search', id: 'past-search', autocomplete: 'off', spellcheck: 'false', placeholder: 'Name, engine, 9x7, 4455 …' });
  const opponent = select('past-opponent', []);
  const end = select('past-end', Object.entries(ENDS));
  for (const control of [search, opponent, end]) control.addEventListener('input', changed);
  return {
    root: el('div.past-filter', { role: 'search' }, field('Search', search), field('Opponent', opponent), field('Result', end)),
    /** List the opponents of *games*. @param {PastGame[]} games */
    setGames(games) {
      const found = [...new Set(games.map(opponentKey))].sort();
      const { value } = opponent;
      opponent.replaceChildren(new Option('Everybody', ''), ...found.map((key) => new Option(opponentLabel(key), key)));
      opponent.value = found.includes(value) ? value : '';
    },
    /** Whether a game is wanted, by what is chosen now. @returns {(game: PastGame) => boolean} */
    matcher() {
      const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
      return (game) => (!opponent.value || opponentKey(game) === opponent.value) && (!end.value || endOf(game, game.result) === end.value)
        && words.every((word) => searched(game).includes(word) || game.moves.startsWith(word));
    },
  };
}

/** @param {PastGame} past @param {(past: PastGame, item: HTMLElement) => Promise<void>} remove */
function pastItem(past, remove) {
  const game = newGame({ red: past.red, yellow: past.yellow, live: past.live, yours: past.yours });
  const item = el('li', {}, gameLink(past.id, past.position, game, [
    el('span.past-end', { 'data-end': endOf(past, past.result) }, outcomeOf(past)),
    el('span.soft', {}, `${rulesSentence(past.rules)} · ${counted(past.moves.length, 'move')}`),
    el('time.soft', { datetime: past.updated_at }, moment(past.updated_at)),
  ]));
  if (!canDelete(past)) return item;
  const deleting = confirmButton('Delete', 'Really delete?', () => void remove(past, item), () => speak('Press again to delete the game.'));
  deleting.classList.add('quiet', 'past-delete');
  deleting.append(el('span.unseen', {}, ` ${playerNames(game)}, ${moment(past.updated_at)}`));
  item.append(deleting);
  return item;
}

/** @param {PastGame[]} games */
function exportAll(games) {
  const texts = games.map((past) => recordText(gameOfPast(past), past.created_at.slice(0, 10)));
  saveFile(texts.join('\n'), 'text/plain', 'dropfour-games.txt');
  speak(`${counted(texts.length, 'game')} exported.`);
}

/** @param {PastGame} past */
function opponentKey(past) {
  return opponentOf(past) ?? 'two people';
}

/** @param {string} key */
function opponentLabel(key) {
  if (key === 'two people') return 'Two people';
  return key === 'live' ? 'Live games' : engineName(key);
}

/** What a search looks at, besides the first moves. @param {PastGame} past */
function searched(past) {
  const { red, yellow, rules } = past;
  const engines = [red.engine, yellow.engine].map((engine) => (engine ? `${engine} ${engineName(engine)}` : ''));
  return [red.name, yellow.name, ...engines, rules.board, rulesSentence(rules), outcomeOf(past), moment(past.updated_at)].join(' ').toLowerCase();
}

/** @param {PastGame} past */
function outcomeOf(past) {
  return past.result ? resultSentence(newGame({ red: past.red, yellow: past.yellow, live: past.live, yours: past.yours }), past.result) : 'In progress';
}
