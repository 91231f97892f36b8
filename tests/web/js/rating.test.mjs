// Ratings of puzzles by Glicko-2.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from './page.mjs';

const { rate } = await load('puzzles/rating.js');

test("the example of Glickman's description", () => {
  const found = rate({ rating: 1500, deviation: 200, volatility: 0.06 }, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  assert.ok(Math.abs(found.rating - 1464.06) < 0.01);
  assert.ok(Math.abs(found.deviation - 151.52) < 0.01);
  assert.ok(Math.abs(found.volatility - 0.05999) < 0.00001);
});

test('a result that is hardly possible makes the rating less certain', () => {
  const found = rate({ rating: 800, deviation: 60, volatility: 0.06 }, [{ rating: 2600, deviation: 60, score: 1 }]);
  assert.ok(found.rating > 800);
  assert.ok(found.volatility > 0.06);
});
