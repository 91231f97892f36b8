// The course: its lessons, and how far you are.

import { state } from '../page/state.js';
import { listed, parted, t } from '../ui/words.js';
import { viewLink } from '../router.js';
import { allCards, keptSolution, today } from '../trainer/cards.js';
import { overview } from '../trainer/schedule.js';
import { el, refill, set, setText, show, syncChildren } from '../ui/dom.js';
import { parseMoves, positionString } from '../board/notation.js';
import { thumbnail } from '../past/gamelink.js';
import { positionOf } from '../puzzles/collection.js';
import { allLessons, doneParts } from './course.js';

/** @param {HTMLElement} root */
export async function createView(root) {
  const lessons = await allLessons();
  const start = el('div');
  const items = lessons.map((lesson) => {
    const { id, title, summary } = lesson;
    const squares = lesson.parts.map(() => el('i'));
    const parts = el('span.lesson-parts', { 'aria-hidden': 'true' }, squares);
    return el('li', place('lesson', id, pictureOf(lesson), title, summary, parts, el('span.soft.lesson-progress')));
  });
  const list = el('ol.past-list', items);
  const due = el('span.soft.lesson-progress');
  const known = el('span.soft.lesson-progress');
  const further = [
    place('openings', null, sign('▦'), t('learn.explorer'), t('learn.explorer, about')),
    place('trainer', null, sign('↻'), t('learn.trainer'), t('learn.trainer, about'), due),
    place('solution', null, sign('★'), t('learn.solution'), t('learn.solution, about'), known),
  ].map((each) => el('li', each));
  const remembered = el('ol.recap');
  const recap = el('details.card.recap-card', el('summary', t('learn.remember all')), remembered);
  root.append(
    el('h1.page-title', { tabindex: '-1' }, t('learn.learn')),
    start,
    el('h2.page-title', t('learn.lessons')),
    el('p', t('learn.course')),
    list,
    recap,
    el('section.beyond', el('h2.page-title', t('learn.further')), el('ul.past-list', further)),
    el('p.soft', t('learn.kept')),
  );

  return function render() {
    if (state.view !== 'learn') return;
    const { red, yellow } = overview(allCards(), today());
    const finished = lessons.filter((lesson) => !doneParts(lesson).includes(false));
    const next = lessons.find((lesson) => !finished.includes(lesson));
    const isBegun = lessons.some((lesson) => doneParts(lesson).includes(true));
    show(start, next !== undefined);
    refill(start, `${next?.id} ${isBegun}`, () => (next ? [startCard(next, isBegun)] : []));
    show(recap, finished.length > 0);
    syncChildren(
      remembered,
      finished.map(({ id }) => id),
      (id) => {
        const { title, takeaway } = /** @type {Lesson} */ (lessons.find((lesson) => lesson.id === id));
        return el('li', parted('learn.remembered', { lesson: el('b', title), takeaway }));
      },
    );
    setText(due, red + yellow ? t('learn.due', { count: red + yellow }) : '');
    const { cards, known: learnt } = keptSolution();
    const { red: again } = overview(cards, today());
    const progress = learnt.size > 0 && t('learn.known', { count: learnt.size });
    setText(known, listed([progress, again > 0 && t('learn.again', { count: again })]));
    [...list.children].forEach((item, i) => {
      const done = doneParts(lessons[i]);
      const count = done.filter(Boolean).length;
      set(item.children[0], 'data-done', count === done.length);
      item.querySelectorAll('.lesson-parts > i').forEach((each, part) => set(each, 'data-done', done[part]));
      const words = count === done.length ? 'learn.done' : count ? 'learn.parts done' : 'learn.parts';
      const progress = /** @type {Element} */ (item.querySelector('.lesson-progress'));
      setText(progress, t(words, { done: count, count: done.length }));
    });
  };
}

/** The lesson to begin with, or to go on with. @param {Lesson} lesson @param {boolean} isBegun */
function startCard(lesson, isBegun) {
  const go = el('span.start-here', t(isBegun ? 'learn.go on' : 'learn.start here'));
  const card = place('lesson', lesson.id, pictureOf(lesson), lesson.title, lesson.summary, go);
  card.classList.add('lesson-start');
  return card;
}

/** The board that a lesson begins with. @param {Lesson} lesson */
function pictureOf({ parts }) {
  const { moves = '', objective = 'first-line' } = parts.find((part) => part.moves) ?? {};
  return thumbnail(positionString(positionOf({ moves: parseMoves(moves), objective })));
}

/** @param {string} text */
function sign(text) {
  return el('span.lesson-sign', { 'aria-hidden': 'true' }, text);
}

/** @param {State['view']} view @param {string | null} id @param {HTMLElement} picture @param {string} title @param {string} summary @param {...HTMLElement} progress */
function place(view, id, picture, title, summary, ...progress) {
  return viewLink('a.lesson', view, id, picture, el('b', title), el('span', summary), progress);
}
