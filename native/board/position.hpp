// A position on a board of some Shape, and its moves: the native counterpart of dropfour.Position.

#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "board/shape.hpp"

namespace dropfour::board {

enum class Objective { kFirstLine, kMostLines };

template <class Shape>
struct Position {
  using Word = typename Shape::Word;

  Word own{};       // stones of the side to move
  Word occupied{};  // stones of both
  int ply = 0;      // the number of stones on the board

  constexpr Word other() const { return own ^ occupied; }

  // *move* is the bit of the cell that the stone takes.
  constexpr Position play(const Word& move) const { return {other(), occupied | move, ply + 1}; }

  constexpr bool is_full(const Shape& shape) const { return ply == shape.cells(); }

  // Whether the side that moved last has a line, which ends a FIRST_LINE game.
  constexpr bool is_won(const Shape& shape) const { return shape.has_line(other()); }

  // Different for each position of a shape.
  constexpr auto key(const Shape& shape) const { return shape.key(own, occupied); }
};

template <class Shape>
using KeyOf = decltype(Position<Shape>{}.key(std::declval<Shape>()));

template <class Shape>
constexpr bool is_over(const Shape& shape, const Position<Shape>& position, Objective objective) {
  return position.is_full(shape) || (objective == Objective::kFirstLine && position.is_won(shape));
}

// Cells or a key with the columns in reverse order.
template <class Shape>
constexpr typename Shape::Word mirrored(const Shape& shape, const typename Shape::Word& word) {
  using Word = typename Shape::Word;
  const Word column = (Word(1) << shape.stride()) - Word(1);
  Word result{};
  for (int i = 0; i < shape.columns(); ++i)
    result |= ((word >> (i * shape.stride())) & column)
              << ((shape.columns() - 1 - i) * shape.stride());
  return result;
}
template <class Shape>
constexpr Position<Shape> mirrored(const Shape& shape, const Position<Shape>& position) {
  return {mirrored(shape, position.own), mirrored(shape, position.occupied), position.ply};
}
// The key of the mirror image. A key of one number is mirrored like cells, and so are the stones of
// one that also names the full columns, of which there are rarely any.
template <class Shape, class Key>
constexpr Key mirrored_key(const Shape& shape, const typename Shape::Word& occupied,
                           const Key& key) {
  if constexpr (std::is_same_v<Key, typename Shape::Word>) {
    return mirrored(shape, key);
  } else {
    Key mirror{mirrored(shape, key.stones), 0};
    if (key.full != 0) mirror.full = shape.key({}, mirrored(shape, occupied)).full;
    return mirror;
  }
}

// The number of move sequences of *depth* plies from here; a finished game has none.
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

}  // namespace dropfour::board
