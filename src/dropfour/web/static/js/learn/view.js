// One lesson: its parts one after the other, with something to read and mostly something to do.

import { EMPTY } from '../model/game.js';
import { changerOf, speak, state, update } from '../page/state.js';
import { Latest } from '../page/tasks.js';
import { t } from '../ui/words.js';
import { describePlan, taskOf } from '../core/browser.js';
import { aimOf } from '../puzzles/collection.js';
import { Exercise } from '../puzzles/exercise.js';
import { createStage, createTools, exerciseKey, sceneOfExercise, speaksOfRows, still } from '../puzzles/stage.js';
import { goTo, viewLink } from '../router.js';
import { card, el, set, show, showText, syncChildren } from '../ui/dom.js';
import { planMarks } from '../study/plan.js';
import { createPlanPart } from '../study/plancard.js';
import { allLessons, doneParts, keepDone, setUp, textOf } from './course.js';

/** @import {Part} from './course.js' */

const shown = {
  lessons: /** @type {Lesson[]} */ ([]),
  lesson: /** @type {Lesson | null} */ (null),
  at: 0,
  position: EMPTY,
  exercise: /** @type {Exercise | null} */ (null),
  plan: /** @type {Plan | null} */ (null),
  prompt: '',
  problem: '',
};
/** The id of the lesson that was opened last. @type {string | null} */
let asked = null;
const opening = new Latest();
const change = changerOf(shown);

/** @param {string} reason */
function fail(reason) {
  change({ problem: t('learn.not loaded', { reason }) });
}

/** @param {string | null} id @param {AbortSignal} signal */
async function openLesson(id, signal) {
  const lessons = await allLessons();
  if (signal.aborted) return;
  const lesson = lessons.find((each) => each.id === id) ?? null;
  shown.exercise?.leave();
  const problem = lesson ? '' : t('learn.no lesson', { id: id ?? '' });
  change({ lessons, lesson, exercise: null, plan: null, problem });
  if (lesson) await showPart(lesson, Math.max(0, doneParts(lesson).indexOf(false)), signal);
}

/** @param {number} at */
function goToPart(at) {
  const { lesson } = shown;
  if (lesson) void opening.run((signal) => showPart(lesson, at, signal), fail);
}

/** @param {Lesson} lesson @param {number} at @param {AbortSignal} signal */
async function showPart(lesson, at, signal) {
  const part = lesson.parts[at];
  const { position, task, prompt } = await setUp(part);
  // A browser that cannot run the core shows no plan.
  const given = part.plan;
  const described = given && describePlan(position, given.colour, given.promise, given.rules);
  const plan = (await described?.catch(() => null)) ?? null;
  const asked = task ? (prompt ?? (await taskOf(position, aimOf(task)))) : '';
  if (signal.aborted) return;
  shown.exercise?.leave();
  const exercise =
    task &&
    new Exercise(task, position, {
      missed: () => {},
      solved: () => {
        keepDone(lesson, part);
        const then = (part.then ?? []).map(textOf).join(' ');
        if (then) speak(`${shown.exercise?.text ?? ''} ${then}`);
      },
    });
  const what = task ? t('learn.task', { colour: position.toMove, task: asked }) : '';
  change({ at, position, exercise, plan, prompt: what, problem: '' });
  const rules = plan && !task ? plan.rules.map(({ text }) => text) : [];
  speak([...part.text.map(textOf), ...rules, what].join(' '));
}

/** Continue with the next part; after the last one with the first not done, or the next lesson. */
function next() {
  const { lesson, lessons, at } = shown;
  if (!lesson) return;
  if (!shown.exercise) keepDone(lesson, lesson.parts[at]);
  const done = doneParts(lesson);
  if (at + 1 < lesson.parts.length) goToPart(at + 1);
  else if (done.includes(false)) goToPart(done.indexOf(false));
  else {
    const following = lessons[lessons.indexOf(lesson) + 1];
    goTo(following ? 'lesson' : 'learn', following?.id);
  }
}

