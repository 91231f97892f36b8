// A lower bound in MOST_LINES for the side that will not play the last stone, from a strategy.
//
// Call that side the *leader* and the other the *follower*. It is the follower's turn, so an odd
// number of cells is empty. The leader answers every stone:
//
// - Empty cells are paired from the top of each column. The leader answers in the other cell of the
//   pair and so gets at least one of the two.
// - The lowest cells of columns with an odd number of empty cells, the *singles*, form pairs, too.
// - In one column, the *strict* one, the leader knows which cell it gets. An answer there exists
//   until the column is full, and only then can the leader run out of answers and have to move
//   first. So the follower moves first in this column every time and gets every second cell from
//   the top, the *follow cells*; the leader gets the cells in between. If the strict column has an
//   even number of empty cells, its lowest one is a single.
//
// The leader is free to choose the strict column, the follower which cell of each pair it takes.
// The outcome is at least as good for the leader as the follower's best choice, which a small
// search finds: it decides pair by pair and ends early by counting the lines still open.
//
// Example: four columns are left, with 3, 2, 2 and 4 empty cells. With the first column as the
// strict one, the follower gets its top and third cell, and the rest is four pairs: 16 outcomes.
//
// With this bound, the search from ply 12 of 7x6 takes a tenth of the nodes.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "board/sorting.hpp"
#include "solver/line_geometry.hpp"

namespace dropfour::solver {

template <class Shape>
class PairingBound : public LineGeometry<Shape> {
 public:
  using Geometry = LineGeometry<Shape>;
  using Geometry::Geometry;
  using typename Geometry::Node;
  using typename Geometry::Word;

  // Whether the leader, who is not to move, keeps the side to move from gaining more than *limit*
  // lines more than the leader from here on. Returns false if the strategy does not show it. The
  // number of empty cells must be odd.
  constexpr bool holds(const Node& node, int limit) const {
    const Word empty = shape_.board_mask() ^ node.occupied ^ node.skip;
    const Word next = this->playable(node);
    std::array<Strict, kTried> best;
    const int count = choose_strict(node, empty, next, limit, best);
    for (int i = 0; i < count; ++i) {
      const Strict& strict = best[std::size_t(i)];
      Pairs pairs;
      pairs.limit = limit + shape_.count_lines(node.own) - shape_.count_lines(node.other());
      pairs.lower = empty & ~masks().follow & ~strict.column;
      for (Word rest = strict.singles; any(rest);) {
        auto& [a, b] = pairs.singles[pairs.count++];
        a = take_lowest(rest);
        b = take_lowest(rest);
      }
      const Word follower = empty & masks().follow & strict.column;
      const Word open = empty & ~strict.leader & ~follower;
      if (is_at_most(node.other() | strict.leader, node.own | follower, open, pairs)) return true;
    }
    return false;
  }

 private:
  using Geometry::covered;
  using Geometry::directions;
  using Geometry::masks;
  using Geometry::shape_;

  // Strict columns tried for each position. The best guess is right in four of five cases.
  static constexpr int kTried = 2;
  // No attempt is made if the pairs would have to stop more lines than the number of empty cells
  // divided by this: it would rarely succeed.
  static constexpr int kGapDivisor = 2;
  // The small search gives up after so many steps. On 7x6 it takes 2 on average.
  static constexpr int kSteps = 1024;

  // A choice of the strict column.
  struct Strict {
    int gap;       // lines that the pairs must still stop
    Word column;   // its empty cells
    Word leader;   // those that the leader gets
    Word singles;  // of all columns
  };

  struct Pairs {
    Word lower{};  // the lower cells of the vertical pairs
    std::array<std::array<Word, 2>, kMaxSide / 2 + 1> singles;
    std::size_t count = 0;  // of pairs of singles
    int limit = 0;          // of the follower's lines minus the leader's on the full board
    int steps = kSteps;     // of the small search
  };

  static constexpr Word take_lowest(Word& cells) {
    const Word cell = bit<Word>(lowest(cells));
    cells ^= cell;
    return cell;
  }

