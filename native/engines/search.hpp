// What the searches share: their findings, the order of equal columns, and deepening step by step.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "../position.hpp"
#include "budget.hpp"
#include "evaluation.hpp"

namespace dropfour {

// What a search found out, for the side to move. Columns count from 0.
struct Findings {
  int column = -1;
  double value = 0;
  int depth = 0;            // how many plies were searched in full; 0: nothing was
  std::vector<int> line;    // the columns expected, the chosen one first
  bool is_settled = false;  // no deeper search could change it
  std::uint64_t nodes = 0;
};

// The columns from the middle outwards, left before right: of equal moves the first is chosen.
inline std::vector<int> columns_from_middle(int columns) {
  std::vector<int> order;
  for (int column = 0; column < columns; ++column) order.push_back(column);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return std::abs(2 * a - columns + 1) < std::abs(2 * b - columns + 1);
  });
  return order;
}

// One candidate at the root.
template <class Shape>
struct RootMove {
  int column;
  int rank;  // 0 nearest the middle
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

// Whether a deeper search would find the same: it saw the end of every game, or a forced one.
template <class Shape>
bool is_settled(const Shape& shape, const Position<Shape>& root, const Rewards<Shape>& rewards,
                double value, int depth) {
  if (root.ply + depth >= shape.cells()) return true;
  return rewards.is_first_line() && rewards.discount() == 1 && std::abs(value) >= kWin;
}

// Searches deeper and deeper, until the budget, *depth* or the game's end is reached, and returns
// what the last search that came to its end found. `search.at_depth(n)` gives Findings, and
// `search.first_column()` what to play if not even one ply can be searched.
template <class Search>
Findings deepen(Search& search, int depth, Budget& budget) {
  Findings best;
  best.column = search.first_column();
  try {
    for (int next = 1; next <= depth && !best.is_settled; ++next) best = search.at_depth(next);
  } catch (const OutOfBudget&) {
  }
  best.nodes = budget.spent();
  return best;
}

}  // namespace dropfour
