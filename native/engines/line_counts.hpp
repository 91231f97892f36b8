// Counts the stones in all lines of a board in parallel, with bit-sliced numbers.
//
// Sliced holds one small number for every bit of a word: plane b holds bit b of all numbers. The
// number of a line is at the position of the line's lowest cell, as in Shape::line_starts. In a
// single row of six cells, X _ _ X _ X, with lines of four, the lines start at cells 0, 1 and 2,
// and counting the X in each gives 2, 1 and 2:
//
//     bit      2 1 0
//     plane 0  0 1 0
//     plane 1  1 0 1

#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "board/shape.hpp"

namespace dropfour::engines {

using namespace board;

template <class Word>
struct Sliced {
  // Counts up to 2 * kMaxConnect = 20 need five bits.
  static constexpr int kPlanes = 5;

  std::array<Word, kPlanes> planes{};

  // Adds 2^place where *mask* has a bit set; the sums must stay below 2^width.
  constexpr void add(const Word& mask, int place, int width) {
    Word carry = mask;
    for (int i = place; i < width; ++i) {
      Word& plane = planes[std::size_t(i)];
      const Word next = plane & carry;
      plane ^= carry;
      carry = next;
    }
  }

  // The positions where the number is *value*.
  constexpr Word equal(int value, int width) const {
    Word found = ~Word{};
    for (int i = 0; i < width; ++i) {
      const Word& plane = planes[std::size_t(i)];
      found &= (value >> i) & 1 ? plane : ~plane;
    }
    return found;
  }

  // The largest number at the positions in *where*, which must not be empty.
  constexpr int largest(Word where, int width) const {
    int value = 0;
    for (int i = width - 1; i >= 0; --i) {
      const Word rest = where & planes[std::size_t(i)];
      if (!any(rest)) continue;
      where = rest;
      value |= 1 << i;
    }
    return value;
  }

  constexpr int smallest(Word where, int width) const {
    int value = 0;
    for (int i = width - 1; i >= 0; --i) {
      const Word rest = where & ~planes[std::size_t(i)];
      if (any(rest))
        where = rest;
      else
        value |= 1 << i;
    }
    return value;
  }
};

constexpr int bits_for(int largest) { return std::bit_width(unsigned(largest)); }

// The number of *stones* in each line along *direction*, along which a line must fit.
template <class Shape>
constexpr Sliced<typename Shape::Word> count_in_lines(const Shape& shape,
                                                      const typename Shape::Word& stones,
                                                      int direction) {
  Sliced<typename Shape::Word> counts;
  for (int i = 0; i < shape.connect(); ++i)
    counts.add(stones >> (i * direction), 0, bits_for(i + 1));
  return counts;
}

// The directions along which a line fits on the board, each with the lowest cells of its lines.
template <class Shape>
class LineField {
 public:
  using Word = typename Shape::Word;
  struct Lines {
    int direction;
    Word starts;
  };

  explicit constexpr LineField(const Shape& shape) {
    for (const int direction : shape.directions()) {
      if (!shape.line_fits(direction)) continue;
      lines_[std::size_t(count_++)] = {direction, shape.line_starts(shape.board_mask(), direction)};
    }
  }

  constexpr const Lines* begin() const { return lines_.data(); }
  constexpr const Lines* end() const { return lines_.data() + count_; }

 private:
  std::array<Lines, 4> lines_{};
  int count_ = 0;
};

// The example above.
static_assert([] {
  const AnyShape<std::uint64_t> row(6, 1, 4);
  const auto counts = count_in_lines(row, 0b01'00'01'00'00'01u, row.stride());
  const std::uint64_t starts = row.line_starts(row.board_mask(), row.stride());
  return (counts.equal(2, 3) & starts) == 0b010001 && (counts.equal(1, 3) & starts) == 0b000100 &&
         counts.largest(starts, 3) == 2 && counts.smallest(starts, 3) == 1;
}());

}  // namespace dropfour::engines
