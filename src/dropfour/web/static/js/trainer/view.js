// The trainer: the page plays what people play wrong, and your own blunders come back until they stay away.

import { formatMoves, parseMoves } from '../board/notation.js';
import { movesAddress, placeAddress, storedAddress } from '../page/address.js';
import { newGame, notify, speak, state } from '../page/store.js';
import { capital, counted, reasonOf } from '../page/words.js';
import { createStage, sceneOfExercise, still } from '../puzzles/stage.js';
import { createTools, exerciseKey } from '../puzzles/tools.js';
import { goTo, openGame } from '../router.js';
import { button, el, set, setText, show, showText, within } from '../ui/dom.js';
import { saveFile } from '../ui/form.js';
import { allCards, exportText, importText, today } from './cards.js';
import { INTERVALS, dateOf, overview } from './schedule.js';
import { ROUND, begin, dayWords, dueNow, followGames, next, stop, training } from './training.js';

/** @import {Scene} from '../puzzles/stage.js' */

const COLOURS = /** @type {Colour[]} */ (['red', 'yellow']);
const LARGEST_FILE = 1_000_000;

/** @param {HTMLElement} root */
export function createView(root) {
  const proceed = () => {
    if (training.end) next();
  };
  const stage = createStage(root, 'Trainer', {
    drop: (column) => void training.exercise?.drop(column),
    key: (key) => exerciseKey(key, training.exercise, proceed),
  });
  const start = (/** @type {Colour} */ colour) => {
    begin(colour);
    stage.board.focus(); // the button is about to vanish
  };
  const starts = COLOURS.map((colour) => el('button.primary', { type: 'button', click: () => start(colour) }));
  stage.tools.append(...starts);
  const tools = createTools(stage, { exercise: () => training.exercise, next: proceed, nextName });
  const leave = button('Change colour', () => {
    stop();
    stage.title.focus();
  });
  stage.tools.append(leave);
  const problem = el('p.problem', { role: 'alert' });
  const about = createAbout();
  const progress = createProgress();
  root.append(el('div.panel', {}, problem, about.card, progress.card));

  return function render() {
    followGames();
    if (state.view !== 'trainer') return;
    stage.render(sceneOf());
    showText(problem, training.problem);
    starts.forEach((button, i) => {
      const count = dueNow(COLOURS[i]).length;
      setText(button, `Train as ${COLOURS[i]}${count ? ` (${count} due)` : ''}`);
      show(button, training.colour === null);
    });
    show(leave, training.colour !== null);
    tools();
    about.render();
    progress.render();
  };
}

/** What the next step is called; '' while there is none. */
function nextName() {
  if (!training.end || !training.colour) return '';
  return dueNow(training.colour).length ? 'Next position' : 'Next round';
}

/** @returns {Scene} */
function sceneOf() {
  const { colour, exercise, position, title, lead, end } = training;
  if (colour === null) {
    const text = 'Choose a colour. The page makes mistakes that people make; answer with a move that keeps the result.';
    return { ...still(position), title, text };
  }
  if (!exercise) return { ...still(position), title, text: `${lead} ${end}`, isBusy: !end };
  const scene = { ...sceneOfExercise(exercise, lead), title };
  return end ? { ...scene, text: `${exercise.text} ${end}`, kind: 'right' } : scene;
}

