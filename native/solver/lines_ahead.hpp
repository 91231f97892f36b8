// The lines that can still be made in MOST_LINES: proven bounds derived from a position without a
// search, and a reduction that removes what no longer matters.
//
// All values concern future lines; lines already on the board do not count. The bounds follow from
// two strategies:
//
// Pairs. A side that answers each stone in the cell directly above gets at least one of any two
// vertically adjacent cells, no matter who is to move and what else is played; the same holds for
// any two playable cells. So for each pair with an open line of the opponent through either cell,
// at least one of the two lines is never made; nor is a vertical line that lacks two cells or more.
//
// Follow-up. The side that will play the last stone, the *follower*, answers every stone in the
// same column and gets every second cell from the top: the *follow cells*. In columns with an odd
// number of empty cells the lowest empty cell is shared: a stone there is answered in another such
// column. The rest of the game is then determined, except for who gets which of the shared cells.
//
// On 7x6 with 18 empty cells the node count rises by half without the vertical rule and doubles
// without the follow-up strategy; smaller gains are noted below.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "board/score.hpp"
#include "solver/line_geometry.hpp"

namespace dropfour::solver {

template <class Shape>
class LinesAhead : public LineGeometry<Shape> {
 public:
  using Geometry = LineGeometry<Shape>;
  using Geometry::Geometry;
  using Geometry::made;
  using Geometry::playable;
  using typename Geometry::Lines;
  using typename Geometry::Node;
  using typename Geometry::Word;

  // More lines than any board has.
  static constexpr int kMaxLines = 4 * kMaxCells;

  // Bounds of the value for the side to move. *lines* are the open lines of *node*. The caller
  // needs to know whether the value is above *target*; what does not help to decide that is left
  // open.
  constexpr ScoreRange bounds(const Node& node, const Lines& lines, int target) const {
    const Word empty = shape_.board_mask() ^ node.occupied;
    const Word next = playable(node);
    if (!more_than_one(next)) return forced(node, empty, next);

    ScoreRange range{-kMaxLines, kMaxLines};
    // If an even number of cells is empty, the other side is the follower.
    if (node.empties % 2 == 0) range.high = value_if_followed(node, empty, next, target);
    if (range.high <= target) return range;
    const Open own = open(node.own, lines.own, empty, next);
    range.high = std::min(range.high, own.count);
    if (own.may_reach(target)) range.high = std::min(range.high, own.count - stopped_lines(own));
    if (range.high <= target) return range;
    const Open other = open(node.other(), lines.other, empty, next);
    range.low = -other.count;
    if (other.may_reach(-target - 1)) range.low += stopped_lines(other);
    return range;
  }

  // A smaller position of the same value. Neutral cells (without an open line of either side) at
  // the top of a column are removed in pairs, since a stone in the lower one is answered in the
  // upper one. Of columns that are entirely neutral at most one cell is kept, a tempo move. (2 to
  // 3 % fewer nodes.)
  //
  // *key* identifies the reduced position and ignores the colours of some stones that no longer
  // matter (2 to 5 % fewer nodes). It is never 0.
  constexpr Node reduced(const Node& node, const Lines& lines, Word& key) const {
    const Word empty = shape_.board_mask() ^ node.occupied;
    Word own_live{}, other_live{};
    std::size_t i = 0;
    for (const int direction : directions()) {
      own_live |= covered(lines.own[i], direction);
      other_live |= covered(lines.other[i++], direction);
    }
    Node result = node;
    drop_neutral(result, empty & ~(own_live | other_live));
    key = live_stones(node.own, empty, own_live) + result.occupied + shape_.bottom_mask();
    return result;
  }

 private:
  using Geometry::covered;
  using Geometry::directions;
  using Geometry::masks;
  using Geometry::shape_;
  using Geometry::touched;

  // Distributing six shared cells or more costs more than it saves.
  static constexpr int kMaxShared = 4;

  // At most one column is open: all moves are forced.
  constexpr ScoreRange forced(const Node& node, const Word& empty, const Word& next) const {
    if (!any(next)) return {};
    const Word mine = any(next & masks().follow) ? empty & masks().follow : empty & ~masks().follow;
    const int value = made(node.own, mine) - made(node.other(), empty ^ mine);
    return {value, value};
  }

  // The most that the side to move can reach if the other side follows up.
  constexpr int value_if_followed(const Node& node, const Word& empty, const Word& next,
                                  int target) const {
    const Word shared = next & masks().follow;
    const Word mine = empty & ~masks().follow;
    const Word theirs = (empty ^ mine) & ~shared;
    const Word other = node.other();
    const int loose = made(node.own, mine | shared) - made(other, theirs);
    if (loose <= target || !any(shared)) return loose;
    // Each side gets half of the shared cells. (Two cells: 12 % fewer nodes; four: another 8 %.)
    const int count = popcount(shared);
    if (count > kMaxShared) return loose;
    std::array<Word, kMaxShared> cells;
    std::size_t i = 0;
    for (Word rest = shared; any(rest); rest = without_lowest(rest))
      cells[i++] = bit<Word>(lowest(rest));
    int best = -kMaxLines;
    unsigned above = 0;  // the sets of cells with which the value is above the target
    for (unsigned choice = 0; choice < 1u << count; ++choice) {
      if (popcount(std::uint64_t{choice}) != count / 2) continue;
      Word taken{};
      for (i = 0; i < std::size_t(count); ++i)
        if ((choice >> i & 1) != 0) taken |= cells[i];
      const int value = made(node.own, mine | taken) - made(other, theirs | (shared ^ taken));
      best = std::max(best, value);
      if (value > target) above |= 1u << choice;
    }
    return gets_wanted(above, (1u << count) - 1) ? best : std::min(best, target);
  }

