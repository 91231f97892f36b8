// Iterative deepening, the result of a search, and the order of columns that breaks ties.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "board/position.hpp"
#include "engines/budget.hpp"
#include "engines/evaluation.hpp"

namespace dropfour::engines {

using namespace board;

// The result of a search, for the side to move. Columns count from 0.
struct Findings {
  int column = -1;
  double value = 0;
  int depth = 0;               // plies searched completely; 0 if not even one was
  std::vector<int> variation;  // the principal variation, starting with `column`
  bool is_settled = false;     // no deeper search could change the result
  std::uint64_t nodes = 0;
  int previous_column = -1;  // the choice with one ply less; -1 if there was none
};

// The columns from the middle outwards, left before right: of equal moves the first is chosen.
inline std::vector<int> columns_from_middle(int columns) {
  std::vector<int> order;
  for (int column = 0; column < columns; ++column) order.push_back(column);
  const auto rank = [&](int column) {
    return std::pair(std::abs(2 * column - columns + 1), column);
  };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });
  return order;
}

// A move at the root.
template <class Shape>
struct RootMove {
  int column;
  int rank;  // 0 for the move nearest the middle
  typename Shape::Word cell;
};

template <class Shape>
std::vector<RootMove<Shape>> root_moves(const Shape& shape, const Position<Shape>& position) {
  std::vector<RootMove<Shape>> moves;
  const auto playable = shape.playable(position.occupied);
  for (const int column : columns_from_middle(shape.columns())) {
    const auto cell = playable & shape.column_mask(column);
    if (any(cell)) moves.push_back({column, int(moves.size()), cell});
  }
  return moves;
}

// Whether a deeper search would have the same result: this one reached the end of every game, or
// found a forced win or loss.
template <class Shape>
bool is_settled(const Shape& shape, const Position<Shape>& root, const Rewards<Shape>& rewards,
                double value, int depth) {
  if (root.ply + depth >= shape.cells()) return true;
  return rewards.is_first_line() && rewards.discount() == 1 && std::abs(value) >= kWin;
}

// Iterative deepening to *depth*, until the result is settled or the budget is spent; returns the
// result of the last completed iteration. `search.at_depth(n)` returns Findings, and
// `search.first_column()` is the move if not even one ply can be searched.
template <class Search>
Findings deepen(Search& search, int depth, Budget& budget) {
  Findings best;
  best.column = search.first_column();
  for (int next = 1; next <= depth && !best.is_settled; ++next) {
    Findings found = search.at_depth(next);
    if (budget.is_over()) break;
    if (next > 1) found.previous_column = best.column;
    best = std::move(found);
  }
  best.nodes = budget.spent();
  return best;
}

}  // namespace dropfour::engines
