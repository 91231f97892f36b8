// Puzzles on the page: the puzzle of the day and a stream at your own rating, with the answer explained.

import { placeAddress } from '../page/address.js';
import { CLASSIC, state } from '../page/store.js';
import { addStyles, el, set, setText, show, within } from '../ui/dom.js';
import { counted, signed } from '../page/words.js';
import { Position } from '../board/rules.js';
import { THEMES, dayNumber } from './collection.js';
import { dayStreak, progress } from './progress.js';
import { answerPosition, chooseTheme, followAddress, goToStep, lightFact, nextPuzzle, solving } from './solving.js';
import { createStage, sceneOfExercise, still } from './stage.js';
import { createTools, exerciseKey } from './tools.js';

/** @import {Fact} from '../types.d.ts' */
/** @import {Scene} from './stage.js' */

const CERTAIN = 110; // a rating is provisional while its deviation is larger
const EMPTY = Position.empty(CLASSIC);

/** @param {HTMLElement} root @param {(id: string | null) => void} open */
export async function createPuzzlesView(root, open) {
  await addStyles('learn');
  const next = () => {
    const id = nextPuzzle();
    if (id) open(id);
  };
  const stage = createStage(root, 'Puzzle', {
    drop: (column) => void solving.exercise?.drop(column),
    key: (key) => exerciseKey(key, solving.exercise, next),
  });
  const tools = createTools(stage, { exercise: () => solving.exercise, next, nextName: () => 'Next puzzle' });
  const answer = createAnswer();
  const about = createAbout(open, next);
  const problem = el('p.problem', { role: 'alert' });
  root.append(el('div.panel', {}, problem, about.card, answer.card, about.record));

  return function render() {
    followAddress();
    if (state.view !== 'puzzles') return;
    stage.render(sceneOf());
    setText(problem, solving.problem);
    show(problem, solving.problem !== '');
    tools();
    answer.render();
    about.render();
  };
}

/** @returns {Scene} */
function sceneOf() {
  const { exercise, answer, title } = solving;
  if (!exercise) return { ...still(EMPTY), title };
  const scene = { ...sceneOfExercise(exercise, 'Choose a column.'), title };
  if (!answer) return scene;
  const fact = answer.fact === null ? null : answer.facts?.[answer.fact];
  return {
    ...scene,
    position: answerPosition(exercise, answer),
    marks: fact ? [{ kind: 'lit', cells: fact.cells, columns: fact.columns, label: 'marked' }] : [],
    analysis: answer.analysis,
  };
}

/** The answer, once the puzzle is solved. */
function createAnswer() {
  const themes = el('p');
  const moves = el('ol.steps', { 'aria-label': 'Moves of the answer' });
  const list = el('ul.facts');
  const card = el('section.card', { 'aria-labelledby': 'answer-title' },
    el('h2', { id: 'answer-title' }, 'The answer'), themes, moves, list);
  /** @type {Fact[] | null} */
  let listed = null;
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
      if (answer.facts === listed) return;
      listed = answer.facts;
      list.replaceChildren(...(listed ?? []).map(factItem));
    },
  };
}

/** @param {string} name @param {number} step */
function stepButton(name, step) {
  const word = step ? [el('span.unseen', {}, `Move ${step}: column `), name] : [name];
  return el('li', {}, el('button.step', { type: 'button', click: () => void goToStep(step) }, ...word));
}

/** @param {Fact} fact @param {number} i */
function factItem(fact, i) {
  return el('li', {}, el('button.fact', {
    type: 'button',
    'data-colour': fact.colour,
    click: () => lightFact(i),
    pointerenter: () => lightFact(i),
    pointerleave: () => lightFact(null),
    focus: () => lightFact(i),
    blur: () => lightFact(null),
  }, fact.text));
}

/** Which puzzle this is, and your record. @param {(id: string | null) => void} open @param {() => void} next */
function createAbout(open, next) {
  const name = el('h2', { id: 'puzzle-title' });
  const about = el('p.soft');
  const change = el('p');
  const today = within(el('a', { href: placeAddress('puzzles') }, 'Puzzle of the day'), () => open(null));
  const link = el('a');
  const card = el('section.card', { 'aria-labelledby': 'puzzle-title' }, name, about, change);
  const rating = el('b');
  const streak = el('p.soft');
  const theme = /** @type {HTMLSelectElement} */ (el('select', { id: 'puzzle-theme', change: () => chooseTheme(theme.value) },
    new Option('any theme', ''), ...[...THEMES].map(([word, each]) => new Option(each.name, word))));
  const record = el('section.card', { 'aria-labelledby': 'record-title' },
    el('h2', { id: 'record-title' }, 'Your puzzles'),
    el('p', {}, 'Your rating: ', rating), streak,
    el('div', {}, el('label.field-name', { for: 'puzzle-theme' }, 'Theme of the next puzzle'), theme),
    el('div.card-actions', {}, el('button', { type: 'button', click: next }, 'A puzzle at your level')),
    el('p', {}, today, ' · ', link));
  return {
    card,
    record,
    render() {
      const { puzzle, isDay, wasTried, change: changed } = solving;
      const kept = progress();
      show(card, puzzle !== null);
      if (puzzle) {
        setText(name, isDay ? 'Puzzle of the day' : `Puzzle ${puzzle.id}`);
        setText(about, `Rated ${puzzle.rating}.${wasTried ? ' You have tried this one before: it does not change your rating.' : ''}`);
        set(link, 'href', placeAddress('puzzles', puzzle.id));
        setText(link, 'Link to this puzzle');
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

/** @param {ReturnType<typeof progress>} kept */
function streakSentence(kept) {
  const tried = Object.values(kept.results);
  const solved = tried.filter((result) => result === 1).length;
  if (!tried.length) return 'A puzzle solved without help at the first try raises it.';
  const days = dayStreak(kept, dayNumber(new Date()));
  const parts = [
    `${solved} of ${counted(tried.length, 'puzzle')} solved at the first try`,
    `${kept.inARow} in a row (best: ${kept.bestInARow})`,
    `puzzle of the day: ${counted(days, 'day')} in a row (best: ${kept.bestDays})`,
  ];
  return `${parts.join('; ')}.`;
}