  // Finds the most promising strict columns, best first, and returns their number.
  constexpr int choose_strict(const Node& node, const Word& empty, const Word& next, int limit,
                              std::array<Strict, kTried>& best) const {
    // How many of the follower's open lines lead through each cell, as binary digits.
    std::array<Word, 4> digits{};
    int gap = -limit;
    for (const int direction : directions()) {
      const Word starts = this->open_starts(node.own, empty, direction);
      if (direction == 1) {
        // Pairs stop vertical lines that lack two cells or more.
        gap += popcount(starts & ~(empty >> (shape_.connect() - 2)));
        continue;
      }
      gap += popcount(starts);
      for (int step = 0; step < shape_.connect(); ++step) {
        Word carry = starts << (step * direction) & empty;
        for (Word& digit : digits) {
          const Word both = digit & carry;
          digit ^= carry;
          carry = both;
        }
      }
    }
    const Word threats = shape_.completing_cells(node.other());
    const Word singles = next & masks().follow;
    const int most = popcount(empty) / kGapDivisor;
    int count = 0;
    for (Word rest = next; any(rest);) {
      Strict strict;
      const Word lowest_cell = take_lowest(rest);
      strict.column = shape_.from_here_up(lowest_cell) & empty;
      strict.leader = strict.column & ~masks().follow & ~lowest_cell;
      strict.singles = singles ^ lowest_cell;
      strict.gap = gap - popcount(threats & strict.leader);
      for (std::size_t i = 0; i < digits.size(); ++i)
        strict.gap -= popcount(digits[i] & strict.leader) << i;
      if (strict.gap > most) continue;
      if (count == kTried && best[kTried - 1].gap <= strict.gap) continue;
      if (count < kTried) ++count;
      insert_sorted(best, count - 1, strict, [](const Strict& each) { return -each.gap; });
    }
    return count;
  }

  struct Pair {
    Word a{}, b{};
  };
  // What is known about the lines once some of the pairs are decided.
  enum class Finding { kWithin, kAbove, kUndecided };

  // Whether the follower's lines minus the leader's are at most pairs.limit on the full board,
  // however the follower chooses its cells among the pairs within *open*. A loop rather than a
  // recursion, for graphics cards.
  constexpr bool is_at_most(Word leader, Word follower, Word open, const Pairs& pairs) const {
    // The pairs decided so far, as cells: the follower has the first one, the leader the second.
    struct Choice {
      short follower, leader;
      bool is_second;  // the choice that was tried after the other one
    };
    std::array<Choice, sizeof(Word) * 8 / 2> choices;
    std::size_t depth = 0;
    for (int step = 0; step < pairs.steps; ++step) {
      Pair pair;
      const Finding finding = judge(leader, follower, open, pairs, pair);
      if (finding == Finding::kAbove) return false;
      if (finding == Finding::kUndecided) {
        choices[depth++] = {short(lowest(pair.a)), short(lowest(pair.b)), false};
      } else {
        // Back to the last pair that can still be decided the other way.
        for (;; --depth) {
          if (depth == 0) return true;
          const Choice& last = choices[depth - 1];
          pair = {bit<Word>(last.follower), bit<Word>(last.leader)};
          follower ^= pair.a;
          leader ^= pair.b;
          open |= pair.a | pair.b;
          if (!last.is_second) break;
        }
        std::swap(pair.a, pair.b);
        Choice& last = choices[depth - 1];
        last = {last.leader, last.follower, true};
      }
      follower |= pair.a;
      leader |= pair.b;
      open &= ~(pair.a | pair.b);
    }
    return false;
  }

