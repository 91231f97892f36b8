// A board with a title and a sentence above it and buttons below, for puzzles and lessons.

import { createBoard } from '../board/board.js';
import { update } from '../page/store.js';
import { studiedBoard } from '../page/studied.js';
import { el, set, setText, showText } from '../ui/dom.js';

/** @import {Analysis} from '../core/analysis.js' */
/** @import {Exercise} from './exercise.js' */

/**
 * What is on the screen. *mover*: who is asked for a move. *kind* colours the sentence: right, wrong, or neither. *analysis*: shown over the columns.
 * Rows are numbered if the sentence, or with *hasRows* another text on the screen, speaks of one.
 * @typedef {{
 *   title: string, text: string, kind: 'right' | 'wrong' | '', mover: Colour | null, position: Position, canDrop: boolean,
 *   isBusy: boolean, hasRows?: boolean, marks: Mark[], analysis: Analysis | null,
 * }} Scene
 */

/**
 * @param {HTMLElement} root @param {string} name
 * @param {{drop: (column: number) => void, key: (key: string) => boolean}} handlers  *key* returns whether it was used
 */
export function createStage(root, name, handlers) {
  const title = el('h1.task', { tabindex: '-1' }, name);
  const text = el('p.feedback');
  const boardRoot = el('div.board');
  const tools = el('div.tools', { role: 'group', 'aria-label': 'Actions' });
  const stage = el('section.stage', { 'aria-label': name }, title, text,
    el('div.table', {}, el('div.frame', {}, boardRoot)), tools);
  root.prepend(stage);
  /** @type {number | null} */
  let pointed = null;
  const board = createBoard(boardRoot, {
    drop: handlers.drop,
    point: (column) => {
      if (pointed === column) return;
      pointed = column;
      update({});
    },
  });
  boardRoot.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (handlers.key(event.key)) event.preventDefault();
  });

  return {
    title,
    tools,
    board,
    /** @param {Scene} shown */
    render(shown) {
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

/** Whether a text names a row. @param {string} text */
export function speaksOfRows(text) {
  return /\brows? \d/.test(text);
}

/** A position without anything to do. @param {Position} position @returns {Scene} */
export function still(position) {
  return { title: '', text: '', kind: '', mover: null, position, canDrop: false, isBusy: false, marks: [], analysis: null };
}

/** @param {Exercise} exercise @param {string} prompt  what to do at first @returns {Scene} */
export function sceneOfExercise(exercise, prompt) {
  const { phase, candidates, text } = exercise;
  return {
    ...still(exercise.position),
    text: text || prompt,
    mover: exercise.start.toMove,
    kind: phase === 'refuted' ? 'wrong' : text && exercise.played.length ? 'right' : '',
    canDrop: phase === 'try',
    isBusy: phase === 'busy',
    marks: [{ kind: candidates.length === 1 ? 'hint' : 'lit', columns: candidates, label: 'marked' }],
  };
}
