// How promising a move is in MOST_LINES, for move ordering: the open lines through its cell,
// weighted by how many cells they lack and in which rows.
//
// The side that will play the last stone, the follower, tends to get every second cell from the
// top, and the other side the cells in between. So a line counts differently for each cell it lacks
// in the rows of the other side.
//
// The weights are fitted to searches of 7x6 from plies 12 and 13. At 26,000 nodes with a move that
// reaches beta, every move was searched by itself; the weights maximise the likelihood (softmax)
// of the moves that reach it, the more so the fewer nodes that takes. Unlike a material balance
// they punish open lines of both sides: with fewer open lines there is less to search. Compared
// with weights set by hand, one for each number of cells that a line lacks, the search takes half
// of the nodes.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "solver/line_geometry.hpp"

namespace dropfour::solver {

// Stands for the last move where there is none; no cell is directly above it.
inline constexpr int kNoCell = -2;

template <class Shape>
class LineOrder : public LineGeometry<Shape> {
 public:
  using Geometry = LineGeometry<Shape>;
  using Geometry::Geometry;
  using typename Geometry::Lines;
  using typename Geometry::Node;
  using typename Geometry::Word;

  // For the side to move. *lines* are the open lines of *node*; *gain* is what the move completes;
  // *last* is the cell of the move that led to *node*, or kNoCell.
  constexpr int estimate(const Node& node, const Lines& lines, int cell, int gain, int last) const {
    const Weights& weights = weights_[std::size_t(node.empties % 2)];
    const Word move = bit<Word>(cell), above = move << 1;
    const Word empty = shape_.board_mask() ^ node.occupied;
    const Word next = this->playable(node);
    const Cells before{next, next << 1}, after{(next ^ move) | above, (next ^ move ^ above) << 1};
    const Word follow = this->masks().follow;
    const Word own_wrong = node.empties % 2 != 0 ? ~follow : follow;

    int sum = weights.gain * gain + (cell == last + 1 ? weights.answer : 0);
    std::size_t i = 0;
    for (const int direction : this->directions()) {
      const bool is_vertical = direction == 1;
      const Word through = this->touched(move, direction);
      for (Word rest = lines.own[i] & through; any(rest);) {
        const Word lacking = this->covered(take_lowest(rest), direction) & empty;
        sum += value(weights.own, lacking ^ move, own_wrong, after, is_vertical) -
               value(weights.own, lacking, own_wrong, before, is_vertical);
      }
      for (Word rest = lines.other[i] & through; any(rest);) {
        const Word lacking = this->covered(take_lowest(rest), direction) & empty;
        sum -= value(weights.other, lacking, ~own_wrong, before, is_vertical);
      }
      ++i;
    }
    return sum + opened(weights.own, node.own, lines.own, above) +
           opened(weights.other, node.other(), lines.other, above);
  }

 private:
  using Geometry::shape_;

  static constexpr std::size_t kMostLacking = 4;

  // For the lines of one side, in hundredths.
  struct Side {
    // By the number of cells that a line lacks, and how many of them are in the rows of the other
    // side; vertical lines by the former only. Lines that lack more count as lacking four.
    std::array<std::array<short, kMostLacking + 1>, kMostLacking + 1> lacking;
    std::array<short, kMostLacking + 1> vertical;
    // For a line that lacks one cell, if that cell is playable or directly above a playable one.
    short next, above_next;
  };
  struct Weights {
    Side own, other;
    short gain;
    short answer;  // directly above the last move
  };
  struct Cells {
    Word next, above_next;
  };

  constexpr int value(const Side& side, const Word& lacking, const Word& wrong, const Cells& cells,
                      bool is_vertical) const {
    // `+`: a graphics card has no address for the constant.
    const std::size_t count = std::min(+kMostLacking, std::size_t(popcount(lacking)));
    if (is_vertical) return side.vertical[count];
    int result = side.lacking[count][std::min(count, std::size_t(popcount(lacking & wrong)))];
    if (count == 1 && any(lacking & cells.next)) result += side.next;
    if (count == 1 && any(lacking & cells.above_next)) result += side.above_next;
    return result;
  }

  // The difference for lines that lack one cell, if the cell *above* a move becomes playable.
  constexpr int opened(const Side& side, const Word& stones, const std::array<Word, 4>& starts,
                       const Word& above) const {
    int next = 0, above_next = 0;
    std::size_t i = 0;
    for (const int direction : this->directions()) {
      next += popcount(starts[i] & shape_.line_starts(stones | above, direction));
      above_next += popcount(starts[i++] & shape_.line_starts(stones | above << 1, direction));
    }
    return (side.next - side.above_next) * next + side.above_next * above_next;
  }

  static constexpr Word take_lowest(Word& cells) {
    const Word rest = without_lowest(cells), cell = cells ^ rest;
    cells = rest;
    return cell;
  }

  // If the side to move is not the follower, and if it is.
  std::array<Weights, 2> weights_{{
      {{{{{}, {63, 40}, {-5, 5, 15}, {-32, -29, -9, 8}, {-24, 0, -28, 0, -3}}},
        {0, 51, -9, 0},
        1,
        14},
       {{{{}, {-83, -95}, {-68, -50, -45}, {-46, -40, -26, -5}, {-3, 0, -28, 0, -24}}},
        {0, -116, -37, 14},
        -7,
        10},
       158,
       31},
      {{{{{}, {69, 24}, {-8, -11, -6}, {-94, -36, -14, 21}, {-79, 0, -23, 0, -21}}},
        {0, 28, -5, -24},
        -28,
        14},
       {{{{}, {-87, -100}, {-80, -50, -32}, {-60, -33, -13, 7}, {-21, 0, -23, 0, -79}}},
        {0, -129, -31, -9},
        -35,
        6},
       152,
       48},
  }};
};

}  // namespace dropfour::solver
