// Alpha-beta: the value and the choice of minimax, at a fraction of its nodes.
//
// Bounds are passed down through the discount, a child's being its parent's divided by it; a hair
// is added on either side, so that no rounding can cut off what minimax would have chosen.

#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "evaluation.hpp"
#include "search.hpp"
#include "table.hpp"

namespace dropfour {

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
    table_.make_room_for(depth);
    Findings best;
    int best_rank = 0;
    Window window{-kUnbounded, kUnbounded};
    lines_.resize(std::size_t(depth) + 1);
    for (auto& move : moves_) {
      // Of equal moves the one nearer the middle is chosen: it has to reach the best value only.
      const bool wins_ties = best.column >= 0 && move.rank < best_rank;
      window.low = best.column < 0 ? -kUnbounded
                   : wins_ties     ? std::nextafter(best.value, -kUnbounded)
                                   : best.value;
      const Position<Shape> child = root_.play(move.cell);
      const bool wins = rewards_.is_first_line() && child.is_won(shape_);
      if (wins) lines_[std::size_t(depth - 1)].clear();
      const double value = rewards_.passed_up(wins ? rewards_.lost(child.ply)
                                                   : search(child, depth - 1, below(window)));
      if (value <= window.low) continue;
      best.column = move.column;
      best.value = value;
      best_rank = move.rank;
      expect(depth, move.column);
    }
    best.depth = depth;
    best.line = lines_.back();
    best.is_settled = is_settled(shape_, root_, rewards_, best.value, depth);
    // The next search begins with what this one chose.
    std::stable_sort(moves_.begin(), moves_.end(), [&](const auto& a, const auto& b) {
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
    int promise;
  };

  // Far beyond every value, and yet it can be divided and compared.
  static constexpr double kUnbounded = 1e18;
  static constexpr double kHair = 1e-12;

  // The window of a child.
  Window below(const Window& window) const {
    if (rewards_.discount() == 1) return {-window.high, -window.low};
    const double low = -window.high / rewards_.discount();
    const double high = -window.low / rewards_.discount();
    return {low - std::abs(low) * kHair, high + std::abs(high) * kHair};
  }

  // Returns the value where it lies inside *window*, else a bound on its side of it. The position
  // is not won: what makes a line is found before it is played.
  double search(const Position<Shape>& position, int depth, Window window) {
    lines_[std::size_t(depth)].clear();
    budget_.spend();
    if (position.is_full(shape_)) return rewards_.full(position);
    if (depth == 0) return evaluation_.estimate(position);
    Word moves = shape_.playable(position.occupied);
    if (rewards_.is_first_line()) {
      const Word wins = shape_.completing_cells(position.own) & moves;
      if (any(wins)) {
        lines_[std::size_t(depth)].assign(1, shape_.column_of(lowest(wins)));
        return rewards_.passed_up(rewards_.lost(position.ply + 1));
      }
      // What loses to the reply is never better than another move, so it need not be searched.
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
      // A position has its place in the game: in one search it always has the same depth below.
      if (known->depth == depth) {
        if (known->bound == Bound::kExact ||
            (known->bound == Bound::kLower && known->value >= window.high) ||
            (known->bound == Bound::kUpper && known->value <= window.low)) {
          lines_[std::size_t(depth)].assign(1, first_column);
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

  // The line expected with *depth* plies to go is *column*, and then its child's.
  void expect(int depth, int column) {
    auto& line = lines_[std::size_t(depth)];
    const auto& rest = lines_[std::size_t(depth - 1)];
    line.assign(1, column);
    line.insert(line.end(), rest.begin(), rest.end());
  }

  // A move into this cell cut the search off.
  void remember(int bit_index, int depth) {
    int& merit = history_[std::size_t(bit_index)];
    merit += depth * depth;
    if (merit >= kFirst / 2)
      for (int& each : history_) each /= 2;
  }

  // The moves after which the opponent has no line at once; none where every move loses.
  Word safe_moves(const Position<Shape>& position, const Word& moves) const {
    const Word dangers = shape_.completing_cells(position.other()) & ~position.occupied;
    const Word forced = dangers & moves;
    if (more_than_one(forced)) return Word{};
    return (any(forced) ? forced : moves) & ~(dangers >> 1);
  }

  // Sorts the moves by promise: the table's, then what cut off most so far, then the middle.
  int order(const Word& moves, int depth, int first_column, std::array<Move, kMaxSide>& ordered) {
    int count = 0;
    for (const int column : order_) {
      const Word cell = moves & column_masks_[std::size_t(column)];
      if (!any(cell)) continue;
      const int index = lowest(cell);
      int promise = 0;
      if (depth >= 2) promise = column == first_column ? kFirst : history_[std::size_t(index)];
      int at = count++;
      for (; at > 0 && ordered[std::size_t(at - 1)].promise < promise; --at)
        ordered[std::size_t(at)] = ordered[std::size_t(at - 1)];
      ordered[std::size_t(at)] = {cell, index, promise};
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
  SearchTable<Word> table_;
  std::vector<std::vector<int>> lines_;  // what is expected, by the plies to go
};

}  // namespace dropfour
