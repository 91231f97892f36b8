// <dropfour-board moves="4455" study>: a board for any page, which can be played on. This module is
// all that a page has to load; it brings its styles, and the core when it is needed.
//
//   moves    the moves from the empty board, or from start      engine   a level or engine that answers, such as medium
//   start    a position string, which includes the rules        study    shows the exact score of every column
//   board, connect, objective    other rules, such as 9x7, 5, most-lines
//   theme    classic, midnight, walnut, meadow or contrast
//
// The element dispatches a `move` event with {column, moves} as its detail for every disc.

import { createBoard } from '../board/board.js';
import { checkedRules, emptyString, formatMoves, parseMoves, parsePosition } from '../board/notation.js';
import { Position, playAll } from '../board/rules.js';
import { Latest } from '../page/tasks.js';
import { studiedBoard } from '../board/studied.js';
import { loadWords, reasonOf, sentence, t } from '../ui/words.js';
import { button, el, set, setText, show } from '../ui/dom.js';
import * as browser from '../core/browser.js';

const CLASSIC = /** @type {const} */ ({ columns: 7, rows: 6, connect: 4, objective: 'first-line' });
const STYLES = ['base', 'themes', 'board', 'embed'].map(
  (name) => new URL(`../../css/${name}.css`, import.meta.url).href,
);

export class DropfourBoard extends HTMLElement {
  static observedAttributes = ['moves', 'start', 'board', 'connect', 'objective', 'engine', 'study'];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    for (const href of STYLES) root.append(el('link', { rel: 'stylesheet', href }));
    const board = el('div.board');
    this._status = el('p.soft', { role: 'status' });
    this._undo = button(t('embed.undo'), () => this.undo(), '.quiet');
    this._reset = button(t('embed.reset'), () => this.reset(), '.quiet');
    root.append(board, el('div.under', this._status, this._undo, this._reset));
    this._board = createBoard(board, { drop: (column) => this.play(column), point: (column) => this._point(column) });
    /** @type {Position | null} */
    this._start = null;
    /** @type {number[]} */
    this._columns = [];
    this._position = Position.empty(CLASSIC);
    this._given = 0;
    /** @type {number | null} */
    this._pointed = null;
    /** @type {Map<number, Score>} */
    this._scores = new Map();
    /** @type {number[]} */
    this._best = [];
    this._problem = '';
    this._isThinking = false;
    this._searching = new Latest();
  }

  connectedCallback() {
    this._load();
  }

  disconnectedCallback() {
    this._searching.stop();
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    // A new element gets its attributes before it is connected.
    if (!this._start || before === now) return;
    if (name === 'study' || name === 'engine') this._changed();
    else this._load();
  }

  /** The moves on the board, those in the attribute first. */
  get moves() {
    return formatMoves(this._columns);
  }

  set moves(moves) {
    this.setAttribute('moves', moves);
    this._load();
  }

  /** Drop a disc for the side to move, if the column can be played and it is not an engine's turn.
   * @param {number} column */
  play(column) {
    if (!this._isThinking && this._start && this._position.canPlay(column)) this._drop(column);
  }

  /** Take back the last move, with an engine also its answer. */
  undo() {
    const count = this.hasAttribute('engine') ? 2 : 1;
    if (this._isThinking || this._columns.length < this._given + count) return;
    this._columns.splice(-count);
    this._changed();
  }

  /** Return to the position of the attributes. */
  reset() {
    if (!this._isThinking) this._load();
  }

  // --- internal ------------------------------------------------------------------------------------

  _load() {
    this._problem = '';
    try {
      this._start = parsePosition(this.getAttribute('start') ?? emptyString(this._rules()));
      this._columns = parseMoves(this.getAttribute('moves') ?? '');
      playAll(this._start, this._columns);
    } catch (error) {
      this._start = Position.empty(CLASSIC);
      this._columns = [];
      this._problem = sentence(reasonOf(error));
    }
    this._given = this._columns.length;
    this._changed();
  }

  _rules() {
    const [columns, rows] = (this.getAttribute('board') ?? '7x6').split('x').map(Number);
    const objective = this.getAttribute('objective') === 'most-lines' ? 'most-lines' : 'first-line';
    const connect = Number(this.getAttribute('connect') ?? 4);
    return checkedRules({ columns, rows, connect, objective: /** @type {Objective} */ (objective) });
  }

  /** @param {number} column */
  _drop(column) {
    this._columns.push(column);
    this._changed();
    const detail = { column, moves: this.moves };
    this.dispatchEvent(new CustomEvent('move', { detail, bubbles: true, composed: true }));
    const engine = this.getAttribute('engine');
    const isAnswer = (this._columns.length - this._given) % 2 === 0;
    if (engine && !isAnswer && !this._position.isOver) void this._answer(engine);
  }

  /** @param {string} engine */
  async _answer(engine) {
    this._isThinking = true;
    this._render();
    try {
      const [seed] = crypto.getRandomValues(new BigUint64Array(1));
      const { column } = await browser.chooseMove(engine, this._position, seed);
      this._isThinking = false;
      this._drop(column);
    } catch (error) {
      this._isThinking = false;
      this._problem = t('embed.no answer', { reason: reasonOf(error) });
      this._render();
    }
  }

  _changed() {
    this._position = playAll(this._start ?? this._position, this._columns);
    this._searching.stop();
    this._scores = new Map();
    this._best = [];
    this._pointed = null;
    this._render();
    if (!this.hasAttribute('study') || this._position.isOver) return;
    void this._searching.run(this._study, (reason) => {
      this._problem = t('embed.no scores', { reason });
      this._render();
    });
  }

  _study = async (/** @type {AbortSignal} */ signal) => {
    await browser.analysePosition(this._position, signal, ({ event, data }) => {
      if (signal.aborted) return;
      if (event === 'column') this._scores.set(data.column, data.score);
      if (event === 'done') this._best = data.best;
      this._render();
    });
  };

  /** @param {number | null} column */
  _point(column) {
    if (this._pointed === column) return;
    this._pointed = column;
    this._render();
  }

  _render() {
    const studied = this.hasAttribute('study') ? { scores: this._scores, best: this._best, isDone: false } : null;
    const shown = { canDrop: !this._isThinking, isBusy: this._isThinking, pointed: this._pointed, studied };
    this._board.render(studiedBoard(this._position, shown));
    setText(this._status, this._problem || this._sentence());
    const isChanged = this._columns.length > this._given;
    set(this._undo, 'aria-disabled', isChanged ? null : 'true');
    show(this._undo, isChanged);
    show(this._reset, isChanged);
  }

  _sentence() {
    const { winner, toMove } = this._position;
    if (winner !== undefined) return winner ? t('embed.wins', { colour: winner }) : t('embed.draw');
    return t(this._isThinking ? 'embed.is thinking' : 'embed.to move', { colour: toMove });
  }
}

await Promise.all(['page', 'board', 'embed'].map(loadWords));
if (!customElements.get('dropfour-board')) customElements.define('dropfour-board', DropfourBoard);
