// Boards of up to 64 cells in one word without spare bits, for those that need two words with them
// (shape.hpp), such as 8x8 and 9x7. A shift along a line may wrap into the neighbouring column, so
// its result is masked by the rows in which it cannot. On 9x7:
//
//      6 13 20 27 34 41 48 55 62     row 6
//      5 12 19 26 33 40 47 54 61
//      ...
//      0  7 14 21 28 35 42 49 56     row 0
//
// Example: a line to the right and up starts in row 3 or below: from row 4 on, its fourth cell
// would be in a column further right than it should be.

#pragma once

#include <cstdint>
#include <type_traits>

#include "board/position.hpp"

namespace dropfour::board {

// What distinguishes positions: the stones of the side to move, and one bit above the topmost stone
// of each column; which columns have no space for it, one bit each.
struct DenseKey {
  std::uint64_t stones = 0, full = 0;

  friend constexpr bool operator==(const DenseKey&, const DenseKey&) = default;
};
constexpr bool is_less(const DenseKey& a, const DenseKey& b) {
  return a.stones != b.stones ? a.stones < b.stones : a.full < b.full;
}

template <int Columns, int Rows>
struct DenseShape {
  static_assert(Columns >= 4 && Rows >= 4 && Columns * Rows <= 64 && Columns <= 16);
  using Word = std::uint64_t;

  static constexpr int columns() { return Columns; }
  static constexpr int rows() { return Rows; }
  static constexpr int connect() { return 4; }
  static constexpr int stride() { return Rows; }
  static constexpr int cells() { return Columns * Rows; }
  static constexpr int bits() { return cells(); }
  static constexpr int key_bits() { return cells() + Columns; }
  static constexpr int bit_of(int column, int row) { return column * Rows + row; }
  static constexpr int column_of(int bit_index) { return bit_index / Rows; }
  static constexpr int row_of(int bit_index) { return bit_index % Rows; }

  static constexpr Word bottom_mask() {
    constexpr Word mask = rows_between(0, 0);
    return mask;
  }
  static constexpr Word board_mask() {
    constexpr Word mask = rows_between(0, Rows - 1);
    return mask;
  }
  static constexpr Word column_mask(int column) {
    return ((Word{1} << Rows) - 1) << (column * Rows);
  }
  // All cells of the column of *cell*.
  static constexpr Word column_with(Word cell) { return column_mask(column_of(lowest(cell))); }

  static constexpr Word playable(Word occupied) {
    // The topmost cell of a full column leads to the bottom of the next, which counts anyway.
    return (occupied << 1 | bottom_mask()) & ~occupied & board_mask();
  }

  // The marked cells, at most one in each column, and all cells above them.
  static constexpr Word from_here_up(Word marks) {
    const Word below = (marks | top_mask()) - bottom_mask();
    const Word marked = ((marks & ~top_mask()) + lower_mask()) | marks;
    return (~below & lower_mask()) | (marked & top_mask());
  }
  // The lowest of the marked cells in each column.
  static constexpr Word lowest_marks(Word marks) {
    return marks & ~((marks | top_mask()) - bottom_mask());
  }

  DROPFOUR_INLINE static constexpr bool has_line(Word stones) {
    const Word low = rows_between(0, Rows - 4), high = rows_between(3, Rows - 1);
    return any((fours(stones, 1) & low) | fours(stones, Rows) | (fours(stones, Rows + 1) & low) |
               (fours(stones, Rows - 1) & high));
  }

  // Cells, occupied or not, that would complete a line of these stones.
  static constexpr Word completing_cells(Word stones) {
    const Word upright = stones << 1 & stones << 2 & stones << 3 & rows_between(3, Rows - 1);
    return (upright | completed<0>(stones) | completed<1>(stones) | completed<-1>(stones)) &
           board_mask();
  }
  static constexpr Word completing_cells(Word stones, Word cells) {
    return completing_cells(stones) & cells;
  }

  static constexpr DenseKey key(Word own, Word occupied) {
    return {own | playable(occupied), full_columns(occupied)};
  }

