// What is said about a try, as dropfour.puzzles.attempt says it.

import { finishedScore, pliesToEnd, winningStones } from '../core/scores.js';
import { Words } from '../core/explain.js';
import { otherColour } from '../board/rules.js';

/** @import {Analysis} from '../core/analysis.js' */
/** @import {Sentences} from '../core/explain.js' */
/** @import {Puzzle} from './collection.js' */

/**
 * Something to achieve on the board. To *stop* the opponent is to leave no win with the next stone.
 * @typedef {Pick<Puzzle, 'stones' | 'isFast'> & {goal: Puzzle['goal'] | 'stop'}} Aim
 */

/** Turns entries of the table into sentences. */
export class Speech {
  /** @param {Sentences} table */
  constructor(table) {
    this._words = new Words(table);
  }

  /** An entry as a sentence, with a capital and a full stop.
   * @param {string} name @param {Record<string, string | number>} [words] */
  sentence(name, words = {}) {
    const text = this._words.say(name, words);
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  }

  /** What to look for in *position*. @param {Aim} aim @param {Position} position */
  task({ goal, isFast, stones }, position) {
    const isRace = position.rules.objective === 'most-lines';
    let name = goal === 'draw' ? 'task, draw' : 'task, win';
    if (isRace) name = goal === 'draw' ? 'task, lines draw' : 'task, lines';
    else if (isFast) name = 'task, win in';
    return this.sentence(name, { mover: position.toMove, moves: `${stones} moves` });
  }

  /** @param {Aim} aim @param {string} other  the opponent's colour */
  aim({ goal, isFast, stones }, other) {
    if (goal !== 'win') return this._words.say(`aim, ${goal}`, { other });
    if (isFast && stones === 1) return this._words.say('aim, win now');
    return this._words.say(isFast ? 'aim, win in' : 'aim, win', { moves: `${stones} moves` });
  }

  /** What an exact score of a position means, such as red wins in 3 moves.
   * @param {Position} position @param {number} score */
  result(position, score) {
    if (score === 0) return this._words.say('draw');
    const winner = score > 0 ? position.toMove : otherColour(position.toMove);
    if (position.rules.objective === 'most-lines') {
      return this._words.say('lines ahead', { winner, lines: this._words.lines(Math.abs(score)) });
    }
    if (pliesToEnd(position, score) === 1) return this._words.say('win now', { winner });
    const count = winningStones(position, score);
    return this._words.say('win in', { winner, moves: this._words.say(count === 1 ? 'move' : 'moves', { count }) });
  }

  /**
   * Why *column* does not achieve the aim, and the moves that show it, itself included.
   * @param {Aim} aim @param {Position} before @param {number} column
   * @param {Pick<Analysis, 'score' | 'variation'> | null} analysis  of the position after it; null: there is none
   * @returns {{text: string, columns: number[]}}
   */
  refute(aim, before, column, analysis) {
    const after = before.play(column);
    if (after.isOver && finishedScore(after) === 0) return { text: this.sentence('try drawn', { column }), columns: [column] };
    const words = { column, aim: this.aim(aim, after.toMove), other: after.toMove };
    const reply = analysis?.variation[0];
    const score = analysis?.score.value ?? null;
    if (!analysis || reply === undefined || score === null) {
      return { text: this.sentence('try unproven', words), columns: [column] };
    }
    const columns = [column, ...analysis.variation];
    const answered = { ...words, reply };
    if (after.play(reply).winner === after.toMove) return { text: this.sentence('try lost', answered), columns };
    if (score === 0) return { text: this.sentence('try refuted, draw', answered), columns };
    // Of a win that is too slow, the moves are counted from the board before the wrong one.
    const result = this.result(before, -score);
    return { text: this.sentence('try refuted', { ...answered, result }), columns };
  }
}
