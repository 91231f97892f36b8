// A position on a board of some Shape, and the moves from it: the fast twin of dropfour.Position.

#pragma once

#include <cstdint>

#include "shape.hpp"

namespace dropfour {

enum class Objective { kFirstLine, kMostLines };

template <class Shape>
struct Position {
  using Word = typename Shape::Word;

  Word own{};       // stones of the side to move
  Word occupied{};  // stones of both
  int ply = 0;      // how many stones lie on the board

  constexpr Word other() const { return own ^ occupied; }

  // *move* is the one bit of the cell that is taken.
  constexpr Position play(const Word& move) const { return {other(), occupied | move, ply + 1}; }

  constexpr bool is_full(const Shape& shape) const { return ply == shape.cells(); }

  // Whether the side that moved last has a line: then a FIRST_LINE game is over.
  constexpr bool is_won(const Shape& shape) const { return shape.has_line(other()); }

  // One number for each position of a shape, 0 for none: in each column the stones of the side to
  // move, and one more bit on top of the pile.
  constexpr Word key(const Shape& shape) const { return own + occupied + shape.bottom_mask(); }
};

template <class Shape>
constexpr Position<Shape> mirrored(const Shape& shape, const Position<Shape>& position) {
  using Word = typename Shape::Word;
  Position<Shape> result;
  result.ply = position.ply;
  for (int column = 0; column < shape.columns(); ++column) {
    const int from = column * shape.stride();
    const int to = (shape.columns() - 1 - column) * shape.stride();
    const Word mask = shape.column_mask(0);
    result.own |= ((position.own >> from) & mask) << to;
    result.occupied |= ((position.occupied >> from) & mask) << to;
  }
  return result;
}

// How many move sequences of *depth* plies there are from here; a finished game has none.
template <class Shape>
std::uint64_t perft(const Shape& shape, const Position<Shape>& position, Objective objective,
                    int depth) {
  if (depth == 0) return 1;
  if (objective == Objective::kFirstLine && position.is_won(shape)) return 0;
  auto moves = shape.playable(position.occupied);
  if (depth == 1) return std::uint64_t(popcount(moves));
  std::uint64_t count = 0;
  for (; any(moves); moves = without_lowest(moves))
    count +=
        perft(shape, position.play(bit<typename Shape::Word>(lowest(moves))), objective, depth - 1);
  return count;
}

}  // namespace dropfour
