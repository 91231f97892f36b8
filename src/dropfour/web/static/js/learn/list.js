// The course: its lessons, and how far you are.

import { placeAddress } from '../page/address.js';
import { state } from '../page/store.js';
import { counted } from '../page/words.js';
import { goTo } from '../router.js';
import { allCards, keptSolution, today } from '../trainer/cards.js';
import { overview } from '../trainer/schedule.js';
import { el, set, setText, show, syncChildren, within } from '../ui/dom.js';
import { allLessons, doneParts } from './course.js';

/** @import {Lesson} from './course.js' */

/** @param {HTMLElement} root */
export async function createView(root) {
  const lessons = await allLessons();
  const list = el('ol.past-list', {}, ...lessons.map((lesson, i) => lessonItem(lesson, i + 1)));
  const due = el('span.soft.lesson-progress');
  const known = el('span.soft.lesson-progress');
  const solution = card('solution', null, '★', 'The solution',
    'How the player who begins always wins, position by position: walk through it, train it, and check its proof.', known);
  const explorer = card('openings', null, '▦', 'Opening explorer',
    'The exact score of every first move, and how your games and thousands of games of the engines went on.', el('span.soft.lesson-progress'));
  const trainer = card('trainer', null, '↻', 'Trainer',
    'The page makes mistakes that people make, and your own blunders come back until you have learnt them.', due);
  const remembered = el('ol.recap');
  const recap = el('details.card.recap-card', {}, el('summary', {}, 'What to remember'), remembered);
  root.append(
    el('h1.page-title', { tabindex: '-1' }, 'Learn'),
    el('p', {}, 'A short course, from the first four in a row to the fight for the last free move. ',
      'Each lesson takes a few minutes; the exact solver has checked every claim about a position.'),
    list,
    recap,
    el('h2.page-title', {}, 'Go on'),
    el('ul.past-list', {}, ...[
      within(explorer, () => goTo('openings')), within(trainer, () => goTo('trainer')), within(solution, () => goTo('solution')),
    ].map((each) => el('li', {}, each))),
    el('p.soft', {}, 'Your progress is kept in this browser.'),
  );

  return function render() {
    if (state.view !== 'learn') return;
    const { red, yellow } = overview(allCards(), today());
    const finished = lessons.filter((lesson) => !doneParts(lesson).includes(false));
    show(recap, finished.length > 0);
    syncChildren(remembered, finished.map(({ id }) => id), (id) => {
      const { title, takeaway } = /** @type {Lesson} */ (lessons.find((lesson) => lesson.id === id));
      return el('li', {}, el('b', {}, `${title}: `), takeaway);
    });
    setText(due, red + yellow ? `${counted(red + yellow, 'position')} due today` : '');
    const { cards, known: { size } } = keptSolution();
    const { red: again } = overview(cards, today());
    setText(known, `${counted(size, 'position')} known${again ? `, ${again} due today` : ''}`);
    [...list.children].forEach((item, i) => {
      const done = doneParts(lessons[i]);
      const count = done.filter(Boolean).length;
      set(item.children[0], 'data-done', count === done.length);
      const words = count === done.length ? 'Done' : count ? `${count} of ${done.length} parts` : `${done.length} parts`;
      setText(/** @type {Element} */ (item.querySelector('.lesson-progress')), words);
    });
  };
}

/** @param {Lesson} lesson @param {number} number */
function lessonItem(lesson, number) {
  const link = card('learn', lesson.id, String(number), lesson.title, lesson.summary, el('span.soft.lesson-progress'));
  return el('li', {}, within(link, () => goTo('lesson', lesson.id)));
}

/** @param {string} place @param {string | null} id @param {string} sign @param {string} title @param {string} summary @param {HTMLElement} progress */
function card(place, id, sign, title, summary, progress) {
  return el('a.lesson', { href: placeAddress(place, id) },
    el('span.lesson-number', { 'aria-hidden': 'true' }, sign), el('b', {}, title), el('span', {}, summary), progress);
}
