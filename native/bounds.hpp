// Static bounds: what a side can reach at best, read off the board without a search.
//
// The strong ones rest on one strategy, *following up*: the side that is not to move answers each
// stone in the same column. Where a column has an even number of empty cells that gives it every
// second of them, from the top: the *follow cells*. Columns with an odd number of empty cells are
// answered in pairs: whoever takes the cell at hand in one, the other takes it in another. So the
// follower gets every follow cell that is not at hand now, and it never has to move first. On
// boards of even height that is the second player's strategy; all that counts is how many cells are
// empty.
//
// tests/check_solver.cpp compares each bound with plain minimax on every position of small boards.

#pragma once

#include <algorithm>
#include <type_traits>

#include "node.hpp"

namespace dropfour {

template <class Shape>
class StaticBounds {
 public:
  using Word = typename Shape::Word;

  constexpr explicit StaticBounds(const Shape& shape)
      : shape_(shape), follow_mask_(make_follow_mask(shape)) {}

  // Narrows *range* where that may tell whether the score is at least *beta*.
  constexpr void narrow(const Node<Shape>& node, int beta, ScoreRange& range) const {
    const Cells cells(*this, node);
    const bool is_even = (shape_.cells() - node.ply) % 2 == 0;
    range.high = std::min(range.high, is_even ? most_against_follower(node, cells, beta, range.high)
                                              : most_against_zugzwang(node, cells, range.high));
    if (range.high < beta || range.low >= beta) return;
    // A side that can make no line any more has a draw at best (5 % of the nodes of L2 R2, 31 % of
    // L3 R1).
    if (beta <= 0) {
      if (!shape_.has_line(node.other() | cells.empty)) range.low = std::max(range.low, 0);
    } else if (!is_even) {
      if (!shape_.has_line(node.own | cells.empty)) range.high = std::min(range.high, 0);
    }
  }

  // Every second cell of each column, from the top.
  constexpr Word follow_mask() const {
    if constexpr (std::is_empty_v<Shape>) {
      constexpr Word kMask = make_follow_mask(Shape{});
      return kMask;
    } else {
      return follow_mask_;
    }
  }

 private:
  struct Cells {
    Word empty, at_hand, sure;  // sure: what the follower gets

    constexpr Cells(const StaticBounds& bounds, const Node<Shape>& node)
        : empty(bounds.shape_.board_mask() ^ node.occupied),
          at_hand(bounds.shape_.playable(node.occupied)),
          sure(empty & bounds.follow_mask() & ~at_hand) {}
  };

  static constexpr Word make_follow_mask(const Shape& shape) {
    Word mask{};
    for (int row = shape.rows() - 1; row >= 0; row -= 2) mask |= shape.bottom_mask() << row;
    return mask;
  }

  // Each marked cell and everything above it in its column.
  constexpr Word from_here_up(const Word& marks) const {
    // A column's spare bit minus its lowest mark is the run from the mark to the top.
    const Word spare = shape_.bottom_mask() << shape_.rows();
    const Word lowest_marks = (spare - marks) & marks;
    return (spare - lowest_marks) & shape_.board_mask();
  }

  // The score of the side to move when the other completes a line as soon as a cell of *beyond* is
  // at hand: at the latest when everything else but the cells just below is taken.
  constexpr int loss_at(const Word& beyond) const {
    const int columns = popcount(beyond & ~(beyond << 1));
    return -win_score(shape_.cells(), shape_.cells() - popcount(beyond) - columns + 2);
  }

  // The even-cells bound (47 % of the nodes of L2 R2). An even number of cells is empty, so the
  // other side can follow up from now on. Give the side to move everything else: if that holds no
  // line, it cannot win; and it loses if the other side's sure cells complete a line.
  constexpr int most_against_follower(const Node<Shape>& node, const Cells& cells, int beta,
                                      int known) const {
    // Where the other side will complete a line the game ends, and nothing above is ever reached.
    const Word ends = node.other_wins & cells.sure;
    const Word beyond = from_here_up(ends);
    if (shape_.has_line((node.own | (cells.empty & ~cells.sure)) & ~beyond)) return known;
    if (any(ends)) return loss_at(beyond);
    return beta <= 0 && shape_.has_line(node.other() | cells.sure) ? -1 : 0;
  }

  // The odd-threat win, its counterpart (27 % of the nodes of L2 R2). An odd number of cells is
  // empty and the other side has a winning cell, the goal, that is not a follow cell. It follows up
  // everywhere, in the goal's column too; if that column has an even number of empty cells, the
  // cell at hand there is paired with the one odd column left over. At last only the goal's column
  // is open and the side to move must play below the goal. Sound if until then it can make no line
  // of what it may get: its own cells, the cells at hand, what follows up outside the column, and
  // the follow cells below the goal.
  constexpr int most_against_zugzwang(const Node<Shape>& node, const Cells& cells,
                                      int known) const {
    Word goals = node.other_wins & ~follow_mask() & ~cells.at_hand;
    int best = known;
    while (any(goals)) {
      const int goal = lowest(goals);
      const Word column = shape_.column_mask(shape_.column_of(goal));
      goals &= ~column;
      const Word sure =
          (cells.sure & ~column) | (cells.empty & column & ~follow_mask() & ~cells.at_hand);
      const Word beyond = from_here_up((node.other_wins & cells.sure & ~column) | bit<Word>(goal));
      if (shape_.has_line((node.own | (cells.empty & ~sure)) & ~beyond)) continue;
      best = std::min(best, loss_at(beyond));
    }
    return best;
  }

  Shape shape_;
  Word follow_mask_;
};

}  // namespace dropfour
