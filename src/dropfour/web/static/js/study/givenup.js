// What the blunder on the screen gave up: the player's plan, and the opponent's that wins now.

import { otherColour } from '../board/rules.js';
import { findPlan } from '../core/browser.js';
import { failureOf } from '../page/errors.js';
import { positionsOf } from '../model/game.js';
import { state, update } from '../page/state.js';
import { Latest } from '../page/tasks.js';
import { capital, t } from '../ui/words.js';
import { el } from '../ui/dom.js';
import { shownMistake } from './review.js';

const PLAN_MS = 1_000;

/** @typedef {{head: string, plan: Plan}} Named  a plan, and what it is called */

/** @type {Map<string, Named[]>} */
const found = new Map();
const finding = new Latest();
let wanted = '';

/** The mistake on the screen if it changed the result. @returns {ReviewedMove | null} */
function shownBlunder() {
  if (positionsOf(state.game)[0].rules.objective !== 'first-line') return null;
  const move = state.review?.moves.get(shownMistake()?.ply ?? 0);
  return move?.verdict === 'blunder' ? move : null;
}

/** @param {ReviewedMove} move @param {string} key @param {AbortSignal} signal */
async function find(move, key, signal) {
  const [before, after] = positionsOf(state.game).slice(move.ply - 1, move.ply + 1);
  try {
    /** @type {Named[]} */
    const named = [];
    const look = async (
      /** @type {Position} */ position,
      /** @type {Colour} */ colour,
      /** @type {'win' | 'draw'} */ promise,
      /** @type {string} */ name,
    ) => {
      const plan = position.isOver ? null : await findPlan(position, colour, promise, signal, PLAN_MS);
      if (plan && !isEmpty(plan))
        named.push({ plan, head: t('page.heading', { clause: capital(t(`sentences.${name}`, { colour })) }) });
    };
    const promise = move.best.outcome === 'win' ? 'win' : 'draw';
    await look(before, move.colour, promise, `plan given up, ${promise}`);
    if (move.played.outcome === 'loss') await look(after, otherColour(move.colour), 'win', 'plan against');
    found.set(key, named);
    if (!signal.aborted) update({});
  } catch (error) {
    if (!signal.aborted) failureOf(error);
  }
}

/** Whether completing and blocking lines is enough. @param {Plan} plan */
function isEmpty({ rules }) {
  return rules.every(({ rule, columns }) => rule === 'otherwise' && !columns.length);
}

export function createGivenUp() {
  const root = el('div.given-up', { role: 'status' });
  /** @type {Named[] | null} */
  let shown = null;

  return {
    root,
    render() {
      const move = shownBlunder();
      const key = move ? `${state.review?.key} ${move.ply}` : '';
      if (key !== wanted) {
        wanted = key;
        const signal = finding.begin();
        if (move && !found.has(key)) void find(move, key, signal);
      }
      const named = found.get(key) ?? [];
      if (named === shown || (!named.length && !shown?.length)) return;
      shown = named;
      root.replaceChildren(
        ...named.map(({ head, plan }) =>
          el('details', el('summary', head), el('ol', ...plan.rules.map(({ text }) => el('li', text)))),
        ),
      );
    },
  };
}
