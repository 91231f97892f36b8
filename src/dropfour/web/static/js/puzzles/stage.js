// A board with a title and a sentence above it and buttons below, for puzzles and lessons; and the buttons and keys of an exercise.

import { createBoard } from '../board/board.js';
import { update } from '../page/state.js';
import { studiedBoard } from '../board/studied.js';
import { button, el, refill, set, setText, show, showText } from '../ui/dom.js';
import { t } from '../ui/words.js';

/** @import {Exercise} from './exercise.js' */

/**
 * What is on the screen. *mover*: who is asked for a move. *kind* colours the sentence: right, wrong, or neither. *analysis*: shown over the columns.
 * Rows are numbered if the sentence, or with *hasRows* another text on the screen, speaks of one.
 * @typedef {{
 *   title: string, text: string, kind: 'right' | 'wrong' | '', mover: Colour | null, position: Position, canDrop: boolean,
 *   isBusy: boolean, hasRows?: boolean, marks: Mark[], analysis: FoundAnalysis | null,
 * }} Scene
 */

/** @param {HTMLElement} root @param {string} name
 * @param {{drop: (column: number) => void, key: (key: string) => boolean}} handlers  *key* returns whether it was used */
export function createStage(root, name, handlers) {
  const title = el('h1.task', { tabindex: '-1' }, name);
  const text = el('p.feedback');
  const boardRoot = el('div.board');
  const tools = el('div.tools', { role: 'group', 'aria-label': t('puzzles.actions') });
  const table = el('div.table', el('div.frame', boardRoot));
  const stage = el('section.stage', { 'aria-label': name }, title, text, table, tools);
  const problem = el('p.problem', { role: 'alert' });
  root.prepend(stage);
  /** @type {number | null} */
  let pointed = null;
  const point = (/** @type {number | null} */ column) => {
    if (pointed !== column) update({});
    pointed = column;
  };
  const board = createBoard(boardRoot, { drop: handlers.drop, point });
  boardRoot.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (handlers.key(event.key)) event.preventDefault();
  });

  return {
    title,
    tools,
    board,
    /** Put cards beside the board. @param {...HTMLElement} cards */
    fill: (...cards) => root.append(el('div.panel', problem, cards)),
    /** @param {Scene} shown @param {string} [why]  something cannot be shown */
    render(shown, why = '') {
      showText(problem, why);
      setText(title, shown.title);
      showText(text, shown.text);
      set(text, 'data-kind', shown.kind || null);
      set(stage, 'data-mover', shown.mover);
      const { position, canDrop, isBusy, marks, analysis } = shown;
      const scores = new Map(analysis?.columns.map(({ column, score }) => [column, score]));
      const studied = analysis && { scores, best: analysis.best, isDone: true };
      const hasRows = shown.hasRows || speaksOfRows(shown.text);
      board.render(studiedBoard(position, { canDrop, isBusy, pointed, marks, studied, hasRows }));
    },
  };
}

/** Draw buttons for the start and the moves of a line into a list; *at* of the moves are on the board. @param {HTMLElement} list
 * @param {number[]} columns @param {number} at @param {(step: number) => void} go */
export function renderSteps(list, columns, at, go) {
  refill(list, columns.join(), () =>
    [null, ...columns].map((column, i) => {
      const step = button(column ? String(column) : t('puzzles.start'), () => go(i), '.column-step');
      set(step, 'aria-label', column && t('puzzles.move', { ply: i, column }));
      return el('li', step);
    }),
  );
  [...list.children].forEach((item, i) => set(item.children[0], 'aria-current', i === at ? 'step' : null));
}

/** Whether a text names a row. @param {string} text */
export function speaksOfRows(text) {
  return new RegExp(t('puzzles.row pattern')).test(text);
}

/** A position without anything to do. @param {Position} position @returns {Scene} */
export function still(position) {
  const nothing = /** @type {const} */ ({ title: '', text: '', kind: '', mover: null, analysis: null });
  return { ...nothing, position, canDrop: false, isBusy: false, marks: [] };
}

// --- an exercise ---------------------------------------------------------------------------------

/** The buttons below the board; *next* continues once the exercise is solved, or if there is none,
 * unless it has no name. @param {ReturnType<typeof createStage>} stage
 * @param {{exercise: () => Exercise | null, next: () => void, nextName: () => string}} handlers */
export function createTools({ tools: root, board }, { exercise, next, nextName }) {
  const hint = button(t('puzzles.hint'), () => void exercise()?.hint());
  const solution = button(t('puzzles.solution'), () => void exercise()?.reveal(), '.quiet.far');
  const again = button(t('puzzles.try again'), () => exercise()?.takeBack(), '.primary');
  const more = button(t('puzzles.next move'), () => exercise()?.continueRefutation());
  const other = button('', next, '.primary');
  root.append(hint, again, more, other, solution);

  return keepingFocus(root, other, board, () => {
    const current = exercise();
    const phase = current?.phase ?? 'solved';
    const isOpen = phase === 'try' || phase === 'busy';
    show(hint, isOpen);
    // Whoever has not tried anything yet should not give up by a slip.
    show(solution, phase !== 'solved' && current?.isClean === false && current.task.solution !== null);
    show(again, phase === 'refuted');
    show(more, current?.canContinue ?? false);
    showText(other, phase === 'solved' ? nextName() : '');
    for (const each of [hint, solution]) set(each, 'aria-disabled', phase === 'busy' ? 'true' : null);
  });
}

/** Draw buttons, one of which may vanish: it must not take the focus with it.
 * @param {HTMLElement} root  of them @param {HTMLElement} next  what takes the focus if it is shown
 * @param {{focus: () => void}} board @param {() => void} draw */
export function keepingFocus(root, next, board, draw) {
  return () => {
    const focused = root.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    draw();
    if (focused?.hidden) (next.hidden ? board : next).focus();
  };
}

/** Perform the action of a key; return whether there is one.
 * @param {string} key @param {Exercise | null} exercise @param {() => void} next */
export function exerciseKey(key, exercise, next) {
  if (key === 'h') void exercise?.hint();
  else if (key === 'u') exercise?.takeBack();
  else if (key === 'n' && (exercise?.phase ?? 'solved') === 'solved') next();
  else return false;
  return true;
}

/** @param {Exercise} exercise @param {string} prompt  what to do at first @returns {Scene} */
export function sceneOfExercise(exercise, prompt) {
  const { phase, candidates, text, refutation } = exercise;
  return {
    ...still(exercise.position),
    text: text || prompt,
    mover: exercise.start.toMove,
    kind: refutation ? (refutation.wins ? '' : 'wrong') : text && exercise.played.length ? 'right' : '',
    canDrop: phase === 'try',
    isBusy: phase === 'busy',
    marks: [{ kind: candidates.length === 1 ? 'hint' : 'lit', columns: candidates, label: t('puzzles.marked') }],
  };
}
