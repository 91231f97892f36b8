// The shape of a board: its size, the length of a line, and the masks derived from them.
//
// Bit layout; columns and rows count from 0 in native code (from 1 everywhere else). Every column
// has a spare bit on top, so a shift along a line cannot wrap into the neighbouring column. On 7x6:
//
//      6 13 20 27 34 41 48     <- spare
//      5 12 19 26 33 40 47     row 5
//      4 11 18 25 32 39 46
//      3 10 17 24 31 38 45
//      2  9 16 23 30 37 44
//      1  8 15 22 29 36 43
//      0  7 14 21 28 35 42     row 0
//
// Example: the cell in column 3, row 2 is bit 3 * (6 + 1) + 2 = 23. The four directions are 1 bit
// (up), rows + 1 bits (right), rows + 2 bits (right and up) and rows bits (right and down).
//
// FixedShape holds its sizes at compile time, AnyShape at run time; their interface is the same.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "board/words.hpp"

namespace dropfour::board {

inline constexpr int kMaxSide = 20;
inline constexpr int kMinConnect = 3;
inline constexpr int kMaxConnect = 10;
inline constexpr int kMaxCells = kMaxSide * kMaxSide;

// The part that both kinds of shape share. Derived has columns(), rows(), connect(), bottom_mask()
// and board_mask().
template <class Derived, class WordType>
struct ShapeBase {
  using Word = WordType;

  // Bits from one column to the next.
  constexpr int stride() const { return self().rows() + 1; }
  constexpr int cells() const { return self().columns() * self().rows(); }
  constexpr int bits() const { return self().columns() * stride(); }
  // Of a position's key.
  constexpr int key_bits() const { return bits(); }
  constexpr int bit_of(int column, int row) const { return column * stride() + row; }
  constexpr int column_of(int bit_index) const { return bit_index / stride(); }
  constexpr int row_of(int bit_index) const { return bit_index % stride(); }

  // Bits from a cell to the next in a line: vertical; then right and down, right, right and up.
  constexpr std::array<int, 4> directions() const {
    return {1, stride() - 1, stride(), stride() + 1};
  }

  constexpr Word column_mask(int column) const {
    return ((Word(1) << self().rows()) - Word(1)) << (column * stride());
  }

  // All cells of the column of *cell*.
  constexpr Word column_with(const Word& cell) const {
    // Added to a full column it carries into the spare bit.
    const Word spare = (self().board_mask() + cell) & spare_mask();
    return spare - (spare >> self().rows());
  }

  // A different number for each position, never 0: in each column the stones of the side to move,
  // and one more bit above the topmost stone.
  constexpr Word key(const Word& own, const Word& occupied) const {
    return own + occupied + self().bottom_mask();
  }

  // For each column that is not full, the cell that a dropped stone would take.
  constexpr Word playable(const Word& occupied) const {
    return (occupied + self().bottom_mask()) & self().board_mask();
  }

  // The marked cells, at most one in each column, and all cells above them.
  constexpr Word from_here_up(const Word& marks) const {
    // A column's spare bit minus its mark covers the cells from the mark to the top.
    return (spare_mask() - marks) & self().board_mask();
  }
  // The lowest of the marked cells in each column.
  constexpr Word lowest_marks(const Word& marks) const { return (spare_mask() - marks) & marks; }

  // Whether a line along *direction* fits on the board. If not, its shifts may be wider than the
  // word and must not be evaluated.
  constexpr bool line_fits(int direction) const {
    const bool is_wide_enough = self().columns() >= self().connect();
    const bool is_high_enough = self().rows() >= self().connect();
    if (direction == 1) return is_high_enough;
    return is_wide_enough && (direction == stride() || is_high_enough);
  }

  // Marks the lowest cell of each line of `connect` stones along *direction*.
  constexpr Word line_starts(const Word& stones, int direction) const {
    if (!line_fits(direction)) return Word{};
    // Doubling: after a step with reach n, a set bit starts a row of n stones.
    Word run = stones;
    int reach = 1;
    while (2 * reach <= self().connect()) {
      run &= run >> (reach * direction);
      reach *= 2;
    }
    if (reach < self().connect()) run &= run >> ((self().connect() - reach) * direction);
    return run;
  }

  DROPFOUR_INLINE constexpr bool has_line(const Word& stones) const {
    Word found{};
    for (const int direction : directions()) found |= line_starts(stones, direction);
    return any(found);
  }

  constexpr int count_lines(const Word& stones) const {
    int count = 0;
    for (const int direction : directions()) count += popcount(line_starts(stones, direction));
    return count;
  }