  friend constexpr bool operator==(const DenseShape&, const DenseShape&) { return true; }

 private:
  static consteval Word rows_between(int first, int last) {
    Word mask = 0;
    for (int column = 0; column < Columns; ++column)
      for (int row = first; row <= last; ++row) mask |= Word{1} << bit_of(column, row);
    return mask;
  }
  static consteval Word top_mask() { return rows_between(Rows - 1, Rows - 1); }
  static consteval Word lower_mask() { return rows_between(0, Rows - 2); }

  // Marks the first cell of each row of four stones, as if the board had no edges.
  static constexpr Word fours(Word stones, int direction) {
    const Word pairs = stones & stones >> direction;
    return pairs & pairs >> (2 * direction);
  }

  // The same as ShapeBase::completing_fours, for lines that rise by *Rise* from column to column.
  template <int Rise>
  static constexpr Word completed(Word stones) {
    constexpr int kStep = Rows + Rise;
    const Word pairs = stones & stones << kStep;
    const Word after =
        (stones << (3 * kStep) & reach<Rise>(3, 0)) | (stones >> kStep & reach<Rise>(2, 1));
    const Word before =
        (stones << kStep & reach<Rise>(1, 2)) | (stones >> (3 * kStep) & reach<Rise>(0, 3));
    return (pairs << kStep & after) | (pairs >> (2 * kStep) & before);
  }
  // The rows from which a line reaches so many columns to the left and to the right.
  template <int Rise>
  static consteval Word reach(int left, int right) {
    if (Rise == 0) return ~Word{0};
    return Rise > 0 ? rows_between(left, Rows - 1 - right) : rows_between(right, Rows - 1 - left);
  }

  // One bit for each full column, in the lowest bits.
  static constexpr Word full_columns(Word occupied) {
    return gather<1>((occupied & top_mask()) >> (Rows - 1));
  }
  // Moves every second group of *Size* bits, one bit for a column, next to the group before it, and
  // so on with larger groups.
  template <int Size>
  static constexpr Word gather(Word bits) {
    if constexpr (Size >= Columns)
      return bits;
    else
      return gather<2 * Size>((bits | bits >> (Size * (Rows - 1))) & groups(2 * Size));
  }
  // The lowest *size* bits of every *size* columns.
  static consteval Word groups(int size) {
    Word mask = 0;
    for (int column = 0; column < Columns; column += size)
      for (int i = 0; i < size && bit_of(column, i) < 64; ++i) mask |= Word{1} << bit_of(column, i);
    return mask;
  }
};

static_assert(DenseShape<8, 8>::key(0, 0).stones == DenseShape<8, 8>::bottom_mask());
static_assert(DenseShape<9, 7>::key(0, ~std::uint64_t{0} >> 8).full == 0xFF);
// Three stones to the right and up from row 5 of 9x7: the fourth cell is above the board.
static_assert(DenseShape<9, 7>::completing_cells(std::uint64_t{1} << 4 | std::uint64_t{1} << 12 |
                                                 std::uint64_t{1} << 20) == 0);

// A position in the layout of another shape of the same board: cell by cell, unless both have keys
// of the same kind and hence the same layout.
template <class To, class From>
constexpr Position<To> with_layout(const From& shape, const Position<From>& position) {
  using ToWord = typename To::Word;
  if constexpr (std::is_same_v<KeyOf<To>, KeyOf<From>>) {
    return {position.own, position.occupied, position.ply};
  } else {
    const To other;
    Position<To> result{{}, {}, position.ply};
    for (int column = 0; column < shape.columns(); ++column)
      for (int row = 0; row < shape.rows(); ++row) {
        const auto cell = bit<typename From::Word>(shape.bit_of(column, row));
        const ToWord same = bit<ToWord>(other.bit_of(column, row));
        if (any(position.own & cell)) result.own |= same;
        if (any(position.occupied & cell)) result.occupied |= same;
      }
    return result;
  }
}

}  // namespace dropfour::board
