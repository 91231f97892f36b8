// What matters in a position, as sentences with their cells: the same facts as dropfour.study.explain, which
// documents them. Both read their sentences from study/sentences.json.

import { Position, otherColour } from '../board/rules.js';
import { above, cellsInLines, columnsIn, completingLines, fallsTo, hasOpenLine, isSame } from './lines.js';
import { legalColumns } from './scores.js';

/** @import {Cell, Colour, Fact} from '../types.d.ts' */

/** @typedef {Record<string, string>} Sentences */
/** @typedef {Fact['kind']} Kind */

// The most urgent first.
/** @type {Kind[]} */
const KINDS = [
  'the game is over', 'proven', 'lines made', 'immediate win', 'cannot be stopped', 'forced block', 'only move',
  'trap', 'immediate line', 'do not play under', 'threats on top of each other', 'threat', 'no line left',
];
/** @type {Colour[]} */
const COLOURS = ['red', 'yellow'];

/** @param {Position} position @param {Sentences} sentences @returns {Fact[]} without what a proof adds */
export function explain(position, sentences) {
  const words = new Words(sentences);
  const facts = [...(position.isOver ? over(position, words) : unfinished(new View(position, words)))];
  return facts.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** @param {Kind} kind @param {Colour | null} colour @param {Cell[]} cells @param {number[]} columns
 * @param {string} text  a clause @param {Colour | null} [profits] @returns {Fact} */
function fact(kind, colour, cells, columns, text, profits = null) {
  return { kind, colour, cells, columns, text: `${text[0].toUpperCase()}${text.slice(1)}.`, profits };
}

/** The sentences with their words filled in. */
export class Words {
  /** @param {Sentences} sentences */
  constructor(sentences) {
    this._sentences = sentences;
  }

  /** @param {string} name @param {Record<string, string | number>} [words] */
  say(name, words = {}) {
    return this._sentences[name].replace(/\{(\w+)\}/g, (_, word) => String(words[word]));
  }

  /** @param {Cell} cell */
  cell({ column, row }) {
    return this.say('cell', { column, row });
  }

  /** @param {Cell[]} cells */
  columns(cells) {
    const columns = columnsIn(cells);
    if (columns.length === 1) return this.say('column', { column: columns[0] });
    return this.say('columns', { columns: columns.slice(0, -1).join(', '), last: columns[columns.length - 1] });
  }

  /** @param {number} count */
  lines(count) {
    return this.say(count === 1 ? 'line' : 'lines', { count });
  }
}

/** A position with the cells that complete lines, found once. */
class View {
  /** @param {Position} position @param {Words} words */
  constructor(position, words) {
    this.position = position;
    this.words = words;
    this.mover = position.toMove;
    this.other = otherColour(position.toMove);
    this.isRace = position.rules.objective === 'most-lines';
    this.completing = { red: completingLines(position, 'red'), yellow: completingLines(position, 'yellow') };
  }

  /** @param {number} column @returns {Cell} */
  landing(column) {
    return { column, row: this.position.height(column) + 1 };
  }

  /** @param {Cell} cell */
  isPlayable(cell) {
    return cell.row === this.position.height(cell.column) + 1;
  }

  /** Whether a stone of *colour* in *cell* would complete a line. @param {Colour} colour @param {Cell} cell */
  completes(colour, cell) {
    return this.completing[colour].some((each) => isSame(each.cell, cell));
  }

  /** @param {Colour} colour @returns {Cell[]} */
  cells(colour) {
    return this.completing[colour].map(({ cell }) => cell);
  }

  /** The cells in which *colour* would complete a line with a stone dropped now. @param {Colour} colour */
  immediate(colour) {
    return this.cells(colour).filter((cell) => this.isPlayable(cell));
  }

  /** The columns after which the other side cannot complete a line immediately. */
  safeColumns() {
    const menaces = this.immediate(this.other);
    return legalColumns(this.position).filter((column) => {
      const cell = this.landing(column);
      return menaces.every((menace) => isSame(menace, cell)) && !this.completes(this.other, above(cell));
    });
  }

  /** @param {Colour} colour @param {Cell} cell */
  lines(colour, cell) {
    return this.words.lines(this.completing[colour].find((each) => isSame(each.cell, cell))?.count ?? 0);
  }
}

// --- finished games -------------------------------------------------------------------------------

/** @param {Position} position @param {Words} words @returns {Generator<Fact>} */
function* over(position, words) {
  const isRace = position.rules.objective === 'most-lines';
  const { winner } = position;
  if (isRace) yield score(position, words);
  if (!winner) {
    yield fact('the game is over', null, [], [], words.say('over, draw'));
    return;
  }
  const { connect } = position.rules;
  const text = isRace ? words.say('over, lines', { winner }) : words.say('over, win', { winner, connect });
  yield fact('the game is over', winner, cellsInLines(position, [winner]), [], text);
}

/** @param {Position} position @param {Words} words */
function score(position, words) {
  const [red, yellow] = COLOURS.map((colour) => position.countLines(colour));
  const leader = red === yellow ? null : red > yellow ? 'red' : 'yellow';
  const text = words.say('score', { red: words.lines(red), yellow: words.lines(yellow) });
  return fact('lines made', leader, cellsInLines(position, COLOURS), [], text);
}

// --- unfinished games -----------------------------------------------------------------------------

/** @param {View} view @returns {Generator<Fact>} */
function* unfinished(view) {
  const sides = [view.mover, view.other];
  if (view.isRace) {
    yield score(view.position, view.words);
    for (const colour of sides) yield* immediateLines(view, colour);
  } else {
    yield* forced(view);
  }
  for (const colour of sides) yield* notUnder(view, colour);
  yield* nobodyUnder(view);
  for (const colour of sides) yield* threats(view, colour);
  yield* noLine(view);
}

/** @param {View} view @param {Colour} colour @returns {Generator<Fact>} */
function* immediateLines(view, colour) {
  const { words } = view;
  for (const cell of view.immediate(colour)) {
    const name = colour === view.mover ? 'line now' : 'line next';
    const text = words.say(name, { colour, lines: view.lines(colour, cell), cell: words.cell(cell) });
    yield fact('immediate line', colour, [cell], [cell.column], text);
  }
}

/** @param {View} view @returns {Generator<Fact>} */
function* forced(view) {
  const { position, mover, other, words } = view;
  const wins = view.immediate(mover);
  if (wins.length) {
    const text = words.say('win', { mover, columns: words.columns(wins) });
    yield fact('immediate win', mover, wins, columnsIn(wins), text);
    return;
  }
  const menaces = view.immediate(other);
  const safe = view.safeColumns();
  if (!safe.length) {
    yield lost(view);
  } else if (menaces.length) {
    const text = words.say('block', { mover, cell: words.cell(menaces[0]), other });
    yield fact('forced block', mover, menaces, columnsIn(menaces), text);
  } else if (safe.length === 1 && legalColumns(position).length > 1) {
    const text = words.say('only move', { column: safe[0], other });
    yield fact('only move', mover, [view.landing(safe[0])], safe, text);
  }
  yield* traps(view, 'gives');
  if (!menaces.length) {
    const turned = new Position(position.rules, position.owners, other);
    yield* traps(new View(turned, words), 'would give');
  }
}

/** @param {View} view */
function lost(view) {
  const { position, mover, other, words } = view;
  const menaces = view.immediate(other);
  let cells = menaces;
  let text = words.say('lost everywhere', { other, mover });
  if (menaces.length > 1) {
    text = words.say('lost to two', { other, columns: words.columns(cells), mover });
  } else if (menaces.length) {
    const { column, row } = menaces[0];
    cells = [menaces[0], above(menaces[0])];
    text = words.say('lost to tower', { other, mover, column, row, above: row + 1 });
  } else {
    cells = legalColumns(position).map((column) => above(view.landing(column)));
  }
  return fact('cannot be stopped', other, cells, columnsIn(cells), text);
}

/** @param {View} view @param {'gives' | 'would give'} gives @returns {Generator<Fact>} */
function* traps(view, gives) {
  const { mover, other, words } = view;
  for (const column of view.safeColumns()) {
    const after = new View(view.position.play(column), words);
    const wins = after.immediate(mover);
    const tower = wins.find((cell) => after.completes(mover, above(cell)));
    let cells = wins;
    let what = '';
    if (wins.length > 1) {
      what = words.say('two wins', { columns: words.columns(wins), other });
    } else if (tower) {
      cells = [tower, above(tower)];
      what = words.say('tower win', { cell: words.cell(tower) });
    } else {
      continue;
    }
    yield fact('trap', mover, cells, [column], words.say(gives, { column, mover, wins: what }));
  }
}

/** @param {View} view @param {Colour} colour @returns {Generator<Fact>} */
function* notUnder(view, colour) {
  const other = otherColour(colour);
  for (const column of legalColumns(view.position)) {
    const below = view.landing(column);
    const cell = above(below);
    if (!view.completes(other, cell) || view.completes(colour, cell)) continue;
    if (!view.isRace && view.completes(colour, below)) continue;
    const name = view.isRace ? 'not under, lines' : 'not under, win';
    const lines = view.lines(other, cell);
    const text = view.words.say(name, { colour, column, other, lines, row: cell.row });
    yield fact('do not play under', colour, [cell], [column], text);
  }
}

/** @param {View} view @returns {Generator<Fact>} */
function* nobodyUnder(view) {
  for (const cell of view.cells(view.mover)) {
    if (!view.completes(view.other, cell) || view.isPlayable(cell)) continue;
    const name = view.isRace ? 'nobody under, line' : 'nobody under, win';
    yield fact('do not play under', null, [cell], [cell.column], view.words.say(name, { cell: view.words.cell(cell) }));
  }
}

/** @param {View} view @param {Colour} colour @returns {Generator<Fact>} */
function* threats(view, colour) {
  const { words } = view;
  const other = otherColour(colour);
  for (const cell of view.cells(colour)) {
    if (view.isPlayable(cell)) continue;
    const { column, row } = cell;
    if (!view.isRace && view.completes(colour, above(cell))) {
      const text = words.say('tower', { colour, column, row, above: row + 1, other });
      yield fact('threats on top of each other', colour, [cell, above(cell)], [column], text);
    }
    const profits = fallsTo(view.position, cell);
    const name = `${view.isRace ? 'threat of lines' : 'threat'}${profits === colour ? '' : ' stopped'}`;
    const parity = words.say(row % 2 ? 'odd row' : 'even row');
    const lines = view.lines(colour, cell);
    const text = words.say(name, { colour, lines, cell: words.cell(cell), parity, profits });
    yield fact('threat', colour, [cell], [column], text, profits);
  }
}

/** @param {View} view @returns {Generator<Fact>} */
function* noLine(view) {
  const stuck = COLOURS.filter((colour) => !hasOpenLine(view.position, colour));
  if (stuck.length === 2) {
    yield fact('no line left', null, [], [], view.words.say(view.isRace ? 'no line, score' : 'no line, draw'));
  } else if (stuck.length) {
    yield fact('no line left', stuck[0], [], [], view.words.say('no line', { colour: stuck[0] }));
  }
}
