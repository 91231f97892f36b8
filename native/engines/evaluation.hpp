// What a search asks of an evaluation, and what a finished game is worth to it.

#pragma once

#include "../position.hpp"

namespace dropfour {

// A won game outweighs every estimate. Twins: WIN and the searches in dropfour.engines.searches.
inline constexpr double kWin = 1'000'000;

template <class Shape>
class Evaluation {
 public:
  virtual ~Evaluation() = default;

  // Who is ahead, for the side to move. Never asked about a finished game.
  virtual double estimate(const Position<Shape>& position) const = 0;

  // What a won game is worth where values are discounted.
  virtual double win() const { return kWin; }
};

// The values of finished games, for the side to move.
template <class Shape>
class Rewards {
 public:
  Rewards(const Shape& shape, Objective objective, double discount, double discounted_win)
      : shape_(shape),
        is_first_line_(objective == Objective::kFirstLine),
        discount_(discount),
        discounted_win_(discounted_win) {}

  // When the other side has just made the line that ends a FIRST_LINE game. A discount prefers the
  // sooner win by itself; without one the score on the exact scale is added to do so.
  double lost(int ply) const {
    return discount_ < 1 ? -discounted_win_ : -(kWin + (shape_.cells() - ply + 2) / 2);
  }

  // When the board is full and that did not win a FIRST_LINE game.
  double full(const Position<Shape>& position) const {
    if (is_first_line_) return 0;
    return shape_.count_lines(position.own) - shape_.count_lines(position.other());
  }

  bool is_first_line() const { return is_first_line_; }
  double discount() const { return discount_; }
  // What a child's value for its side to move is worth to its parent's.
  double passed_up(double value) const { return -discount_ * value; }

 private:
  const Shape& shape_;
  bool is_first_line_;
  double discount_, discounted_win_;
};

}  // namespace dropfour
