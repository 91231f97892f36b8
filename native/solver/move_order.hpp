// The order in which the children of a node are searched.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

#include "solver/node.hpp"
#include "solver/static_bounds.hpp"

namespace dropfour::solver {

// The part of a move's priority that depends on its cell only.
template <class Shape>
constexpr int compute_cell_priority(const Shape& shape, int cell) {
  const int column = shape.column_of(cell), row = shape.row_of(cell);
  return 16 * std::min(column, shape.columns() - 1 - column) +
         12 * std::min(row, shape.rows() - 1 - row);
}

// The same for all cells of a shape known at compile time.
template <class Shape>
inline constexpr auto kCellPriorities = [] {
  std::array<unsigned char, 64> table{};
  for (int cell = 0; cell < Shape{}.bits(); ++cell)
    table[std::size_t(cell)] = static_cast<unsigned char>(compute_cell_priority(Shape{}, cell));
  return table;
}();

template <class Shape>
constexpr int cell_priority(const Shape& shape, int cell) {
#if !defined(__CUDACC__)  // whose device code cannot use the table
  if constexpr (std::is_empty_v<Shape>) return kCellPriorities<Shape>[std::size_t(cell)];
#endif
  return compute_cell_priority(shape, cell);
}

// The priority of playing *cell*, which leads from *node* to *next*, in the move ordering: prefers
// moves that create many winning cells, keep the initiative, leave few replies and lie near the
// centre. Never negative. The weights were tuned on random positions of plies 8 to 27.
template <class Shape>
constexpr int priority(const Shape& shape, const StaticBounds<Shape>& bounds,
                       const Node<Shape>& node, int cell, const Settled<Shape>& next) {
  using Word = typename Shape::Word;
  const bool is_even = (shape.cells() - node.ply) % 2 == 0;
  const Word good = is_even ? ~bounds.follow_mask() : bounds.follow_mask();
  const Word wins = next.is_other_side ? next.node.other_wins : next.node.own_wins;
  return 64 * popcount(wins) + 32 * popcount(wins & good) + 24 * (next.node.ply - node.ply) +
         (next.is_other_side ? 0 : 32) + 16 * (shape.columns() - popcount(next.moves)) +
         cell_priority(shape, cell);
}

}  // namespace dropfour::solver
