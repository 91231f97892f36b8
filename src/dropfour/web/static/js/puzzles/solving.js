// The puzzle on the screen: its state, and what a person can do with it.

import { analysisOf, explainPosition, taskOf } from '../core/browser.js';
import { Latest } from '../page/tasks.js';
import { showAddress } from '../page/address.js';
import { changerOf, speak, state, update } from '../page/state.js';
import {
  SPREAD,
  aimOf,
  allPuzzles,
  choosePuzzle,
  dateOfDay,
  dayNumber,
  positionOf,
  puzzleOfTheDay,
} from './collection.js';
import { Exercise } from './exercise.js';
import { countDay, countResult, failedIds, progress } from './progress.js';
import { playAll } from '../board/rules.js';
import { t } from '../ui/words.js';

/** The first day in the archive, and the address of a rush. */
export const FIRST_DAY = dayNumber(new Date('2026-01-01'));
export const RUSH = 'rush';

/** The answer to a puzzle: the position after *step* of *columns* is on the screen, with what is known about it.
 * @typedef {{columns: number[], step: number, facts: Fact[] | null, fact: number | null, analysis: FoundAnalysis | null}} Answer */

export const solving = {
  puzzles: /** @type {Puzzle[]} */ ([]),
  problem: '',
  puzzle: /** @type {Puzzle | null} */ (null),
  exercise: /** @type {Exercise | null} */ (null),
  title: '',
  day: /** @type {number | null} */ (null), // whose puzzle this is
  isWarmUp: false, // shown instead of the puzzle of the day
  wasTried: false,
  change: /** @type {number | null} */ (null), // of the rating; null before, and for a puzzle that had been tried
  answer: /** @type {Answer | null} */ (null),
};

/** What was asked for last: its id, or '' for the puzzle of the day. @type {string | null} */
let asked = null;
const opening = new Latest();
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
  else
    void opening.run(
      (signal) => open(state.item, signal),
      (reason) => change({ puzzle: null, problem: t('puzzles.not loaded', { reason }), title: '' }),
    );
}

/** Leave the puzzle on the screen. */
function leave() {
  opening.stop();
  solving.exercise?.leave();
  looking.stop();
  change({ exercise: null, puzzle: null, answer: null, change: null, problem: '', title: '' });
}

/** @param {string | null} id  null for the puzzle of the day; a date for that of another day @param {AbortSignal} signal */
async function open(id, signal) {
  solving.exercise?.leave();
  looking.stop();
  change({ exercise: null, answer: null, change: null, problem: '' });
  const puzzles = await allPuzzles();
  const found = id === null ? firstPuzzle(puzzles) : findPuzzle(puzzles, id);
  const title = found && (await taskOf(positionOf(found.puzzle), aimOf(found.puzzle)));
  if (signal.aborted) return;
  if (!found || !title) {
    change({ puzzles, puzzle: null, problem: t('puzzles.no puzzle', { id: id ?? '' }), title: '' });
    return;
  }
  change({ puzzles, day: found.day, isWarmUp: found.isWarmUp ?? false });
  begin(found.puzzle, title);
  if (id !== null && id !== dayWord(dayNumber(new Date()))) return;
  // The address of the day is another puzzle tomorrow; the one to share is that of this puzzle.
  asked = found.puzzle.id;
  update({ item: asked });
  showAddress('replace');
}

/** @typedef {{puzzle: Puzzle, day: number | null, isWarmUp?: boolean}} Found */

/** Today's puzzle; for a first puzzle, an easier one if that is a hard one. @param {Puzzle[]} puzzles @returns {Found} */
function firstPuzzle(puzzles) {
  const day = dayNumber(new Date());
  const puzzle = puzzleOfTheDay(puzzles, day);
  const { results, strength } = progress();
  const isEasy = Object.keys(results).length > 0 || puzzle.rating <= strength.rating + SPREAD;
  const easier = isEasy ? null : choosePuzzle(puzzles, '', strength.rating, () => false);
  return easier ? { puzzle: easier, day: null, isWarmUp: true } : { puzzle, day };
}

/** @param {Puzzle[]} puzzles @param {string} id  of a puzzle, or a date @returns {Found | null} */
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

/** @param {Puzzle} puzzle @param {string} title */
function begin(puzzle, title) {
  const position = positionOf(puzzle);
  const wasTried = puzzle.id in progress().results;
  const { day } = solving;
  const today = dayNumber(new Date());
  const exercise = new Exercise({ ...puzzle, count: 0 }, position, {
    missed: () => void count(false),
    solved: () => {
      if (exercise.isClean) void count(true);
      if (day !== null && exercise.isClean) countDay(day, today);
      void explain(puzzle);
    },
  });
  const count = async (/** @type {boolean} */ isSolved) => {
    const by = await countResult(puzzle, isSolved, today);
    if (solving.exercise === exercise) change({ change: by });
  };
  change({ puzzle, exercise, wasTried, title });
  speak(title);
}

/** Show the answer, and how best play continues after it. @param {Puzzle} puzzle */
async function explain(puzzle) {
  const { length: step } = puzzle.solution;
  change({ answer: { columns: puzzle.solution, step, facts: null, fact: null, analysis: null } });
  const { exercise } = solving;
  if (!exercise) return;
  const shown = goToStep(step);
  const rest = exercise.position.isOver ? null : await analysisOf(exercise.position, looking.signal).catch(() => null);
  await shown;
  if (rest && solving.exercise === exercise && solving.answer) {
    change({ answer: { ...solving.answer, columns: [...puzzle.solution, ...rest.variation] } });
  }
}

/** The position of the answer on the screen. @param {Exercise} exercise @param {Answer} answer */
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
  const nothing = () => {};
  await Promise.all([
    explainPosition(position, signal).then((facts) => learn({ facts }), nothing),
    position.isOver ? null : analysisOf(position, signal).then((analysis) => learn({ analysis }), nothing),
  ]);
}

/** Mark the cells of a fact on the board. @param {number | null} fact */
export function lightFact(fact) {
  const { answer } = solving;
  if (answer && answer.fact !== fact) change({ answer: { ...answer, fact } });
}

/** The id of a puzzle that was not solved so far; null if there is none. */
export function failedPuzzle() {
  const known = new Set(solving.puzzles.map(({ id }) => id));
  return failedIds(progress()).find((id) => id !== solving.puzzle?.id && known.has(id)) ?? null;
}

/** The id of another puzzle of the chosen theme, about as hard as your rating; null without one. */
export function nextPuzzle() {
  const { theme, strength, results } = progress();
  const others = solving.puzzles.filter((puzzle) => puzzle !== solving.puzzle);
  return choosePuzzle(others, theme, strength.rating, (id) => id in results)?.id ?? null;
}
