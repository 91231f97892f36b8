// The learnt evaluation: what each line of four holds and how the threats of both sides relate,
// weighed by numbers learnt from games against itself (python -m lab.train). It is for FIRST_LINE
// and lines of four, on boards of any size: a weight belongs to a direction, to the side that gets
// the line's lowest cell by parity, and to the state of the four cells, not to their place.
//
// A state has two bits a cell, the lowest cell or the leftmost one first: 0 for an empty cell that
// cannot be played yet, 1 for an own stone, 2 for the opponent's, 3 for a cell that can be played.
// Each side sees a line in its own colours, so a line has two weights. Their sums are kept up to
// date stone by stone: from one leaf of a search to the next, few stones change.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engines/evaluation.hpp"

namespace dropfour::engines {

// Where the weights of each kind of pattern begin.
namespace pattern_index {
inline constexpr int kStates = 256;
// Upright, level and diagonal lines; of each, those whose lowest cell falls to the side to move.
inline constexpr int kThreats = 6 * kStates;
inline constexpr int kZugzwang = kThreats + 81;
inline constexpr int kStacked = kZugzwang + 36;
inline constexpr int kNear = kStacked + 9;
inline constexpr int kBoard = kNear + 16;
inline constexpr int kCount = kBoard + 8;
}  // namespace pattern_index

// Weights are in tenths of a unit. As with `parity`, ten units are a factor of e in the odds.
inline constexpr double kPatternUnit = 10;

// For each pattern its weight on the empty board; then, for each, what is added until the board is
// full, in proportion to the stones.
using PatternWeights = std::span<const std::int16_t, 2 * pattern_index::kCount>;
inline constexpr std::array<std::int16_t, 2 * pattern_index::kCount> kLearntWeights{
#include "engines/pattern_weights.inc"
};

template <class Shape>
bool has_patterns(const Shape& shape, Objective objective) {
  return objective == Objective::kFirstLine && shape.connect() == 4;
}

// The lines of a position and the sums of their weights. Cells count column by column.
class PatternLines {
 public:
  struct Stone {
    std::uint16_t cell;
    bool is_red;
  };

  PatternLines(int columns, int rows, PatternWeights weights)
      : rows_(rows), cells_(std::size_t(columns * rows)) {
    constexpr std::array<std::array<int, 2>, 4> kDirections{{{0, 1}, {1, 0}, {1, 1}, {-1, 1}}};
    for (const auto& [right, up] : kDirections)
      for (int column = 0; column < columns; ++column)
        for (int row = 0; row + 3 * up < rows; ++row) {
          const int last = column + 3 * right;
          if (last < 0 || last >= columns) continue;
          const int kind = right == 0 ? 0 : up == 0 ? 1 : 2;
          const bool falls_to_red = (rows - row) % 2 == columns * rows % 2;
          lines_.push_back({0, (2 * kind + !falls_to_red) * pattern_index::kStates});
          for (int i = 0; i < 4; ++i)
            cells_[std::size_t((column + i * right) * rows + row + i * up)].add(
                {std::uint16_t(lines_.size() - 1), std::uint8_t(1 << (2 * i))});
        }
    for (int index = 0; index < pattern_index::kThreats; ++index)
      for (int i = 0; i < 4; ++i)
        weights_[std::size_t(index)][std::size_t(i)] =
            weights[std::size_t(seen_by(i >= 2, index) + i % 2 * pattern_index::kCount)];
    for (int column = 0; column < columns; ++column) turn(column * rows, kPlayable);
    for (const Line& line : lines_) add(weights_[std::size_t(line.first + line.state)], 1);
  }

  // Calls *visit* with the index of each line's weight for a side.
  template <class Visit>
  void each(bool is_yellow, const Visit& visit) const {
    for (const Line& line : lines_) visit(seen_by(is_yellow, line.first + line.state));
  }
  // The sums for a side: of the weights on the empty board, and of what is added.
  std::array<int, 2> sums(bool is_yellow) const {
    return {sums_[2 * is_yellow], sums_[2 * is_yellow + 1]};
  }

