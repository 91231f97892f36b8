// What is said about a try, as dropfour.puzzles.attempt says it.

import { say, sentence } from '../core/sentences.js';
import { otherColour } from '../board/rules.js';

/** @import {Analysis} from '../core/analysis.js' */
/** @import {Sentences} from '../core/sentences.js' */
/** @import {Puzzle} from './collection.js' */
/** @import {Score} from '../types.d.ts' */

/**
 * Something to achieve on the board. To *stop* the opponent is to leave no win with the next stone.
 * @typedef {Pick<Puzzle, 'stones' | 'isFast'> & {goal: Puzzle['goal'] | 'stop'}} Aim
 */

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

  /**
   * Why *column* does not achieve the aim, and the moves that show it, itself included.
   * @param {Aim} aim @param {Position} before @param {number} column
   * @param {Pick<Analysis, 'score' | 'variation'> | null} analysis  of the position after it; null: there is none
   * @returns {{text: string, columns: number[]}}
   */
  refute(aim, before, column, analysis) {
    const after = before.play(column);
    if (after.winner === null) return { text: this.sentence('try drawn', { column }), columns: [column] };
    const words = { column, aim: this.aim(aim, after.toMove), other: after.toMove };
    const reply = analysis?.variation[0];
    if (!analysis || reply === undefined || !analysis.score.exact) {
      return { text: this.sentence('try unproven', words), columns: [column] };
    }
    const columns = [column, ...analysis.variation];
    const answered = { ...words, reply };
    if (after.play(reply).winner === after.toMove) return { text: this.sentence('try lost', answered), columns };
    if (analysis.score.low === 0) return { text: this.sentence('try refuted, draw', answered), columns };
    const result = this.result(before, analysis.score);
    return { text: this.sentence('try refuted', { ...answered, result }), columns };
  }
}
