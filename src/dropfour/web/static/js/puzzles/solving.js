// The puzzle on the screen: its state, and what a person can do with it.

import { sentenceTable } from '../core/browser.js';
import { Latest } from '../page/tasks.js';
import { showAddress } from '../page/address.js';
import { changerOf, speak, state, update } from '../page/store.js';
import { SPREAD, allPuzzles, choosePuzzle, dateOfDay, dayNumber, positionOf, puzzleOfTheDay } from './collection.js';
import { Exercise } from './exercise.js';
import { countDay, countResult, failedIds, keepTheme, progress } from './progress.js';
import { analysisOf, factsOf } from './proof.js';
import { Speech } from './refutation.js';
import { reasonOf } from '../page/words.js';
import { playAll } from '../board/rules.js';

/** @import {Analysis} from '../core/analysis.js' */
/** @import {Puzzle} from './collection.js' */

/** The first day in the archive, and the address of a rush. */
export const FIRST_DAY = dayNumber(new Date('2026-01-01'));
export const RUSH = 'rush';

/**
 * *day* is the day whose puzzle this is; null: none that is known. *isWarmUp*: shown instead of it. *change* is by how much the rating has changed; null before, and for a puzzle that had been tried. In the *answer*,
 * the position after *step* of *columns* is on the screen, with what is known about it.
 * @typedef {{
 *   puzzles: Puzzle[], problem: string, puzzle: Puzzle | null, exercise: Exercise | null, title: string,
 *   day: number | null, isWarmUp: boolean, wasTried: boolean, change: number | null, answer: Answer | null,
 * }} Solving
 */
/** @typedef {{columns: number[], step: number, facts: Fact[] | null, fact: number | null, analysis: Analysis | null}} Answer */

/** @type {Solving} */
export const solving = {
  puzzles: [], problem: '', puzzle: null, exercise: null, title: 'Puzzles', day: null, isWarmUp: false, wasTried: false,
  change: null, answer: null,
};

/** What was asked for last: its id, or '' for the puzzle of the day. @type {string | null} */
let asked = null;
const looking = new Latest();

const change = changerOf(solving);

/** Show the puzzle that the address asks for; called with every redraw. */
export function followAddress() {
  if (state.view !== 'puzzles') {
    if (solving.problem) asked = null; // the next visit tries again
    return;
  }
  if (asked === (state.item ?? '')) return;
  asked = state.item ?? '';
  if (asked === RUSH) leave();
  else void open(state.item);
}

function leave() {
  solving.exercise?.leave();
  looking.stop();
  change({ exercise: null, puzzle: null, answer: null, change: null, problem: '', title: 'Puzzles' });
}

/** @param {string | null} id  null for the puzzle of the day; a date for that of another day */
async function open(id) {
  const wanted = asked;
  solving.exercise?.leave();
  looking.stop();
  change({ exercise: null, answer: null, change: null, problem: '' });
  try {
    const [puzzles, table] = await Promise.all([allPuzzles(), sentenceTable()]);
    if (wanted !== asked) return;
    const found = id === null ? firstPuzzle(puzzles) : findPuzzle(puzzles, id);
    if (!found) {
      change({ puzzles, puzzle: null, problem: `There is no puzzle “${id}”.`, title: 'Puzzles' });
      return;
    }
    change({ puzzles, day: found.day, isWarmUp: found.isWarmUp ?? false });
    begin(found.puzzle, new Speech(table));
    if (id !== null && id !== dayWord(dayNumber(new Date()))) return;
    // The address of the day is another puzzle tomorrow; the one to share is that of this puzzle.
    asked = found.puzzle.id;
    update({ item: asked });
    showAddress('replace');
  } catch (error) {
    if (wanted !== asked) return;
    change({ puzzle: null, problem: `The puzzles could not be loaded: ${reasonOf(error)}.`, title: 'Puzzles' });
  }
}

/** @typedef {{puzzle: Puzzle, day: number | null, isWarmUp?: boolean}} Found */

/** The puzzle of today; for a first puzzle, an easier one if that is a hard one. @param {Puzzle[]} puzzles @returns {Found} */
function firstPuzzle(puzzles) {
  const day = dayNumber(new Date());
  const puzzle = puzzleOfTheDay(puzzles, day);
  const { results, strength: { rating } } = progress();
  const easier = Object.keys(results).length || puzzle.rating <= rating + SPREAD ? null : choosePuzzle(puzzles, '', rating, () => false);
  return easier ? { puzzle: easier, day: null, isWarmUp: true } : { puzzle, day };
}

