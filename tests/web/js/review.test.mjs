// Stepping through a reviewed game: which mistake comes first, and where a move is tried again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './page.mjs';

globalThis.requestAnimationFrame = () => 0;
const { newGame, seatsOf } = await load('model/game.js');
const { state, update } = await load('page/state.js');
const { againPly, firstMistake, goTo, otherMistake } = await load('study/review.js');

const PLIES = [2, 3, 9, 13, 15];

function show(turning, colour = 'red') {
  const mistakes = PLIES.map((ply) => ({ ply, played: '', better: '', reason: '' }));
  const game = newGame({ moves: [...'427527754554643442'].map(Number), ...seatsOf('medium', colour) });
  update({
    game,
    shownPly: null,
    review: { key: '', moves: new Map(), story: { decisive: turning, turning_point: turning, mistakes }, isOpen: true },
  });
}

test('the decisive mistake comes first, then those around it in the order of the game', () => {
  show(9);
  assert.equal(otherMistake(1).ply, 9);
  goTo(8);
  assert.equal(otherMistake(-1).ply, 3);
  assert.equal(otherMistake(1).ply, 13);
  goTo(state.game.moves.length);
  assert.equal(otherMistake(-1).ply, 15);
});

test("the opponent's decisive mistake comes first, too; without one, the visitor's own", () => {
  show(9, 'yellow');
  assert.equal(firstMistake().ply, 9);
  show(null, 'yellow');
  assert.equal(firstMistake().ply, 2);
  show(null);
  assert.equal(firstMistake().ply, 3);
});

test("the engine's decisive mistake is shown, and then punished", () => {
  const game = newGame({ moves: [...'445533444112217'].map(Number), ...seatsOf('perfect', 'red') });
  const moves = new Map(
    [
      [13, 'blunder'],
      [14, 'blunder'],
      [15, 'best'],
    ].map(([ply, verdict]) => [ply, { ply, verdict }]),
  );
  for (const shownPly of [13, 14]) {
    update({
      game,
      shownPly,
      review: { key: '', moves, story: { decisive: 14, turning_point: 14, mistakes: [] }, isOpen: true },
    });
    assert.equal(againPly(), 14);
  }
});
