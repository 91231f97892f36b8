// What the board shows: the state of the page as a BoardState.

import { canMove, canPlan, isAtEnd, isInVariation, shownKey, shownPly, shownPosition } from '../page/shown.js';
import { isEnginesTurn, isHelpOff, resultOf } from '../model/game.js';
import { plans } from '../page/live.js';
import { state, update } from '../page/state.js';
import { studiedBoard } from '../board/studied.js';
import { shownPlan } from '../study/answer.js';
import { planMarks } from '../study/plan.js';
import { shownMistake, shownReview } from '../study/review.js';
import { t } from '../ui/words.js';
import { canBranch } from './branch.js';

// More numbers would hide the board.
const MOST_PREVIEWED = 12;

/** @param {number | null} column */
export function point(column) {
  if (state.pointed !== column) update({ pointed: column });
}

export function boardState() {
  const position = shownPosition();
  const { analysis } = state;
  const isStudied = state.study && !isHelpOff(state.game);
  const held = state.held?.key === shownKey() ? state.held.column : null;
  const hint = state.hint?.key === shownKey() && held === null ? state.hint.column : null;
  return {
    ...studiedBoard(position, {
      canDrop: isAtEnd() && !resultOf(state.game) ? canMove(state.game) || canPlan(state.game) : canBranch(),
      isBusy: isEnginesTurn(state.game) && isAtEnd(),
      pointed: isAtEnd() && canPlan(state.game) ? null : (held ?? state.pointed ?? hint),
      marks: [
        ...planMarks(isStudied && state.why ? shownPlan() : null, position),
        litMark(),
        ...mistakeMarks(position),
        ...refutationMarks(position),
        ...(isAtEnd() ? plannedMarks(position) : []),
        ...(isStudied && state.bestPlay !== 'no' ? bestPlay(position) : []),
        ...(hint === null ? [] : [{ kind: 'hint', columns: [hint], label: t('game.hinted') }]),
      ],
      studied: isStudied
        ? {
            scores: analysis?.columns ?? new Map(),
            estimates: analysis?.estimates ?? new Map(),
            best: analysis?.best ?? [],
            isDone: analysis?.done ?? false,
          }
        : null,
    }),
    refused: state.refused,
    hasRows: isStudied, // the explanations name them
  };
}

/** What a fact or a hint is about; without one, the better columns where a reviewed game goes wrong. @returns {Mark} */
function litMark() {
  const fact = state.fact === null ? null : (state.facts?.[state.fact] ?? null);
  if (fact) return { kind: 'lit', cells: fact.cells, columns: fact.columns };
  const advice = state.advice?.key === shownKey() && state.held?.key !== shownKey() ? state.advice : null;
  // The first hint is the idea alone.
  const isMarked = advice !== null && advice.step > 1;
  const columns = (isMarked ? advice.columns : null) ?? betterColumns();
  return { kind: 'lit', cells: isMarked ? advice.cells : [], columns };
}

/** Planned moves as discs, with the answer that they wait for. @param {Position} position */
function plannedMarks(position) {
  const { game } = state;
  const { planned } = plans;
  if (planned?.game !== game.id || planned?.ply !== game.moves.length) return [];
  return Object.entries(planned.moves).flatMap(([reply, column]) => {
    const row = position.height(column) + (reply === String(column) ? 2 : 1);
    const [colour] = game.yours;
    return [
      { kind: 'preview', cells: [{ column, row }], colour, label: reply },
      { kind: 'planned', columns: [column], label: t(reply ? 'game.planned for' : 'game.planned', { column: reply }) },
    ];
  });
}

/** The principal variation as numbered discs. @param {Position} position @returns {Mark[]} */
function bestPlay(position) {
  const { analysis } = state;
  if (analysis?.key !== shownKey()) return [];
  return numbered(position, analysis.variation.slice(0, MOST_PREVIEWED));
}

/** A move that the coach holds back, and what follows. @param {Position} position */
function refutationMarks(position) {
  const { held } = state;
  if (held?.key !== shownKey() || !held.shown) return [];
  return numbered(position, [held.column, ...held.line.slice(0, held.shown)]);
}

/** Moves as numbered discs. @param {Position} position @param {number[]} columns */
function numbered(position, columns) {
  let here = position;
  return columns.map((column, i) => {
    const colour = here.toMove;
    here = here.play(column);
    return { kind: 'preview', cells: [{ column, row: here.height(column) }], colour, label: String(i + 1) };
  });
}

/** The next move of a reviewed game if it is a mistake, and what it allows or misses. @param {Position} position @returns {Mark[]} */
function mistakeMarks(position) {
  const mistake = shownMistake();
  if (mistake?.ply !== shownPly() + 1) return [];
  const column = state.game.moves[mistake.ply - 1];
  const line = mistake.line.length ? mistake.line : [column];
  const discs = numbered(position, line.slice(0, state.lineShown ?? line.length));
  if (line[0] === column && discs.length) discs[0].label = '✗';
  return discs.length < line.length ? discs : [...discs, { kind: 'lit', cells: mistake.cells }];
}

/** The best columns if the next move of a reviewed game is a mistake. */
function betterColumns() {
  const next = isInVariation() ? null : shownReview()?.moves.get(shownPly() + 1);
  return next && next.verdict !== 'best' ? next.best_columns : [];
}
