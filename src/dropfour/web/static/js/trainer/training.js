// The training on the screen: its state, and what a person can do in it.

import { formatMoves, parseMoves } from '../board/notation.js';
import { analysisOf, chooseMove } from '../core/browser.js';
import { continuationsOf } from '../openings/database.js';
import { EMPTY } from '../model/game.js';
import { changerOf, speak, state } from '../page/state.js';
import { locale, sentence, t } from '../ui/words.js';
import { Exercise } from '../puzzles/exercise.js';
import { measure } from '../past/accuracy.js';
import { isClassic, loadArchive, ratedGames } from '../past/archive.js';
import { Latest } from '../page/tasks.js';
import { allCards, keepBlunders, keepCards, newGames, today } from './cards.js';
import { afterRight, afterWrong, dateOf, dueCards, isLearnt, keyOf, positionAfter } from './schedule.js';

/** @import {Continuation, Count} from '../openings/database.js' */
/** @import {Card} from './schedule.js' */

/** How many answers a round has; the small opening book knows all positions that far. */
export const ROUND = 5;
const BEGINNER = 'easy';
const TRIES = 6;
// As many games as these are always played in another way.
const OTHERS = 2;

/**
 * *colour* is yours; null before the start. *moves* lead to the question; *card* is the blunder that has come back, null
 * in a round from the empty board, of which *answers* were given and *right* of them at the first try. *lead* is said
 * before the question, *end* once it or the round is over. *looking*: how far the search for blunders has come.
 * @typedef {{
 *   colour: Colour | null, moves: number[], position: Position, exercise: Exercise | null, card: Card | null, title: string,
 *   lead: string, end: string, answers: number, right: number, problem: string, looking: string,
 * }} Training
 */