  void push(Stone stone) {
    before_.push_back({stone, sums_});
    change<true>(stone, 1);
  }
  Stone pop() {
    const auto [stone, sums] = before_.back();
    before_.pop_back();
    change<false>(stone, -1);
    sums_ = sums;
    return stone;
  }

 private:
  enum { kPlayable = 3 };
  using Sums = std::array<int, 4>;  // red's, then yellow's
  using Weights = std::array<std::int16_t, 4>;
  struct Line {
    std::uint8_t state;
    int first;  // where red's weights of its kind begin
  };
  struct Place {
    std::uint16_t line;
    std::uint8_t digit;
  };
  struct Cell {
    std::array<Place, 16> places;
    int count = 0;
    void add(const Place& place) { places[std::size_t(count++)] = place; }
  };

  // The index of red's weight as a side sees it. A level line counts like its mirror image.
  static int seen_by(bool is_yellow, int index) {
    int first = index & ~0xFF, state = index & 0xFF;
    if (is_yellow) {
      first ^= 0x100;
      const int mixed = (state ^ state >> 1) & 0x55;  // one of a cell's bits: a stone
      state ^= mixed | mixed << 1;
    }
    if (first >> 9 == 1) {
      const int turned = (state & 3) << 6 | (state & 12) << 2 | (state >> 2 & 12) | state >> 6;
      state = std::min(state, turned);
    }
    return first | state;
  }

  void add(const Weights& weights, int sign) {
    for (std::size_t i = 0; i < 4; ++i) sums_[i] += sign * weights[i];
  }
  template <bool Adds>
  void change(const Stone& stone, int sign) {
    turn<Adds>(stone.cell, sign * ((stone.is_red ? 1 : 2) - kPlayable));
    if ((stone.cell + 1) % rows_ != 0) turn<Adds>(stone.cell + 1, sign * kPlayable);
  }
  template <bool Adds = false>
  void turn(int cell, int by) {
    const Cell& changed = cells_[std::size_t(cell)];
    for (int i = 0; i < changed.count; ++i) {
      const Place& place = changed.places[std::size_t(i)];
      Line& line = lines_[place.line];
      if constexpr (Adds) add(weights_[std::size_t(line.first + line.state)], -1);
      line.state = std::uint8_t(line.state + by * place.digit);
      if constexpr (Adds) add(weights_[std::size_t(line.first + line.state)], 1);
    }
  }

  int rows_;
  std::vector<Line> lines_;
  std::vector<Cell> cells_;
  std::array<Weights, pattern_index::kThreats> weights_;
  Sums sums_{};
  std::vector<std::pair<Stone, Sums>> before_;  // the stones, and the sums before each
};

template <class Shape>
class PatternEvaluation final : public Evaluation<Shape> {
 public:
  using Word = typename Shape::Word;

  // The weights must outlive it.
  explicit PatternEvaluation(const Shape& shape, PatternWeights weights = kLearntWeights)
      : shape_(shape), weights_(weights), lines_(shape.columns(), shape.rows(), weights) {
    for (int row = 0; row < shape.rows(); ++row)
      rows_[std::size_t((shape.rows() - row) % 2)] |= shape.bottom_mask() << row;
  }

  double estimate(const Position<Shape>& given) const override {
    Position<Shape> position = given;
    // Forced replies are played out before the position is judged.
    for (double sign = 1;; sign = -sign) {
      if (position.is_full(shape_)) return 0;
      const Threats threats = threats_in(position);
      if (any(threats.own & threats.playable)) return sign * kForced;
      const Word attacks = threats.other & threats.playable;
      if (more_than_one(attacks) || any((attacks << 1) & threats.other)) return -sign * kForced;
      if (any(attacks)) {
        position = position.play(attacks);
        continue;
      }
      follow(position);
      auto [first, added] = lines_.sums(position.ply % 2 != 0);
      each_relation(position, threats, [&](int index) {
        first += weights_[std::size_t(index)];
        added += weights_[std::size_t(index + pattern_index::kCount)];
      });
      return sign * (first + added * double(position.ply) / shape_.cells()) / kPatternUnit;
    }
  }

