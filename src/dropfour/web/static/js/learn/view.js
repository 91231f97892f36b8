// One lesson: its parts one after the other, each with something to read and mostly something to do.

import { placeAddress } from '../page/address.js';
import { CLASSIC, changerOf, speak, state, update } from '../page/store.js';
import { capital, reasonOf } from '../page/words.js';
import { Position } from '../board/rules.js';
import { sentenceTable } from '../core/browser.js';
import { Exercise } from '../puzzles/exercise.js';
import { Speech } from '../puzzles/refutation.js';
import { createStage, sceneOfExercise, speaksOfRows, still } from '../puzzles/stage.js';
import { createTools, exerciseKey } from '../puzzles/tools.js';
import { goTo } from '../router.js';
import { el, set, show, showText, syncChildren, within } from '../ui/dom.js';
import { planMarks } from '../study/plan.js';
import { allLessons, doneParts, keepDone, setUp, textOf } from './course.js';
import { createPlanCard, planOf } from './plancard.js';

/** @import {Lesson, Part} from './course.js' */

/** @typedef {{lessons: Lesson[], lesson: Lesson | null, at: number, position: Position, exercise: Exercise | null,
 *   plan: Plan | null, prompt: string, problem: string}} Shown */

/** @type {Shown} */
const shown = {
  lessons: [], lesson: null, at: 0, position: Position.empty(CLASSIC), exercise: null, plan: null, prompt: '', problem: '',
};
/** The id of the lesson that was opened last. @type {string | null} */
let asked = null;
/** @type {Part | null} */
let wanted = null;

const change = changerOf(shown);

/** @param {string | null} id */
async function openLesson(id) {
  change({ problem: '' });
  try {
    const lessons = await allLessons();
    if (id !== asked) return;
    const lesson = lessons.find((each) => each.id === id) ?? null;
    shown.exercise?.leave();
    change({ lessons, lesson, exercise: null, plan: null, problem: lesson ? '' : `There is no lesson “${id}”.` });
    if (lesson) await showPart(lesson, Math.max(0, doneParts(lesson).indexOf(false)));
  } catch (error) {
    if (id !== asked) return;
    change({ problem: `The lesson could not be loaded: ${reasonOf(error)}.` });
  }
}

/** @param {number} at */
function goToPart(at) {
  const { lesson } = shown;
  if (!lesson) return;
  showPart(lesson, at).catch((error) => {
    change({ problem: `The next part could not be loaded: ${reasonOf(error)}.` });
  });
}

/** @param {Lesson} lesson @param {number} at */
async function showPart(lesson, at) {
  const part = lesson.parts[at];
  wanted = part;
  const [{ position, task, prompt }, table] = await Promise.all([setUp(part), sentenceTable()]);
  const plan = part.plan ? await planOf(position, part.plan) : null;
  if (shown.lesson !== lesson || wanted !== part) return;
  shown.exercise?.leave();
  const speech = new Speech(table);
  const exercise = task && new Exercise(task, position, speech, {
    missed: () => {},
    solved: () => {
      keepDone(lesson, part);
      const then = (part.then ?? []).map(textOf).join(' ');
      if (then) speak(`${shown.exercise?.text ?? ''} ${then}`);
    },
  });
  const mover = capital(position.toMove);
  const what = task ? `${mover} to move. ${prompt ?? speech.task(task, position)}` : '';
  change({ at, position, exercise, plan, prompt: what, problem: '' });
  const rules = plan && !task ? plan.rules.map(({ text }) => text) : [];
  speak([...part.text.map(textOf), ...rules, what].join(' '));
}

/** Continue with the next part; after the last one, with the first that is not done, or with the next lesson. */
function next() {
  const { lesson, lessons, at } = shown;
  if (!lesson) return;
  if (!shown.exercise) keepDone(lesson, lesson.parts[at]);
  const done = doneParts(lesson);
  if (at + 1 < lesson.parts.length) goToPart(at + 1);
  else if (done.includes(false)) goToPart(done.indexOf(false));
  else {
    const following = lessons[lessons.indexOf(lesson) + 1];
    if (following) goTo('lesson', following.id);
    else goTo('learn');
  }
}

/** What `next` does, in words. */
function nextName() {
  const { lesson, lessons, at } = shown;
  if (!lesson || at + 1 < lesson.parts.length) return 'Continue';
  const isOpen = doneParts(lesson).some((isDone, i) => !isDone && (i !== at || shown.exercise));
  if (isOpen) return 'Finish the remaining parts';
  return lessons.indexOf(lesson) + 1 < lessons.length ? 'Next lesson' : 'All lessons';
}

