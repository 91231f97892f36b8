// The rules of a game in a form: the objective, the size of the board and the length of a line.

import { checkedRules, sizeOf } from '../board/notation.js';
import { reasonOf, sentence } from '../page/words.js';
import { el, setText } from '../ui/dom.js';
import { choices } from '../ui/choices.js';
import { field, numberInput } from '../ui/form.js';

/** Objectives as they are called on the page. @type {[Objective, string][]} */
export const OBJECTIVES = [['first-line', 'First line wins'], ['most-lines', 'Most lines (Max-Connect4)']];

/** Sizes of boards to choose from. @type {[string, string][]} */
export const BOARDS = ['7x6', '6x5', '8x7', '9x7', '10x8'].map((size) => [size, size.replace('x', ' × ')]);

/** A warning if nobody can ever win; otherwise empty. @param {Rules} rules */
export function unwinnable({ columns, rows, connect }) {
  if (connect <= Math.max(columns, rows)) return '';
  return `No line of ${connect} fits on ${columns} × ${rows}: every game is a draw.`;
}

/** @param {string} prefix  of the ids @param {() => void} [changed] */
export function createRulesForm(prefix, changed = () => {}) {
  const objective = choices(`${prefix}-objective`, 'Game', OBJECTIVES, changed);
  const columns = numberInput(`${prefix}-columns`, 1, 20, { required: true, change: changed });
  const rows = numberInput(`${prefix}-rows`, 1, 20, { required: true, change: changed });
  const connect = numberInput(`${prefix}-connect`, 3, 10, { required: true, change: changed });
  return {
    objective: objective.root,
    columns,
    rows,
    sizes: el('div.field-row', {}, field('Columns', columns), field('Rows', rows), field('In a row', connect)),
    /** What was typed; raises an Error for values out of range. */
    get rules() {
      return checkedRules({
        columns: columns.valueAsNumber,
        rows: rows.valueAsNumber,
        connect: connect.valueAsNumber,
        objective: /** @type {Objective} */ (objective.value),
      });
    },
    set rules(rules) {
      [columns.value, rows.value, connect.value] = [rules.columns, rules.rows, rules.connect].map(String);
      objective.value = rules.objective;
    },
  };
}

/** The same with sizes to choose from, for a new game. @param {string} prefix  of the ids */
export function createBoardForm(prefix) {
  const warning = el('p.soft', { role: 'status' });
  const form = createRulesForm(prefix, warn);
  const board = choices(`${prefix}-board`, 'Board', BOARDS, (size) => {
    [form.columns.value, form.rows.value] = size.split('x');
    warn();
  });

  function warn() {
    try {
      setText(warning, unwinnable(form.rules));
    } catch (error) {
      setText(warning, sentence(reasonOf(error)));
    }
  }

  board.root.classList.add('sizes');
  // The preset of the size that was typed, if there is one, is checked.
  for (const side of [form.columns, form.rows]) {
    side.addEventListener('input', () => {
      board.value = `${form.columns.valueAsNumber}x${form.rows.valueAsNumber}`;
    });
  }
  return {
    fields: [field('Game', form.objective), field('Board, columns × rows', board.root), form.sizes, warning],
    get rules() {
      return form.rules;
    },
    set rules(rules) {
      form.rules = rules;
      board.value = sizeOf(rules);
      warn();
    },
  };
}
