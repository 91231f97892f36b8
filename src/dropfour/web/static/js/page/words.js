// The wording for players, scores, rules and times.

import { characterOf } from './characters.js';

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A clause as a sentence. @param {string} clause */
export function sentence(clause) {
  return `${capital(clause)}.`;
}

/** Why something failed. @param {unknown} error */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** The display name of an engine: for a level, the name of its character. @param {string} engine */
export function engineName(engine) {
  return characterOf(engine)?.name ?? engine;
}

/** Whether a person plays an engine. @param {Game} game */
export function isAgainstEngine(game) {
  return (game.red.engine === null) !== (game.yellow.engine === null);
}

/** The name of the engine that a person plays. @param {Game} game */
export function engineOf(game) {
  return seatName(game, game.red.engine === null ? 'yellow' : 'red');
}

/** @param {Game} game @param {Colour} colour */
export function seatName(game, colour) {
  const seat = game[colour];
  if (seat.engine !== null) {
    return seat.name && seat.name !== seat.engine ? seat.name : engineName(seat.engine);
  }
  if (seat.name) return seat.name;
  if (game.live || game.yours.length === 0) return game.yours.includes(colour) ? 'You' : capital(colour);
  return isAgainstEngine(game) ? 'You' : capital(colour);
}

/** A score in the few characters that fit over a column.
 * @param {Score} score @param {Rules} rules @returns {{kind: string, label: string, value: string}} */
export function scoreParts(score, rules) {
  const { low, high, exact, outcome, stones } = score;
  if (rules.objective === 'most-lines') {
    const kind = outcome ?? 'open';
    if (exact) return { kind, label: Math.abs(low) === 1 ? 'line' : 'lines', value: signed(low) };
    return { kind, label: 'lines', value: `${signed(low)}…${signed(high)}` };
  }
  if (outcome === 'draw') return { kind: 'draw', label: 'draw', value: '=' };
  if (outcome === null) return { kind: 'open', label: 'open', value: '?' };
  return { kind: outcome, label: outcome === 'win' ? 'win' : 'lose', value: exact ? String(stones) : '?' };
}

/** @param {Score} score @param {Rules} rules */
export function scoreSentence(score, rules) {
  const { low, high, exact, outcome, stones } = score;
  if (rules.objective === 'most-lines') {
    if (exact) return low === 0 ? 'equal lines at the end' : `${signedLines(low)} at the end`;
    return `between ${signed(low)} and ${signedLines(high)}; the exact value is not proven`;
  }
  if (outcome === 'draw') return 'draw';
  if (outcome === null) return 'not proven';
  const word = outcome === 'win' ? 'win' : 'lose';
  return exact ? `${word} in ${stones}` : `${word}; the number of moves is not proven`;
}

/** An estimate in the few characters that fit over a column, marked as one.
 * @param {ColumnEstimate} estimate @param {Rules} rules @returns {{kind: string, label: string, value: string}} */
export function estimateParts({ value }, rules) {
  if (rules.objective === 'most-lines') return { kind: 'estimate', label: '≈ lines', value: signed(Math.round(value)) };
  return { kind: 'estimate', label: '≈', value: `${percent(value)}%` };
}

/** @param {ColumnEstimate} estimate @param {Rules} rules */
export function estimateSentence({ value, depth }, rules) {
  const what = rules.objective === 'most-lines' ? `${signed(Math.round(value))} lines` : `${percent(value)} %`;
  return `estimate ${what} at depth ${depth}, not proven`;
}

/** Never 0 or 100, which only a proof would be. @param {number} share */
function percent(share) {
  return Math.max(1, Math.min(99, Math.round(100 * share)));
}

/** A number with its sign, + or −. @param {number} number */
export function signed(number) {
  if (number === 0) return '0';
  return number > 0 ? `+${number}` : `−${-number}`;
}

/** A difference in lines: +1 line, −3 lines. @param {number} number */
export function signedLines(number) {
  return `${signed(number)} line${Math.abs(number) === 1 ? '' : 's'}`;
}

/** @param {Rules} rules */
export function rulesSentence(rules) {
  const size = `${rules.columns} × ${rules.rows}`;
  if (rules.objective === 'most-lines') return `Max-Connect${rules.connect}, ${size}`;
  return `Connect ${rules.connect}, ${size}`;
}

export const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** What wins, where it is not the first four in a row; otherwise empty. @param {Rules} rules */
export function goalSentence({ connect, objective }) {
  if (objective === 'most-lines') return `Most lines of ${NUMBERS[connect]} win`;
  return connect === 4 ? '' : `${capital(NUMBERS[connect])} in a row wins`;
}

/** @param {string} time  in ISO format */
export function moment(time) {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** @param {number} count @param {string} noun */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
