// What a live game is played on and with: the fields that the lobby and the invitation of a friend share.

import { sizeOf } from '../board/notation.js';
import { BOARDS, createBoardForm } from '../game/rulesform.js';
import { choices, colourChoice } from '../ui/choices.js';
import { el, show } from '../ui/dom.js';
import { field, select } from '../ui/form.js';
import { preferences } from '../page/storage.js';
import { CLASSIC } from '../page/store.js';
import { clockWords } from './words.js';

/** @typedef {{time_s: number, increment_s?: number, per_move?: boolean} | null} Clock */

/** @type {Record<string, {label: string, clock: Clock}>} */
const CLOCKS = {
  none: { label: 'No clock', clock: null },
  '180+2': { label: '3 minutes + 2 s per move', clock: { time_s: 180, increment_s: 2 } },
  '300+3': { label: '5 minutes + 3 s per move', clock: { time_s: 300, increment_s: 3 } },
  '600+5': { label: '10 minutes + 5 s per move', clock: { time_s: 600, increment_s: 5 } },
  '15/move': { label: '15 s per move', clock: { time_s: 15, per_move: true } },
  '60/move': { label: '1 minute per move', clock: { time_s: 60, per_move: true } },
};
const ANY = 'any';
const OTHER = 'other';
const MOST_LINES = 'most-lines';

/** @param {string} id @param {() => void} [changed] */
export function nameInput(id, changed = () => {}) {
  return el('input', { type: 'text', id, maxlength: 40, autocomplete: 'nickname', placeholder: 'What the others see', change: changed });
}

/** What the server is sent of rules. @param {Rules} rules */
function sent(rules) {
  const { connect, objective } = rules;
  return { board: sizeOf(rules), connect, objective };
}

/** A choice of clocks. @param {string} id */
export function clockSelect(id) {
  const root = select(id, Object.entries(CLOCKS).map(([value, { label }]) => [value, label]));
  return {
    root,
    get clock() {
      return CLOCKS[root.value].clock;
    },
  };
}

/** The terms of a game with a friend. */
export function createTerms() {
  const name = nameInput('live-name');
  const colour = choices('live-colour', 'Your colour', [['random', 'Random'], colourChoice('red'), colourChoice('yellow')]);
  const board = createBoardForm('live');
  const clock = clockSelect('live-clock');
  const isPublic = el('input', { type: 'checkbox', id: 'live-listed' });
  colour.value = 'random';
  board.rules = CLASSIC;
  return {
    root: el('div', {}, field('Your name', name), field('Your colour', colour.root), ...board.fields, field('Clock', clock.root),
      el('label.check', {}, isPublic, 'Public: anybody can find it and watch')),
    name,
    /** What the server is sent; raises an Error for a board out of range. */
    get value() {
      return {
        name: name.value.trim(),
        ...sent(board.rules),
        public: isPublic.checked,
        colour: /** @type {'red' | 'yellow' | 'random'} */ (colour.value),
        clock: clock.clock,
      };
    },
  };
}

/** The terms of an offer in the lobby, where the board and the clock may be left to the other player; they are remembered. */
export function createOfferTerms() {
  const name = nameInput('offer-name', () => {
    preferences.name.value = name.value.trim();
  });
  const changed = () => {
    preferences.offer.value = { board: board.value, clock: clock.value };
    show(more, board.value === OTHER);
  };
  const board = select('offer-board', [[ANY, 'Any board'], ...BOARDS, [MOST_LINES, 'Max-Connect4'], [OTHER, 'Another board …']], changed);
  const clocks = Object.entries(CLOCKS).map(([value, each]) => /** @type {const} */ ([value, each.clock ? clockWords(each.clock) : each.label]));
  const clock = select('offer-clock', [[ANY, 'Any clock'], ...clocks], changed);
  const isPublic = el('input', { type: 'checkbox', id: 'offer-listed', checked: true });
  const rules = createBoardForm('offer');
  const more = el('div.offer-rules', {}, ...rules.fields);
  const kept = preferences.offer.value;
  rules.rules = CLASSIC;
  name.value = preferences.name.value;
  board.value = [...board.options].some(({ value }) => value === kept.board) ? kept.board : ANY;
  clock.value = kept.clock in CLOCKS ? kept.clock : ANY;
  show(more, board.value === OTHER);

  function boardTerms() {
    if (board.value === ANY) return { any_board: true };
    if (board.value === OTHER) return sent(rules.rules);
    return board.value === MOST_LINES ? sent({ ...CLASSIC, objective: 'most-lines' }) : { board: board.value };
  }

  return {
    fields: [field('Your name', name), field('Board', board), field('Clock', clock)],
    /** For another board, and who may watch. */
    more: [more, el('label.check', {}, isPublic, 'Others may watch')],
    /** What the server is sent; raises an Error for a board out of range. */
    get value() {
      return {
        name: name.value.trim(),
        ...boardTerms(),
        ...(clock.value === ANY ? { any_clock: true } : { clock: CLOCKS[clock.value].clock }),
        public: isPublic.checked,
      };
    },
  };
}
