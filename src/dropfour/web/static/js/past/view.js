// The list of past games, each with a small board: with filters, a search, deletion, and all games as a file.

import { recordText } from '../game/files.js';
import { gameOfPast } from '../storage/games.js';
import { endOf, engineName, newGame, resultSentence } from '../model/game.js';
import { viewLink } from '../router.js';
import { notify, speak } from '../page/state.js';
import { dotted, moment, t, withWords } from '../ui/words.js';
import { rulesSentence } from '../board/studied.js';
import { button, el, setText, show } from '../ui/dom.js';
import { archiveFollower, canDelete, deletePast, opponentOf } from './archive.js';
import { gameLink, playerNames } from './gamelink.js';
import { confirmButton, field, saveFile, select } from '../ui/form.js';
import { failureOf } from '../page/errors.js';

/** @import {Archive} from './archive.js' */

const SHOWN = 24;
const ENDS = ['won', 'lost', 'drawn', 'over', 'open'];

/** @param {HTMLElement} root */
export function createView(root) {
  const title = el('h1.page-title', { tabindex: '-1' }, t('page.past games'));
  const statistics = viewLink('a.button', 'statistics', null, t('page.title', { view: 'statistics' }));
  const opening = button(t('page.open a game file'), async () =>
    (await withWords('dialogs', import('../game/openfile.js'))).chooseFile(),
  );
  const exporting = button(t('past.export all'), () => exportAll(games ?? []));
  const problem = el('p.problem');
  const count = el('p.soft', { role: 'status' });
  const list = el('ul.past-list');
  const filters = createFilters(() => draw(SHOWN));
  const more = button(t('past.more'), () => draw(shown + SHOWN));
  const head = el('div.past-head', title, el('div.card-actions', statistics, opening, exporting));
  root.append(head, filters.root, problem, count, list, more);
  /** @type {Archive['games'] | null} */
  let games = null;
  let shown = SHOWN;

  /** @param {number} limit */
  function draw(limit) {
    shown = limit;
    const found = (games ?? []).filter(filters.matcher());
    const isAll = found.length === games?.length;
    list.replaceChildren(...found.slice(0, shown).map((past) => pastItem(past, remove)));
    show(more, found.length > shown);
    exporting.disabled = !games?.length;
    if (games === null) setText(count, t('past.loading'));
    else if (!games.length) setText(count, t('past.no games yet'));
    else if (!found.length) setText(count, t('past.no game matches'));
    else setText(count, t(isAll ? 'past.all games' : 'past.some games', { found: found.length, count: games.length }));
  }

  /** @param {Archive['games']} changed */
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
      notify(t('past.not deleted', { reason: failureOf(error) }));
      return;
    }
    const place = [...list.children].indexOf(item);
    replace((games ?? []).filter((each) => each.id !== past.id));
    notify(t('past.deleted'));
    // The button is gone: the focus goes to the game in its place.
    const next = list.children[Math.min(place, list.children.length - 1)];
    (next?.querySelector('a') ?? title).focus();
  }

  draw(SHOWN);
  return archiveFollower('past', (archive) => {
    setText(problem, archive.problem && t('past.not loaded', { reason: archive.problem }));
    replace(archive.games);
  });
}

/** The search and the filters of the list. @param {() => void} changed */
function createFilters(changed) {
  const props = { autocomplete: 'off', spellcheck: 'false', placeholder: t('past.search, example') };
  const search = el('input', { type: 'search', id: 'past-search', ...props });
  const opponent = select('past-opponent', []);
  const ends = ['', ...ENDS].map((value) => /** @type {const} */ ([value, t(`past.end, ${value || 'all'}`)]));
  const end = select('past-end', ends);
  for (const control of [search, opponent, end]) control.addEventListener('input', changed);
  const fields = [
    field(t('past.search'), search),
    field(t('past.record, opponent'), opponent),
    field(t('past.result'), end),
  ];
  return {
    root: el('div.past-filter', { role: 'search' }, fields),
    /** List the opponents of *games*. @param {PastGame[]} games */
    setGames(games) {
      const found = [...new Set(games.map(opponentKey))].sort();
      const { value } = opponent;
      const options = found.map((key) => new Option(opponentLabel(key), key));
      opponent.replaceChildren(new Option(t('past.everybody'), ''), ...options);
      opponent.value = found.includes(value) ? value : '';
    },
    /** Whether a game is wanted, by what is chosen now. @returns {(game: PastGame) => boolean} */
    matcher() {
      const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
      return (game) =>
        (!opponent.value || opponentKey(game) === opponent.value) &&
        (!end.value || endOf(game, game.result) === end.value) &&
        words.every((word) => searched(game).includes(word) || game.moves.startsWith(word));
    },
  };
}

/** @param {Archive['games'][number]} past @param {(past: PastGame, item: HTMLElement) => Promise<void>} remove */
function pastItem(past, remove) {
  const game = newGame(seatsIn(past));
  const item = el(
    'li',
    gameLink(past.id, past.position, game, [
      el('span.past-end', { 'data-end': endOf(past, past.result) }, outcomeOf(past)),
      el('span.soft', dotted([rulesSentence(past.rules), t('page.move count', { count: past.moves.length })])),
      past.refusal ? el('span.problem', t('past.refused', { reason: past.refusal })) : '',
      el('time.soft', { datetime: past.updated_at }, moment(past.updated_at)),
    ]),
  );
  if (!canDelete(past)) return item;
  const ask = () => speak(t('past.press again'));
  const deleting = confirmButton(t('past.delete'), t('past.really delete'), () => void remove(past, item), ask);
  deleting.classList.add('quiet', 'past-delete');
  deleting.append(el('span.unseen', ` ${playerNames(game)}, ${moment(past.updated_at)}`));
  item.append(deleting);
  return item;
}

/** @param {PastGame[]} games */
function exportAll(games) {
  const texts = games.map((past) => recordText(gameOfPast(past), past.created_at.slice(0, 10)));
  saveFile(texts.join('\n'), 'text/plain', 'dropfour-games.txt');
  speak(t('past.exported', { count: texts.length }));
}

/** @param {PastGame} past */
function opponentKey(past) {
  return opponentOf(past) ?? 'two people';
}

/** @param {string} key */
function opponentLabel(key) {
  if (key === 'two people') return t('past.end, over');
  return key === 'live' ? t('page.title', { view: 'live' }) : engineName(key);
}

/** What a search looks at, besides the first moves. @param {PastGame} past */
function searched(past) {
  const { red, yellow, rules } = past;
  const engines = [red.engine, yellow.engine].map((engine) => (engine ? `${engine} ${engineName(engine)}` : ''));
  const words = [red.name, yellow.name, ...engines, rules.board, rulesSentence(rules), outcomeOf(past)];
  return `${words.join(' ')} ${moment(past.updated_at)}`.toLowerCase();
}

/** @param {PastGame} past */
function outcomeOf(past) {
  return past.result ? resultSentence(newGame(seatsIn(past)), past.result) : t('past.end, open');
}

/** What names the players of a game. @param {PastGame} past */
function seatsIn({ red, yellow, live, yours }) {
  return { red, yellow, live, yours };
}
