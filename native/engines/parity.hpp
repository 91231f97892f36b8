// The parity evaluation: open lines, the cells that complete them, and which side will get those
// cells. Its rules are described in the Python version, tests/twins/parity.py.

#pragma once

#include <array>
#include <cstddef>

#include "engines/evaluation.hpp"
#include "engines/line_counts.hpp"

namespace dropfour::engines {

// The value of a line in MOST_LINES.
inline constexpr double kLine = 16;

template <class Shape>
class ParityEvaluation final : public Evaluation<Shape> {
 public:
  using Word = typename Shape::Word;

  ParityEvaluation(const Shape& shape, Objective objective)
      : shape_(shape), lines_(shape), is_first_line_(objective == Objective::kFirstLine) {
    for (int row = 0; row < shape.rows(); ++row)
      rows_[std::size_t((shape.rows() - row) % 2)] |= shape.bottom_mask() << row;
    for (int own = 0; own <= shape.connect(); ++own)
      for (int other = 0; own + other <= shape.connect(); ++other) {
        double worth = kLine;
        for (int i = 0; i < own; ++i) worth *= kLikely;
        for (int i = 0; i < other; ++i) worth *= 1 - kLikely;
        worth_[std::size_t(own)][std::size_t(other)] = worth;
      }
  }

  double estimate(const Position<Shape>& position) const override {
    // A cell falls to the side to move if the number of cells from it to the top of its column has
    // the same parity as the number of empty cells on the board.
    const Word own_rows = rows_[std::size_t((shape_.cells() - position.ply) % 2)];
    return is_first_line_ ? threats(position, own_rows) : expected_lines(position, own_rows);
  }

 private:
  // Weights for FIRST_LINE.
  static constexpr double kForced = 2000;
  static constexpr double kDeciding = 32, kCompleting = 10;
  static constexpr double kLacksTwo = 9, kLacksTwoUpright = 4, kLacksThree = 4;
  // For MOST_LINES: the probability that a cell goes to the side that it falls to.
  static constexpr double kLikely = 0.75;

  double threats(const Position<Shape>& position, const Word& own_rows) const {
    const Word own = position.own, other = position.other();
    const Word empty = shape_.board_mask() & ~position.occupied;
    const Word playable = shape_.playable(position.occupied);
    const Word own_cells = shape_.completing_cells(own) & empty;
    const Word other_cells = shape_.completing_cells(other) & empty;
    if (any(own_cells & playable)) return kForced;
    const Word attacks = other_cells & playable;
    if (more_than_one(attacks) || any((attacks << 1) & other_cells)) return -kForced;

    const Word own_deciding = own_cells & own_rows, other_deciding = other_cells & ~own_rows;
    const Word buried = above(own_deciding | other_deciding);
    double value = kCompleting * (popcount(own_cells) - popcount(other_cells)) +
                   (kDeciding - kCompleting) *
                       (popcount(own_deciding & ~buried) - popcount(other_deciding & ~buried));
    const int connect = shape_.connect(), width = bits_for(connect);
    for (const auto& [direction, starts] : lines_) {
      const Word own_open = shape_.line_starts(shape_.board_mask() & ~other, direction);
      const Word other_open = shape_.line_starts(shape_.board_mask() & ~own, direction);
      const auto own_counts = count_in_lines(shape_, own, direction);
      const auto other_counts = count_in_lines(shape_, other, direction);
      const auto lead = [&](int stones) {
        return popcount(own_open & own_counts.equal(stones, width)) -
               popcount(other_open & other_counts.equal(stones, width));
      };
      value += (direction == 1 ? kLacksTwoUpright : kLacksTwo) * lead(connect - 2);
      if (connect > 3) value += kLacksThree * lead(connect - 3);
    }
    return value;
  }

  double expected_lines(const Position<Shape>& position, const Word& own_rows) const {
    const Word own = position.own, other = position.other();
    const Word own_cells = shape_.board_mask() & ~position.occupied & own_rows;
    const int connect = shape_.connect(), width = bits_for(connect);
    double value = 0;
    for (const auto& [direction, starts] : lines_) {
      const Word own_open = shape_.line_starts(shape_.board_mask() & ~other, direction);
      const Word other_open = shape_.line_starts(shape_.board_mask() & ~own, direction);
      const auto own_counts = count_in_lines(shape_, own, direction);
      const auto other_counts = count_in_lines(shape_, other, direction);
      const auto falling = count_in_lines(shape_, own_cells, direction);
      for (int lacking = 0; lacking <= connect; ++lacking) {
        const Word ours = own_open & own_counts.equal(connect - lacking, width);
        const Word theirs = other_open & other_counts.equal(connect - lacking, width);
        if (!any(ours | theirs)) continue;
        for (int likely = 0; likely <= lacking; ++likely) {
          const Word lines = falling.equal(likely, width);
          const auto first = std::size_t(likely), second = std::size_t(lacking - likely);
          value += worth_[first][second] * popcount(ours & lines) -
                   worth_[second][first] * popcount(theirs & lines);
        }
      }
    }
    return value;
  }

  // All cells above *cells* in their columns.
  Word above(Word cells) const {
    cells = cells << 1;
    for (int reach = 1; reach < shape_.rows(); reach *= 2)
      cells |= (cells & shape_.board_mask()) << reach;
    return cells & shape_.board_mask();
  }

  Shape shape_;
  LineField<Shape> lines_;
  bool is_first_line_;
  std::array<Word, 2> rows_{};  // rows with an even or odd number of cells from there to the top
  // The value of an open line by the missing cells that fall to its side, and those that do not.
  std::array<std::array<double, kMaxConnect + 1>, kMaxConnect + 1> worth_{};
};

}  // namespace dropfour::engines
