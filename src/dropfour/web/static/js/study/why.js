// The answer to "why?" on the study card: who wins, by what, and what to do next; its plan, or what a strategy answers.

import { fill } from '../core/sentences.js';
import { playAll } from '../board/rules.js';
import { shownPly, shownPosition } from '../page/shown.js';
import { state, update } from '../page/state.js';
import { button, el, refill, set, setText, show, showText, table } from '../ui/dom.js';
import { sentence, t } from '../ui/words.js';
import { shownAnswer, stopAnswer } from './answer.js';
import { millions } from './card.js';
import { createPlanPart, replyRows } from './plancard.js';
import { goTo } from './review.js';
import { phraseOf } from './solution.js';

/** @param {(columns: number[], name: string) => void} playThrough  adds a variation */
export function createWhy(playThrough) {
  const found = createPlanPart({ canFollow: false });
  const steps = createStrategyPart(playThrough);
  const gist = el('span', { role: 'status' });
  const reasons = el('ul.reasons');
  const through = button(t('plans.play through'), () => playThrough(shownAnswer()?.line ?? [], t('plans.variation')));
  const searching = el('p.soft');
  const stop = button(t('plans.stop'), stopAnswer);
  const root = el(
    'details.why',
    el('summary', el('b', t('plans.why')), ' ', gist),
    el('div', reasons, through, found.root, steps.root, searching, stop),
  );
  root.addEventListener('toggle', () => update({ why: root.open }));

  return {
    root,
    render() {
      const answer = shownAnswer();
      const position = shownPosition();
      const isTold = answer !== null && answer.headline === answer.facts[0]?.text;
      set(root, 'data-empty', position.isOver || isTold); // it keeps its place, so that nothing moves
      setText(gist, answer ? headlineOf(answer) : '…');
      const texts = answer?.plan?.ending ? [] : (answer?.reasons ?? []); // the plan tells how games end
      refill(reasons, texts.join(), () => texts.map((text) => el('li', text)));
      const line = answer?.line ?? [];
      show(through, line.length > 0);
      const isLater = answer?.kind === 'plan later';
      found.render(answer?.plan ?? null, isLater ? playAll(position, line) : position);
      steps.render(answer?.graph ?? null);
      const nodes = state.answer?.nodes ?? null;
      showText(searching, nodes === null ? '' : t('plans.searching', { millions: millions(nodes) }));
      show(stop, nodes !== null);
    },
  };
}

/** @param {Explanation} answer */
function headlineOf({ headline, plan, graph }) {
  if (headline) return headline;
  return sentence(fill(plan ? gistOf(plan) : gistOfStrategy(/** @type {Graph} */ (graph))));
}

/** What a strategy plays. @param {(columns: number[], name: string) => void} playThrough */
function createStrategyPart(playThrough) {
  const move = el('p');
  const rows = el('tbody');
  /** @type {Graph | null} */
  let shown = null;
  const beat = button(t('plans.beat'), () => {
    const graph = shown;
    const start = shownPosition();
    if (graph) void import('./challenge.js').then(({ showChallenge }) => showChallenge({ plan: null, graph }, start));
  });
  const root = el('div.strategy', move, table('table.next-moves', [t('plans.reply'), t('plans.answer')], rows), beat);

  return {
    root,
    /** @param {Graph | null} graph */
    render(graph) {
      shown = graph;
      show(root, graph !== null);
      if (!graph) return;
      const position = shownPosition();
      const step = graph.stepAt(position);
      showText(move, sentence(fill(phraseOf(step, position))));
      const played = step.column === null ? [] : [step.column];
      const after = played.reduce((at, column) => at.play(column), position);
      const replies = after.isOver ? [] : graph.stepAt(after).replies;
      refill(rows, `${state.answer?.key}`, () =>
        replyRows(graph, after, replies, (line) => {
          const ply = shownPly() + played.length + line.length;
          playThrough([...played, ...line], t('plans.strategy variation'));
          goTo(ply);
        }),
      );
    },
  };
}

/** @param {Graph} graph @returns {Phrase} */
function gistOfStrategy({ colour, promise, planCount }) {
  return ['solution', { result: [`plan ${promise}`, { colour }], plans: ['plans count', { count: planCount }] }];
}

/** @param {Plan} plan @returns {Phrase} */
function gistOf({ colour, promise, rules }) {
  return ['plan gist', { result: [`plan ${promise}`, { colour }], rules: ['rules', { count: rules.length }] }];
}
