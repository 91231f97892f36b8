// Reads the text of a solution, which docs/solution.md describes. It only looks at the text:
// whether the moves can be played is for the checker to say.

/**
 * *takes* and both cells of *pairs* have a column and a row, from 1; *answers* and *order* are columns; *text* is the whole.
 * @typedef {{takes: Cell[], pairs: [Cell, Cell][], answers: number[], order: number[], text: string}} ReadPlan
 */
/** A position by the moves that lead to it: the column to play there, or the number of a plan, from 1, to the end of the game
 * or *untilListed*: until a listed position comes up. *number*: of its line
 * @typedef {{moves: number[], column: number | null, plan: number | null, untilListed: boolean, number: number}} Entry */
/**
 * *piles* are the stones before the first move, r or y, of each column from the bottom up, and *first* moves next. *start* are
 * the moves that lead to the start.
 * @typedef {{
 *   columns: number, rows: number, connect: number, piles: string[], first: Colour, start: number[], colour: Colour,
 *   promise: 'win' | 'draw', plans: ReadPlan[], entries: Entry[],
 * }} Solution
 */

const CHARACTERS = '123456789abcdefghijk';
const KINDS = ['take', 'pair', 'answer', 'otherwise'];
/** @type {Record<string, 'win' | 'draw'>} */
const PROMISES = { wins: 'win', 'does not lose': 'draw' };

/** The solution of a text; raises an Error that names the line. @param {string} text */
export function readSolution(text) {
  const lines = text.split(/\r?\n/);
  let number = 0;
  const next = () => lines[number++] ?? '';
  try {
    matched(next(), /^dropfour solution [123]$/, 'dropfour solution 1');
    const board = matched(next(), /^board (\d{1,2})x(\d{1,2}) connect (\d{1,2})$/, 'board 7x6 connect 4').map(Number);
    const [columns, rows, connect] = board;
    const start = startOf(matched(next(), /^start (\S+)$/, 'start -')[0], columns, rows, connect);
    const [colour, promise] = matched(next(), /^promise (red|yellow) (wins|does not lose)$/, 'promise red wins');
    /** @type {Solution} */
    const solution = {
      columns,
      rows,
      connect,
      ...start,
      colour: /** @type {Colour} */ (colour),
      promise: PROMISES[promise],
      plans: [],
      entries: [],
    };
    while (number < lines.length) readLine(next(), number, solution);
    return solution;
  } catch (error) {
    throw new Error(`line ${number} of the solution: ${/** @type {Error} */ (error).message}`);
  }
}

/** Where the solution begins: moves from the empty board, or a position string.
 * @param {string} text @param {number} columns @param {number} rows @param {number} connect
 * @returns {Pick<Solution, 'piles' | 'first' | 'start'>} */
function startOf(text, columns, rows, connect) {
  if (!text.includes('.')) return { piles: Array(columns).fill(''), first: 'red', start: movesOf(text) };
  const [, head, items, mover] = /^(.+)\.([ry\d-]+)\.([ry])$/.exec(text) ?? [];
  const piles = (items ?? '')
    .split('-')
    .flatMap((item) => (/^\d+$/.test(item) ? Array(Number(item)).fill('') : [item]));
  const isWithin = piles.length === columns && piles.every((pile) => pile.length <= rows);
  if (head !== `${columns}x${rows}.${connect}.first-line` || !isWithin)
    throw new Error(`expected a position of ${columns}x${rows}, not “${text}”`);
  return { piles, first: mover === 'r' ? 'red' : 'yellow', start: [] };
}

/** @param {string} line @param {number} number @param {Solution} solution */
function readLine(line, number, solution) {
  if (line === '' || line.startsWith('#')) return;
  if (line.startsWith('plan ')) {
    const [written, rules] = matched(line, /^plan (\d+) (.+)$/, 'plan 1 take 6.3; otherwise 4');
    if (Number(written) !== solution.plans.length + 1)
      throw new Error(`expected plan ${solution.plans.length + 1}, not ${written}`);
    solution.plans.push(planOf(rules, solution));
    return;
  }
  const [moves, kind, written] = matched(line, /^position (\S+) (play|plan|follow) (\d+)$/, 'position 44 play 4');
  const value = Number(written);
  if (kind !== 'play' && (value < 1 || value > solution.plans.length)) throw new Error(`there is no plan ${value}`);
  solution.entries.push({
    moves: movesOf(moves),
    column: kind === 'play' ? value : null,
    plan: kind === 'play' ? null : value,
    untilListed: kind === 'follow',
    number,
  });
}

/** What the groups match. @param {string} line @param {RegExp} pattern @param {string} example */
function matched(line, pattern, example) {
  const found = pattern.exec(line);
  if (!found) throw new Error(`expected a line such as “${example}”, not “${line.slice(0, 40)}”`);
  return found.slice(1);
}

/** @param {string} text @returns {number[]} */
function movesOf(text) {
  if (text === '-') return [];
  return [...text].map((character) => {
    const column = CHARACTERS.indexOf(character) + 1;
    if (column === 0) throw new Error(`“${character}” is not a column`);
    return column;
  });
}

/** @param {string} text @param {Solution} solution @returns {ReadPlan} */
function planOf(text, { columns, rows }) {
  /** @type {ReadPlan} */
  const plan = { takes: [], pairs: [], answers: [], order: [], text };
  let before = -1;
  for (const rule of text.split('; ')) {
    const [kind, ...words] = rule.split(' ');
    const rank = KINDS.indexOf(kind);
    if (rank < 0) throw new Error(`expected take, pair, answer or otherwise, not “${kind}”`);
    if (rank < before || (rank === before && kind !== 'pair'))
      throw new Error('expected the rules in the order take, pair, answer, otherwise');
    before = rank;
    if (kind === 'take') plan.takes = words.map(cellOf);
    else if (kind === 'answer') plan.answers = words.map(Number);
    else if (kind === 'otherwise') plan.order = words.map(Number);
    else {
      if (words.length !== 2) throw new Error('expected two cells in a pair');
      plan.pairs.push([cellOf(words[0]), cellOf(words[1])]);
    }
  }
  const isWithin = (/** @type {number} */ n, /** @type {number} */ most) => Number.isInteger(n) && n >= 1 && n <= most;
  const cells = [...plan.takes, ...plan.pairs.flat()];
  if (
    !cells.every((cell) => isWithin(cell.column, columns) && isWithin(cell.row, rows)) ||
    ![...plan.answers, ...plan.order].every((column) => isWithin(column, columns))
  ) {
    throw new Error(`a rule is not on a board of ${columns}x${rows}`);
  }
  return plan;
}

/** @param {string} word @returns {Cell} */
function cellOf(word) {
  const found = /^(\d{1,2})\.(\d{1,2})$/.exec(word);
  if (!found) throw new Error(`expected a cell such as 4.3, not “${word}”`);
  return { column: Number(found[1]), row: Number(found[2]) };
}