/** @param {HTMLElement} root */
export function createView(root) {
  const stage = createStage(root, 'Position', {
    drop: (column) => void shown.exercise?.drop(column),
    key: (key) => exerciseKey(key, shown.exercise, next),
  });
  const tools = createTools(stage, { exercise: () => shown.exercise, next, nextName });
  const problem = el('p.problem', { role: 'alert' });
  const text = el('section.card.lesson-text', { 'aria-label': 'Lesson' });
  const then = el('section.card.lesson-text', { 'aria-label': 'Why' });
  const remember = el('p');
  const takeaway = el('section.card.takeaway', { 'aria-label': 'Remember' }, el('h2', {}, 'Remember'), remember);
  const planCard = createPlanCard();
  const parts = el('ol.parts', { 'aria-label': 'Parts of the lesson' });
  const back = within(el('a', { href: placeAddress('learn') }, 'All lessons'), () => goTo('learn'));
  root.prepend(el('div.lesson-intro', {}, stage.title, problem, text));
  root.append(
    el('div.panel', {}, then, takeaway, planCard.root, el('section.card', { 'aria-label': 'Progress' }, parts, el('p', {}, back))),
  );
  /** @type {Part | null} */
  let read = null;

  return function render() {
    if (state.view !== 'lesson') {
      if (shown.problem) asked = null; // the next visit tries again
      return;
    }
    if (asked !== state.item) {
      asked = state.item;
      void openLesson(asked);
    }
    const itemTitle = shown.lesson && shown.lesson.id === asked ? shown.lesson.title : '';
    if (itemTitle !== state.itemTitle) update({ itemTitle });
    const { lesson, at, exercise, position } = shown;
    const part = lesson?.parts[at] ?? null;
    showText(problem, shown.problem);
    show(text, part !== null);
    const scene = exercise ? sceneOfExercise(exercise, shown.prompt) : still(position);
    const isUntouched = !exercise || (exercise.played.length === 0 && exercise.phase === 'try');
    const cells = isUntouched ? (part?.lit ?? []).map(([column, row]) => ({ column, row })) : [];
    const plan = !exercise || exercise.phase === 'solved' ? shown.plan : null;
    const marks = [...scene.marks, ...planMarks(exercise ? null : plan, position, null), { kind: 'lit', cells, label: 'marked' }];
    planCard.render(plan, position);
    stage.render({ ...scene, marks, hasRows: part !== null && hasRows(part, exercise?.phase === 'solved'), title: lesson ? lesson.title : 'Lesson' });
    tools();
    show(stage.tools, part !== null);
    const isDone = part !== null && (!exercise || exercise.phase === 'solved');
    show(then, isDone && (part?.then ?? part?.links) !== undefined);
    showText(remember, lesson?.takeaway ?? '');
    show(takeaway, isDone && at + 1 === lesson?.parts.length);
    if (!lesson || !part) return;
    if (part !== read) {
      read = part;
      text.replaceChildren(...part.text.map((each) => el('p', {}, textOf(each))));
      then.replaceChildren(...(part.then ?? []).map((each) => el('p', {}, textOf(each))), ...(part.links ?? []).map(linkTo));
    }
    renderParts(parts, lesson, at);
  };
}

/** @param {NonNullable<Part['links']>[number]} link */
function linkTo({ place, id = null, text }) {
  return el('p', {}, within(el('a', { href: placeAddress(place, id) }, text), () => goTo(place, id)));
}

/** Whether one of the texts of a part names a row. @param {Part} part @param {boolean} isSolved */
function hasRows({ text, then = [] }, isSolved) {
  return [...text, ...(isSolved ? then : [])].some((each) => speaksOfRows(textOf(each)));
}

/** @param {HTMLElement} root @param {Lesson} lesson @param {number} at */
function renderParts(root, lesson, at) {
  const done = doneParts(lesson);
  syncChildren(root, lesson.parts.map((_, i) => `${lesson.id} ${i}`), (key) => {
    const number = Number(key.split(' ')[1]);
    return el('li', {}, el('button.part', { type: 'button', click: () => goToPart(number) }, String(number + 1)));
  });
  [...root.children].forEach((item, i) => {
    const button = item.children[0];
    set(button, 'data-done', done[i]);
    set(button, 'aria-current', i === at ? 'step' : null);
    set(button, 'aria-label', `Part ${i + 1} of ${done.length}${done[i] ? ', done' : ''}`);
  });
}