/** Where the position comes from, and where it leads. */
function createAbout() {
  const heading = el('h2', { id: 'position-title' });
  const text = el('p');
  const wrong = el('p');
  const game = within(el('a', {}, 'Your game'), () => {
    if (training.card?.game) void openGame(training.card.game);
  });
  const explorer = within(el('a', {}, 'Opening explorer'), () => goTo('openings', formatMoves(training.moves) || null));
  const onward = el('a', {}, 'Play on from here');
  const links = el('ul.trainer-links', {}, ...[game, explorer, onward].map((link) => el('li', {}, link)));
  const card = el('section.card', { 'aria-labelledby': 'position-title' }, heading, text, wrong, links);
  return {
    card,
    render() {
      const { card: blunder, moves, exercise, end, answers } = training;
      show(card, training.colour !== null);
      setText(heading, blunder ? 'Your blunder' : 'A round');
      const number = Math.min(ROUND, end ? answers : answers + 1);
      setText(text, blunder ? originOf(blunder) : `Answer ${number} of ${ROUND}. Moves: ${moves.join(' ') || 'none yet'}.`);
      showText(wrong, blunder?.wrong && end ? `You had played column ${blunder.wrong}.` : '');
      show(/** @type {HTMLElement} */ (game.parentElement), blunder?.game != null);
      if (blunder?.game) set(game, 'href', storedAddress(blunder.game));
      set(explorer, 'href', placeAddress('openings', moves.length ? formatMoves(moves) : null));
      // Where the answer is the question, the explorer would give it away.
      show(/** @type {HTMLElement} */ (explorer.parentElement), end !== '');
      show(/** @type {HTMLElement} */ (onward.parentElement), end !== '' && exercise !== null && !exercise.position.isOver);
      show(links, [...links.children].some((item) => !(/** @type {HTMLElement} */ (item).hidden)));
      const played = exercise ? [...moves, ...exercise.played] : moves;
      set(onward, 'href', movesAddress(newGame({ moves: played })));
    },
  };
}

/** @param {NonNullable<typeof training.card>} card */
function originOf({ game, seen, moves }) {
  const place = game ? 'From one of your games' : 'From your training';
  const date = dateOf(seen).toLocaleDateString(undefined, { dateStyle: 'medium' });
  const where = moves ? `after the moves ${parseMoves(moves).join(' ')}` : 'on the empty board';
  return `${place}, last seen on ${date}, ${where}.`;
}

/** What is due, and the cards as a file. */
function createProgress() {
  const due = el('p');
  const counts = el('p');
  const looking = el('p.soft', { role: 'status' });
  const file = el('input', { type: 'file', accept: '.json,application/json', hidden: true });
  file.addEventListener('change', () => void read(file));
  const saving = button('Export', save);
  const opening = button('Import', () => file.click());
  const days = `${INTERVALS.slice(0, -1).join(', ')} and ${INTERVALS[INTERVALS.length - 1]}`;
  const card = el('section.card', { 'aria-labelledby': 'training-title' },
    el('h2', { id: 'training-title' }, 'Your training'), due, counts, looking,
    el('p.soft', {}, `A position in which you go wrong or ask for a hint, here or in one of your games, comes back after ${days} days. `
      + 'A wrong answer starts again. All of this is kept in this browser.'),
    el('div.card-actions', {}, saving, opening, file));
  return {
    card,
    render() {
      const { red, yellow, open, learnt, next: following } = overview(allCards(), today());
      const parts = [[red, 'red'], [yellow, 'yellow']].filter(([count]) => count).map(([count, colour]) => `${count} as ${colour}`);
      setText(due, parts.length ? `Due today: ${parts.join(', ')}.` : 'Nothing is due today.');
      const comes = following === null ? '' : ` The next one will come back ${dayWords(following)}.`;
      setText(counts, `${counted(open, 'position')} in training, ${learnt} learnt.${comes}`);
      showText(looking, training.colour === null ? training.looking : '');
      set(saving, 'aria-disabled', open + learnt ? null : 'true');
    },
  };
}

function save() {
  const count = Object.keys(allCards()).length;
  if (!count) return;
  saveFile(exportText(), 'application/json', 'dropfour-trainer.json');
  speak(`${counted(count, 'position')} exported.`);
}

/** @param {HTMLInputElement} input */
async function read(input) {
  const file = input.files?.[0];
  input.value = '';
  if (!file) return;
  try {
    if (file.size > LARGEST_FILE) throw new Error('it is too large');
    notify(`${counted(importText(await file.text()), 'position')} imported.`);
  } catch (error) {
    notify(`${capital(file.name)} could not be imported: ${reasonOf(error)}.`);
  }
}
