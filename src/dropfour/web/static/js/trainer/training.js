// The training on the screen: its state, and what a person can do in it.

import { formatMoves, parseMoves } from '../board/notation.js';
import { Position } from '../board/rules.js';
import { sentenceTable } from '../core/browser.js';
import { continuationsOf } from '../openings/counts.js';
import { CLASSIC, changerOf, newGame, speak, state } from '../page/store.js';
import { capital, counted, reasonOf } from '../page/words.js';
import { Exercise } from '../puzzles/exercise.js';
import { analysisOf } from '../puzzles/proof.js';
import { Speech } from '../puzzles/refutation.js';
import { measure } from '../past/accuracy.js';
import { isClassic, loadArchive } from '../past/archive.js';
import { ratedGames } from '../past/statistics.js';
import { Latest } from '../page/tasks.js';
import { chooseMove } from '../server/answers.js';
import { allCards, keepBlunders, keepCards, newGames, today } from './cards.js';
import { choosePlayed, wrongColumns } from './mistakes.js';
import { afterRight, afterWrong, dateOf, dueCards, isLearnt, keyOf, positionAfter } from './schedule.js';

/** @import {Analysis} from '../core/analysis.js' */
/** @import {Card} from './schedule.js' */

/** How many answers a round has; the small opening book knows all positions that far. */
export const ROUND = 5;
const BEGINNER = 'easy';
const TRIES = 6;

/**
 * *colour* is yours; null before the start. *moves* lead to the question; *card* is the blunder that has come back, null
 * in a round from the empty board, of which *answers* were given and *right* of them at the first try. *lead* is said
 * before the question, *end* once it or the round is over. *looking*: how far the search for blunders has come.
 * @typedef {{
 *   colour: Colour | null, moves: number[], position: Position, exercise: Exercise | null, card: Card | null, title: string,
 *   lead: string, end: string, answers: number, right: number, problem: string, looking: string,
 * }} Training
 */

/** Nothing but the choice of a colour. @returns {Omit<Training, 'answers' | 'right' | 'looking'>} */
function atStart() {
  const position = Position.empty(CLASSIC);
  return { colour: null, moves: [], position, exercise: null, card: null, title: 'Trainer', lead: '', end: '', problem: '' };
}

/** @type {Training} */
export const training = { ...atStart(), answers: 0, right: 0, looking: '' };
/** Cards whose question could not be asked. @type {Set<string>} */
const skipped = new Set();
const asking = new Latest();
const looking = new Latest();
let isLooking = false;

const change = changerOf(training);

/** Perform a step unless another one has begun; a failure is reported, and can be tried again.
 * @param {(signal: AbortSignal) => Promise<void>} step */
async function perform(step) {
  const signal = asking.begin();
  training.exercise?.leave();
  try {
    await step(signal);
  } catch (error) {
    if (signal.aborted) return;
    if (training.card) skipped.add(training.card.moves);
    change({ exercise: null, problem: `The training cannot continue: ${reasonOf(error)}.`, end: 'Try again later.' });
  }
}

/** @param {Colour} colour */
export function begin(colour) {
  change({ colour });
  next();
}

/** Return to the choice of a colour. */
export function stop() {
  asking.stop();
  training.exercise?.leave();
  change(atStart());
}

/** The blunders that are asked now. @param {Colour} colour */
export function dueNow(colour) {
  return dueCards(allCards(), colour, today()).filter((card) => !skipped.has(card.moves));
}

/** Ask a blunder that is due; without one, begin a round. */
export function next() {
  const { colour } = training;
  if (!colour) return;
  const [card] = dueNow(colour);
  change({ card: card ?? null, answers: 0, right: 0, problem: '' });
  if (card) void perform((signal) => ask(parseMoves(card.moves), 'You went wrong here before.', signal));
  else if (colour === 'red') void perform((signal) => ask([], 'A round from the empty board.', signal));
  else void perform((signal) => reply([], 'A round from the empty board.', signal));
}

/** Ask for a move that keeps the result. @param {number[]} moves @param {string} lead @param {AbortSignal} signal */
async function ask(moves, lead, signal) {
  const position = positionAfter(formatMoves(moves));
  change({ moves, position, exercise: null, lead, end: '' });
  const [analysis, table] = await Promise.all([analysisOf(position, signal), sentenceTable()]);
  if (signal.aborted) return;
  const { outcome } = analysis.score;
  if (outcome !== 'win' && outcome !== 'draw') throw new Error('there is no result to keep in this position');
  const text = formatMoves(moves);
  const task = { goal: outcome, stones: null, isFast: false, solution: null, count: 1, ending: '' };
  const exercise = new Exercise(task, position, new Speech(table), {
    missed: (column) => keepCards(afterWrong(allCards(), text, column, today())),
    solved: () => settle(exercise),
  });
  const mover = capital(position.toMove);
  const title = outcome === 'win' ? `${mover} to move: play a column that wins` : `${mover} to move: hold the draw`;
  change({ exercise, title });
  speak(`${lead} ${title}.`);
}