/** What `next` does, in words. */
function nextName() {
  const { lesson, lessons, at } = shown;
  if (!lesson || at + 1 < lesson.parts.length) return t('learn.continue');
  const isOpen = doneParts(lesson).some((isDone, i) => !isDone && (i !== at || shown.exercise));
  if (isOpen) return t('learn.remaining');
  return lessons.indexOf(lesson) + 1 < lessons.length ? t('learn.next lesson') : t('learn.all lessons');
}

/** @param {HTMLElement} root */
export function createView(root) {
  const stage = createStage(root, t('learn.position'), {
    drop: (column) => void shown.exercise?.drop(column),
    key: (key) => exerciseKey(key, shown.exercise, next),
  });
  const tools = createTools(stage, { exercise: () => shown.exercise, next, nextName });
  const problem = el('p.problem', { role: 'alert' });
  const text = el('section.card.lesson-text', { 'aria-label': t('learn.lesson') });
  const then = el('section.card.lesson-text', { 'aria-label': t('learn.why') });
  const remember = el('p');
  const takeaway = card('takeaway-title', t('learn.remember'), remember);
  takeaway.classList.add('takeaway');
  const plan = createPlanPart();
  const planCard = el('section.card.lesson-text', { 'aria-label': t('learn.plan') }, plan.root);
  const parts = el('ol.parts', { 'aria-label': t('learn.parts of lesson') });
  const back = viewLink('a', 'learn', null, t('learn.all lessons'));
  root.prepend(el('div.lesson-intro', stage.title, problem, text));
  const progress = el('section.card', { 'aria-label': t('learn.progress') }, parts, el('p', back));
  root.append(el('div.panel', then, takeaway, planCard, progress));
  /** @type {Part | null} */
  let read = null;

  return function render() {
    if (state.view !== 'lesson') {
      if (shown.problem) asked = null; // the next visit tries again
      return;
    }
    if (asked !== state.item) {
      asked = state.item;
      change({ problem: '' });
      void opening.run((signal) => openLesson(asked, signal), fail);
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
    const shownPlan = !exercise || exercise.phase === 'solved' ? shown.plan : null;
    const lit = { kind: 'lit', cells, label: t('learn.marked') };
    const marks = [...scene.marks, ...planMarks(exercise ? null : shownPlan, position), lit];
    show(planCard, shownPlan !== null);
    plan.render(shownPlan, position);
    const isNumbered = part !== null && hasRows(part, exercise?.phase === 'solved');
    stage.render({ ...scene, marks, hasRows: isNumbered, title: lesson ? lesson.title : t('learn.lesson') });
    tools();
    show(stage.tools, part !== null);
    const isDone = part !== null && (!exercise || exercise.phase === 'solved');
    show(then, isDone && (part?.then ?? part?.links) !== undefined);
    showText(remember, lesson?.takeaway ?? '');
    show(takeaway, isDone && at + 1 === lesson?.parts.length);
    if (!lesson || !part) return;
    if (part !== read) {
      read = part;
      text.replaceChildren(...part.text.map((each) => el('p', textOf(each))));
      const links = (part.links ?? []).map(({ place, id = null, text: to }) => viewLink('a', place, id, to));
      then.replaceChildren(...[...(part.then ?? []).map(textOf), ...links].map((each) => el('p', each)));
    }
    renderParts(parts, lesson, at);
  };
}

/** Whether one of the texts of a part names a row. @param {Part} part @param {boolean} isSolved */
function hasRows({ text, then = [] }, isSolved) {
  return [...text, ...(isSolved ? then : [])].some((each) => speaksOfRows(textOf(each)));
}

/** @param {HTMLElement} root @param {Lesson} lesson @param {number} at */
function renderParts(root, lesson, at) {
  const done = doneParts(lesson);
  syncChildren(
    root,
    lesson.parts.map((_, i) => `${lesson.id} ${i}`),
    (key) => {
      const number = Number(key.split(' ')[1]);
      return el('li', el('button.part', { type: 'button', click: () => goToPart(number) }, String(number + 1)));
    },
  );
  [...root.children].forEach((item, i) => {
    const button = item.children[0];
    set(button, 'data-done', done[i]);
    set(button, 'aria-current', i === at ? 'step' : null);
    set(button, 'aria-label', t(done[i] ? 'learn.part, done' : 'learn.part', { number: i + 1, count: done.length }));
  });
}
