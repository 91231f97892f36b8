// The averaging engine: forced moves first, then the average of the children's averages. Its rules
// are described in the Python version, dropfour.engines.averaging.

#pragma once

#include "engines/deepening.hpp"
#include "engines/threats.hpp"

namespace dropfour::engines {

// The mean rounded to the nearest integer, halves away from zero.
constexpr int rounded_mean(int sum, int count) {
  const int twice = 2 * (sum < 0 ? -sum : sum) + count;
  const int mean = twice / (2 * count);
  return sum < 0 ? -mean : mean;
}
static_assert(rounded_mean(5, 2) == 3 && rounded_mean(-5, 2) == -3 && rounded_mean(7, 3) == 2);

template <class Shape>
class Averaging {
 public:
  using Word = typename Shape::Word;

  Averaging(const Shape& shape, const Position<Shape>& root, Objective objective, Budget& budget)
      : shape_(shape),
        root_(root),
        is_first_line_(objective == Objective::kFirstLine),
        table_(shape, objective),
        budget_(budget) {}

  int first_column() const { return root_moves(shape_, root_).front().column; }

  Findings at_depth(int depth) {
    Findings best;
    best.depth = depth;
    const Word candidates = is_first_line_ ? root_candidates(best) : ~Word{};
    if (best.column >= 0) return best;
    for (const auto& move : root_moves(shape_, root_)) {
      if (!any(move.cell & candidates)) continue;
      const double value = average(root_.play(move.cell), depth - 1, false);
      if (best.column >= 0 && value <= best.value) continue;
      best.column = move.column;
      best.value = value;
    }
    best.variation = {best.column};
    best.is_settled = root_.ply + depth >= shape_.cells();
    return best;
  }

 private:
  // The moves to search. Decides *best* if a move wins or creates two ways to win.
  Word root_candidates(Findings& best) const {
    if (const Word wins = table_.attacks(root_, root_.own); any(wins)) {
      decide(wins, best);
      return wins;
    }
    if (const Word blocks = table_.attacks(root_, root_.other()); any(blocks)) return blocks;
    const Word playable = shape_.playable(root_.occupied);
    const Word safe = safe_moves(root_, playable);
    Word doubles{};
    for (Word moves = safe; any(moves); moves = without_lowest(moves)) {
      const Word move = bit<Word>(lowest(moves));
      const Position<Shape> next = root_.play(move);
      if (more_than_one(table_.attacks(next, next.other()))) doubles |= move;
    }
    if (any(doubles)) decide(doubles, best);
    return any(safe) ? safe : playable;
  }

  void decide(const Word& moves, Findings& best) const {
    for (const auto& move : root_moves(shape_, root_)) {
      if (!any(move.cell & moves)) continue;
      best.column = move.column;
      break;
    }
    best.value = kForcedWin;
    best.variation = {best.column};
    best.is_settled = true;
  }

  // If the side to move cannot win: the forced blocks, or else the moves that do not let the
  // opponent win on top of them.
  Word safe_moves(const Position<Shape>& position, const Word& playable) const {
    const Word blocks = table_.attacks(position, position.other());
    if (any(blocks)) return blocks;
    return playable & ~(shape_.completing_cells(position.other()) >> 1);
  }

  int average(const Position<Shape>& position, int depth, bool is_own_turn) {
    if (!budget_.spend()) return 0;
    const int sign = is_own_turn ? 1 : -1;
    if (is_first_line_ && position.is_won(shape_)) return -sign * kForcedWin;
    if (position.is_full(shape_)) {
      if (is_first_line_) return 0;
      return sign * kForcedWin *
             (shape_.count_lines(position.own) - shape_.count_lines(position.other()));
    }
    const int own_score = table_.score(position, is_own_turn);
    if (depth == 0 || (is_first_line_ && table_.forced_win(position))) return own_score;
    Word moves = shape_.playable(position.occupied);
    if (is_first_line_) moves = safe_moves(position, moves);
    int sum = own_score, count = 1;
    for (; any(moves); moves = without_lowest(moves), ++count)
      sum += average(position.play(bit<Word>(lowest(moves))), depth - 1, !is_own_turn);
    return rounded_mean(sum, count);
  }

  Shape shape_;
  Position<Shape> root_;
  bool is_first_line_;
  ThreatTable<Shape> table_;
  Budget& budget_;
};

}  // namespace dropfour::engines
