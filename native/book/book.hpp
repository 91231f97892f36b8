// Look-up in an opening book: exact scores of early positions, never a wrong one.
//
// A book covers every position of plies 0 to `depth` and, beyond that, the positions that are hard
// to search. Its scores are stored in shelves, one per ply, without keys. Up to `depth` the shelf
// holds every position of its ply that can occur in a game, so its function gives the right score
// once that condition has been checked. A ply without a shelf is computed from the next one: the
// score of a position is that of its best move. Beyond `depth` a filter comes first. It admits all
// positions of the shelf and a few others; the builder tries every position of the ply and gives
// those others the value kAbsent. book_file.hpp describes the file.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board/board.hpp"
#include "book/fuse.hpp"
#include "book/openings.hpp"

namespace dropfour::book {

// A filter is a function that maps each of its keys to this mark, and other keys rarely.
inline std::uint32_t mark_of(std::span<const std::uint64_t> limbs, int value_bits) {
  // No function is built with this seed, so marks and cells are independent.
  constexpr std::uint64_t kMarkSeed = ~std::uint64_t{0};
  return std::uint32_t(hash_of(limbs, kMarkSeed) & ((std::uint64_t{1} << value_bits) - 1));
}

inline bool is_admitted(const FuseFunction& filter, std::span<const std::uint64_t> limbs) {
  return filter.value(limbs) == mark_of(limbs, filter.shape().value_bits);
}

// The scores of one ply: of all its positions, or, with a filter, of the hard ones.
struct Shelf {
  static constexpr std::uint32_t kAbsent = 0;

  int ply;
  int lowest_score;  // stored as the value 1
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
  // For positions with the shape and objective of *like*. *hard_nodes* as in book_file.hpp.
  Book(const Board& like, int depth, std::uint64_t hard_nodes, std::vector<Shelf> shelves)
      : like_(like), depth_(depth), hard_nodes_(hard_nodes) {
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
  int depth() const { return depth_; }
  // Whether it holds what a player can meet that plays one best move each time.
  bool has_repertoire() const {
    return by_ply_.size() > std::size_t(depth_) + 1 && hard_nodes_ == 0;
  }

 private:
  // For a position that occurs in some game and that score_by_rules leaves open.
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

  Board like_;
  int depth_;
  std::uint64_t hard_nodes_;
  std::vector<std::optional<Shelf>> by_ply_;
};

}  // namespace dropfour::book
