// A task on the board. The right move is answered by the most stubborn defence; a wrong one is
// refuted, and taken back when the user has seen why. The moves are judged by a known solution, or
// by the exact solver.

import { fill, told } from '../core/sentences.js';
import { listed, t } from '../ui/words.js';
import { speak, update } from '../page/state.js';
import { pause } from '../page/tasks.js';
import { analysisOf, ideaOf, refute } from '../core/browser.js';
import { aimOf } from './collection.js';
import { Position, otherColour, playAll } from '../board/rules.js';

/**
 * *solution* has the moves of both sides; without one every move that achieves the goal is right, until the game is
 * over or *count* moves have been made; of a win in a number of moves, the fastest ones. Whoever can complete a line has
 * to. To *stop* the opponent is to leave no win with the next stone. *ending* is said when it is done.
 * @typedef {{goal: Aim['goal'], stones: number | null, isFast: boolean, solution: number[] | null, count: number, themes?: string[], ending?: string}} Task
 */
/** *missed* is called once: with the first wrong column, or with null if there was help before; *slower* after a move that
 * only wins too slowly, which is not wrong. @typedef {{missed: (column: number | null) => void, slower?: () => void, solved: () => void}} Handlers */
/** @typedef {'try' | 'busy' | 'refuted' | 'solved'} Phase */

const REPLY_MS = 450;

export class Exercise {
  /** @param {Task} task @param {Position} start @param {Handlers} handlers */
  constructor(task, start, handlers) {
    this.task = task;
    this.start = start;
    /** The moves of both sides so far, without a wrong one. @type {number[]} */
    this.played = [];
    /** The position on the screen. */
    this.position = start;
    /** @type {Phase} */
    this.phase = 'try';
    /** What was said last. */
    this.text = '';
    /** Columns named by a hint, one of which is right. @type {number[]} */
    this.candidates = [];
    /** The wrong move and how it is refuted, and how many of these moves are on the screen.
     * *wins*: it is only too slow. @type {{columns: number[], shown: number, wins: boolean} | null} */
    this.refutation = null;
    /** Whether there was neither help nor a wrong move. */
    this.isClean = true;
    this._isRevealed = false;
    /** How many hints were given for the next move, and the columns that were wrong. */
    this._hints = 0;
    /** @type {Set<number>} */
    this._refuted = new Set();
    this._base = start;
    this._handlers = handlers;
    this._control = new AbortController();
  }

  /** Whether searches and answers still under way should be dropped. */
  get isLeft() {
    return this._control.signal.aborted;
  }

  leave() {
    this._control.abort();
  }

  /** Try a column. @param {number} column */
  async drop(column) {
    if (this.phase === 'refuted') {
      this.takeBack();
      return;
    }
    if (this.phase !== 'try') return;
    if (!this.position.canPlay(column)) {
      this._say(t('puzzles.full', { column }));
      this._show({});
      return;
    }
    const shown = pause(REPLY_MS);
    this._show({ phase: 'busy', position: this._base.play(column), candidates: [], text: '' });
    const isRight = await this._judge(column);
    if (this.isLeft) return;
    if (isRight === null) {
      this._say(t('puzzles.unchecked'));
      this._show({ phase: 'try', position: this._base });
    } else if (isRight) {
      await this._advance(column, shown);
    } else {
      await this._refute(column, shown);
    }
  }

  /** @param {number} column @returns {Promise<boolean | null>} null if it is not known */
  async _judge(column) {
    if (this.task.solution) return column === this.task.solution[this.played.length];
    if (this.task.goal === 'stop') return !canWin(this._base.play(column));
    if (canWin(this._base)) return this._base.play(column).winner === this._base.toMove;
    const analysis = await this._analyse(this._base);
    const score = analysis?.columns.find((each) => each.column === column)?.score;
    if (!analysis || !score) return null;
    if (this.task.isFast) return analysis.best.includes(column);
    return this.task.goal === 'win' ? score.low > 0 : score.low >= 0;
  }

  /** @param {Position} position @returns {Promise<FoundAnalysis | null>} null without an engine */
  async _analyse(position) {
    return analysisOf(position, this._control.signal).catch(() => null);
  }

  /** @param {number} column @param {Promise<void>} shown  resolved once the user has seen the move */
  async _advance(column, shown) {
    this.played.push(column);
    this._base = this._base.play(column);
    this._hints = 0;
    this._refuted.clear();
    const right = told(['try right', { column }]);
    const reply = this._isDone() ? null : await this._reply();
    await shown;
    if (this.isLeft) return;
    if (reply === null) {
      this._finish(right);
      return;
    }
    const other = this._base.toMove;
    this.played.push(reply);
    this._base = this._base.play(reply);
    const text = `${right} ${told(['try answered', { other, reply }])}`;
    if (this._base.isOver) {
      this._show({ position: this._base });
      this._finish(text);
    } else {
      this._say(text);
      this._show({ phase: 'try', position: this._base });
    }
  }

  /** @param {string} text */
  _finish(text) {
    const ending = this._isRevealed ? t('puzzles.revealed') : (this.task.ending ?? t('puzzles.solved'));
    this._say(`${text} ${ending}`.trim());
    this._show({ phase: 'solved' });
    this._handlers.solved();
  }

  _isDone() {
    const { solution, count } = this.task;
    if (this._base.isOver) return true;
    return solution ? this.played.length === solution.length : (this.played.length + 1) / 2 >= count;
  }

  /** The most stubborn reply; null if it cannot be found. */
  async _reply() {
    const { solution } = this.task;
    if (solution) return solution[this.played.length];
    return stubbornColumn(this._base, await this._analyse(this._base));
  }

