// What the side to move can expect from a column that a search cannot prove.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "engines/by_name.hpp"
#include "policy/columns.hpp"

namespace dropfour::policy {

using engines::Budget;
using engines::Findings;

// Of the logistic curve from values of `parity` and `patterns` to results: `python -m
// lab.experiments.estimates`, and lab.train, which learns on this scale.
inline constexpr double kShareScale = 10;

// *value* is the expected result from 0 (a loss) to 1 (a win) or, in MOST_LINES, the expected
// difference in lines; *depth* the plies of the search that found it.
struct ColumnEstimate {
  double value;
  int depth;
};

// The value of a position by the strongest evaluation, averaged with that of one ply less: whoever
// moves last before the evaluation looks better than they are. *run* is that of `choose`.
template <class Run>
Findings search_averaged(const Board& board, const Limits& limits, const Run& run) {
  const auto search = [&](const Limits& within) {
    return run(within.time_s, within.nodes, Budget::kNodesBetweenChecks, [&](Budget& budget) {
      return engines::search_with<engines::AlphaBeta>(board, engines::strongest_evaluation(board),
                                                      1, within.depth.value_or(0), budget);
    });
  };
  Findings found = search(limits);
  if (!found.is_settled && found.depth > 1)
    found.value = (found.value + search({{}, {}, found.depth - 1}).value) / 2;
  return found;
}

// Nothing if the game is over after the column, or the limits allow no search.
template <class Run>
std::optional<ColumnEstimate> estimate_column(const Board& board, int column, const Limits& limits,
                                              const Run& run) {
  const Board child = board.play(column);
  if (child.is_over()) return std::nullopt;
  const Findings found = search_averaged(child, limits, run);
  if (found.depth == 0) return std::nullopt;
  if (board.objective() == Objective::kMostLines)
    return ColumnEstimate{-(found.is_settled ? found.value : found.value / engines::kLine) + 0.0,
                          found.depth + 1};
  const double odds = std::exp(std::clamp(found.value / kShareScale, -50.0, 50.0));
  return ColumnEstimate{1 / (1 + odds), found.depth + 1};
}

}  // namespace dropfour::policy
