// The reader of an opening book: exact scores of early positions, never a wrong one.
//
// A book knows every position of plies 0 to `depth`, and beyond, those that a search finds hard.
// Its scores lie on shelves, one for a ply. It keeps no keys. Up to `depth` a position that some
// game leads to is on the shelf of its ply, so what the shelf's function says is its score; that
// there is such a game is checked. A ply without a shelf is worked out from the next one: a
// position is worth the best of its moves. Beyond `depth` a filter is asked first: it lets all
// positions of the shelf through and a few others, which the builder has found by trying every
// position of the ply and given the value kAbsent. dropfour.book.format has the file.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board.hpp"
#include "fuse.hpp"
#include "openings.hpp"

namespace dropfour {

// A filter is a function that gives each of its keys this mark, and seldom gives it to another one.
inline std::uint32_t mark_of(std::span<const std::uint64_t> limbs, int value_bits) {
  // A seed that no function is tried with, so that marks and cells are independent.
  constexpr std::uint64_t kMarkSeed = ~std::uint64_t{0};
  return std::uint32_t(hash_of(limbs, kMarkSeed) & ((std::uint64_t{1} << value_bits) - 1));
}

inline bool is_admitted(const FuseFunction& filter, std::span<const std::uint64_t> limbs) {
  return filter.value(limbs) == mark_of(limbs, filter.shape().value_bits);
}

// The scores of one ply: of all its positions, or with a filter of the hard ones.
struct Shelf {
  static constexpr std::uint32_t kAbsent = 0;

  int ply;
  int lowest_score;  // the value 1
  FuseFunction function;
  std::optional<FuseFunction> filter;

  std::optional<int> score(std::span<const std::uint64_t> limbs) const {
    if (filter && !is_admitted(*filter, limbs)) return std::nullopt;
    const std::uint32_t value = function.value(limbs);
    if (value == kAbsent) return std::nullopt;
    return int(value) - 1 + lowest_score;
  }
};

class Book {
 public:
  // For positions with the shape and objective of *like*.
  Book(const Board& like, int depth, std::vector<Shelf> shelves) : like_(like), depth_(depth) {
    for (Shelf& shelf : shelves) {
      const auto ply = std::size_t(shelf.ply);
      if (shelf.ply < 0 || shelf.filter.has_value() != (shelf.ply > depth))
        throw std::invalid_argument("a shelf has a filter if it lies beyond the depth");
      by_ply_.resize(std::max(by_ply_.size(), ply + 1));
      by_ply_[ply] = std::move(shelf);
    }
    if (depth < 0 || std::size_t(depth) >= by_ply_.size() || !by_ply_[std::size_t(depth)])
      throw std::invalid_argument("the deepest complete ply needs a shelf");
  }

  // The score for the side to move, nothing if the book does not know it or the game is over.
  std::optional<int> lookup(const Board& board) const {
    return board.visit([&](const auto& shape, const auto& position) -> std::optional<int> {
      if (board.objective() != like_.objective() || !is_like(shape)) return std::nullopt;
      return find(shape, position);
    });
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

 private:
  // For a position that some game leads to and the rules leave open.
  template <class Shape>
  std::optional<int> score_of(const Shape& shape, const Position<Shape>& position) const {
    const std::optional<Shelf>& shelf = by_ply_[std::size_t(position.ply)];
    if (!shelf) return position.ply < depth_ ? best_move_of(shape, position) : std::nullopt;
    const auto key = canonical(shape, position).key(shape);
    return shelf->score(limbs_in(key));
  }

  template <class Shape>
  std::optional<int> best_move_of(const Shape& shape, const Position<Shape>& position) const {
    using Word = typename Shape::Word;
    std::optional<int> best;
    for (Word moves = shape.playable(position.occupied); any(moves);
         moves = without_lowest(moves)) {
      const auto child = position.play(bit<Word>(lowest(moves)));
      const std::optional<int> ruled = score_by_rules(shape, child, like_.objective());
      const std::optional<int> score = ruled ? ruled : score_of(shape, child);
      if (!score) return std::nullopt;
      best = std::max(-*score, best.value_or(-*score));
    }
    return best;
  }

  template <class Shape>
  bool is_like(const Shape& shape) const {
    return like_.visit([&](const auto& own, const auto&) {
      return own.columns() == shape.columns() && own.rows() == shape.rows() &&
             own.connect() == shape.connect();
    });
  }

  Board like_;
  int depth_;
  std::vector<std::optional<Shelf>> by_ply_;
};

}  // namespace dropfour