  /** @param {number} column @param {Promise<void>} shown */
  async _refute(column, shown) {
    // A move that is not asked to win fast is wrong before it is known why.
    if (!this.task.isFast) this._miss(column);
    this._refuted.add(column);
    const { text, columns, wins } = await refute(this._base, column, this._aim(), this._control.signal).catch(() => ({
      text: told(['try unproven', { column, aim: this._aimText() }]),
      columns: [column],
      wins: false,
    }));
    if (!wins) this._miss(column);
    await shown;
    if (this.isLeft) return;
    this._say(text);
    this.phase = 'refuted';
    this._showRefutation({ columns, shown: Math.min(2, columns.length), wins });
    if (wins) this._handlers.slower?.();
  }

  /** What the next move has to do, in words, for a browser that cannot run the core. */
  _aimText() {
    const { goal, moves } = this._aim();
    const other = otherColour(this._base.toMove);
    return fill(moves ? ['aim, win in', { moves: ['moves', { count: moves }] }] : [`aim, ${goal}`, { other }]);
  }

  /** What the next move has to do. */
  _aim() {
    const isWinMissed = !this.task.solution && this.task.goal !== 'stop' && canWin(this._base);
    return isWinMissed ? /** @type {Aim} */ ({ goal: 'win', moves: 1 }) : aimOf(this.task);
  }

  /** @param {NonNullable<Exercise['refutation']>} refutation */
  _showRefutation(refutation) {
    const position = playAll(this._base, refutation.columns.slice(0, refutation.shown));
    this._show({ refutation, position });
  }

  /** Whether the refutation has more moves than are on the screen. */
  get canContinue() {
    return this.refutation !== null && this.refutation.shown < this.refutation.columns.length;
  }

  /** Play the next move of the refutation. */
  continueRefutation() {
    if (!this.refutation || !this.canContinue) return;
    const { columns, shown } = this.refutation;
    this._showRefutation({ ...this.refutation, shown: shown + 1 });
    speak(t('puzzles.plays', { column: columns[shown] }));
  }

  takeBack() {
    if (this.phase !== 'refuted') return;
    this._say(t('puzzles.taken back'));
    this._show({ phase: 'try', position: this._base, refutation: null });
  }

  /** Give the idea; then name up to three columns, one of which is right; then only that one. */
  async hint() {
    if (this.phase !== 'try') return;
    this._hints += 1;
    if (this._hints === 1) {
      const idea = await ideaOf(this._base, this.task.themes ?? []).catch(() => '');
      if (this.isLeft || this.phase !== 'try') return;
      this._miss(null);
      this._say(idea);
      this._show({});
      return;
    }
    const isLast = this._hints > 2;
    const right = this.task.solution?.[this.played.length] ?? bestColumn(this._base, await this._analyse(this._base));
    if (this.isLeft || this.phase !== 'try') return;
    if (right === null) {
      this._say(t('puzzles.no hint'));
      this._show({});
      return;
    }
    this._miss(null);
    const others = this._base.legalColumns.filter((column) => column !== right && !this._refuted.has(column));
    while (others.length > 2) others.splice(Math.floor(Math.random() * others.length), 1);
    const candidates = isLast ? [right] : [right, ...others].sort((a, b) => a - b);
    if (candidates.length === 1) this._say(t('puzzles.it is', { column: candidates[0] }));
    else this._say(t('puzzles.one of', { columns: listed(candidates.map(String)) }));
    this._show({ candidates });
  }

  /** Play the rest of the solution. */
  async reveal() {
    const { solution } = this.task;
    if (!solution) return;
    this.takeBack();
    if (this.phase !== 'try') return;
    this._miss(null);
    this._isRevealed = true;
    while (!this.isLeft && this.played.length < solution.length) {
      const column = solution[this.played.length];
      this._show({ phase: 'busy', position: this._base.play(column), candidates: [] });
      await this._advance(column, pause(REPLY_MS));
    }
  }

  /** @param {number | null} column */
  _miss(column) {
    if (!this.isClean) return;
    this.isClean = false;
    this._handlers.missed(column);
  }

  /** @param {string} text */
  _say(text) {
    this.text = text;
    speak(text);
  }

  /** @param {Partial<Pick<Exercise, 'phase' | 'position' | 'candidates' | 'refutation' | 'text'>>} changes */
  _show(changes) {
    if (this.isLeft) return;
    Object.assign(this, changes);
    update({});
  }
}

/** Whether the side to move wins with its next stone. @param {Position} position */
function canWin(position) {
  return position.legalColumns.some((column) => position.play(column).winner === position.toMove);
}

/** The playable columns, from the middle outwards, left before right. @param {Position} position */
function columnsFromMiddle({ legalColumns, rules: { columns } }) {
  const distance = (/** @type {number} */ column) => Math.abs(2 * column - columns - 1);
  return legalColumns.sort((a, b) => distance(a) - distance(b) || a - b);
}

/** The best column nearest the middle; null if none is proven. @param {Position} position
 * @param {FoundAnalysis | null} analysis */
function bestColumn(position, analysis) {
  return columnsFromMiddle(position).find((column) => analysis?.best.includes(column)) ?? null;
}

/** Of the columns that hold out longest, one that stops a line; otherwise the one nearest the
 * middle. @param {Position} position @param {FoundAnalysis | null} analysis */
function stubbornColumn(position, analysis) {
  const other = otherColour(position.toMove);
  const turned = new Position(position.rules, position.owners, other);
  const blocks = columnsFromMiddle(position).filter((column) => turned.play(column).winner === other);
  return blocks.find((column) => analysis?.best.includes(column)) ?? bestColumn(position, analysis);
}
