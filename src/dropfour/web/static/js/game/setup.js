// Choosing an opponent: the card beside a new board.

import { emptyString, sizeOf } from '../board/notation.js';
import { COLOURS } from '../board/rules.js';
import { isSupported, notSupported } from '../core/load.js';
import { CHARACTERS, characterOf, levelName } from '../model/characters.js';
import { beaten, keepOpponent, nextRung } from '../storage/opponents.js';
import { hasServer } from '../page/site.js';
import { livePosition, newGame, seatsOf } from '../model/game.js';
import { state } from '../page/state.js';
import { choices, colourChoice, fragment, pair, select } from '../ui/form.js';
import { button, el, set, setText, show } from '../ui/dom.js';
import { faceOf } from '../ui/faces.js';
import { listed, sentence, t, withWords } from '../ui/words.js';
import { open } from './play.js';

/** @import {Character} from '../model/characters.js' */

/** Sizes of boards to choose from. @type {[string, string][]} */
export const BOARDS = ['7x6', '8x7', '8x8', '9x7', '9x8', '9x9'].map(nameOf);
const LEVELS = ['easy', 'medium', 'hard', 'perfect'];

/** @param {string} size @returns {[string, string]} */
function nameOf(size) {
  return [size, size.replace('x', ' × ')];
}

/** @param {string} name */
export function peopleLabel(name) {
  return fragment(pair('span.pair'), name);
}

/** Face, name and strength of a character. @param {Character} character @returns {[string, Node]} */
export function characterChoice({ name, level, rating }) {
  const strength = el('span.rating', { title: t('game.rating') }, String(rating));
  return [level, fragment(faceOf(name), el('b', name), ' ', el('span.soft', levelName(level)), ' ', strength)];
}

/** How an opponent plays, in a sentence. @param {string | null} engine */
export function aboutOpponent(engine) {
  const character = characterOf(engine);
  if (character) return t(`game.about ${character.name}`);
  return engine === null ? t('game.two people, about') : '';
}

/** The buttons that begin a live game. */
function liveButtons() {
  const invite = async () => (await import('../live/terms.js')).showLiveDialog();
  const meet = async () => (await import('../router.js')).goTo('live');
  return el('div.card-actions', button(t('game.play a friend'), invite), button(t('game.find an opponent'), meet));
}

/** The ladder of all opponents: who has been beaten, and who comes next. @param {(level: string) => void} choose */
export function createLadder(choose) {
  const text = el('p.soft');
  const rungs = CHARACTERS.map(({ name, level }) =>
    el('button.rung', { type: 'button', title: name, click: () => choose(level) }, faceOf(name)),
  );
  return {
    root: el('div.ladder', text, el('div.rungs', { role: 'group', 'aria-label': t('game.ladder') }, ...rungs)),
    /** @param {string | null} engine  the opponent chosen, or the one who was just beaten @param {boolean} [isOver] */
    render(engine, isOver = false) {
      const levels = beaten();
      const next = nextRung(levels);
      const following = CHARACTERS.find(({ level }) => level === next);
      const climbed = { beaten: levels.size, count: CHARACTERS.length, name: following?.name ?? '' };
      setText(text, t(following ? 'game.climbed' : 'game.top of the ladder', climbed));
      CHARACTERS.forEach(({ name, level }, i) => {
        const isBeaten = levels.has(level);
        const how = isBeaten ? t('game.beaten') : level === next && t('game.next rung');
        set(rungs[i], 'aria-label', listed([name, how]));
        set(rungs[i], 'aria-pressed', characterOf(engine)?.level === level ? 'true' : 'false');
        set(rungs[i], 'data-beaten', isBeaten);
        set(rungs[i], 'data-climbed', isOver && isBeaten && characterOf(engine)?.level === level);
        set(rungs[i], 'data-next', level === next);
      });
    },
  };
}

/** Whether a new game is on the screen, before its first move. */
export function isNewGame() {
  const { game } = state;
  const isNew = game.moves.length === 0 && game.id === null && !game.isAnalysis;
  return isNew && !state.loading && state.queue.length === 0;
}

/** The card shown until the first move. @param {HTMLElement} root */
export function createSetupCard(root) {
  const characters = CHARACTERS.filter(({ level }) => LEVELS.includes(level)).map(characterChoice);
  characters.push(['', peopleLabel(t('game.two people'))]);
  const opponent = choices('opponent', t('page.opponent'), characters, change);
  const colour = choices('colour', t('game.your colour'), COLOURS.map(colourChoice), change);
  opponent.root.classList.add('characters');
  const board = select('setup-size', BOARDS, () => {
    const { red, yellow, swapped } = state.game;
    const [columns, rows] = board.value.split('x').map(Number);
    const start = emptyString({ ...livePosition(state.game).rules, columns, rows });
    open(newGame({ start, swapped, red, yellow }), 'replace');
  });
  set(board, 'aria-label', t('board.board'));
  const about = el('p.soft.about');
  const ladder = createLadder(choose);
  const more = button(t('game.more'), () => showSetup(), '.quiet');
  const head = el('div.setup-row', el('h2', t('game.play against')), more);
  root.append(head, opponent.root, about, ladder.root, el('div.setup-row', colour.root, board));
  if (hasServer) root.append(liveButtons());

  function change() {
    choose(opponent.value || null);
  }

  /** @param {string | null} engine */
  function choose(engine) {
    keepOpponent(engine);
    const isRed = engine === null || colour.value !== 'yellow';
    const { start, swapped } = state.game;
    open(newGame({ start, swapped, ...seatsOf(engine, isRed ? 'red' : 'yellow') }), 'replace');
  }

  return function render() {
    const { game } = state;
    show(root, isNewGame());
    const engine = game.red.engine ?? game.yellow.engine;
    opponent.value = engine === null ? '' : (characterOf(engine)?.level ?? engine);
    if (isSupported) setText(about, aboutOpponent(engine));
    else setText(about, `${sentence(notSupported())} ${t('game.two people can play')}`);
    colour.value = game.red.engine === null ? 'red' : 'yellow';
    set(colour.root, 'data-off', engine === null);
    const size = sizeOf(livePosition(game).rules);
    board.value = size;
    if (board.value !== size) board.add(new Option(nameOf(size)[1], size, true, true));
    if (!root.hidden) ladder.render(engine);
  };
}

/** @typedef {{start: string, moves: number[]}} Origin  where a game begins */

/** Show the dialog with all options. @param {Origin} [origin]  a position to play from, else a new game is begun */
export async function showSetup(origin) {
  (await withWords('dialogs', import('./setupdialog.js'))).showSetupDialog(origin ?? null);
}
