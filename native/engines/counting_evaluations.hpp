// Evaluations that count lines, cells and streaks. Each is described in the function of the same
// name in tests/twins/evaluations.py.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "engines/evaluation.hpp"
#include "engines/line_counts.hpp"

namespace dropfour::engines {

// Each line with stones of one side only is worth the square of their number; weighted, it is worth
// more the fewer it lacks.
template <class Shape>
class LinesEvaluation final : public Evaluation<Shape> {
 public:
  using Word = typename Shape::Word;

  LinesEvaluation(const Shape& shape, bool is_weighted) : shape_(shape), lines_(shape) {
    constexpr std::array kWeights{100, 25, 10, 1};
    for (int stones = 1; stones <= shape.connect(); ++stones) {
      const auto lacks = std::size_t(shape.connect() - stones);
      worths_[std::size_t(stones)] = !is_weighted              ? stones * stones
                                     : lacks < kWeights.size() ? kWeights[lacks]
                                                               : 0;
    }
  }

  double estimate(const Position<Shape>& position) const override {
    int total = 0;
    for (const auto& [direction, starts] : lines_)
      total += worth(position.own, position.other(), direction) -
               worth(position.other(), position.own, direction);
    return total;
  }

 private:
  int worth(const Word& own, const Word& other, int direction) const {
    const Word open = shape_.line_starts(shape_.board_mask() & ~other, direction);
    const auto counts = count_in_lines(shape_, own, direction);
    const int width = bits_for(shape_.connect());
    int total = 0;
    for (int stones = 1; stones <= shape_.connect(); ++stones)
      total += worths_[std::size_t(stones)] * popcount(open & counts.equal(stones, width));
    return total;
  }

  Shape shape_;
  LineField<Shape> lines_;
  std::array<int, kMaxConnect + 1> worths_{};
};

// Each stone is worth the number of lines through its cell.
template <class Shape>
class CellsEvaluation final : public Evaluation<Shape> {
 public:
  using Word = typename Shape::Word;

  CellsEvaluation(const Shape& shape, Objective) {
    for (int index = 0; index < shape.bits(); ++index) {
      const Word cell = bit<Word>(index);
      if (!any(cell & shape.board_mask())) continue;
      const int value =
          shape.count_lines(shape.board_mask()) - shape.count_lines(shape.board_mask() & ~cell);
      for (int i = 0; i < kPlanes; ++i)
        if ((value >> i) & 1) planes_[std::size_t(i)] |= cell;
    }
  }

  double estimate(const Position<Shape>& position) const override {
    int total = 0;
    for (int i = 0; i < kPlanes; ++i) {
      const Word& plane = planes_[std::size_t(i)];
      total += (popcount(position.own & plane) - popcount(position.other() & plane)) * (1 << i);
    }
    return total;
  }

 private:
  // At most 4 * kMaxConnect = 40 lines pass through a cell. Plane b holds bit b of all values.
  static constexpr int kPlanes = 6;

  std::array<Word, kPlanes> planes_{};
};

// The difference in the number of streaks of every length from two to connect.
template <class Shape>
class StreaksEvaluation final : public Evaluation<Shape> {
 public:
  using Word = typename Shape::Word;

  StreaksEvaluation(const Shape& shape, Objective) : shape_(shape) {}

  double estimate(const Position<Shape>& position) const override {
    return streaks(position.own) - streaks(position.other());
  }

 private:
  int streaks(const Word& stones) const {
    int count = 0;
    for (const int direction : shape_.directions()) {
      // With one row, "right and down" is a shift by one bit, as "up" is; neither finds a stone.
      Word run = stones, step = stones;
      for (int length = 2; length <= shape_.connect(); ++length) {
        step = step >> direction;
        run &= step;
        count += popcount(run);
      }
    }
    return count;
  }

  Shape shape_;
};

// The sums of +1 and -1 along each line, weighted asymmetrically; the largest plus the smallest.
template <class Shape>
class ConvolutionEvaluation final : public Evaluation<Shape> {
 public:
  using Word = typename Shape::Word;

  ConvolutionEvaluation(const Shape& shape, Objective objective)
      : shape_(shape), lines_(shape), is_first_line_(objective == Objective::kFirstLine) {}

  double win() const override { return kLine; }

  double estimate(const Position<Shape>& position) const override {
    const Word own = position.own, other = position.other();
    const Word empty = shape_.board_mask() & ~position.occupied;
    const int connect = shape_.connect(), width = bits_for(2 * connect);
    int largest = -connect, smallest = connect, difference = 0;
    for (const auto& [direction, starts] : lines_) {
      // Own stones count 2 and empty cells 1; subtracting connect gives the sum of the line.
      Sliced<Word> sums;
      for (int i = 0; i < connect; ++i) {
        const int so_far = bits_for(2 * (i + 1));
        sums.add(empty >> (i * direction), 0, so_far);
        sums.add(own >> (i * direction), 1, so_far);
      }
      const Word own_lines = shape_.line_starts(own, direction);
      const Word other_lines = shape_.line_starts(other, direction);
      difference += popcount(own_lines) - popcount(other_lines);
      const Word unfinished = starts & ~own_lines & ~other_lines;
      if (!any(unfinished)) continue;
      largest = std::max(largest, sums.largest(unfinished, width) - connect);
      smallest = std::min(smallest, sums.smallest(unfinished, width) - connect);
    }
    if (is_first_line_ && difference != 0) return difference > 0 ? kLine : -kLine;
    const double rest = largest < smallest ? 0 : weight(largest) + weight(smallest);
    return kLine * difference + rest;
  }

 private:
  static constexpr double kLine = 200;

  // Depends on the number of stones that are missing from the line.
  double weight(int sum) const {
    if (sum == 0) return 0;
    const int missing = shape_.connect() - (sum > 0 ? sum : -sum);
    if (missing == 1) return sum > 0 ? 100 : -90;
    if (missing == 2) return sum > 0 ? 60 : -50;
    return sum > 0 ? 0.5 : -0.2;
  }

  Shape shape_;
  LineField<Shape> lines_;
  bool is_first_line_;
};

}  // namespace dropfour::engines