  // Cells, occupied or not, that would complete a line of these stones; never spare bits.
  constexpr Word completing_cells(const Word& stones) const {
    return self().completing_cells(stones, self().board_mask());
  }
  // Those of *cells* only, which are cells of the board.
  constexpr Word completing_cells(const Word& stones, const Word& cells) const {
    if (self().connect() == 4) return completing_fours(stones) & cells;
    const int others = self().connect() - 1;
    Word found{};
    for (const int direction : directions()) {
      if (!line_fits(direction)) continue;
      if (direction == 1) {
        // A vertical line can be completed only at its top.
        Word run = stones << 1;
        for (int i = 2; i <= others; ++i) run &= stones << i;
        found |= run;
        continue;
      }
      // above[i]: the next i cells hold stones; below: the same for the previous cells.
      std::array<Word, kMaxConnect> above;
      above[0] = self().board_mask();
      for (int i = 1; i <= others; ++i)
        above[std::size_t(i)] = above[std::size_t(i - 1)] & (stones >> (i * direction));
      Word below = self().board_mask();
      found |= above[std::size_t(others)];
      for (int i = 1; i <= others; ++i) {
        below &= stones << (i * direction);
        found |= below & above[std::size_t(others - i)];
      }
    }
    return found & cells;
  }

  // The same for lines of four with fewer shifts, and with spare bits. On one side of the cell are
  // two stones; the third is two cells from the nearer one, in either direction.
  DROPFOUR_INLINE constexpr Word completing_fours(const Word& stones) const {
    Word found{};
    if (line_fits(1)) found = (stones << 1) & (stones << 2) & (stones << 3);
    for (const int step : {stride() - 1, stride(), stride() + 1}) {
      if (!line_fits(step)) continue;
      const Word after = stones << (2 * step), before = stones >> (2 * step);
      const Word nearer = stones & (after | before);
      found |= ((nearer << step) & after) | ((nearer >> step) & before);
    }
    return found;
  }

 private:
  constexpr Word spare_mask() const { return self().bottom_mask() << self().rows(); }
  constexpr const Derived& self() const { return static_cast<const Derived&>(*this); }
};

// The bottom cell of every column.
template <class Word>
constexpr Word make_bottom_mask(int columns, int rows) {
  Word mask{};
  for (int column = 0; column < columns; ++column) mask |= bit<Word>(column * (rows + 1));
  return mask;
}
// All cells, without the spare bits.
template <class Word>
constexpr Word make_board_mask(int columns, int rows) {
  Word mask{};
  for (int row = 0; row < rows; ++row) mask |= make_bottom_mask<Word>(columns, rows) << row;
  return mask;
}

template <int Columns, int Rows, int Connect>
struct FixedShape : ShapeBase<FixedShape<Columns, Rows, Connect>, std::uint64_t> {
  static_assert(Columns * (Rows + 1) <= 64);
  static constexpr int columns() { return Columns; }
  static constexpr int rows() { return Rows; }
  static constexpr int connect() { return Connect; }
  // Inlined here only: with all shapes, the browser's core would grow by a fifth.
  DROPFOUR_INLINE constexpr std::uint64_t completing_cells(std::uint64_t stones) const {
    return completing_cells(stones, board_mask());
  }
  DROPFOUR_INLINE constexpr std::uint64_t completing_cells(std::uint64_t stones,
                                                           std::uint64_t cells) const {
    if constexpr (Connect == 4) return this->completing_fours(stones) & cells;
    return ShapeBase<FixedShape, std::uint64_t>::completing_cells(stones, cells);
  }
  static constexpr std::uint64_t bottom_mask() {
    return make_bottom_mask<std::uint64_t>(Columns, Rows);
  }
  static constexpr std::uint64_t board_mask() {
    return make_board_mask<std::uint64_t>(Columns, Rows);
  }
  friend constexpr bool operator==(const FixedShape&, const FixedShape&) { return true; }
};

template <class WordType>
class AnyShape : public ShapeBase<AnyShape<WordType>, WordType> {
 public:
  constexpr AnyShape(int columns, int rows, int connect)
      : columns_(columns),
        rows_(rows),
        connect_(connect),
        bottom_mask_(make_bottom_mask<WordType>(columns, rows)),
        board_mask_(make_board_mask<WordType>(columns, rows)) {}

  constexpr int columns() const { return columns_; }
  constexpr int rows() const { return rows_; }
  constexpr int connect() const { return connect_; }
  constexpr const WordType& bottom_mask() const { return bottom_mask_; }
  constexpr const WordType& board_mask() const { return board_mask_; }
  friend constexpr bool operator==(const AnyShape& a, const AnyShape& b) {
    return a.columns_ == b.columns_ && a.rows_ == b.rows_ && a.connect_ == b.connect_;
  }

 private:
  int columns_, rows_, connect_;
  WordType bottom_mask_, board_mask_;
};

using Standard = FixedShape<7, 6, 4>;

static_assert(Standard{}.bit_of(3, 2) == 23);
static_assert(Standard::bottom_mask() == 0x40810204081);
static_assert(Standard{}.count_lines(Standard::board_mask()) == 69);
// Three stones at the left end of the bottom row are completed only by the fourth cell.
static_assert(Standard{}.completing_cells(0x4081) == std::uint64_t{1} << 21);
// On three columns a line of seven can only be vertical.
static_assert(AnyShape<std::uint64_t>(3, 20, 7).count_lines(
                  AnyShape<std::uint64_t>(3, 20, 7).board_mask()) == 3 * 14);
static_assert(AnyShape<Wide<2>>(9, 7, 4).count_lines(AnyShape<Wide<2>>(9, 7, 4).board_mask()) ==
              42 + 36 + 2 * 24);

}  // namespace dropfour::board
