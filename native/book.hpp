// The reader of an opening book: exact scores of early positions, never a wrong one.
//
// A book holds every position of plies 0 to `depth`, and beyond, up to `last_ply`, those that a
// search finds hard. It keeps no keys. Up to `depth` a position that some game leads to is in the
// book, so the function's answer is its score; that there is such a game is checked. Beyond, a
// filter is asked first: it lets all positions of the book through and a few others, which the
// builder has found by trying every position of the ply and given the value kAbsent.
// dropfour.book.format has the file.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "board.hpp"
#include "fuse.hpp"
#include "openings.hpp"

namespace dropfour {

// What the header of a book says.
struct BookTerms {
  int depth = 0;
  int last_ply = 0;
  int lowest_score = 0;  // the value 1
};

// A filter is a function that gives each of its keys this mark, and seldom gives it to another one.
inline std::uint32_t mark_of(std::span<const std::uint64_t> limbs, int value_bits) {
  // A seed that no function is tried with, so that marks and cells are independent.
  constexpr std::uint64_t kMarkSeed = ~std::uint64_t{0};
  return std::uint32_t(hash_of(limbs, kMarkSeed) & ((std::uint64_t{1} << value_bits) - 1));
}

inline bool is_admitted(const FuseFunction& filter, std::span<const std::uint64_t> limbs) {
  return filter.value(limbs) == mark_of(limbs, filter.shape().value_bits);
}

class Book {
 public:
  static constexpr std::uint32_t kAbsent = 0;

  // For positions with the shape and objective of *like*; a book without hard positions needs no
  // filter.
  Book(const Board& like, const BookTerms& terms, FuseFunction function, FuseFunction filter)
      : like_(like), terms_(terms), function_(std::move(function)), filter_(std::move(filter)) {
    if (terms.last_ply > terms.depth && filter_.cells().empty())
      throw std::invalid_argument("hard positions need a filter");
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
    if (position.ply > terms_.last_ply || is_over(shape, position, like_.objective()))
      return std::nullopt;
    const std::optional<int> ruled = score_by_rules(shape, position, like_.objective());
    if (ruled) return ruled;
    if (!GameFinder<Shape>().exists(position)) return std::nullopt;
    const auto key = canonical(shape, position).key(shape);
    const auto limbs = limbs_in(key);
    if (position.ply > terms_.depth && !is_admitted(filter_, limbs)) return std::nullopt;
    const std::uint32_t value = function_.value(limbs);
    if (value == kAbsent) return std::nullopt;
    return int(value) - 1 + terms_.lowest_score;
  }

  const Board& like() const { return like_; }

 private:
  template <class Shape>
  bool is_like(const Shape& shape) const {
    return like_.visit([&](const auto& own, const auto&) {
      return own.columns() == shape.columns() && own.rows() == shape.rows() &&
             own.connect() == shape.connect();
    });
  }

  Board like_;
  BookTerms terms_;
  FuseFunction function_, filter_;
};

}  // namespace dropfour
