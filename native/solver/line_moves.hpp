// The moves of MOST_LINES as both searches see them (most_lines_search.hpp, most_lines_lane.hpp):
// their bounds without a search, their order, and where the table keeps what a search finds.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "solver/line_order.hpp"
#include "solver/lines_ahead.hpp"
#include "solver/pairing_bound.hpp"

namespace dropfour::solver {

// With fewer empty cells the table costs more than it saves (20 % of the time).
inline constexpr int kTableEmpties = 8;

// The table stores bounds of up to this many lines; a bound at the limit may be larger.
struct StoredRange {
  static constexpr int kFarthest = 31;

  static constexpr ScoreRange unknown() { return {-kFarthest, kFarthest}; }
  static constexpr ScoreRange of(const ScoreRange& range) {
    return {std::max(range.low, -kFarthest), std::min(range.high, +kFarthest)};
  }
  // Narrows *range* by what the table had.
  static constexpr void narrow(ScoreRange& range, const ScoreRange& stored) {
    if (stored.low > -kFarthest) range.low = std::max(range.low, stored.low);
    if (stored.high < kFarthest) range.high = std::min(range.high, stored.high);
  }
};

// A move and bounds of its value, for the side that plays it.
template <class Shape>
struct LineMove {
  LinesNode<Shape> node;   // after the move
  OpenLines<Shape> lines;  // of that node
  int gain = 0;            // lines completed by the move
  int low = 0, high = 0;

  constexpr bool is_open(int beta) const { return low < beta && high >= beta; }

  // The same bounds for the side to move after it, of the lines made from there on.
  constexpr ScoreRange range_ahead() const { return {gain - high, gain - low}; }
  constexpr void set_range_ahead(const ScoreRange& range) {
    low = gain - range.high;
    high = gain - range.low;
  }
};

// What both searches know about moves and positions.
template <class Shape>
class LineMoves {
 public:
  using Word = typename Shape::Word;
  using Node = LinesNode<Shape>;
  using Ahead = LinesAhead<Shape>;
  using Lines = OpenLines<Shape>;

  constexpr explicit LineMoves(const Shape& shape)
      : shape_(shape), ahead_(shape), order_(shape), pairing_(shape) {}

  constexpr const Ahead& ahead() const { return ahead_; }

  // Sets *result* to the move to *cell*, without bounds. *lines* are the open lines of *node*.
  constexpr void play(const Node& node, const Lines& lines, int cell,
                      LineMove<Shape>& result) const {
    result.node = {node.other(), node.occupied | bit<Word>(cell), node.skip, node.empties - 1};
    result.gain = ahead_.play(node, lines, cell, result.lines);
  }
  // The same with bounds, as far as they help to decide whether the value is at least *beta*.
  constexpr void play(const Node& node, const Lines& lines, int cell, int beta,
                      LineMove<Shape>& result) const {
    play(node, lines, cell, result);
    result.set_range_ahead(ahead_.bounds(result.node, result.lines, result.gain - beta));
  }

  // How promising a move of *node* is (line_order.hpp).
  constexpr int estimate(const Node& node, const Lines& lines, int cell, int gain, int last) const {
    return order_.estimate(node, lines, cell, gain, last);
  }

  // Reduces *node*, whose open lines are *lines*, and returns the key under which the table keeps
  // it. The open lines stay the same.
  constexpr Word reduce(Node& node, const Lines& lines) const {
    Word key{};
    node = ahead_.reduced(node, lines, key);
    if (node.empties < kMirrorEmpties) return key;
    const Word mirror = mirrored(shape_, key);
    return is_less(mirror, key) ? mirror : key;
  }

  // For how many of the *count* moves from *node* the bound by pairing is to be asked.
  static constexpr int paired(const Node& node, int count) {
    return node.empties % 2 == 0 && node.empties >= kPairingEmpties ? std::min(count, +kPaired) : 0;
  }
  // Whether the bound by pairing shows that the value of *move* is at least *beta*.
  constexpr bool pairs_hold(const LineMove<Shape>& move, int beta) const {
    return pairing_.holds(move.node, move.gain - beta);
  }

 private:
  // With fewer empty cells mirror images rarely occur in the same search.
  static constexpr int kMirrorEmpties = 16;
  // With fewer empty cells a search is quicker than the bound by pairing.
  static constexpr int kPairingEmpties = 6;
  // It decides every second node by its first move, few by the others.
  static constexpr int kPaired = 3;

  Shape shape_;
  Ahead ahead_;
  LineOrder<Shape> order_;
  PairingBound<Shape> pairing_;
};

// How often each cell was a good move, by the parity of the empty cells.
template <class Number, std::size_t Bits>
class MoveHistory {
 public:
  // The higher, the earlier a move is tried.
  constexpr int priority(int empties, int cell, int estimate) const {
    return estimate + kWeight * values_[std::size_t(empties % 2)][std::size_t(cell)];
  }

  // The move to cell_at(best) was good, those to cell_at(0) and so on, tried before it, were not.
  template <class CellAt>
  constexpr void learn(int empties, int best, const CellAt& cell_at) {
    auto& values = values_[std::size_t(empties % 2)];
    const auto add = [&](int i, int amount) {
      Number& value = values[std::size_t(cell_at(i))];
      value = Number(std::clamp(value + amount, -kMost, +kMost));
    };
    for (int i = 0; i < best; ++i) add(i, -1);
    add(best, best);
  }

 private:
  // One unit of history is worth as much as this many of the estimate.
  static constexpr int kWeight = 2, kMost = 1000;

  std::array<std::array<Number, Bits>, 2> values_{};
};

}  // namespace dropfour::solver
