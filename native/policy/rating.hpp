// Glicko-2, for the ratings of people and of those who solve puzzles: they play now and then and
// get better, and are rated after each game.
//
// Mark Glickman, "Example of the Glicko-2 system" (http://www.glicko.net/glicko/glicko2.pdf): the
// steps below have its numbers. A rating belongs to a moment: without games its deviation grows.

#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace dropfour::policy {

// *deviation* is the standard deviation; *volatility* is how erratic the results have been.
struct Rating {
  static constexpr double kScale = 173.7178, kLargestDeviation = 350;

  double value = 1500, deviation = kLargestDeviation, volatility = 0.06;
};

// The rating after some rating periods, or parts of one, without games (step 6).
inline Rating rested(const Rating& rating, double periods) {
  const double growth = rating.volatility * Rating::kScale * std::sqrt(std::max(0.0, periods));
  const double deviation = std::sqrt(rating.deviation * rating.deviation + growth * growth);
  return {rating.value, std::min(deviation, Rating::kLargestDeviation), rating.volatility};
}

// The volatility after the games, by the Illinois method (step 5).
inline double new_volatility(double sigma, double phi, double variance, double delta) {
  constexpr double kTau = 0.5;  // how much the volatility may change
  constexpr double kClose = 1e-6;
  const double known = phi * phi + variance;
  // *x* is counted from the logarithm of the old variance: logarithms would add 5 kB to the page.
  const auto f = [&](double x) {
    const double power = sigma * sigma * std::exp(x), sum = known + power;
    return power * (delta * delta - sum) / (2 * sum * sum) - x / (kTau * kTau);
  };
  const double step = f(0) > 0 ? kTau : -kTau;
  double low = 0, high = step;
  while (f(high) * step > 0) high += step;
  double f_low = f(low), f_high = f(high);
  while (std::abs(high - low) > kClose) {
    const double middle = low + (low - high) * f_low / (f_high - f_low), f_middle = f(middle);
    if (f_middle * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else {
      f_low /= 2;
    }
    high = middle;
    f_high = f_middle;
  }
  return sigma * std::exp(low / 2);
}

// The rating after a period with *games*: opponents, and points of 0, 0.5 or 1.
inline Rating rated(const Rating& rating, const std::vector<std::pair<Rating, double>>& games) {
  if (games.empty()) return rested(rating, 1);
  const double mu = (rating.value - 1500) / Rating::kScale;  // step 2
  const double phi = rating.deviation / Rating::kScale;
  double information = 0, surprise = 0;
  for (const auto& [opponent, points] : games) {  // step 3
    const double spread = opponent.deviation / Rating::kScale / std::numbers::pi;
    const double weight = 1 / std::sqrt(1 + 3 * spread * spread);
    const double ahead = mu - (opponent.value - 1500) / Rating::kScale;
    const double expected = 1 / (1 + std::exp(-weight * ahead));
    information += weight * weight * expected * (1 - expected);
    surprise += weight * (points - expected);
  }
  const double volatility =
      new_volatility(rating.volatility, phi, 1 / information, surprise / information);
  const double widened = phi * phi + volatility * volatility;  // step 6
  const double variance = 1 / (1 / widened + information);     // step 7
  const double deviation =
      std::min(Rating::kScale * std::sqrt(variance), Rating::kLargestDeviation);
  return {1500 + Rating::kScale * (mu + variance * surprise), deviation, volatility};  // step 8
}

}  // namespace dropfour::policy