  // Whether the side to move gets one of the sets of cells in *wanted*, one bit for each set, if
  // both sides take one of the *free* cells in turn, for at most so many *Rounds*. (8 % fewer nodes
  // than if it got the best of all sets.) A recursion at compile time: graphics cards must know how
  // much stack a lane needs.
  template <int Rounds = kMaxShared / 2>
  static constexpr bool gets_wanted(unsigned wanted, unsigned free) {
    // The sets that contain each cell.
    constexpr std::array<unsigned, kMaxShared> kWith{0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};
    if (wanted == 0 || free == 0) return wanted != 0;
    if constexpr (Rounds > 0)
      for (unsigned mine = free; mine != 0; mine &= mine - 1) {
        const int own = lowest(std::uint64_t{mine});
        const unsigned reached = wanted & kWith[std::size_t(own)], rest = free ^ 1u << own;
        bool is_refuted = reached == 0;
        for (unsigned theirs = rest; theirs != 0 && !is_refuted; theirs &= theirs - 1) {
          const int other = lowest(std::uint64_t{theirs});
          is_refuted =
              !gets_wanted<Rounds - 1>(reached & ~kWith[std::size_t(other)], rest ^ 1u << other);
        }
        if (!is_refuted) return true;
      }
    return false;
  }

  // The lines that one side can still make.
  struct Open {
    int count = 0;                      // without vertical lines that the other side can stop
    const std::array<Word, 4>& starts;  // by direction
    Word vertical{};                    // cells that complete a vertical line
    Word lower{};   // the lower cells of the pairs that the other side answers in
    Word shared{};  // playable cells outside these pairs
    Word empty{};

    // Whether there are more than *limit*, but few enough for the pairs to stop the rest: a pair
    // stops one of two lines, hence all pairs at most half of them.
    constexpr bool may_reach(int limit) const {
      return count > limit && count - count / 2 <= limit;
    }
  };

  // Counts of the vertical lines those that lack one cell; pairs stop all others. In columns where
  // the pairs from the top would separate the two cells that a line lacks, the pairs are shifted by
  // one.
  constexpr Open open(const Word& stones, const std::array<Word, 4>& starts, const Word& empty,
                      const Word& next) const {
    Open open{0, starts, {}, empty & ~masks().follow, next & masks().follow, empty};
    std::size_t i = 0;
    for (const int direction : directions()) {
      if (direction != 1) open.count += popcount(starts[i]);
      ++i;
    }
    if (*directions().begin() != 1) return open;
    Word run = next;
    for (int step = 1; step < shape_.connect() - 1; ++step) run &= stones << step;
    open.vertical = run & stones << (shape_.connect() - 1);
    open.count += popcount(open.vertical);
    const Word turned = run & masks().follow & ~masks().top;
    if (any(turned)) {
      const Word column = shape_.from_here_up(turned);
      open.lower = (open.lower & ~column) | (column & masks().follow & ~masks().top);
      open.shared &= ~turned;
    }
    return open;
  }

  // A lower bound of the open lines that the pairs stop. (11 to 14 % fewer nodes.)
  constexpr int stopped_lines(const Open& open) const {
    // Each line is assigned to one of its empty cells; at_least[n] marks cells with more than n.
    std::array<Word, 4> at_least{};
    const auto assign = [&](const Word& cells) {
      for (std::size_t n = 3; n > 0; --n) at_least[n] |= at_least[n - 1] & cells;
      at_least[0] |= cells;
    };
    assign(open.vertical);
    std::size_t i = 0;
    for (const int direction : directions()) {
      const std::size_t at = i++;
      if (direction == 1) continue;
      Word rest = open.starts[at], cells{};
      for (int step = 0; step < shape_.connect(); ++step) {
        const Word here = rest & open.empty >> (step * direction);
        cells |= here << (step * direction);
        rest &= ~here;
      }
      assign(cells);
    }
    int count = 0;
    for (const Word& cells : at_least)
      count += popcount(cells & cells >> 1 & open.lower) + popcount(cells & open.shared) / 2;
    return count;
  }

  constexpr void drop_neutral(Node& node, const Word& neutral) const {
    Word pairs{};
    Word upper = masks().top & neutral;
    for (int row = shape_.rows(); row >= 2 && any(upper); row -= 2) {
      upper &= neutral << 1;
      pairs |= upper | upper >> 1;
      upper = upper >> 2 & neutral;
    }
    const Word next = shape_.playable(node.occupied);
    const Word odd = next & neutral & ~pairs & (pairs >> 1 | masks().top);
    const Word gone = shape_.from_here_up((next & pairs) | odd);
    node.occupied |= gone;
    if (popcount(odd) % 2 != 0) node.occupied ^= bit<Word>(lowest(gone & masks().top));
    node.skip = pairs & ~gone;
    node.empties = popcount(shape_.board_mask() ^ node.occupied ^ node.skip);
  }

  // *own* without stones whose colour no longer matters: every unfinished line through them also
  // contains a stone of the other side and another stone of *own* that is kept.
  constexpr Word live_stones(const Word& own, const Word& empty, const Word& own_live) const {
    Word keep = own & own_live;
    if (keep == own) return own;
    for (const int direction : directions()) {
      const Word bare = touched(own, direction) & ~touched(keep, direction) &
                        touched(empty, direction) &
                        shape_.line_starts(shape_.board_mask(), direction);
      keep |= own & covered(bare, direction);
    }
    return keep;
  }
};

}  // namespace dropfour::solver
