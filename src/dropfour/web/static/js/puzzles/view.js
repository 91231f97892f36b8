// Puzzles: the puzzle of the day and a stream at your own rating, with the answer explained.

import { placeAddress } from '../page/address.js';
import { EMPTY } from '../model/game.js';
import { state } from '../page/state.js';
import { button, card, el, set, setText, show, within } from '../ui/dom.js';
import { parted, signed, t } from '../ui/words.js';
import { goTo, viewLink } from '../router.js';
import { createFactList } from '../study/facts.js';
import { THEMES, dayNumber, themeMeaning, themeName } from './collection.js';
import { createCalendar, createHistory, longDate } from './history.js';
import { keepTheme, progress } from './progress.js';
import { createRushCard, rush, rushScene, startRush } from './rush.js';
import { RUSH, answerPosition, dayWord, followAddress, goToStep, lightFact, nextPuzzle, solving } from './solving.js';
import { createStage, createTools, exerciseKey, renderSteps, sceneOfExercise, speaksOfRows, still } from './stage.js';
import { field, select } from '../ui/form.js';

const CERTAIN = 110; // a rating is provisional while its deviation is larger

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
  if (solving.isWarmUp) goTo('puzzles', wordOfToday());
  else another();
}

/** A puzzle about as hard as your rating. */
function another() {
  const id = nextPuzzle();
  if (id) goTo('puzzles', id);
}

function wordOfToday() {
  return dayWord(dayNumber(new Date()));
}

/** @param {HTMLElement} root */
export function createView(root) {
  const stage = createStage(root, t('puzzles.puzzle'), {
    drop: (column) => void current()?.drop(column),
    key: (key) => exerciseKey(key, isRush() ? null : solving.exercise, next),
  });
  const tools = createTools(stage, { exercise: () => (isRush() ? null : solving.exercise), next, nextName });
  const answer = createAnswer();
  const about = createAbout();
  const calendar = createCalendar();
  const history = createHistory();
  const rushCard = createRushCard();
  stage.fill(rushCard.card, about.card, answer.card, about.results, calendar.card, history.card);

  return function render() {
    followAddress();
    if (state.view !== 'puzzles') return;
    stage.render(isRush() ? rushScene() : sceneOf(), solving.problem);
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
  if (!isRush()) return t(solving.isWarmUp ? 'puzzles.today' : 'puzzles.next');
  return rush.phase === 'running' ? '' : t(rush.phase === 'over' ? 'puzzles.another rush' : 'puzzles.begin');
}

/** @returns {Scene} */
function sceneOf() {
  const { exercise, answer } = solving;
  const title = solving.title || t('puzzles.puzzles');
  if (!exercise) return { ...still(EMPTY), title };
  const scene = { ...sceneOfExercise(exercise, t('puzzles.choose')), title };
  if (!answer) return scene;
  const fact = answer.fact === null ? null : answer.facts?.[answer.fact];
  const position = answerPosition(exercise, answer);
  return {
    ...scene,
    position,
    hasRows: answer.facts?.some(({ text }) => speaksOfRows(text)) ?? false,
    marks: fact ? [{ kind: 'lit', cells: fact.cells, columns: fact.columns, label: t('puzzles.marked') }] : [],
    analysis: position.toMove === exercise.start.toMove ? answer.analysis : null, // scores are those of whoever solves it
  };
}

/** The answer, once the puzzle is solved. */
function createAnswer() {
  const themes = el('p');
  const moves = el('ol.steps', { 'aria-label': t('puzzles.moves of answer') });
  const facts = createFactList({ light: lightFact, pin: lightFact });
  const root = card('answer-title', t('puzzles.answer'), themes, moves, facts.root);
  return {
    card: root,
    render() {
      const { answer, puzzle } = solving;
      show(root, answer !== null);
      if (!answer || !puzzle) return;
      setText(themes, puzzle.themes.map(themeMeaning).filter(Boolean).join(' '));
      renderSteps(moves, answer.columns, answer.step, goToStep);
      facts.render(answer.facts, answer.fact);
    },
  };
}

/** Which puzzle this is, and how you have done so far. */
function createAbout() {
  const name = el('h2', { id: 'puzzle-title' });
  const about = el('p.soft');
  const change = el('p');
  const today = within(el('a', t('puzzles.today')), () => goTo('puzzles', wordOfToday()));
  const link = el('a', t('puzzles.link'));
  const hurry = viewLink('a', 'puzzles', RUSH, t('puzzles.three minutes'));
  const root = el('section.card', { 'aria-labelledby': 'puzzle-title' }, name, about, change);
  const rating = el('b');
  const streak = el('p.soft');
  const themes = THEMES.map((word) => /** @type {const} */ ([word, themeName(word)]));
  const theme = select('puzzle-theme', [['', t('puzzles.any theme')], ...themes], () => keepTheme(theme.value));
  const results = card('results-title', t('puzzles.yours'), [
    el('p', parted('puzzles.your rating', { rating })),
    streak,
    field(t('puzzles.theme of next'), theme),
    el('div.card-actions', [button(t('puzzles.at level'), another)]),
    el('p', today, ' · ', hurry, ' · ', link),
  ]);
  return {
    card: root,
    results,
    render() {
      const { puzzle, change: changed } = solving;
      const kept = progress();
      set(today, 'href', placeAddress('puzzles', wordOfToday()));
      show(results, !isRush());
      show(root, puzzle !== null);
      if (puzzle) {
        setText(name, puzzleName());
        setText(about, aboutText(puzzle));
        set(link, 'href', placeAddress('puzzles', puzzle.id));
      }
      show(link, puzzle !== null);
      show(change, changed !== null);
      const { rating: number, deviation } = kept.strength;
      const rounded = String(Math.round(number));
      setText(change, t('puzzles.changed', { rating: rounded, change: signed(changed ?? 0) }));
      setText(rating, deviation > CERTAIN ? t('puzzles.provisional', { rating: rounded }) : rounded);
      setText(streak, streakSentence(kept));
      if (theme.value !== kept.theme) theme.value = kept.theme;
    },
  };
}

function puzzleName() {
  const { day } = solving;
  if (day === null) return t('puzzles.this');
  return day === dayNumber(new Date()) ? t('puzzles.today') : t('puzzles.puzzle of', { date: longDate(day) });
}

/** @param {Puzzle} puzzle */
function aboutText({ rating }) {
  const { wasTried, isWarmUp } = solving;
  const parts = [t('puzzles.rated', { rating: String(rating) })];
  if (isWarmUp) parts.push(t('puzzles.warm up'));
  if (wasTried) parts.push(t('puzzles.tried'));
  return parts.join(' ');
}

/** @param {ReturnType<typeof progress>} kept */
function streakSentence(kept) {
  const tried = Object.values(kept.results);
  const solved = tried.filter((result) => result === 1).length;
  if (!tried.length) return t('puzzles.raises');
  return t('puzzles.solved of', { solved, count: tried.length, row: kept.inARow, best: kept.bestInARow });
}
