// The rules of a game in a form: the objective, the size of the board and the length of a line.

import { checkedRules, positionString, sizeOf } from '../board/notation.js';
import { Position } from '../board/rules.js';
import { drawnStart } from '../core/browser.js';
import { reasonOf, sentence, t } from '../ui/words.js';
import { el, setText } from '../ui/dom.js';
import { choices, field, numberInput } from '../ui/form.js';
import { BOARDS } from './setup.js';

/** Objectives as they are called on the page. @returns {[Objective, string][]} */
function objectives() {
  return [
    ['first-line', t('dialogs.first line')],
    ['most-lines', t('dialogs.most lines')],
  ];
}

/** A warning if nobody can ever win; otherwise empty. @param {Rules} rules */
export function unwinnable({ columns, rows, connect }) {
  if (connect <= Math.max(columns, rows)) return '';
  return t('dialogs.no line fits', { columns, rows, connect });
}

/** @param {string} kind */
function aboutStart(kind) {
  return t(`dialogs.about ${kind}`);
}

/** Who wins on a board of the list, or that nobody knows. @param {Rules} rules */
function aboutBoard(rules) {
  const size = sizeOf(rules);
  const isListed = rules.connect === 4 && rules.objective === 'first-line' && BOARDS.some(([known]) => known === size);
  return isListed ? t('dialogs.about board', { size }) : '';
}

/** @param {string} prefix  of the ids @param {() => void} [changed] */
export function createRulesForm(prefix, changed = () => {}) {
  const objective = choices(`${prefix}-objective`, t('page.game'), objectives(), changed);
  const columns = numberInput(`${prefix}-columns`, 1, 20, { required: true, change: changed });
  const rows = numberInput(`${prefix}-rows`, 1, 20, { required: true, change: changed });
  const connect = numberInput(`${prefix}-connect`, 3, 10, { required: true, change: changed });
  return {
    objective: objective.root,
    columns,
    rows,
    sizes: el(
      'div.field-row',
      field(t('board.columns'), columns),
      field(t('dialogs.rows'), rows),
      field(t('dialogs.in a row'), connect),
    ),
    /** What was typed; raises an Error for values out of range. */
    get rules() {
      const [across, down, inRow] = [columns, rows, connect].map((input) => input.valueAsNumber);
      const goal = /** @type {Objective} */ (objective.value);
      return checkedRules({ columns: across, rows: down, connect: inRow, objective: goal });
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
  /** @type {[string, string][]} */
  const kinds = [
    ['usual', t('dialogs.usual start')],
    ['swap', t('dialogs.swap')],
    ['drawn', t('dialogs.drawn start')],
  ];
  const fair = choices(`${prefix}-fair`, t('dialogs.fairness'), kinds, (kind) => setText(about, aboutStart(kind)));
  const about = el('p.soft', aboutStart('usual'));
  fair.value = 'usual';
  const form = createRulesForm(prefix, warn);
  const board = choices(`${prefix}-board`, t('board.board'), BOARDS, (size) => {
    [form.columns.value, form.rows.value] = size.split('x');
    warn();
  });

  function warn() {
    try {
      setText(warning, unwinnable(form.rules) || aboutBoard(form.rules));
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
    fields: [field(t('page.game'), form.objective), field(t('dialogs.size'), board.root), form.sizes, warning],
    /** The choice of a fair start, and what it means. */
    fair: [field(t('dialogs.fairness'), fair.root), about],
    /** Where a game begins, and whether it has the swap rule; raises an Error if that is not possible. */
    async begin() {
      const empty = Position.empty(form.rules);
      const start = fair.value === 'drawn' ? await drawnStart(empty) : empty;
      if (!start) throw new Error(t('dialogs.no drawn start'));
      return { start: positionString(start), swap: fair.value === 'swap' };
    },
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
