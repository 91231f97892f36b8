// A rush: as many puzzles as possible in three minutes, easy ones first. The third mistake ends it.

import { taskOf } from '../core/browser.js';
import { changerOf, speak, state } from '../page/state.js';
import { pause } from '../page/tasks.js';
import { reasonOf, t, timeText } from '../ui/words.js';
import { EMPTY } from '../model/game.js';
import { viewLink } from '../router.js';
import { card, el, refill, setText, show, showText } from '../ui/dom.js';
import { aimOf, allPuzzles, choosePuzzle, positionOf } from './collection.js';
import { Exercise } from './exercise.js';
import { keepRush, progress } from './progress.js';
import { RUSH } from './solving.js';
import { sceneOfExercise, still } from './stage.js';

export const RUSH_MS = 180_000;
export const MOST_MISTAKES = 3;
const FIRST_RATING = 700;
const RISE = 40; // Elo from one puzzle to the next
const LONGEST = 5; // moves of a solution
const TICK_MS = 250;
const SHOWN_MS = 700; // a mistake

export const rush = {
  phase: /** @type {'ready' | 'running' | 'over'} */ ('ready'),
  endsAt: 0, // by Date.now()
  solved: 0,
  missed: /** @type {Puzzle[]} */ ([]),
  exercise: /** @type {Exercise | null} */ (null),
  title: '',
  problem: '',
  isBest: false,
};
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
    const puzzles = await allPuzzles();
    if (!isShown() || rush.phase === 'running') return;
    change({ phase: 'running', endsAt: Date.now() + RUSH_MS, solved: 0, missed: [], problem: '', isBest: false });
    timer = setInterval(tick, TICK_MS);
    const short = puzzles.filter(({ objective, solution }) => objective === 'first-line' && solution.length <= LONGEST);
    await nextPuzzle(short, new Set());
  } catch (error) {
    change({ problem: t('puzzles.not loaded', { reason: reasonOf(error) }) });
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
  speak(t('puzzles.rush over, solved', { count: solved }));
}

/** @param {Puzzle[]} puzzles @param {Set<string>} seen */
async function nextPuzzle(puzzles, seen) {
  if (rush.phase !== 'running') return;
  const puzzle = choosePuzzle(puzzles, '', nextRating(rush.solved, rush.missed.length), (id) => seen.has(id));
  if (!puzzle) return;
  seen.add(puzzle.id);
  const position = positionOf(puzzle);
  const title = await taskOf(position, aimOf(puzzle));
  if (rush.phase !== 'running') return;
  const exercise = new Exercise({ ...puzzle, count: 0 }, position, {
    missed: () => {
      exercise.leave();
      change({ missed: [...rush.missed, puzzle] });
      const left = MOST_MISTAKES - rush.missed.length;
      speak(left ? t('puzzles.mistakes left', { count: left }) : t('puzzles.wrong'));
      void pause(SHOWN_MS).then(() => {
        if (rush.exercise !== exercise) return;
        if (left) void nextPuzzle(puzzles, seen);
        else end();
      });
    },
    slower: () => void pause(SHOWN_MS).then(() => exercise.takeBack()),
    solved: () => {
      change({ solved: rush.solved + 1 });
      void nextPuzzle(puzzles, seen);
    },
  });
  change({ exercise, title });
  speak(rush.title);
}

/** @returns {Scene} */
export function rushScene() {
  const { phase, exercise, solved, missed, title } = rush;
  if (phase === 'running' && exercise) {
    const time = timeText(Math.max(0, rush.endsAt - Date.now()));
    const text = t('puzzles.rush so far', { time, solved, missed: missed.length, most: MOST_MISTAKES });
    const scene = { ...sceneOfExercise(exercise, ''), title };
    if (exercise.isLeft) return { ...scene, text: `${t('puzzles.wrong')} ${text}`, kind: 'wrong' };
    return { ...scene, text: exercise.refutation ? `${exercise.text} ${text}` : text, kind: '' };
  }
  const text =
    phase === 'over'
      ? t(rush.isBest ? 'puzzles.rush best' : 'puzzles.rush solved', { count: solved })
      : t('puzzles.rush, about');
  return { ...still(EMPTY), title: t(phase === 'over' ? 'puzzles.rush is over' : 'puzzles.rush'), text };
}

export function createRushCard() {
  const best = el('p');
  const missedTitle = el('p', t('puzzles.missed'));
  const missed = el('ul.trainer-links');
  const problem = el('p.problem', { role: 'alert' });
  const note = el('p.soft', t('puzzles.rush, note'));
  const daily = el('p', viewLink('a', 'puzzles', null, t('puzzles.today')));
  const root = card('rush-title', t('puzzles.rush'), problem, best, missedTitle, missed, note, daily);
  return {
    card: root,
    /** @param {boolean} isOpen */
    render(isOpen) {
      show(root, isOpen);
      if (!isOpen) return;
      const { bestRush } = progress();
      setText(best, bestRush ? t('puzzles.best rush', { count: bestRush }) : t('puzzles.no rush'));
      showText(problem, rush.problem);
      const shown = rush.phase === 'over' ? rush.missed : [];
      show(missedTitle, shown.length > 0);
      refill(missed, shown.map(({ id }) => id).join(), () =>
        shown.map(({ id, rating }) =>
          el('li', viewLink('a', 'puzzles', id, t('puzzles.puzzle rated', { rating: String(rating) }))),
        ),
      );
    },
  };
}
