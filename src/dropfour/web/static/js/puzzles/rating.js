// Ratings by Glicko-2 (Glickman 2013), each result a rating period of its own. A solved puzzle is a win against it.

/** @typedef {{rating: number, deviation: number, volatility: number}} Strength */

/** @type {Strength} */
export const NEWCOMER = { rating: 1000, deviation: 350, volatility: 0.06 };

const SCALE = 173.7178;
const TAU = 0.5; // how much the volatility may change
const TOLERANCE = 0.000001;

/**
 * The strength of a player after a rating period. *opponents* have known ratings; *score* is 1 for a win, 0 for a loss.
 * @param {Strength} player @param {{rating: number, deviation: number, score: number}[]} opponents @returns {Strength}
 */
export function rate(player, opponents) {
  const mu = (player.rating - 1500) / SCALE;
  const phi = player.deviation / SCALE;
  let information = 0;
  let surprise = 0;
  for (const { rating, deviation, score } of opponents) {
    const weight = 1 / Math.sqrt(1 + (3 * (deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-weight * (mu - (rating - 1500) / SCALE)));
    information += weight ** 2 * expected * (1 - expected);
    surprise += weight * (score - expected);
  }
  const variance = 1 / information;
  const volatility = newVolatility(player.volatility, variance * surprise, phi, variance);
  const before = phi ** 2 + volatility ** 2;
  const after = 1 / Math.sqrt(1 / before + 1 / variance);
  return { rating: 1500 + SCALE * (mu + after ** 2 * surprise), deviation: SCALE * after, volatility };
}

/** The volatility that makes the results most likely: step 5 of the algorithm, by the Illinois method.
 * @param {number} sigma @param {number} delta @param {number} phi @param {number} variance */
function newVolatility(sigma, delta, phi, variance) {
  const start = Math.log(sigma ** 2);
  const f = (/** @type {number} */ x) => {
    const grown = Math.exp(x);
    const sum = phi ** 2 + variance + grown;
    return (grown * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - start) / TAU ** 2;
  };
  let a = start;
  let b = Math.log(delta ** 2 - phi ** 2 - variance);
  if (!(delta ** 2 > phi ** 2 + variance)) {
    let k = 1;
    while (f(start - k * TAU) < 0) k += 1;
    b = start - k * TAU;
  }
  let fa = f(a);
  let fb = f(b);
  while (Math.abs(b - a) > TOLERANCE) {
    const c = a + ((a - b) * fa) / (fb - fa);
    const fc = f(c);
    if (fc * fb <= 0) {
      a = b;
      fa = fb;
    } else {
      fa /= 2;
    }
    b = c;
    fb = fc;
  }
  return Math.exp(a / 2);
}
