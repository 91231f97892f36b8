// The trainer: the page plays what people play wrong, and your blunders come back until learned.

import { COLOURS } from '../board/rules.js';
import { formatMoves, parseMoves } from '../board/notation.js';
import { movesAddress, placeAddress, storedAddress } from '../page/address.js';
import { newGame } from '../model/game.js';
import { notify, speak, state } from '../page/state.js';
import { everyOf, locale, reasonOf, t } from '../ui/words.js';
import { createStage, createTools, exerciseKey, sceneOfExercise, still } from '../puzzles/stage.js';
import { goTo, openGame } from '../router.js';
import { button, card, el, set, setText, show, showText, within } from '../ui/dom.js';
import { saveFile } from '../ui/form.js';
import { allCards, exportText, importText, today } from './cards.js';
import { INTERVALS, dateOf, overview } from './schedule.js';
import { ROUND, begin, dueNow, followGames, isTomorrow, longDate, next, stop, training } from './training.js';

const LARGEST_FILE = 1_000_000;

/** @param {HTMLElement} root */
export function createView(root) {
  const proceed = () => {
    if (training.end) next();
  };
  const stage = createStage(root, t('trainer.trainer'), {
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
  const leave = button(t('trainer.change colour'), () => {
    stop();
    stage.title.focus();
  });
  stage.tools.append(leave);
  const about = createAbout();
  const progress = createProgress();
  stage.fill(about.card, progress.card);

  return function render() {
    followGames();
    if (state.view !== 'trainer') return;
    stage.render(sceneOf(), training.problem);
    starts.forEach((button, i) => {
      const count = dueNow(COLOURS[i]).length;
      setText(button, t(count ? 'trainer.train, due' : 'trainer.train', { colour: COLOURS[i], count }));
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
  return dueNow(training.colour).length ? t('trainer.next position') : t('trainer.next round');
}

/** @returns {Scene} */
function sceneOf() {
  const { colour, exercise, position, lead, end } = training;
  const title = training.title || t('trainer.trainer');
  if (colour === null) {
    return { ...still(position), title, text: t('trainer.choose') };
  }
  if (!exercise) return { ...still(position), title, text: `${lead} ${end}`, isBusy: !end };
  const scene = { ...sceneOfExercise(exercise, lead), title };
  return end ? { ...scene, text: `${exercise.text} ${end}`, kind: 'right' } : scene;
}

/** Where the position comes from, and where it leads. */
function createAbout() {
  const text = el('p');
  const wrong = el('p');
  const game = within(el('a', t('trainer.your game')), () => {
    if (training.card?.game) void openGame(training.card.game);
  });
  const explorer = within(el('a', t('trainer.explorer')), () => goTo('openings', formatMoves(training.moves) || null));
  const onward = el('a', t('trainer.play on'));
  const [gameItem, explorerItem, onwardItem] = [game, explorer, onward].map((link) => el('li', link));
  const links = el('ul.trainer-links', gameItem, explorerItem, onwardItem);
  const root = card('position-title', '', text, wrong, links);
  const heading = root.children[0];
  return {
    card: root,
    render() {
      const { card: blunder, moves, exercise, end, answers } = training;
      show(root, training.colour !== null);
      setText(heading, t(blunder ? 'trainer.your blunder' : 'trainer.a round'));
      const number = Math.min(ROUND, end ? answers : answers + 1);
      const key = moves.length ? 'trainer.answer of' : 'trainer.first answer of';
      const round = t(key, { number, count: ROUND, moves: moves.join(' ') });
      setText(text, blunder ? originOf(blunder) : round);
      showText(wrong, blunder?.wrong && end ? t('trainer.had played', { column: blunder.wrong }) : '');
      show(gameItem, blunder?.game != null);
      if (blunder?.game) set(game, 'href', storedAddress(blunder.game));
      set(explorer, 'href', placeAddress('openings', moves.length ? formatMoves(moves) : null));
      // Where the answer is the question, the explorer would give it away.
      show(explorerItem, end !== '');
      show(onwardItem, end !== '' && exercise !== null && !exercise.position.isOver);
      show(links, !gameItem.hidden || !explorerItem.hidden || !onwardItem.hidden);
      const played = exercise ? [...moves, ...exercise.played] : moves;
      set(onward, 'href', movesAddress(newGame({ moves: played })));
    },
  };
}

/** @param {NonNullable<typeof training.card>} card */
function originOf({ game, seen, moves }) {
  const date = dateOf(seen).toLocaleDateString(locale, { dateStyle: 'medium' });
  if (!moves) return t(game ? 'trainer.from game, empty' : 'trainer.from training, empty', { date });
  return t(game ? 'trainer.from game' : 'trainer.from training', { date, moves: parseMoves(moves).join(' ') });
}

/** What is due, and the cards as a file. */
function createProgress() {
  const due = el('p');
  const counts = el('p');
  const looking = el('p.soft', { role: 'status' });
  const file = el('input', { type: 'file', accept: '.json,application/json', hidden: true });
  file.addEventListener('change', () => void read(file));
  const saving = button(t('trainer.export'), save);
  const opening = button(t('trainer.import'), () => file.click());
  const root = card(
    'training-title',
    t('trainer.your training'),
    due,
    counts,
    looking,
    el('p.soft', t('trainer.about', { days: everyOf(INTERVALS) })),
    el('div.card-actions', saving, opening, file),
  );
  return {
    card: root,
    render() {
      const { red, yellow, open, learnt, next: following } = overview(allCards(), today());
      const of = red ? (yellow ? 'both' : 'red') : yellow ? 'yellow' : 'none';
      setText(due, t('trainer.due', { of, red, yellow }));
      const now = t('trainer.counts', { count: open, learned: learnt });
      setText(counts, following === null ? now : `${now} ${nextWords(following)}`);
      showText(looking, training.colour === null ? training.looking : '');
      set(saving, 'aria-disabled', open + learnt ? null : 'true');
    },
  };
}

/** When the next position comes back. @param {number} day */
function nextWords(day) {
  return isTomorrow(day) ? t('trainer.next tomorrow') : t('trainer.next on', { date: longDate(day) });
}

function save() {
  const count = Object.keys(allCards()).length;
  if (!count) return;
  saveFile(exportText(), 'application/json', 'dropfour-trainer.json');
  speak(t('trainer.exported', { count }));
}

/** @param {HTMLInputElement} input */
async function read(input) {
  const file = input.files?.[0];
  input.value = '';
  if (!file) return;
  try {
    if (file.size > LARGEST_FILE) throw new Error(t('trainer.too large'));
    notify(t('trainer.imported', { count: importText(await file.text()) }));
  } catch (error) {
    notify(t('trainer.not imported', { file: file.name, reason: reasonOf(error) }));
  }
}