/** Continue after a right answer. @param {Exercise} exercise */
function settle(exercise) {
  const { moves, card } = training;
  const text = formatMoves(moves);
  if (exercise.isClean) keepCards(afterRight(allCards(), text, today()));
  const answers = training.answers + 1;
  const right = training.right + Number(exercise.isClean);
  change({ answers, right });
  if (card) finish(exercise, returnSentence(text));
  else if (answers >= ROUND || exercise.position.isOver) finish(exercise, `The round is over: ${right} of ${answers} right at the first try.`);
  else void perform((signal) => reply([...moves, exercise.played[0]], exercise.text, signal));
}

/** @param {Exercise} exercise @param {string} end */
function finish(exercise, end) {
  change({ end });
  speak(`${exercise.text} ${end}`);
}

/** When the position comes back. @param {string} moves */
function returnSentence(moves) {
  const card = allCards()[keyOf(moves)];
  if (!card || isLearnt(card)) return 'You have learnt it: it will not come back.';
  return `It will come back ${dayWords(card.due)}.`;
}

/** @param {number} day */
export function dayWords(day) {
  if (day === today() + 1) return 'tomorrow';
  return `on ${dateOf(day).toLocaleDateString(undefined, { dateStyle: 'long' })}`;
}

// --- the page's moves ---------------------------------------------------------------------------------

/** Play what people play wrong, and ask for the answer. @param {number[]} moves @param {string} lead
 * @param {AbortSignal} signal */
async function reply(moves, lead, signal) {
  const position = positionAfter(formatMoves(moves));
  change({ moves, position, exercise: null, lead, end: '' });
  const analysis = await analysisOf(position, signal);
  const { column, words } = await findMistake(moves, position, analysis, signal);
  if (signal.aborted) return;
  await ask([...moves, column], `${lead} ${capital(position.toMove)} plays column ${column}${words}.`, signal);
}

/** @param {number[]} moves @param {Position} position @param {Analysis} analysis @param {AbortSignal} signal
 * @returns {Promise<{column: number, words: string}>} */
async function findMistake(moves, position, analysis, signal) {
  const wrong = wrongColumns(analysis);
  const columns = wrong.length ? wrong : position.legalColumns;
  const name = (/** @type {string} */ words) => (wrong.length ? `, a mistake ${words}` : '');
  // Without a connection nothing is known about the games on the server.
  const continuations = await continuationsOf(moves, position, signal).catch(() => []);
  const played = choosePlayed(columns, continuations);
  if (played) return { column: played.column, words: name(played.isYours ? 'from your games' : 'that engines have made here') };
  for (let i = 0; i < TRIES && !signal.aborted; i += 1) {
    const choice = await chooseMove(newGame({ moves }), BEGINNER, BigInt(Math.floor(Math.random() * 2 ** 32)));
    if (choice && columns.includes(choice.column)) return { column: choice.column, words: name('that beginners make') };
  }
  return { column: columns[Math.floor(Math.random() * columns.length)], words: wrong.length ? ', a mistake' : '' };
}

// --- your games ---------------------------------------------------------------------------------------

/** Look for blunders in your games while the colour is being chosen; called with every redraw. */
export function followGames() {
  const isWanted = state.view === 'trainer' && training.colour === null;
  if (isWanted === isLooking) return;
  isLooking = isWanted;
  if (isWanted) void lookThrough(looking.begin());
  else looking.stop();
}

/** @param {AbortSignal} signal */
async function lookThrough(signal) {
  let found = 0;
  try {
    /** @type {PastGame[]} */
    let games = [];
    await loadArchive(signal, (archive) => {
      games = archive.games;
    });
    games = newGames(ratedGames(games).filter(isClassic));
    for (const [i, past] of games.entries()) {
      if (signal.aborted) return;
      change({ looking: `Looking for blunders in your games: ${i + 1} of ${games.length} …` });
      found += keepBlunders(past, await measure(past, signal));
    }
    const text = games.length ? `${counted(games.length, 'new game')} searched: ${counted(found, 'blunder')}.` : '';
    if (!signal.aborted) change({ looking: text });
  } catch (error) {
    if (!signal.aborted) change({ looking: `Your games could not be searched: ${reasonOf(error)}.` });
  }
}