  // Calls *visit* with the index of each pattern's weight; returns false if there is a move to win
  // or one to block, where patterns say nothing.
  template <class Visit>
  bool each(const Position<Shape>& position, const Visit& visit) const {
    const Threats threats = threats_in(position);
    if (any((threats.own | threats.other) & threats.playable)) return false;
    follow(position);
    lines_.each(position.ply % 2 != 0, visit);
    each_relation(position, threats, visit);
    return true;
  }

 private:
  static constexpr double kForced = 2000;

  // The cells that can be played, and the empty cells that complete a line.
  struct Threats {
    Word playable, own, other;
  };

  Threats threats_in(const Position<Shape>& position) const {
    const Word empty = shape_.board_mask() & ~position.occupied;
    return {shape_.playable(position.occupied), shape_.completing_cells(position.own, empty),
            shape_.completing_cells(position.other(), empty)};
  }

  template <class Visit>
  void each_relation(const Position<Shape>& position, const Threats& threats,
                     const Visit& visit) const {
    using namespace pattern_index;
    const auto count = [](const Word& cells, int most) { return std::min(popcount(cells), most); };
    visit(kBoard + position.ply % 2 * 4 + shape_.rows() % 2 * 2 + shape_.cells() % 2);
    const Word &own = threats.own, &other = threats.other;
    if (!any(own | other)) {
      for (const int first : {kThreats, kZugzwang, kStacked, kNear}) visit(first);
      return;
    }
    // Those in cells that fall to their side by parity, as in ParityEvaluation, and the others.
    const Word& own_rows = rows_[std::size_t((shape_.cells() - position.ply) % 2)];
    const Word deciding = shape_.lowest_marks((own & own_rows) | (other & ~own_rows));
    const Word reachable = ~shape_.from_here_up(deciding) | deciding;
    visit(kThreats + count(own & own_rows & reachable, 2) +
          3 * count(other & ~own_rows & reachable, 2) + 9 * count(own & ~own_rows & reachable, 2) +
          27 * count(other & own_rows & reachable, 2));
    // Whoever runs out of moves elsewhere must play below a threat.
    const Word lowest = shape_.lowest_marks(own | other);
    const Word closed = position.occupied | shape_.from_here_up(lowest) | lowest >> 1;
    visit(kZugzwang + popcount(shape_.board_mask() & ~closed) % 2 +
          2 * count(lowest & own & ~other, 2) + 6 * count(lowest & other & ~own, 2) +
          18 * count(lowest & own & other, 1));
    visit(kStacked + count(own & own << 1, 2) + 3 * count(other & other << 1, 2));
    const Word near = threats.playable << 1;
    visit(kNear + count(own & near, 3) + 4 * count(other & near, 3));
  }

  // Brings the lines up to date.
  void follow(const Position<Shape>& position) const {
    const Word red = position.ply % 2 == 0 ? position.own : position.other();
    while (any(stones_ & (~position.occupied | (red_ ^ red)))) {
      const int index = lines_.pop().cell;
      const Word cell = bit<Word>(shape_.bit_of(index / shape_.rows(), index % shape_.rows()));
      stones_ &= ~cell;
      red_ &= ~cell;
    }
    for (Word missing = position.occupied & ~stones_; any(missing);
         missing = without_lowest(missing)) {
      const int index = lowest(missing);
      const Word cell = lowest_bit(missing);
      const int place = shape_.column_of(index) * shape_.rows() + shape_.row_of(index);
      lines_.push({std::uint16_t(place), any(cell & red)});
      stones_ |= cell;
      red_ |= cell & red;
    }
  }

  Shape shape_;
  std::array<Word, 2> rows_{};  // rows with an even or odd number of cells from there to the top
  PatternWeights weights_;
  // What the last estimate was about; of no influence on the next.
  mutable PatternLines lines_;
  mutable Word stones_{}, red_{};
};

}  // namespace dropfour::engines
