// Many positions with the same rules in one array: for each, the stones of the side to move and
// then those of both sides, each as 64-bit limbs, lowest first.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "board/board.hpp"
#include "board/random.hpp"

namespace dropfour::batch {

using namespace board;

// A view of such an array; the number of limbs per mask depends on the board.
template <class Limb>
class Positions {
 public:
  Positions(Limb* limbs, std::size_t count, std::size_t limbs_per_mask)
      : limbs_(limbs), count_(count), size_(limbs_per_mask) {}

  std::size_t count() const { return count_; }

  template <class Shape>
  Position<Shape> get(const Shape&, std::size_t i) const {
    using Word = typename Shape::Word;
    Position<Shape> position;
    position.own = word_from_limbs(mask(2 * i), static_cast<Word*>(nullptr));
    position.occupied = word_from_limbs(mask(2 * i + 1), static_cast<Word*>(nullptr));
    position.ply = popcount(position.occupied);
    return position;
  }

  Board get(const Board& like, std::size_t i) const {
    return like.with_stones(mask(2 * i), mask(2 * i + 1));
  }

  template <class Shape>
  void set(std::size_t i, const Position<Shape>& position) const {
    std::copy_n(limbs_in(position.own).begin(), size_, mask(2 * i).begin());
    std::copy_n(limbs_in(position.occupied).begin(), size_, mask(2 * i + 1).begin());
  }

 private:
  std::span<Limb> mask(std::size_t i) const { return {limbs_ + i * size_, size_}; }

  Limb* limbs_;
  std::size_t count_, size_;
};

// Whether the stones lie on the board without gaps below them and, in FIRST_LINE, nobody has a line
// except the side that moved last, by its last stone.
template <class Shape>
bool is_valid(const Shape& shape, const Position<Shape>& position, Objective objective) {
  using Word = typename Shape::Word;
  const Word& occupied = position.occupied;
  // A gap is an empty cell or a spare bit below an occupied cell.
  const Word above_bottom = occupied & ~shape.bottom_mask();
  if (any(occupied & ~shape.board_mask()) || any(position.own & ~occupied) ||
      any((above_bottom >> 1) & ~occupied))
    return false;
  if (objective == Objective::kMostLines) return true;
  if (shape.has_line(position.own)) return false;
  if (!position.is_won(shape)) return true;
  for (Word tops = position.other() & ~(occupied >> 1); any(tops); tops = without_lowest(tops))
    if (!shape.has_line(position.other() ^ bit<Word>(lowest(tops)))) return true;
  return false;
}

// The number of the first position that is not valid.
inline std::optional<std::size_t> find_invalid(const Board& like,
                                               const Positions<const std::uint64_t>& positions) {
  return like.visit([&](const auto& shape, const auto&) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < positions.count(); ++i)
      if (!is_valid(shape, positions.get(shape, i), like.objective())) return i;
    return std::nullopt;
  });
}

// The position after a move string such as `4455`; nullopt if the string is not in its plain form
// or contains an illegal move.
template <class Shape>
std::optional<Position<Shape>> after_moves(const Shape& shape, std::string_view moves,
                                           Objective objective) {
  Position<Shape> position;
  for (const char character : moves) {
    const int column = character >= '1' && character <= '9'   ? character - '1'
                       : character >= 'a' && character <= 'z' ? character - 'a' + 9
                                                              : kMaxSide;
    if (column >= shape.columns() || is_over(shape, position, objective)) return std::nullopt;
    const auto move = shape.playable(position.occupied) & shape.column_mask(column);
    if (!any(move)) return std::nullopt;
    position = position.play(move);
  }
  return position;
}

// Plays games with uniformly random moves until one is still unfinished after *ply* moves; nullopt
// if that does not happen within kMostGames games.
template <class Shape>
std::optional<Position<Shape>> random_position(const Shape& shape, int ply, Objective objective,
                                               Random& random) {
  constexpr int kMostGames = 1'000'000;
  for (int game = 0; game < kMostGames; ++game) {
    Position<Shape> position;
    while (position.ply < ply && !is_over(shape, position, objective)) {
      auto moves = shape.playable(position.occupied);
      for (int skipped = random.below(popcount(moves)); skipped > 0; --skipped)
        moves = without_lowest(moves);
      position = position.play(bit<typename Shape::Word>(lowest(moves)));
    }
    if (!is_over(shape, position, objective)) return position;
  }
  return std::nullopt;
}

// The generator for the position with this number; positions are independent of each other.
inline Random random_for(std::uint64_t seed, std::uint64_t number) {
  return Random(Random(Random(seed).next() + number).next());
}

}  // namespace dropfour::batch
