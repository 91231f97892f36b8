// The lessons: one file for all of them, whose claims tests/web/page/learn/test_course.py proves;
// and what this browser remembers of them.

import { parseMoves } from '../board/notation.js';
import { once } from '../core/load.js';
import { loadWords } from '../ui/words.js';
import { readRecord, write } from '../storage/storage.js';
import { allPuzzles, positionOf } from '../puzzles/collection.js';

/** @import {Task} from '../puzzles/exercise.js' */

/** @typedef {string | {say: string}} Sentence  with claims, which only the test reads */
/**
 * A position to look at, or to do something in: a *task* of its own, or a *puzzle* by its id. A *plan* is shown once there
 * is nothing left to do; *links* lead to what the text speaks of.
 * @typedef {{
 *   moves?: string, objective?: Objective, lit?: [number, number][], text: Sentence[], then?: Sentence[], puzzle?: string,
 *   plan?: {colour: Colour, promise: 'win' | 'draw', rules: string},
 *   links?: {place: 'openings' | 'trainer' | 'puzzles' | 'learn' | 'solution', id?: string | null, text: string}[],
 *   task?: {goal: Task['goal'], say: string, moves?: number, solution?: string, count?: number},
 * }} Part
 */
/** @typedef {{id: string, title: string, summary: string, takeaway: string, parts: Part[]}} Lesson */

const KEY = 'course'; // the parts that are done, by lesson

/** All lessons. Raises an Error if they cannot be loaded. */
export const allLessons = once(load);

/** @returns {Promise<Lesson[]>} */
async function load() {
  const { lessons } = /** @type {{lessons: any}} */ (await loadWords('course'));
  return lessons;
}

/** @param {Sentence} sentence */
export function textOf(sentence) {
  return typeof sentence === 'string' ? sentence : sentence.say;
}

/** The position of a part and what to do in it. @param {Part} part
 * @returns {Promise<{position: Position, task: Task | null, prompt: string | null}>} */
export async function setUp(part) {
  if (part.puzzle) {
    const puzzle = (await allPuzzles()).find((each) => each.id === part.puzzle);
    if (!puzzle) throw new Error(`there is no puzzle ${part.puzzle}`);
    return { position: positionOf(puzzle), task: { ...puzzle, count: Infinity }, prompt: null };
  }
  const position = positionOf({ moves: parseMoves(part.moves ?? ''), objective: part.objective ?? 'first-line' });
  if (!part.task) return { position, task: null, prompt: null };
  const { goal, moves, solution, count, say } = part.task;
  const most = goal === 'stop' ? 1 : (count ?? Infinity);
  const columns = solution ? parseMoves(solution) : null;
  const task = { goal, stones: moves ?? null, isFast: moves !== undefined, solution: columns, count: most };
  return { position, task, prompt: say };
}

// --- progress ------------------------------------------------------------------------------------

/** What identifies a part, so that progress survives a changed course. @param {Part} part */
function nameOf(part) {
  return part.puzzle ?? `${part.objective ?? ''}${part.moves}/${part.task?.goal ?? ''}`;
}

/** Which parts of a lesson are done. @param {Lesson} lesson @returns {boolean[]} */
export function doneParts(lesson) {
  const done = readRecord(KEY)[lesson.id];
  return lesson.parts.map((part) => Array.isArray(done) && done.includes(nameOf(part)));
}

/** @param {Lesson} lesson @param {Part} part */
export function keepDone(lesson, part) {
  const all = readRecord(KEY);
  const done = Array.isArray(all[lesson.id]) ? all[lesson.id] : [];
  write(KEY, { ...all, [lesson.id]: [...new Set([...done, nameOf(part)])] });
}