  // Judges the lines without a choice, or finds a pair to be decided next.
  constexpr Finding judge(const Word& leader, const Word& follower, const Word& open,
                          const Pairs& pairs, Pair& pair) const {
    const Word lower = pairs.lower & open;
    // The lines that the follower can have, above the limit; vertical ones never contain a pair.
    std::array<Word, 4> starts;
    int excess = -pairs.limit - shape_.count_lines(leader);
    std::size_t i = 0;
    for (const int direction : directions()) {
      starts[i] = shape_.line_starts(follower | open, direction);
      if (direction == 1)
        for (int step = 0; step < shape_.connect() - 1; ++step) starts[i] &= ~(lower >> step);
      excess += popcount(starts[i++]);
    }
    if (excess <= 0) return Finding::kWithin;

    // Each open line is assigned to one of its open cells; at_least[n] marks cells with more than
    // n.
    std::array<Word, 4> at_least{};
    Word live{};
    i = 0;
    for (const int direction : directions()) {
      Word rest = starts[i++] & ~shape_.line_starts(follower, direction), cells{};
      live |= covered(rest, direction);
      for (int step = 0; step < shape_.connect(); ++step) {
        const Word here = rest & open >> (step * direction);
        cells |= here << (step * direction);
        rest &= ~here;
      }
      for (std::size_t n = 3; n > 0; --n) at_least[n] |= at_least[n - 1] & cells;
      at_least[0] |= cells;
    }
    live &= open;
    // Of each pair the lines of one cell are never made; and a threat of the leader in the cell
    // that the follower leaves is.
    const Word threats = shape_.completing_cells(leader) & open;
    Word more_below{}, more_above{};
    for (const Word& cells : at_least) {
      excess -= popcount(cells & cells >> 1 & lower);
      more_below |= cells & ~(cells >> 1);
      more_above |= ~cells & cells >> 1;
    }
    excess -= popcount(lower & more_below & threats >> 1) + popcount(lower & more_above & threats) +
              popcount(lower & ~more_below & ~more_above & threats & threats >> 1);
    if (excess <= 0) return Finding::kWithin;

    pair = contested(live, at_least, lower, pairs);
    if (!any(pair.a)) {
      // The follower can make all of its open lines.
      const Word left = ((live & lower) << 1) | (live >> 1 & lower) | left_singles(live, pairs);
      if (shape_.count_lines(follower | live) - shape_.count_lines(leader | left) > pairs.limit)
        return Finding::kAbove;
      // Whether it can do better by giving up a line to stop one.
      pair = wanted(leader, open, lower, pairs);
      if (!any(pair.a)) return Finding::kAbove;
    }
    return Finding::kUndecided;
  }

  // A pair with lines of the follower through both cells, if possible many.
  constexpr Pair contested(const Word& live, const std::array<Word, 4>& at_least, const Word& lower,
                           const Pairs& pairs) const {
    Word both = live & live >> 1 & lower;
    if (any(both)) {
      for (const Word& cells : at_least) {
        const Word more = cells & cells >> 1 & both;
        if (!any(more)) break;
        both = more;
      }
      const Word cell = bit<Word>(lowest(both));
      return {cell, cell << 1};
    }
    for (std::size_t i = 0; i < pairs.count; ++i) {
      const auto& [a, b] = pairs.singles[i];
      if (any(a & live) && any(b & live)) return {a, b};
    }
    return {};
  }

  // A pair with an open line of the leader through either cell.
  constexpr Pair wanted(const Word& leader, const Word& open, const Word& lower,
                        const Pairs& pairs) const {
    Word live{};
    for (const int direction : directions())
      live |= covered(this->open_starts(leader, open, direction), direction);
    live &= open;
    if (const Word either = (live | live >> 1) & lower; any(either)) {
      const Word cell = bit<Word>(lowest(either));
      return {cell, cell << 1};
    }
    for (std::size_t i = 0; i < pairs.count; ++i) {
      const auto& [a, b] = pairs.singles[i];
      if (any((a | b) & live)) return {a, b};
    }
    return {};
  }

  // The leader's singles if the follower takes those in *live*.
  static constexpr Word left_singles(const Word& live, const Pairs& pairs) {
    Word left{};
    for (std::size_t i = 0; i < pairs.count; ++i) {
      const auto& [a, b] = pairs.singles[i];
      if (any(a & live)) left |= b;
      if (any(b & live)) left |= a;
    }
    return left;
  }
};

}  // namespace dropfour::solver
