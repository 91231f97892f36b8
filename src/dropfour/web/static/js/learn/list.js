// The course: its lessons, and how far you are.

import { placeAddress } from '../page/address.js';
import { state, update } from '../page/store.js';
import { addStyles, el, set, setText, show, within } from '../ui/dom.js';
import { allLessons, doneParts } from './course.js';

/** @import {Lesson} from './course.js' */

/** @param {HTMLElement} root  with its h1 @param {(lesson: string | null) => void} open */
export async function createLessonList(root, open) {
  await addStyles('learn');
  const problem = el('p.problem', { role: 'alert' });
  const list = el('ol.lessons');
  root.append(
    el('p', {}, 'A short course, from the first four in a row to the fight for the last free move. ',
      'Each lesson takes a few minutes; the exact solver has checked every claim about a position.'),
    problem, list,
    el('p.soft', {}, 'Your progress is kept in this browser.'),
  );
  /** @type {Lesson[]} */
  let lessons = [];
  let isLoading = false;

  const load = async () => {
    isLoading = true;
    try {
      lessons = await allLessons();
      list.replaceChildren(...lessons.map((lesson, i) => lessonItem(lesson, i + 1, open)));
      setText(problem, '');
    } catch (error) {
      setText(problem, `The lessons could not be loaded: ${error instanceof Error ? error.message : error}.`);
    }
    isLoading = false;
    update({});
  };
  await load();

  return function render() {
    if (state.view !== 'learn') return;
    show(problem, problem.textContent !== '');
    if (!lessons.length && !isLoading && !problem.textContent) void load();
    [...list.children].forEach((item, i) => {
      const done = doneParts(lessons[i]);
      const count = done.filter(Boolean).length;
      set(item.children[0], 'data-done', count === done.length);
      const words = count === done.length ? 'Done' : count ? `${count} of ${done.length} parts` : `${done.length} parts`;
      setText(/** @type {Element} */ (item.querySelector('.lesson-progress')), words);
    });
  };
}

/** @param {Lesson} lesson @param {number} number @param {(lesson: string) => void} open */
function lessonItem(lesson, number, open) {
  const link = el('a.lesson', { href: placeAddress('learn', lesson.id) },
    el('span.lesson-number', { 'aria-hidden': 'true' }, String(number)),
    el('b', {}, lesson.title),
    el('span', {}, lesson.summary),
    el('span.soft.lesson-progress'),
  );
  return el('li', {}, within(link, () => open(lesson.id)));
}
