// The interface between searches and evaluations, and the values of finished games.

#pragma once

#include "board/position.hpp"

namespace dropfour::engines {

using namespace board;

// The value of a won game, larger than any estimate; equal to WIN in dropfour.engines.evaluations.
inline constexpr double kWin = 1'000'000;

template <class Shape>
class Evaluation {
 public:
  virtual ~Evaluation() = default;

  // Estimates who is ahead, for the side to move. Never called on a finished game.
  virtual double estimate(const Position<Shape>& position) const = 0;

  // The value of a won game when values are discounted.
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

  // The other side has just completed the line that ends a FIRST_LINE game. A discount favours
  // earlier wins by itself; without one the exact score is added to that effect.
  double lost(int ply) const {
    return discount_ < 1 ? -discounted_win_ : -(kWin + (shape_.cells() - ply + 2) / 2);
  }

  // The board is full, and the last stone did not win a FIRST_LINE game.
  double full(const Position<Shape>& position) const {
    if (is_first_line_) return 0;
    return shape_.count_lines(position.own) - shape_.count_lines(position.other());
  }

  bool is_first_line() const { return is_first_line_; }
  double discount() const { return discount_; }
  // Converts a child's value to the point of view of its parent's side to move.
  double passed_up(double value) const { return -discount_ * value; }

 private:
  const Shape& shape_;
  bool is_first_line_;
  double discount_, discounted_win_;
};

}  // namespace dropfour::engines
