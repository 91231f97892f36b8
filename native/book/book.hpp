// Look-up in an opening book: exact scores of early positions, never a wrong one.
//
// A book covers every position of plies 0 to its depth. Its scores are stored in shelves, one per
// ply, without keys. A shelf holds every position of its ply that can occur in a game, so its
// function gives the right score once that condition has been checked. A ply without a shelf is
// computed from the next one: the score of a position is that of its best move. book_file.hpp
// describes the file.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board/board.hpp"
#include "board/score.hpp"
#include "book/fuse.hpp"

namespace dropfour::book {

using namespace board;

// The position or its mirror image, whichever has the smaller key.
template <class Shape>
Position<Shape> canonical(const Shape& shape, const Position<Shape>& position) {
  const Position<Shape> turned = mirrored(shape, position);
  return is_less(turned.key(shape), position.key(shape)) ? turned : position;
}

// The score if the game is over or the side to move can complete a line immediately.
template <class Shape>
std::optional<int> score_by_rules(const Shape& shape, const Position<Shape>& position,
                                  Objective objective) {
  const int empty = shape.cells() - position.ply;
  if (objective == Objective::kMostLines) {
    if (empty > 0) return std::nullopt;
    return shape.count_lines(position.own) - shape.count_lines(position.other());
  }
  if (position.is_won(shape)) return -win_score(shape.cells(), position.ply);
  if (empty == 0) return 0;
  if (any(shape.completing_cells(position.own) & shape.playable(position.occupied)))
    return win_score(shape.cells(), position.ply + 1);
  return std::nullopt;
}

// Finds out whether some game leads to a position, by undoing moves down to the empty board. For
// unfinished positions, which have no line that could have ended the game before. Positions that
// were set up by hand may not occur in any game.
template <class Shape>
class GameFinder {
 public:
  using Word = typename Shape::Word;

  bool exists(const Position<Shape>& position) {
    if (popcount(position.own) != position.ply / 2) return false;
    return can_undo(position.own, position.occupied);
  }

 private:
  bool can_undo(const Word& own, const Word& occupied) {
    if (!any(occupied)) return true;
    const Word last_mover = own ^ occupied;
    for (Word tops = last_mover & ~(occupied >> 1); any(tops); tops = without_lowest(tops)) {
      const Word stone = bit<Word>(lowest(tops));
      const Word rest = occupied ^ stone;
      // Stones can be removed in almost any order, so the list of dead ends stays short.
      if (std::find(dead_ends_.begin(), dead_ends_.end(), rest) != dead_ends_.end()) continue;
      if (can_undo(last_mover ^ stone, rest)) return true;
      dead_ends_.push_back(rest);
    }
    return false;
  }

  std::vector<Word> dead_ends_;  // occupied cells; they determine whose stones those are
};

// The scores of all positions of one ply.
struct Shelf {
  int ply;
  int lowest_score;  // stored as the value 1
  FuseFunction function;

  int score(std::span<const std::uint64_t> limbs) const {
    return int(function.value(limbs)) - 1 + lowest_score;
  }
};

class Book {
 public:
  // For positions with the shape and objective of *like*.
  Book(const Board& like, std::vector<Shelf> shelves) : like_(like) {
    for (Shelf& shelf : shelves) {
      if (shelf.ply <= depth()) throw std::invalid_argument("shelves are ordered by ply");
      by_ply_.resize(std::size_t(shelf.ply) + 1);
      by_ply_.back() = std::move(shelf);
    }
    if (by_ply_.empty()) throw std::invalid_argument("a book needs a shelf");
  }

  // The score for the side to move; nullopt if the book lacks the position or the game is over.
  std::optional<int> lookup(const Board& board) const {
    if (!board.has_rules_of(like_)) return std::nullopt;
    return board.visit(
        [&](const auto& shape, const auto& position) { return find(shape, position); });
  }

  template <class Shape>
  std::optional<int> find(const Shape& shape, const Position<Shape>& position) const {
    if (std::size_t(position.ply) >= by_ply_.size() || is_over(shape, position, like_.objective()))
      return std::nullopt;
    const std::optional<int> ruled = score_by_rules(shape, position, like_.objective());
    if (ruled) return ruled;
    if (!GameFinder<Shape>().exists(position)) return std::nullopt;
    return score_of(shape, position);
  }

  const Board& like() const { return like_; }
  int depth() const { return int(by_ply_.size()) - 1; }

 private:
  // For a position that occurs in some game and that score_by_rules leaves open.
  template <class Shape>
  int score_of(const Shape& shape, const Position<Shape>& position) const {
    const std::optional<Shelf>& shelf = by_ply_[std::size_t(position.ply)];
    if (!shelf) return best_move_of(shape, position);
    const auto key = canonical(shape, position).key(shape);
    return shelf->score(limbs_in(key));
  }

  template <class Shape>
  int best_move_of(const Shape& shape, const Position<Shape>& position) const {
    using Word = typename Shape::Word;
    int best = std::numeric_limits<int>::min();
    for (Word moves = shape.playable(position.occupied); any(moves);
         moves = without_lowest(moves)) {
      const auto child = position.play(bit<Word>(lowest(moves)));
      const std::optional<int> ruled = score_by_rules(shape, child, like_.objective());
      best = std::max(best, -(ruled ? *ruled : score_of(shape, child)));
    }
    return best;
  }

  Board like_;
  std::vector<std::optional<Shelf>> by_ply_;
};

}  // namespace dropfour::book
