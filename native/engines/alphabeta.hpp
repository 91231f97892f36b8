// Alpha-beta search: the value and the move of minimax with a fraction of its nodes.
//
// With a discount, a child's window is its parent's divided by the discount, widened slightly at
// both ends so that rounding never cuts off the move that minimax would choose.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "board/sorting.hpp"
#include "engines/deepening.hpp"
#include "engines/estimate_table.hpp"
#include "engines/evaluation.hpp"

namespace dropfour::engines {

template <class Shape>
class AlphaBeta {
 public:
  using Word = typename Shape::Word;

  AlphaBeta(const Shape& shape, const Position<Shape>& root, Objective objective,
            const Evaluation<Shape>& evaluation, double discount, Budget& budget)
      : shape_(shape),
        root_(root),
        evaluation_(evaluation),
        rewards_(shape_, objective, discount, evaluation.win()),
        budget_(budget),
        moves_(root_moves(shape_, root_)) {}

  int first_column() const { return moves_.front().column; }

  Findings at_depth(int depth) {
    table_.grow_for(depth);
    Findings best;
    int best_rank = 0;
    Window window{-kUnbounded, kUnbounded};
    variations_.resize(std::size_t(depth) + 1);
    for (auto& move : moves_) {
      // Ties go to the move nearer the middle, which therefore only has to equal the best value.
      const bool wins_ties = best.column >= 0 && move.rank < best_rank;
      window.low = best.column < 0 ? -kUnbounded
                   : wins_ties     ? std::nextafter(best.value, -kUnbounded)
                                   : best.value;
      const Position<Shape> child = root_.play(move.cell);
      const bool wins = rewards_.is_first_line() && child.is_won(shape_);
      if (wins) variations_[std::size_t(depth - 1)].clear();
      const double value = rewards_.passed_up(wins ? rewards_.lost(child.ply)
                                                   : search(child, depth - 1, below(window)));
      if (value <= window.low) continue;
      best.column = move.column;
      best.value = value;
      best_rank = move.rank;
      expect(depth, move.column);
    }
    best.depth = depth;
    best.variation = variations_.back();
    best.is_settled = is_settled(shape_, root_, rewards_, best.value, depth);
    // The next, deeper search tries the best move first.
    std::sort(moves_.begin(), moves_.end(), [&](const auto& a, const auto& b) {
      return (a.rank == best_rank ? -1 : a.rank) < (b.rank == best_rank ? -1 : b.rank);
    });
    return best;
  }

 private:
  struct Window {
    double low, high;
  };
  struct Move {
    Word cell;
    int bit_index;
    int priority;
  };

  // Larger than every value, and still finite after a division by the discount.
  static constexpr double kUnbounded = 1e18;
  static constexpr double kMargin = 1e-12;

  // The window of a child.
  Window below(const Window& window) const {
    if (rewards_.discount() == 1) return {-window.high, -window.low};
    const double low = -window.high / rewards_.discount();
    const double high = -window.low / rewards_.discount();
    return {low - std::abs(low) * kMargin, high + std::abs(high) * kMargin};
  }

  // Returns the value if it lies within *window*, otherwise a bound on the same side of the window.
  // The position is not won: moves that complete a line are detected before they are played.
  double search(const Position<Shape>& position, int depth, Window window) {
    variations_[std::size_t(depth)].clear();
    if (!budget_.spend()) return 0;
    if (position.is_full(shape_)) return rewards_.full(position);
    if (depth == 0) return evaluation_.estimate(position);
    Word moves = shape_.playable(position.occupied);
    if (rewards_.is_first_line()) {
      const Word wins = shape_.completing_cells(position.own) & moves;
      if (any(wins)) {
        variations_[std::size_t(depth)].assign(1, shape_.column_of(lowest(wins)));
        return rewards_.passed_up(rewards_.lost(position.ply + 1));
      }
      // A move that loses to the reply is never better than another one and need not be searched.
      if (depth >= 2 && position.ply + 2 <= shape_.cells()) {
        moves = safe_moves(position, moves);
        if (!any(moves))
          return rewards_.passed_up(rewards_.passed_up(rewards_.lost(position.ply + 2)));
      }
    }
    if (depth == 1) return best_child(position, moves, depth, -1, window).value;

    const Word key = position.key(shape_);
    int first_column = -1;
    if (const auto* known = table_.find(key)) {
      first_column = known->column;
      // A position always has the same ply, hence the same remaining depth within one search.
      if (known->depth == depth) {
        if (known->bound == Bound::kExact ||
            (known->bound == Bound::kLower && known->value >= window.high) ||
            (known->bound == Bound::kUpper && known->value <= window.low)) {
          variations_[std::size_t(depth)].assign(1, first_column);
          return known->value;
        }
      }
    }
    const Best best = best_child(position, moves, depth, first_column, window);
    const Bound bound = best.value >= window.high  ? Bound::kLower
                        : best.value <= window.low ? Bound::kUpper
                                                   : Bound::kExact;
    table_.store(key, best.value, depth, bound, best.column);
    return best.value;
  }

