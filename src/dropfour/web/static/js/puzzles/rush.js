// A rush: as many puzzles as possible within three minutes, easy ones first. The third mistake ends it.

import { sentenceTable } from '../core/browser.js';
import { placeAddress } from '../page/address.js';
import { changerOf, speak, state } from '../page/store.js';
import { pause } from '../page/tasks.js';
import { counted, reasonOf } from '../page/words.js';
import { goTo } from '../router.js';
import { el, setText, show, within } from '../ui/dom.js';
import { allPuzzles, choosePuzzle, positionOf } from './collection.js';
import { Exercise } from './exercise.js';
import { keepRush, progress } from './progress.js';
import { Speech } from './refutation.js';
import { RUSH } from './solving.js';
import { sceneOfExercise, still } from './stage.js';

/** @import {Puzzle} from './collection.js' */
/** @import {Scene} from './stage.js' */

export const RUSH_MS = 180_000;
export const MOST_MISTAKES = 3;
const FIRST_RATING = 700;
const RISE = 40; // Elo from one puzzle to the next
const LONGEST = 5; // moves of a solution
const TICK_MS = 250;
const SHOWN_MS = 700; // a mistake

/**
 * *phase*: before, during or after a rush. *endsAt* is a time in milliseconds.
 * @typedef {{phase: 'ready' | 'running' | 'over', endsAt: number, solved: number, missed: Puzzle[], exercise: Exercise | null,
 *   title: string, problem: string, isBest: boolean}} Rush
 */

/** @type {Rush} */
export const rush = { phase: 'ready', endsAt: 0, solved: 0, missed: [], exercise: null, title: '', problem: '', isBest: false };
const change = changerOf(rush);
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** The rating of the next puzzle. @param {number} solved @param {number} missed */
export function nextRating(solved, missed) {
  return FIRST_RATING + RISE * (solved + missed);
}

export async function startRush() {
  stopRush();
  try {
    const [puzzles, table] = await Promise.all([allPuzzles(), sentenceTable()]);
    if (!isShown() || rush.phase === 'running') return;
    change({ phase: 'running', endsAt: Date.now() + RUSH_MS, solved: 0, missed: [], problem: '', isBest: false });
    timer = setInterval(tick, TICK_MS);
    const short = puzzles.filter(({ objective, solution }) => objective === 'first-line' && solution.length <= LONGEST);
    nextPuzzle(short, new Set(), new Speech(table));
  } catch (error) {
    change({ problem: `The puzzles could not be loaded: ${reasonOf(error)}.` });
  }
}

/** Leave a rush without a result. */
export function stopRush() {
  clearInterval(timer);
  rush.exercise?.leave();
  if (rush.phase === 'running') change({ phase: 'ready', exercise: null });
}

function isShown() {
  return state.view === 'puzzles' && state.item === RUSH;
}

function tick() {
  if (!isShown()) stopRush();
  else if (Date.now() >= rush.endsAt) end();
  else change({});
}

function end() {
  clearInterval(timer);
  rush.exercise?.leave();
  const { solved } = rush;
  change({ phase: 'over', exercise: null, isBest: keepRush(solved) });
  speak(`The rush is over: ${counted(solved, 'puzzle')} solved.`);
}

/** @param {Puzzle[]} puzzles @param {Set<string>} seen @param {Speech} speech */
function nextPuzzle(puzzles, seen, speech) {
  if (rush.phase !== 'running') return;
  const puzzle = choosePuzzle(puzzles, '', nextRating(rush.solved, rush.missed.length), (id) => seen.has(id));
  if (!puzzle) return;
  seen.add(puzzle.id);
  const position = positionOf(puzzle);
  const exercise = new Exercise({ ...puzzle, count: 0 }, position, speech, {
    missed: () => {
      exercise.leave();
      change({ missed: [...rush.missed, puzzle] });
      const left = MOST_MISTAKES - rush.missed.length;
      speak(left ? `Wrong. ${counted(left, 'mistake')} left.` : 'Wrong.');
      void pause(SHOWN_MS).then(() => {
        if (rush.exercise !== exercise) return;
        if (left) nextPuzzle(puzzles, seen, speech);
        else end();
      });
    },
    solved: () => {
      change({ solved: rush.solved + 1 });
      nextPuzzle(puzzles, seen, speech);
    },
  });
  change({ exercise, title: speech.task(puzzle, position) });
  speak(rush.title);
}

/** Minutes and seconds that are left. */
function timeLeft() {
  const seconds = Math.max(0, Math.ceil((rush.endsAt - Date.now()) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** @param {Position} empty @returns {Scene} */
export function rushScene(empty) {
  const { phase, exercise, solved, missed, title } = rush;
  if (phase === 'running' && exercise) {
    const isWrong = exercise.isLeft;
    const text = `${timeLeft()} left · ${solved} solved · ${missed.length} of ${counted(MOST_MISTAKES, 'mistake')}`;
    return { ...sceneOfExercise(exercise, text), title, text: isWrong ? `Wrong. ${text}` : text, kind: isWrong ? 'wrong' : '' };
  }
  const text = phase === 'over' ? `${counted(solved, 'puzzle')} solved${rush.isBest ? ': your best so far' : ''}.`
    : 'Three minutes, easy puzzles first, then harder ones. The third mistake ends it.';
  return { ...still(empty), title: phase === 'over' ? 'The rush is over' : 'Rush', text };
}

export function createRushCard() {
  const best = el('p');
  const missedTitle = el('p', {}, 'What you missed:');
  const missed = el('ul.trainer-links');
  const problem = el('p.problem', { role: 'alert' });
  const back = within(el('a', { href: placeAddress('puzzles') }, 'Puzzle of the day'), () => goTo('puzzles'));
  const card = el('section.card', { 'aria-labelledby': 'rush-title' },
    el('h2', { id: 'rush-title' }, 'Rush'), problem, best, missedTitle, missed,
    el('p.soft', {}, 'A rush does not change your rating.'), el('p', {}, back));
  let listed = '';

  return {
    card,
    /** @param {boolean} isOpen */
    render(isOpen) {
      show(card, isOpen);
      if (!isOpen) return;
      const { bestRush } = progress();
      setText(best, bestRush ? `Your best: ${counted(bestRush, 'puzzle')}.` : 'You have not finished one yet.');
      setText(problem, rush.problem);
      show(problem, rush.problem !== '');
      const shown = rush.phase === 'over' ? rush.missed : [];
      show(missedTitle, shown.length > 0);
      const key = shown.map(({ id }) => id).join();
      if (key === listed) return;
      listed = key;
      missed.replaceChildren(...shown.map(({ id, rating }) => el('li', {},
        within(el('a', { href: placeAddress('puzzles', id) }, `Puzzle ${id}`), () => goTo('puzzles', id)), `, rated ${rating}`)));
    },
  };
}
