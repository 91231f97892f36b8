// What is said about a try, as dropfour.puzzles.attempt says it.

import { say, sentence } from '../core/sentences.js';
import { otherColour } from '../board/rules.js';

/** @import {Analysis} from '../core/analysis.js' */
/** @import {Sentences} from '../core/sentences.js' */
/** @import {Puzzle} from './collection.js' */
/** @import {Fact, Score} from '../types.d.ts' */

/**
 * Something to achieve on the board. To *stop* the opponent is to leave no win with the next stone.
 * @typedef {Pick<Puzzle, 'stones' | 'isFast'> & {goal: Puzzle['goal'] | 'stop'}} Aim
 */

// What happens later than this many moves after a wrong one is no reason that a person could see.
const FARTHEST = 16;

/** Turns entries of the table into sentences. */
export class Speech {
  /** @param {Sentences} table */
  constructor(table) {
    this._table = table;
  }

  /** An entry as a sentence, with a capital and a full stop.
   * @param {string} name @param {Record<string, string | number>} [words] */
  sentence(name, words = {}) {
    return sentence(say(this._table, name, words));
  }

  /** What to look for in *position*. @param {Aim} aim @param {Position} position */
  task({ goal, isFast, stones }, position) {
    const countsLines = position.rules.objective === 'most-lines';
    let name = goal === 'draw' ? 'task, draw' : 'task, win';
    if (countsLines) name = goal === 'draw' ? 'task, lines draw' : 'task, lines';
    else if (isFast) name = 'task, win in';
    return this.sentence(name, { mover: position.toMove, moves: `${stones} moves` });
  }

  /** @param {Aim} aim @param {string} other  the opponent's colour */
  aim({ goal, isFast, stones }, other) {
    if (goal !== 'win') return say(this._table, `aim, ${goal}`, { other });
    if (isFast && stones === 1) return say(this._table, 'aim, win now');
    return say(this._table, isFast ? 'aim, win in' : 'aim, win', { moves: `${stones} moves` });
  }

  /** What the best reply means for the position *before* the wrong move, such as red wins in 3 moves.
   * @param {Position} before @param {Score} score  of the position after it, exact and no draw */
  result(before, { low, stones }) {
    const isWon = low < 0; // by the side that made the move: its win counts from before, with one stone more
    const winner = isWon ? before.toMove : otherColour(before.toMove);
    const lines = Math.abs(low);
    if (before.rules.objective === 'most-lines') {
      return say(this._table, 'lines ahead', { winner, lines: this._count('line', lines) });
    }
    return say(this._table, 'win in', { winner, moves: this._count('move', (stones ?? 0) + (isWon ? 1 : 0)) });
  }

  /** @param {'line' | 'move'} noun @param {number} count */
  _count(noun, count) {
    return say(this._table, count === 1 ? noun : `${noun}s`, { count });
  }

  /** What to look for, without naming a column: what is urgent for the side to move, otherwise a theme of the puzzle.
   * @param {string[]} themes @param {Pick<Fact, 'kind' | 'colour'>[]} facts @param {Position} position */
  idea(themes, facts, position) {
    const mover = position.toMove;
    const urgent = facts.filter(({ colour }) => colour === mover).map(({ kind }) => kind);
    const names = [...urgent, ...themes, 'win'].map((word) => `hint, ${word}`);
    return this.sentence(/** @type {string} */ (names.find((name) => name in this._table)), { mover, other: otherColour(mover) });
  }

  /**
   * Why best play after a wrong move ends as it does: the side that loses runs out of safe moves, or a threat is filled.
   * @param {Position} before @param {number[]} columns  the wrong move and what follows
   * @param {(position: Position) => Promise<Fact[]>} factsOf @returns {Promise<string>} empty if there is nothing to say
   */
  async reason(before, columns, factsOf) {
    const mover = before.toMove;
    const other = otherColour(mover);
    const threats = (await factsOf(before)).filter(({ kind, colour }) => (
      (kind === 'threat' && colour === mover) || (kind === 'do not play under' && colour === other))).flatMap(({ cells }) => cells);
    let position = before;
    let last = 0;
    for (const [i, column] of columns.slice(0, FARTHEST).entries()) {
      const row = position.height(column) + 1;
      if (position.toMove === other && threats.some((cell) => cell.column === column && cell.row === row)) {
        return this.sentence(column === last ? 'try, given' : 'try, stopped', { other, mover, cell: say(this._table, 'cell', { column, row }) });
      }
      position = position.play(column);
      last = column;
      if (position.isOver) break;
      const lost = (await factsOf(position)).find(({ kind }) => kind === 'cannot be stopped');
      if (!lost) continue;
      if (lost.colour === mover) break; // a win that is too slow
      const fact = lost.text[0].toLowerCase() + lost.text.slice(1, -1);
      return this.sentence(i === 1 ? 'try, then' : 'try, later', { moves: this._count('move', i + 1), fact });
    }
    return '';
  }

  /**
   * Why *column* does not achieve the aim, and the moves that show it, itself included.
   * @param {Aim} aim @param {Position} before @param {number} column
   * @param {Pick<Analysis, 'score' | 'variation'> | null} analysis  of the position after it; null: there is none
   * @returns {{text: string, columns: number[], isAnswered: boolean}}  *isAnswered*: the game goes on after the best reply
   */
  refute(aim, before, column, analysis) {
    const after = before.play(column);
    if (after.winner === null) return { text: this.sentence('try drawn', { column }), columns: [column], isAnswered: false };
    const words = { column, aim: this.aim(aim, after.toMove), other: after.toMove };
    const reply = analysis?.variation[0];
    if (!analysis || reply === undefined || !analysis.score.exact) {
      return { text: this.sentence('try unproven', words), columns: [column], isAnswered: false };
    }
    const columns = [column, ...analysis.variation];
    const answered = { ...words, reply };
    if (after.play(reply).winner === after.toMove) return { text: this.sentence('try lost', answered), columns, isAnswered: false };
    if (analysis.score.low === 0) return { text: this.sentence('try refuted, draw', answered), columns, isAnswered: true };
    const result = this.result(before, analysis.score);
    return { text: this.sentence('try refuted', { ...answered, result }), columns, isAnswered: true };
  }
}
