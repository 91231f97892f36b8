// How exact your moves were, by the figures of a review. Measuring a game reviews it, so that the
// result is kept in this browser: the last games are measured at once, the others on request.

import { engineName, ownColour, positionsOf } from '../model/game.js';
import { storedAddress } from '../page/address.js';
import { failureOf } from '../page/errors.js';
import { Latest } from '../page/tasks.js';
import { openGame } from '../router.js';
import { reviewGame } from '../core/browser.js';
import { storyOf } from '../study/reviewing.js';
import { gameOfPast } from '../storage/games.js';
import { readRecord, write } from '../storage/storage.js';
import { button, card, el, setText, show, within } from '../ui/dom.js';
import { moment, parted, t } from '../ui/words.js';
import { opponentOf } from './archive.js';

const KEY = 'accuracy';
const MOST_GAMES = 1000;
const AT_ONCE = 10;

/** What the story of a review says of one side; of several games together, the mean of their moves.
 * @typedef {Story['red']} Accuracy */

/** By game; figures of older versions are measured again. @returns {Record<string, Accuracy>} */
export function measured() {
  return Object.fromEntries(Object.entries(readRecord(KEY)).filter(([, each]) => each?.accuracy !== undefined));
}

/** What identifies the moves that were measured. @param {PastGame} past */
export function accuracyKey(past) {
  return `${past.id} ${past.moves}`;
}

/** Measure the owner's moves in a game, keep the result, and return the moves.
 * @param {PastGame} past @param {AbortSignal} signal @returns {Promise<ReviewedMove[]>} */
export async function measure(past, signal) {
  /** @type {Map<number, ReviewedMove>} */
  const moves = new Map();
  const game = gameOfPast(past);
  await reviewGame(positionsOf(game), game.moves, signal, (move) => moves.set(move.ply, move), false);
  const story = await storyOf(game, moves);
  const colour = ownColour(past);
  const own = [...moves.values()].filter((move) => move.colour === colour);
  const kept = Object.entries(measured()).slice(-MOST_GAMES + 1);
  if (colour) write(KEY, Object.fromEntries([...kept, [accuracyKey(past), story[colour]]]));
  return own;
}

/** @param {Accuracy[]} all @returns {Accuracy} */
export function together(all) {
  const total = (/** @type {'moves' | 'mistakes' | 'blunders'} */ name) =>
    all.reduce((sum, each) => sum + each[name], 0);
  const moves = total('moves');
  const points = all.reduce((sum, each) => sum + (each.accuracy ?? 0) * each.moves, 0);
  const accuracy = moves ? Math.round(points / moves) : null;
  return { moves, mistakes: total('mistakes'), blunders: total('blunders'), accuracy };
}

// --- the card ------------------------------------------------------------------------------------

/** @param {() => void} finished  called when games have been measured */
export function createAccuracyCard(finished) {
  const about = el('p.soft');
  const start = button(t('past.measure'), () => measureSome(Infinity), '.primary');
  const stop = button(t('past.stop'), () => measuring.stop());
  const progress = el('p.soft', { role: 'status' });
  const worst = el('ul.record-list');
  const root = card('accuracy-title', t('past.accuracy'), about, el('div.card-actions', start, stop), progress, worst);
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
    const values = { ...sum, accuracy: sum.accuracy ?? 0, games: done.length };
    setText(about, t(sum.moves ? 'past.your accuracy' : 'past.accuracy, about', values));
    show(start, left > 0 && !isMeasuring);
    setText(start, done.length ? t('past.measure more', { count: left }) : t('past.measure'));
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
        setText(progress, t('past.measuring', { number: i + 1, count: missing.length }));
        draw();
        await measure(game, signal);
      }
      setText(progress, t('past.measured', { count: missing.length }));
    } catch (error) {
      setText(progress, signal.aborted ? t('past.stopped') : t('past.not measured', { reason: failureOf(error) }));
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
  return costly.map(({ game, blunders }) => {
    const text = t('past.against', { name: opponentName(game), time: moment(game.updated_at) });
    const link = within(el('a', { href: storedAddress(game.id) }, text), () => void openGame(game.id));
    return el('li', parted('past.costly game', { count: blunders, game: link }));
  });
}

/** @param {PastGame} past */
function opponentName(past) {
  const opponent = opponentOf(past);
  return opponent === null || opponent === 'live' ? t('past.a person') : engineName(opponent);
}
