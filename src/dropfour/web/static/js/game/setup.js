// Choosing an opponent: the card beside a new board.

import { CHARACTERS, characterOf, levelName } from '../page/characters.js';
import { beaten, nextRung } from '../page/ladder.js';
import { keepOpponent } from '../page/memory.js';
import { hasServer } from '../page/site.js';
import { newGame, seatsOf, state } from '../page/store.js';
import { choices, colourChoice, fragment } from '../ui/choices.js';
import { button, el, set, setText, show } from '../ui/dom.js';
import { faceOf } from '../ui/faces.js';
import { open } from './play.js';

/** @import {Character} from '../page/characters.js' */

const LEVELS = ['easy', 'medium', 'hard', 'perfect'];

/** @param {string} name */
export function peopleLabel(name) {
  return fragment(el('span.pair', { 'aria-hidden': 'true' }, el('span.disc.red.pip'), el('span.disc.yellow.pip')), name);
}

/** Face, name and strength of a character. @param {Character} character */
export function characterLabel({ name, level, rating }) {
  return fragment(faceOf(name), el('b', {}, name), ' ', el('span.soft', {}, levelName(level)), ' ',
    el('span.rating', { title: 'Elo rating in a tournament of all levels' }, String(rating)));
}

/** @param {Character} character @returns {[string, Node]} */
export function characterChoice(character) {
  return [character.level, characterLabel(character)];
}

/** How an opponent plays, in a sentence. @param {string | null} engine */
export function aboutOpponent(engine) {
  const character = characterOf(engine);
  if (character) return `${character.name}: ${character.plays}`;
  return engine === null ? 'Two people share this screen.' : '';
}

/** The buttons that begin a live game. */
function liveButtons() {
  const invite = async () => (await import('../live/dialog.js')).showLiveDialog();
  const meet = async () => (await import('../router.js')).goTo('live');
  return el('div.card-actions', {}, button('Play a friend', invite), button('Play anybody', meet));
}

/** The ladder of all opponents: who has been beaten, and who comes next. @param {(level: string) => void} choose */
function createLadder(choose) {
  const text = el('p.soft');
  const rungs = CHARACTERS.map(({ name, level }) => el('button.rung', { type: 'button', title: name, click: () => choose(level) }, faceOf(name)));
  return {
    root: el('div.ladder', {}, text, el('div.rungs', { role: 'group', 'aria-label': 'Ladder' }, ...rungs)),
    /** @param {string | null} engine  the opponent chosen */
    render(engine) {
      const levels = beaten();
      const next = nextRung(levels);
      const following = CHARACTERS.find(({ level }) => level === next);
      setText(text, following ? `The ladder: ${levels.size} of ${CHARACTERS.length} beaten. Next: ${following.name}` : 'You have beaten them all, even Zeno.');
      CHARACTERS.forEach(({ name, level }, i) => {
        const isBeaten = levels.has(level);
        set(rungs[i], 'aria-label', `${name}${isBeaten ? ', beaten' : level === next ? ', next' : ''}`);
        set(rungs[i], 'aria-pressed', characterOf(engine)?.level === level ? 'true' : 'false');
        set(rungs[i], 'data-beaten', isBeaten);
        set(rungs[i], 'data-next', level === next);
      });
    },
  };
}

/** The card shown until the first move. @param {HTMLElement} root */
export function createSetupCard(root) {
  const characters = CHARACTERS.filter(({ level }) => LEVELS.includes(level)).map(characterChoice);
  const opponent = choices('opponent', 'Opponent', [...characters, ['', peopleLabel('Two people')]], change);
  const colour = choices('colour', 'Your colour', [colourChoice('red'), colourChoice('yellow')], change);
  opponent.root.classList.add('characters');
  const about = el('p.soft.about');
  const ladder = createLadder(choose);
  root.append(el('h2', {}, 'Play against'), opponent.root, about, ladder.root,
    el('div.setup-row', {}, colour.root, button('More …', () => showSetup(), '.quiet')),
    ...(hasServer ? [liveButtons()] : []));

  function change() {
    choose(opponent.value || null);
  }

  /** @param {string | null} engine */
  function choose(engine) {
    keepOpponent(engine);
    const isRed = engine === null || colour.value !== 'yellow';
    open(newGame({ start: state.game.start, ...seatsOf(engine, isRed ? 'red' : 'yellow') }), 'replace');
  }

  return function render() {
    const { game } = state;
    show(root, game.moves.length === 0 && game.id === null && !game.isAnalysis && !state.loading && state.queue.length === 0);
    const engine = game.red.engine ?? game.yellow.engine;
    opponent.value = engine === null ? '' : (characterOf(engine)?.level ?? engine);
    setText(about, aboutOpponent(engine));
    colour.value = game.red.engine === null ? 'red' : 'yellow';
    set(colour.root, 'data-off', engine === null);
    if (!root.hidden) ladder.render(engine);
  };
}

/** @typedef {{start: string, moves: number[]}} Origin  where a game begins */

/** Show the dialog with all options. @param {Origin} [origin]  a position to play from, else a new game is begun */
export async function showSetup(origin) {
  (await import('./setupdialog.js')).showSetupDialog(origin ?? null);
}
