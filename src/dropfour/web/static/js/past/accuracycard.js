// How exact your moves were: the last games are measured at once, the others on request.

import { storedAddress } from '../page/address.js';
import { failureOf } from '../page/errors.js';
import { Latest } from '../page/tasks.js';
import { counted, engineName, moment } from '../page/words.js';
import { openGame } from '../router.js';
import { button, el, setText, show, within } from '../ui/dom.js';
import { accuracyKey, measure, measured, together } from './accuracy.js';
import { opponentOf } from './archive.js';

/** @import {Accuracy} from './accuracy.js' */

const AT_ONCE = 10;

/** @param {() => void} finished  called when games have been measured */
export function createAccuracyCard(finished) {
  const about = el('p.soft');
  const start = button('Measure my moves', () => measureSome(Infinity), '.primary');
  const stop = button('Stop', () => measuring.stop());
  const progress = el('p.soft', { role: 'status' });
  const worst = el('ul.record-list');
  const root = el('section.card', {}, el('h2', {}, 'Accuracy'), about, el('div.card-actions', {}, start, stop), progress, worst);
  /** @type {PastGame[]} */
  let games = [];
  let isMeasuring = false;
  let isBegun = false;
  const measuring = new Latest();

  function draw() {
    const known = measured();
    const done = games.filter((game) => accuracyKey(game) in known);
    const left = games.length - done.length;
    const sum = together(done.map((game) => known[accuracyKey(game)]));
    setText(about, sum.moves ? accuracySentence(sum, done.length) : 'How good your moves were, by the exact solver: each is compared with the best move in its position.');
    show(start, left > 0 && !isMeasuring);
    setText(start, done.length ? `Measure ${counted(left, 'more game')}` : 'Measure my moves');
    show(stop, isMeasuring);
    worst.replaceChildren(...worstGames(done, known));
  }

  /** @param {number} most  games, the last ones first */
  async function measureSome(most) {
    const signal = measuring.begin();
    const known = measured();
    const missing = games.filter((game) => !(accuracyKey(game) in known)).slice(0, most);
    isMeasuring = true;
    try {
      for (const [i, game] of missing.entries()) {
        setText(progress, `Measuring game ${i + 1} of ${missing.length} …`);
        draw();
        await measure(game, signal);
      }
      setText(progress, `${counted(missing.length, 'game')} measured.`);
    } catch (error) {
      setText(progress, signal.aborted ? 'Stopped.' : `Not measured: ${failureOf(error)}.`);
    } finally {
      isMeasuring = false;
      finished();
    }
  }

  return {
    root,
    /** Call when the card is out of sight. */
    stop() {
      isBegun = false;
      measuring.stop();
    },
    /** @param {PastGame[]} rated */
    render(rated) {
      games = rated;
      draw();
      if (isBegun) return;
      isBegun = true;
      const isNew = games.some((game) => !(accuracyKey(game) in measured()));
      if (isNew && !isMeasuring) void measureSome(AT_ONCE);
    },
  };
}

/** The games with most moves that changed the result. @param {PastGame[]} games @param {Record<string, Accuracy>} known */
function worstGames(games, known) {
  const costly = games
    .map((game) => ({ game, blunders: known[accuracyKey(game)].blunders }))
    .filter(({ blunders }) => blunders > 0)
    .sort((a, b) => b.blunders - a.blunders)
    .slice(0, 3);
  return costly.map(({ game, blunders }) => el('li', {},
    `${counted(blunders, 'move')} that changed the result: `,
    within(el('a', { href: storedAddress(game.id) }, `against ${opponentName(game)}, ${moment(game.updated_at)}`), () => void openGame(game.id)),
  ));
}

/** @param {Accuracy} sum @param {number} games */
function accuracySentence({ moves, mistakes, blunders, accuracy }, games) {
  return `${accuracy} % over ${counted(moves, 'move')} in ${counted(games, 'game')}, as in their reviews: 100 % if every move was the `
    + `best. ${counted(mistakes, 'mistake')}, of which ${blunders} changed the result.`;
}

/** @param {PastGame} past */
function opponentName(past) {
  const opponent = opponentOf(past);
  return opponent === null || opponent === 'live' ? 'a person' : engineName(opponent);
}