  struct Best {
    double value;
    int column;
  };

  Best best_child(const Position<Shape>& position, const Word& moves, int depth, int first_column,
                  Window window) {
    std::array<Move, kMaxSide> ordered;
    const int count = order(moves, depth, first_column, ordered);
    Best best{-kUnbounded, -1};
    for (int i = 0; i < count; ++i) {
      const Move& move = ordered[std::size_t(i)];
      const double value =
          rewards_.passed_up(search(position.play(move.cell), depth - 1, below(window)));
      if (value <= best.value) continue;
      best = {value, shape_.column_of(move.bit_index)};
      if (value <= window.low) continue;
      expect(depth, best.column);
      window.low = value;
      if (value >= window.high) {
        remember(move.bit_index, depth);
        break;
      }
    }
    return best;
  }

  // Sets the principal variation with *depth* plies to go: *column*, then the child's variation.
  void expect(int depth, int column) {
    auto& variation = variations_[std::size_t(depth)];
    const auto& rest = variations_[std::size_t(depth - 1)];
    variation.assign(1, column);
    variation.insert(variation.end(), rest.begin(), rest.end());
  }

  // A move into this cell caused a cutoff.
  void remember(int bit_index, int depth) {
    int& score = history_[std::size_t(bit_index)];
    score += depth * depth;
    if (score >= kFirst / 2)
      for (int& each : history_) each /= 2;
  }

  // The moves after which the opponent cannot complete a line; empty if every move loses.
  Word safe_moves(const Position<Shape>& position, const Word& moves) const {
    const Word dangers = shape_.completing_cells(position.other()) & ~position.occupied;
    const Word forced = dangers & moves;
    if (more_than_one(forced)) return Word{};
    return (any(forced) ? forced : moves) & ~(dangers >> 1);
  }

  // Sorts the moves: the table's move, then by cutoffs so far (history), then from the middle.
  int order(const Word& moves, int depth, int first_column, std::array<Move, kMaxSide>& ordered) {
    int count = 0;
    for (const int column : order_) {
      const Word cell = moves & column_masks_[std::size_t(column)];
      if (!any(cell)) continue;
      const int index = lowest(cell);
      int priority = 0;
      if (depth >= 2) priority = column == first_column ? kFirst : history_[std::size_t(index)];
      insert_sorted(ordered, count++, Move{cell, index, priority},
                    [](const Move& each) { return each.priority; });
    }
    return count;
  }

  static constexpr int kFirst = 1 << 30;

  Shape shape_;
  Position<Shape> root_;
  const Evaluation<Shape>& evaluation_;
  Rewards<Shape> rewards_;
  Budget& budget_;
  std::vector<RootMove<Shape>> moves_;
  std::vector<int> order_ = columns_from_middle(shape_.columns());
  std::vector<Word> column_masks_ = [this] {
    std::vector<Word> masks;
    for (int column = 0; column < shape_.columns(); ++column)
      masks.push_back(shape_.column_mask(column));
    return masks;
  }();
  std::vector<int> history_ = std::vector<int>(std::size_t(shape_.bits()), 0);
  EstimateTable<Word> table_;
  std::vector<std::vector<int>> variations_;  // principal variations, by the plies to go
};

}  // namespace dropfour::engines
