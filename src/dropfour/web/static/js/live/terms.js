// What a live game is played on and with: inviting a friend, who gets a link, and the fields of an offer in the lobby.

import { COLOURS } from '../board/rules.js';
import { createBoardForm } from '../game/rulesform.js';
import { BOARDS } from '../game/setup.js';
import { openGame } from '../router.js';
import { postJson } from '../server/api.js';
import { choices, closing, colourChoice, field, select, sending, showDialog } from '../ui/form.js';
import { el, setText, show } from '../ui/dom.js';
import { preferences } from '../storage/storage.js';
import { CLASSIC } from '../model/game.js';
import { capital, loadWords, reasonOf, sentence, t } from '../ui/words.js';
import { clockWords, longClockWords } from './words.js';

/** @typedef {{time_s: number, increment_s?: number, per_move?: boolean} | null} Clock */

/** @type {Record<string, Clock>} */
const CLOCKS = {
  none: null,
  '180+2': { time_s: 180, increment_s: 2 },
  '300+3': { time_s: 300, increment_s: 3 },
  '600+5': { time_s: 600, increment_s: 5 },
  '15/move': { time_s: 15, per_move: true },
  '60/move': { time_s: 60, per_move: true },
};
const ANY = 'any';
const OTHER = 'other';
const MOST_LINES = /** @type {const} */ ('most-lines');

/** @param {string} name */
function keepName(name) {
  preferences.name.value = name;
}

/** A field for the visitor's name, which is remembered. @param {string} id @param {(name: string) => void} [changed] */
export function nameInput(id, changed = keepName) {
  const change = () => changed(input.value.trim());
  const props = { maxlength: 40, autocomplete: 'nickname', placeholder: t('live.what the others see') };
  const input = el('input', { type: 'text', id, value: preferences.name.value, change, ...props });
  return input;
}

/** A choice of clocks. @param {string} id */
export function clockSelect(id) {
  const root = select(id, clockOptions(longClockWords));
  return { root, clock: () => CLOCKS[root.value] };
}

/** @param {(clock: Clock) => string} wordsFor @returns {[string, string][]} */
function clockOptions(wordsFor) {
  return Object.entries(CLOCKS).map(([value, clock]) => [value, capital(wordsFor(clock))]);
}

/** Invite a friend to a live game. */
export async function showLiveDialog() {
  await Promise.all(['live', 'dialogs'].map(loadWords));
  const terms = createTerms();
  const problem = el('p.problem', { role: 'alert' });
  const about = el('p.soft', t('live.invite, about'));
  const buttons = [closing(t('live.cancel')), sending(t('live.create the link'))];
  const dialog = showDialog('live', t('live.play a friend'), [about, terms.root, problem], buttons, begin);

  async function begin() {
    setText(problem, '');
    try {
      const { id } = await postJson('/api/games', {}, await terms.value());
      dialog.close();
      void openGame(id);
    } catch (error) {
      setText(problem, sentence(reasonOf(error)));
    }
  }
}

/** The terms of a game with a friend. */
function createTerms() {
  const name = nameInput('live-name');
  const colours = [/** @type {[string, string]} */ (['random', t('live.random colour')]), ...COLOURS.map(colourChoice)];
  const colour = choices('live-colour', t('live.your colour'), colours);
  const board = createBoardForm('live');
  const clock = clockSelect('live-clock');
  const isPublic = el('input', { type: 'checkbox', id: 'live-listed' });
  const who = [field(t('live.your name'), name), field(t('live.your colour'), colour.root)];
  const listed = el('label.check', isPublic, t('live.public, about the invitation'));
  colour.value = 'random';
  board.rules = CLASSIC;
  return {
    root: el('div', who, board.fields, board.fair, field(t('live.clock'), clock.root), listed),
    /** What the server is sent; raises an Error for a board out of range. */
    async value() {
      const wanted = /** @type {Colour | 'random'} */ (colour.value);
      const { start, swap } = await board.begin();
      const live = { name: name.value.trim(), public: isPublic.checked, colour: wanted, clock: clock.clock() };
      return { start, swapped: swap ? false : null, live };
    },
  };
}

/** The terms of an offer in the lobby, where the board and the clock may be left to the other player; they are remembered. */
export function createOfferTerms() {
  const name = nameInput('offer-name');
  const changed = () => {
    preferences.offer.value = { board: board.value, clock: clock.value };
    showRules();
  };
  /** @type {[string, string][]} */
  const boards = [
    [ANY, capital(t('live.any board'))],
    ...BOARDS,
    [MOST_LINES, 'Max-Connect4'],
    [OTHER, t('live.another board')],
  ];
  const board = select('offer-board', boards, changed);
  const clocks = [/** @type {[string, string]} */ ([ANY, capital(t('live.any clock'))]), ...clockOptions(clockWords)];
  const clock = select('offer-clock', clocks, changed);
  const isPublic = el('input', { type: 'checkbox', id: 'offer-listed', checked: true });
  const rules = createBoardForm('offer');
  const sizes = el('div.offer-rules', ...rules.fields);
  const fair = el('div.offer-rules', ...rules.fair);
  const kept = preferences.offer.value;
  rules.rules = CLASSIC;
  board.value = [...board.options].some(({ value }) => value === kept.board) ? kept.board : ANY;
  clock.value = kept.clock in CLOCKS ? kept.clock : ANY;
  showRules();

  function showRules() {
    show(sizes, board.value === OTHER);
    show(fair, ![ANY, MOST_LINES].includes(board.value));
  }

  function boardTerms() {
    if (board.value === ANY) return { any_board: true };
    if (board.value === MOST_LINES) return { objective: MOST_LINES };
    const [columns, rows] = board.value.split('x').map(Number);
    if (board.value !== OTHER) rules.rules = { ...CLASSIC, columns, rows };
    return rules.begin();
  }

  return {
    fields: [field(t('live.your name'), name), field(t('live.board'), board), field(t('live.clock'), clock)],
    /** For another board, how to begin on a board, and who may watch. */
    more: [sizes, fair, el('label.check', isPublic, t('live.others may watch'))],
    /** What the server is sent; raises an Error for a board out of range. */
    async value() {
      const clockTerms = clock.value === ANY ? { any_clock: true } : { clock: CLOCKS[clock.value] };
      return { name: name.value.trim(), ...(await boardTerms()), ...clockTerms, public: isPublic.checked };
    },
  };
}
