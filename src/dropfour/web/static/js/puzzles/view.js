// Puzzles on the page: the puzzle of the day and a stream at your own rating, with the answer explained.

import { placeAddress } from '../page/address.js';
import { CLASSIC, state } from '../page/store.js';
import { button, el, set, setText, show, showText, within } from '../ui/dom.js';
import { counted, signed } from '../page/words.js';
import { createCalendar, longDate } from './calendar.js';
import { Position } from '../board/rules.js';
import { goTo } from '../router.js';
import { createFactList } from '../study/facts.js';
import { THEMES, dayNumber } from './collection.js';
import { createHistory } from './history.js';
import { progress } from './progress.js';
import { createRushCard, rush, rushScene, startRush } from './rush.js';
import { RUSH, answerPosition, chooseTheme, dayWord, followAddress, goToStep, lightFact, nextPuzzle, solving } from './solving.js';
import { createStage, sceneOfExercise, speaksOfRows, still } from './stage.js';
import { createTools, exerciseKey } from './tools.js';
import { field, select } from '../ui/form.js';

/** @import {Puzzle} from './collection.js' */
/** @import {Scene} from './stage.js' */

const CERTAIN = 110; // a rating is provisional while its deviation is larger
const EMPTY = Position.empty(CLASSIC);

function isRush() {
  return state.item === RUSH;
}

/** The task on the board. */
function current() {
  return isRush() ? rush.exercise : solving.exercise;
}

function next() {
  if (isRush()) {
    if (rush.phase !== 'running') void startRush();
    return;
  }
  const id = nextPuzzle();
  if (id) goTo('puzzles', id);
}

/** @param {HTMLElement} root */
export function createView(root) {
  const stage = createStage(root, 'Puzzle', {
    drop: (column) => void current()?.drop(column),
    key: (key) => exerciseKey(key, isRush() ? null : solving.exercise, next),
  });
  const tools = createTools(stage, { exercise: () => (isRush() ? null : solving.exercise), next, nextName });
  const answer = createAnswer();
  const about = createAbout();
  const calendar = createCalendar();
  const history = createHistory();
  const rushCard = createRushCard();
  const problem = el('p.problem', { role: 'alert' });
  root.append(el('div.panel', {}, problem, rushCard.card, about.card, answer.card, about.results, calendar.card, history.card));

  return function render() {
    followAddress();
    if (state.view !== 'puzzles') return;
    stage.render(isRush() ? rushScene(EMPTY) : sceneOf());
    showText(problem, solving.problem);
    tools();
    rushCard.render(isRush());
    answer.render();
    about.render();
    calendar.render(!isRush());
    history.render(!isRush());
  };
}

/** What `next` does, in words; '' while it does nothing. */
function nextName() {
  if (!isRush()) return 'Next puzzle';
  return rush.phase === 'running' ? '' : rush.phase === 'over' ? 'Another rush' : 'Start';
}

/** @returns {Scene} */
function sceneOf() {
  const { exercise, answer, title } = solving;
  if (!exercise) return { ...still(EMPTY), title };
  const scene = { ...sceneOfExercise(exercise, 'Choose a column.'), title };
  if (!answer) return scene;
  const fact = answer.fact === null ? null : answer.facts?.[answer.fact];
  const position = answerPosition(exercise, answer);
  return {
    ...scene,
    position,
    hasRows: answer.facts?.some(({ text }) => speaksOfRows(text)) ?? false,
    marks: fact ? [{ kind: 'lit', cells: fact.cells, columns: fact.columns, label: 'marked' }] : [],
    analysis: position.toMove === exercise.start.toMove ? answer.analysis : null, // scores are those of whoever solves it
  };
}