/** @param {Puzzle[]} puzzles @param {string} id  of a puzzle, or a date up to today @returns {Found | null} */
function findPuzzle(puzzles, id) {
  const today = dayNumber(new Date());
  if (/^\d{4}-\d\d-\d\d$/.test(id)) {
    const day = dayNumber(new Date(id));
    return day >= FIRST_DAY && day <= today ? { puzzle: puzzleOfTheDay(puzzles, day), day } : null;
  }
  const puzzle = puzzles.find((each) => each.id === id.toLowerCase());
  return puzzle ? { puzzle, day: puzzle === puzzleOfTheDay(puzzles, today) ? today : null } : null;
}

/** The word for a day in an address. @param {number} day */
export function dayWord(day) {
  return dateOfDay(day).toISOString().slice(0, 10);
}

/** @param {Puzzle} puzzle @param {Speech} speech */
function begin(puzzle, speech) {
  const position = positionOf(puzzle);
  const wasTried = puzzle.id in progress().results;
  const { day } = solving;
  const today = dayNumber(new Date());
  const exercise = new Exercise({ ...puzzle, count: 0 }, position, speech, {
    missed: () => change({ change: countResult(puzzle, false, today) }),
    solved: () => {
      if (exercise.isClean) change({ change: countResult(puzzle, true, today) });
      if (day !== null && exercise.isClean) countDay(day, today);
      void explain(puzzle);
    },
  });
  const title = speech.task(puzzle, position);
  change({ puzzle, exercise, wasTried, title });
  speak(title);
}

/** Show the answer, and how best play continues after it. @param {Puzzle} puzzle */
async function explain(puzzle) {
  change({ answer: { columns: puzzle.solution, step: puzzle.solution.length, facts: null, fact: null, analysis: null } });
  const { exercise } = solving;
  if (!exercise) return;
  const shown = goToStep(puzzle.solution.length);
  const rest = exercise.position.isOver ? null : await analysisOf(exercise.position, looking.signal).catch(() => null);
  await shown;
  if (rest && solving.exercise === exercise && solving.answer) {
    change({ answer: { ...solving.answer, columns: [...puzzle.solution, ...rest.variation] } });
  }
}

/** The position of the answer on the screen. @param {Exercise} exercise @param {Answer} answer @returns {Position} */
export function answerPosition(exercise, { columns, step }) {
  return playAll(exercise.start, columns.slice(0, step));
}

/** Show another position of the answer. @param {number} step */
export async function goToStep(step) {
  const { exercise, answer } = solving;
  if (!exercise || !answer || step < 0 || step > answer.columns.length) return;
  const signal = looking.begin();
  change({ answer: { ...answer, step, facts: null, fact: null, analysis: null } });
  const position = answerPosition(exercise, { ...answer, step });
  const learn = (/** @type {Partial<Answer>} */ found) => {
    if (!signal.aborted && solving.answer) change({ answer: { ...solving.answer, ...found } });
  };
  await Promise.all([
    factsOf(position, signal).then((facts) => learn({ facts }), () => {}),
    position.isOver ? null : analysisOf(position, signal).then((analysis) => learn({ analysis }), () => {}),
  ]);
}

/** Mark the cells of a fact on the board. @param {number | null} fact */
export function lightFact(fact) {
  const { answer } = solving;
  if (answer && answer.fact !== fact) change({ answer: { ...answer, fact } });
}

/** @param {string} theme  '' for any */
export function chooseTheme(theme) {
  keepTheme(theme);
}

/** The id of a puzzle that was not solved so far; null if there is none. */
export function failedPuzzle() {
  const known = new Set(solving.puzzles.map(({ id }) => id));
  return failedIds(progress()).find((id) => id !== solving.puzzle?.id && known.has(id)) ?? null;
}

/** The id of another puzzle about as hard as your rating, of the chosen theme; null if there is none. */
export function nextPuzzle() {
  const { theme, strength, results } = progress();
  const others = solving.puzzles.filter((puzzle) => puzzle !== solving.puzzle);
  return choosePuzzle(others, theme, strength.rating, (id) => id in results)?.id ?? null;
}
