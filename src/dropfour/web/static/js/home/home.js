// What to do next, on the first page: the game to continue, today's puzzle, the next opponent of the ladder, and the next lesson.
// The first of them is the largest. Loaded for visitors who have played before.

import { CHARACTERS } from '../model/characters.js';
import { engineOf, isAgainstEngine } from '../model/game.js';
import { storedAddress } from '../page/address.js';
import { changerOf, state } from '../page/state.js';
import { allLessons, doneParts } from '../learn/course.js';
import { thumbnail } from '../past/gamelink.js';
import { dayNumber } from '../puzzles/collection.js';
import { dayStreak, progress } from '../puzzles/progress.js';
import { openGame, viewLink } from '../router.js';
import { gameOfPast, lastUnfinished } from '../storage/games.js';
import { beaten, keepOpponent, nextRung } from '../storage/opponents.js';
import { byId, el, refill, within } from '../ui/dom.js';
import { faceOf } from '../ui/faces.js';
import { t } from '../ui/words.js';
import { begin } from '../game/play.js';
import { isNewGame } from '../game/setup.js';

const course = { lessons: /** @type {Lesson[]} */ ([]) };
const change = changerOf(course);

/** @param {HTMLElement} root */
export function createHome(root) {
  void allLessons().then(
    (lessons) => change({ lessons }),
    () => {},
  );
  return function render() {
    if (state.view !== 'game' || !isNewGame()) return;
    const past = lastUnfinished();
    const today = dayNumber(new Date());
    const kept = progress();
    const level = nextRung(beaten());
    const lesson = course.lessons.find((each) => doneParts(each).includes(false));
    const hasPuzzle = !kept.solvedDays.includes(today);
    refill(root, [past?.id, past?.moves, hasPuzzle && today, level, lesson?.id].join(), () => [
      past && continueStep(past),
      hasPuzzle && puzzleStep(dayStreak(kept, today)),
      level && opponentStep(level),
      lesson && lessonStep(lesson),
    ]);
  };
}

/** @param {string} name @param {string} about @param {string} [title] */
function words(name, about, title = t(`home.${name}`)) {
  return el('span.step-words', el('b', title), about && el('span.soft', about));
}

/** The picture of an entry of the header. @param {string} id */
function iconOf(id) {
  return /** @type {Element} */ (byId(id).querySelector('svg')).cloneNode(true);
}

/** @param {PastGame} past */
function continueStep(past) {
  const game = gameOfPast(past);
  const values = { name: engineOf(game), ply: game.moves.length + 1 };
  const about = t(isAgainstEngine(game) ? 'home.against' : 'home.two people', values);
  const parts = [thumbnail(past.position), words('continue', about)];
  return within(el('a.step', { href: storedAddress(past.id) }, parts), () => void openGame(past.id));
}

/** @param {number} days  solved in a row */
function puzzleStep(days) {
  const about = days > 1 ? t('home.streak', { count: days }) : '';
  return viewLink('a.step', 'puzzles', null, iconOf('open-puzzles'), words('puzzle', about));
}

/** @param {string} level */
function opponentStep(level) {
  const { name, rating } = CHARACTERS.find((each) => each.level === level) ?? CHARACTERS[0];
  const click = () => {
    keepOpponent(level);
    begin(level, 'red');
  };
  const about = words('opponent', t('home.rung', { rating }), t('home.opponent', { name }));
  return el('button.step', { type: 'button', click }, faceOf(name), about);
}

/** @param {Lesson} lesson */
function lessonStep(lesson) {
  return viewLink('a.step', 'lesson', lesson.id, iconOf('open-learn'), words('lesson', lesson.title));
}