/** Nothing but the choice of a colour. */
function atStart() {
  const nothing = { colour: null, moves: [], exercise: null, card: null, lead: '', end: '', problem: '' };
  return { ...nothing, title: '', position: EMPTY };
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
function perform(step) {
  training.exercise?.leave();
  return asking.run(step, (reason) => {
    if (training.card) skipped.add(training.card.moves);
    change({ exercise: null, problem: t('trainer.not continued', { reason }), end: t('trainer.later') });
  });
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
  if (card) void perform((signal) => ask(parseMoves(card.moves), t('trainer.wrong before'), signal));
  else if (colour === 'red') void perform((signal) => ask([], t('trainer.from empty'), signal));
  else void perform((signal) => reply([], t('trainer.from empty'), signal));
}

/** Ask for a move that keeps the result. @param {number[]} moves @param {string} lead @param {AbortSignal} signal */
async function ask(moves, lead, signal) {
  const position = positionAfter(formatMoves(moves));
  change({ moves, position, exercise: null, lead, end: '' });
  const analysis = await analysisOf(position, signal);
  if (signal.aborted) return;
  const { outcome } = analysis.score;
  if (outcome !== 'win' && outcome !== 'draw') throw new Error(t('trainer.nothing to keep'));
  const text = formatMoves(moves);
  const task = { goal: outcome, stones: null, isFast: false, solution: null, count: 1, ending: '' };
  const exercise = new Exercise(task, position, {
    missed: (column) => keepCards(afterWrong(allCards(), text, column, today())),
    solved: () => settle(exercise),
  });
  const title = t('trainer.task', { goal: outcome, colour: position.toMove });
  change({ exercise, title });
  speak(`${lead} ${sentence(title)}`);
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
  else if (answers >= ROUND || exercise.position.isOver)
    finish(exercise, t('trainer.round over', { right, count: answers }));
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
  if (!card || isLearnt(card)) return t('trainer.learned');
  return isTomorrow(card.due) ? t('trainer.back tomorrow') : t('trainer.back on', { date: longDate(card.due) });
}

/** @param {number} day */
export function isTomorrow(day) {
  return day === today() + 1;
}

/** @param {number} day */
export function longDate(day) {
  return dateOf(day).toLocaleDateString(locale, { dateStyle: 'long' });
}

// --- the page's moves ----------------------------------------------------------------------------

/** Play what people play wrong, and ask for the answer. @param {number[]} moves
 * @param {string} lead @param {AbortSignal} signal */
async function reply(moves, lead, signal) {
  const position = positionAfter(formatMoves(moves));
  change({ moves, position, exercise: null, lead, end: '' });
  const analysis = await analysisOf(position, signal);
  const { column, origin } = await findMistake(moves, position, analysis, signal);
  if (signal.aborted) return;
  const said = t('trainer.plays', { colour: position.toMove, column, origin });
  await ask([...moves, column], `${lead} ${said}`, signal);
}

/** @param {number[]} moves @param {Position} position @param {FoundAnalysis} analysis @param {AbortSignal} signal
 * @returns {Promise<{column: number, origin: string}>} where the mistake comes from */
async function findMistake(moves, position, analysis, signal) {
  const wrong = wrongColumns(analysis);
  const columns = wrong.length ? wrong : position.legalColumns;
  const name = (/** @type {string} */ origin) => (wrong.length ? origin : 'none');
  // Without a connection nothing is known about the games on the server.
  const continuations = await continuationsOf(moves, position, signal).catch(() => []);
  const played = choosePlayed(columns, continuations);
  if (played) return { column: played.column, origin: name(played.isYours ? 'yours' : 'engines') };
  for (let i = 0; i < TRIES && !signal.aborted; i += 1) {
    const { column } = await chooseMove(BEGINNER, position, BigInt(Math.floor(Math.random() * 2 ** 32)));
    if (columns.includes(column)) return { column, origin: name('beginners') };
  }
  return { column: columns[Math.floor(Math.random() * columns.length)], origin: name('mistake') };
}

/** The columns that are worse than the best one by their exact scores. @param {Pick<FoundAnalysis, 'columns'>} analysis */
export function wrongColumns({ columns }) {
  const best = Math.max(...columns.map(({ score }) => score.low));
  return columns.filter(({ score }) => score.high < best).map(({ column }) => column);
}

/** One of *columns* as it was played in games: one that was played twice as often is twice as
 * likely. The fewer games there are, the more often it is null, so that a single game does not make
 * all rounds the same. @param {number[]} columns @param {Continuation[]} continuations
 * @param {() => number} [chance]  0 to 1 @returns {{column: number, isYours: boolean} | null} */
export function choosePlayed(columns, continuations, chance = Math.random) {
  const known = continuations
    .filter(({ column }) => columns.includes(column))
    .map(({ column, yours, engines }) => {
      return { column, count: gamesIn(yours) + gamesIn(engines), isYours: gamesIn(yours) > 0 };
    });
  const total = known.reduce((sum, { count }) => sum + count, 0);
  let left = chance() * (total + OTHERS);
  for (const { column, count, isYours } of known) {
    if (left < count) return { column, isYours };
    left -= count;
  }
  return null;
}

/** @param {Count} count */
function gamesIn({ red, draw, yellow }) {
  return red + draw + yellow;
}

// --- your games ----------------------------------------------------------------------------------

/** Look for blunders in your games while the colour is being chosen; called with every redraw. */
export function followGames() {
  const isWanted = state.view === 'trainer' && training.colour === null;
  if (isWanted === isLooking) return;
  isLooking = isWanted;
  if (!isWanted) looking.stop();
  else void looking.run(lookThrough, (reason) => change({ looking: t('trainer.not searched', { reason }) }));
}

/** @param {AbortSignal} signal */
async function lookThrough(signal) {
  let found = 0;
  /** @type {PastGame[]} */
  let games = [];
  await loadArchive(signal, (archive) => {
    games = archive.games;
  });
  games = newGames(ratedGames(games).filter(isClassic));
  for (const [i, past] of games.entries()) {
    if (signal.aborted) return;
    change({ looking: t('trainer.searching', { done: i + 1, count: games.length }) });
    found += keepBlunders(past, await measure(past, signal));
  }
  const blunders = t('trainer.blunders', { count: found });
  const text = games.length ? t('trainer.searched', { count: games.length, blunders }) : '';
  if (!signal.aborted) change({ looking: text });
}