/** The answer, once the puzzle is solved. */
function createAnswer() {
  const themes = el('p');
  const moves = el('ol.steps', { 'aria-label': 'Moves of the answer' });
  const facts = createFactList({ light: lightFact, pin: lightFact });
  const card = el('section.card', { 'aria-labelledby': 'answer-title' },
    el('h2', { id: 'answer-title' }, 'The answer'), themes, moves, facts.root);
  let numbered = '';

  return {
    card,
    render() {
      const { answer, puzzle } = solving;
      show(card, answer !== null);
      if (!answer || !puzzle) return;
      setText(themes, puzzle.themes.map((theme) => THEMES.get(theme)?.meaning ?? '').join(' '));
      const key = `${puzzle.id} ${answer.columns.join('')}`;
      if (key !== numbered) {
        numbered = key;
        moves.replaceChildren(stepButton('Start', 0), ...answer.columns.map((column, i) => stepButton(String(column), i + 1)));
      }
      [...moves.children].forEach((item, i) => set(item.children[0], 'aria-current', i === answer.step ? 'step' : null));
      facts.render(answer.facts, answer.fact);
    },
  };
}

/** @param {string} name @param {number} step */
function stepButton(name, step) {
  const word = step ? [el('span.unseen', {}, `Move ${step}: column `), name] : [name];
  return el('li', {}, el('button.step', { type: 'button', click: () => void goToStep(step) }, ...word));
}

/** Which puzzle this is, and how you have done so far. */
function createAbout() {
  const name = el('h2', { id: 'puzzle-title' });
  const about = el('p.soft');
  const change = el('p');
  const today = within(el('a', {}, 'Puzzle of the day'), () => goTo('puzzles', dayWord(dayNumber(new Date()))));
  const link = el('a', {}, 'Link to this puzzle');
  const hurry = within(el('a', { href: placeAddress('puzzles', RUSH) }, 'Three-minute rush'), () => goTo('puzzles', RUSH));
  const card = el('section.card', { 'aria-labelledby': 'puzzle-title' }, name, about, change);
  const rating = el('b');
  const streak = el('p.soft');
  const theme = select('puzzle-theme', [['', 'any theme'], ...[...THEMES].map(([word, { name: label }]) => /** @type {const} */ ([word, label]))],
    () => chooseTheme(theme.value));
  const results = el('section.card', { 'aria-labelledby': 'results-title' },
    el('h2', { id: 'results-title' }, 'Your puzzles'),
    el('p', {}, 'Your rating: ', rating), streak,
    field('Theme of the next puzzle', theme),
    el('div.card-actions', {}, button('A puzzle at your level', next)),
    el('p', {}, today, ' · ', hurry, ' · ', link));
  return {
    card,
    results,
    render() {
      const { puzzle, change: changed } = solving;
      const kept = progress();
      set(today, 'href', placeAddress('puzzles', dayWord(dayNumber(new Date()))));
      show(results, !isRush());
      show(card, puzzle !== null);
      if (puzzle) {
        setText(name, nameOf(puzzle));
        setText(about, aboutText(puzzle));
        set(link, 'href', placeAddress('puzzles', puzzle.id));
      }
      show(link, puzzle !== null);
      show(change, changed !== null);
      const { rating: number, deviation } = kept.strength;
      setText(change, `Your rating: ${Math.round(number)} (${signed(changed ?? 0)}).`);
      setText(rating, `${Math.round(number)}${deviation > CERTAIN ? ' (provisional)' : ''}`);
      setText(streak, streakSentence(kept));
      if (theme.value !== kept.theme) theme.value = kept.theme;
    },
  };
}

/** @param {Puzzle} puzzle */
function nameOf({ id }) {
  const { day } = solving;
  if (day === null) return `Puzzle ${id}`;
  return day === dayNumber(new Date()) ? 'Puzzle of the day' : `Puzzle of ${longDate(day)}`;
}

/** @param {Puzzle} puzzle */
function aboutText({ rating }) {
  const { wasTried, isWarmUp } = solving;
  const parts = [`Rated ${rating}.`];
  if (isWarmUp) parts.push('A first one to warm up: the puzzle of today is a hard one.');
  if (wasTried) parts.push('You have tried this one before: it does not change your rating.');
  return parts.join(' ');
}

/** @param {ReturnType<typeof progress>} kept */
function streakSentence(kept) {
  const tried = Object.values(kept.results);
  const solved = tried.filter((result) => result === 1).length;
  if (!tried.length) return 'A puzzle solved without help at the first try raises it.';
  return `${solved} of ${counted(tried.length, 'puzzle')} solved at the first try; ${kept.inARow} in a row (best: ${kept.bestInARow}).`;
}
