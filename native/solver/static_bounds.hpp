// Static bounds: the best score that a side can reach, derived from the board without a search.
//
// The strong ones are based on the *follow-up* strategy: the side that is not to move answers each
// stone in the same column. In a column with an even number of empty cells this gives it every
// second of them, counted from the top: the *follow cells*. Columns with an odd number of empty
// cells are paired: when one side takes the playable cell in one of them, the other side takes the
// playable cell in another. So the follower gets every follow cell that is not playable now, and
// never has to move first. On boards of even height this is the second player's strategy, but it
// depends only on the number of empty cells.
//
// tests/native/check_solver.hpp compares each bound with plain minimax on every position of small
// boards. Percentages are the share of nodes that a bound saves on Pons' sets.

#pragma once

#include <algorithm>
#include <type_traits>

#include "solver/node.hpp"

namespace dropfour::solver {

template <class Shape>
class StaticBounds {
 public:
  using Word = typename Shape::Word;

  constexpr explicit StaticBounds(const Shape& shape)
      : shape_(shape), follow_mask_(make_follow_mask(shape)) {}

  // Narrows *range* as far as it helps to decide whether the score is at least *beta*.
  DROPFOUR_INLINE constexpr ScoreRange narrow(const Node<Shape>& node, int beta,
                                              ScoreRange range) const {
    return narrow(node, beta - 1, beta, range);
  }

  // Narrows *range* as far as it helps to find the score if it lies between *alpha* and *beta*.
  DROPFOUR_INLINE constexpr ScoreRange narrow(const Node<Shape>& node, int alpha, int beta,
                                              ScoreRange range) const {
    const Cells cells(*this, node);
    const bool is_even = (shape_.cells() - node.ply) % 2 == 0;
    range.high =
        std::min(range.high, is_even ? most_against_follower(node, cells, alpha, range.high)
                                     : most_against_zugzwang(node, cells, range.high));
    if (range.high <= alpha || range.low >= beta) return range;
    // A side that can no longer complete a line cannot win (5 % on L2 R2, 31 % on L3 R1).
    if (alpha < 0 && range.low < 0 && !shape_.has_line(node.other() | cells.empty)) range.low = 0;
    if (beta > 0 && range.high > 0 && !is_even && !shape_.has_line(node.own | cells.empty))
      range.high = 0;
    return range;
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
    Word empty, playable, sure;  // sure: the cells that the follower gets

    constexpr Cells(const StaticBounds& bounds, const Node<Shape>& node)
        : empty(bounds.shape_.board_mask() ^ node.occupied),
          playable(bounds.shape_.playable(node.occupied)),
          sure(empty & bounds.follow_mask() & ~playable) {}
  };

  static constexpr Word make_follow_mask(const Shape& shape) {
    Word mask{};
    for (int row = shape.rows() - 1; row >= 0; row -= 2) mask |= shape.bottom_mask() << row;
    return mask;
  }

  // The score of the side to move if the other side completes a line as soon as a cell of *beyond*
  // is playable: at the latest when all other cells, except those directly below, are occupied.
  constexpr int loss_at(const Word& beyond) const {
    const int columns = popcount(beyond & ~(beyond << 1));
    return -win_score(shape_.cells(), shape_.cells() - popcount(beyond) - columns + 2);
  }

  // The bound for an even number of empty cells (47 % on L2 R2): the other side can follow up from
  // now on. Suppose the side to move gets all other cells: if they contain no line, it cannot win,
  // and it loses if the other side's sure cells complete a line.
  DROPFOUR_INLINE constexpr int most_against_follower(const Node<Shape>& node, const Cells& cells,
                                                      int alpha, int known) const {
    // The game ends when the other side completes a line; the cells above are never reached.
    const Word ends = node.other_wins & cells.sure;
    const Word beyond = shape_.from_here_up(shape_.lowest_marks(ends));
    if (shape_.has_line((node.own | (cells.empty & ~cells.sure)) & ~beyond)) return known;
    if (any(ends)) return loss_at(beyond);
    return alpha < 0 && shape_.has_line(node.other() | cells.sure) ? -1 : 0;
  }

  // The bound for an odd number of empty cells (27 % on L2 R2): the odd-threat win. The other side
  // has a winning cell, the goal, that is not a follow cell. It follows up in every column,
  // including the goal's; if that column has an even number of empty cells, its playable cell is
  // paired with the one odd column left over. In the end only the goal's column is open and the
  // side to move must play below the goal. This is sound if until then the side to move cannot
  // complete a line with the cells it may get: its own, the playable ones, the cells outside the
  // column that are not follow cells, and the follow cells below the goal.
  DROPFOUR_INLINE constexpr int most_against_zugzwang(const Node<Shape>& node, const Cells& cells,
                                                      int known) const {
    Word goals = node.other_wins & ~follow_mask() & ~cells.playable;
    int best = known;
    while (any(goals)) {
      const Word goal = lowest_bit(goals);
      const Word column = shape_.column_with(goal);
      goals &= ~column;
      const Word sure =
          (cells.sure & ~column) | (cells.empty & column & ~follow_mask() & ~cells.playable);
      const Word ends = (node.other_wins & cells.sure & ~column) | goal;
      const Word beyond = shape_.from_here_up(shape_.lowest_marks(ends));
      if (shape_.has_line((node.own | (cells.empty & ~sure)) & ~beyond)) continue;
      best = std::min(best, loss_at(beyond));
    }
    return best;
  }

  Shape shape_;
  Word follow_mask_;
};

}  // namespace dropfour::solver
