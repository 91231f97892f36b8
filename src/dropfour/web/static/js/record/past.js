// The list of past games, each with a small board: with filters, a search, deletion, and all games as a file.

import { thumbnail } from '../board/thumbnail.js';
import { recordText } from '../game/files.js';
import { storedAddress } from '../page/address.js';
import { gameOfPast } from '../page/library.js';
import { ROOT, hasServer } from '../page/site.js';
import { newGame, notify, speak, state } from '../page/store.js';
import { capital, counted, engineName, moment, rulesSentence, seatName } from '../page/words.js';
import { Refusal, Unreachable } from '../server/api.js';
import { el, saveFile, setText, show, within } from '../ui/dom.js';
import { canDelete, deletePast, endOf, loadArchive, opponentOf } from './archive.js';

/** @import {PastGame} from '../types.d.ts' */

const SHOWN = 24;
const ASK_MS = 4000;
const ENDS = { '': 'All results', won: 'Won', lost: 'Lost', drawn: 'Drawn', over: 'Two people', open: 'In progress' };

/** @typedef {{open: (id: string) => void, show: (view: 'past' | 'record' | 'live') => void}} Goes */

/** @param {HTMLElement} root @param {Goes} goes */
export function createPastView(root, goes) {
  const title = el('h1.page-title', { tabindex: '-1' }, 'Past games');
  const record = within(el('a.button', { href: ROOT.pathname + (hasServer ? 'record' : '?view=record') }, 'Your record'), () => goes.show('record'));
  const search = input('past-search', 'search');
  search.placeholder = 'Name, engine, 9x7, 4455 …';
  const opponent = /** @type {HTMLSelectElement} */ (el('select', { id: 'past-opponent' }));
  const end = /** @type {HTMLSelectElement} */ (
    el('select', { id: 'past-end' }, ...Object.entries(ENDS).map(([value, label]) => el('option', { value }, label)))
  );
  const exporting = /** @type {HTMLButtonElement} */ (el('button', { type: 'button', click: () => exportAll() }, 'Export all'));
  const problem = el('p.problem');
  const count = el('p.soft', { role: 'status' });
  const list = el('ul.past-list');
  const more = el('button', { type: 'button', click: () => { shown += SHOWN; draw(); } }, 'More');
  root.append(
    el('div.past-head', {}, title, el('div.card-actions', {}, record, exporting)),
    el('div.past-filter', { role: 'search' }, labelled('Search', search), labelled('Opponent', opponent), labelled('Result', end)),
    problem, count, list, more,
  );
  for (const control of [search, opponent, end]) {
    control.addEventListener('input', () => {
      shown = SHOWN;
      draw();
    });
  }
  /** @type {PastGame[] | null} */
  let games = null;
  let shown = SHOWN;
  let isShown = false;
  let loading = new AbortController();

  function load() {
    loading.abort();
    loading = new AbortController();
    void loadArchive(loading.signal, (archive) => {
      games = archive.games;
      setText(problem, archive.problem);
      listOpponents();
      draw();
    });
  }

  function listOpponents() {
    const found = [...new Set((games ?? []).map(opponentKey))].sort();
    const { value } = opponent;
    opponent.replaceChildren(
      el('option', { value: '' }, 'Everybody'),
      ...found.map((key) => el('option', { value: key }, opponentLabel(key))),
    );
    opponent.value = found.includes(value) ? value : '';
  }

  function matching() {
    const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    return (games ?? []).filter((game) => (
      (!opponent.value || opponentKey(game) === opponent.value)
      && (!end.value || endOf(game) === end.value)
      && words.every((word) => searched(game).includes(word) || game.moves.startsWith(word))
    ));
  }

  function draw() {
    const found = matching();
    list.replaceChildren(...found.slice(0, shown).map(pastItem));
    show(more, found.length > shown);
    exporting.disabled = !games?.length;
    if (games === null) setText(count, 'Loading …');
    else if (!games.length) setText(count, 'No games yet. Every game you play is listed here.');
    else if (!found.length) setText(count, 'No game matches.');
    else setText(count, found.length === games.length ? counted(found.length, 'game') : `${found.length} of ${counted(games.length, 'game')}`);
  }

  /** @param {PastGame} past */
  function pastItem(past) {
    const game = newGame({ red: past.red, yellow: past.yellow, live: past.live, yours: past.yours });
    const names = `${seatName(game, 'red')} – ${seatName(game, 'yellow')}`;
    const link = within(el('a.past-game', { href: storedAddress(past.id) },
      thumbnail(past.position),
      el('span.past-words', {},
        el('b', {}, names),
        el('span', {}, outcomeOf(past)),
        el('span.soft', {}, `${rulesSentence(past.rules)} · ${counted(past.moves.length, 'move')}`),
        el('time.soft', { datetime: past.updated_at }, moment(past.updated_at)),
      ),
    ), () => goes.open(past.id));
    const item = el('li', {}, link);
    if (canDelete(past)) item.append(deleteButton(past, names));
    return item;
  }

  /** @param {PastGame} past @param {string} names */
  function deleteButton(past, names) {
    const label = el('span', {}, 'Delete');
    const button = el('button.quiet.past-delete', { type: 'button' }, label, el('span.unseen', {}, ` ${names}, ${moment(past.updated_at)}`));
    let isAsked = false;
    button.addEventListener('click', () => {
      if (isAsked) {
        void remove(past, button);
        return;
      }
      isAsked = true;
      setText(label, 'Really delete?');
      speak('Press again to delete the game.');
      setTimeout(() => {
        isAsked = false;
        setText(label, 'Delete');
      }, ASK_MS);
    });
    return button;
  }

  /** @param {PastGame} past @param {HTMLElement} button */
  async function remove(past, button) {
    try {
      await deletePast(past);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      notify(`The game could not be deleted: ${error.message}.`);
      return;
    }
    const place = [...list.children].indexOf(/** @type {Element} */ (button.closest('li')));
    games = (games ?? []).filter((each) => each.id !== past.id);
    listOpponents();
    draw();
    notify('The game is deleted.');
    // The button is gone: the focus goes to the game in its place.
    const next = list.children[Math.min(place, list.children.length - 1)];
    (/** @type {HTMLElement | null} */ (next?.querySelector('a')) ?? title).focus();
  }

  function exportAll() {
    const texts = (games ?? []).map((past) => recordText(gameOfPast(past), past.created_at.slice(0, 10)));
    saveFile(texts.join('\n'), 'text/plain', 'dropfour-games.txt');
    speak(`${counted(texts.length, 'game')} exported.`);
  }

  draw();
  return function render() {
    const isOpen = state.view === 'past';
    if (isOpen && !isShown) load();
    isShown = isOpen;
  };
}

/** @param {string} id @param {string} type */
function input(id, type) {
  return /** @type {HTMLInputElement} */ (el('input', { type, id, autocomplete: 'off', spellcheck: 'false' }));
}

/** @param {string} label @param {HTMLElement} control */
function labelled(label, control) {
  return el('div.field', {}, el('label.field-name', { for: control.id }, label), control);
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
  if (!past.result) return 'In progress';
  if (past.result.winner === null) return 'Draw';
  const how = past.result.ending === 'resignation' ? ' by resignation' : '';
  return `${capital(past.result.winner)} won${how}`;
}
