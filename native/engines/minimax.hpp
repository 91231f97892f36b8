// Plain minimax to a fixed depth. The Python version is in tests/twins/searches.py.

#pragma once

#include "engines/deepening.hpp"
#include "engines/evaluation.hpp"

namespace dropfour::engines {

template <class Shape>
class Minimax {
 public:
  using Word = typename Shape::Word;

  Minimax(const Shape& shape, const Position<Shape>& root, Objective objective,
          const Evaluation<Shape>& evaluation, double discount, Budget& budget)
      : shape_(shape),
        root_(root),
        evaluation_(evaluation),
        rewards_(shape_, objective, discount, evaluation.win()),
        budget_(budget) {}

  int first_column() const { return root_moves(shape_, root_).front().column; }

  Findings at_depth(int depth) {
    Findings best;
    best.value = best_child(root_, depth, best.variation);
    best.column = best.variation.front();
    best.depth = depth;
    best.is_settled = is_settled(shape_, root_, rewards_, best.value, depth);
    return best;
  }

 private:
  double search(const Position<Shape>& position, int depth, std::vector<int>& variation) {
    if (!budget_.spend()) return 0;
    if (rewards_.is_first_line() && position.is_won(shape_)) return rewards_.lost(position.ply);
    if (position.is_full(shape_)) return rewards_.full(position);
    if (depth == 0) return evaluation_.estimate(position);
    return best_child(position, depth, variation);
  }

  // The value of the best move, and the variation that begins with it.
  double best_child(const Position<Shape>& position, int depth, std::vector<int>& variation) {
    double best = 0;
    std::vector<int> child_variation;
    const Word playable = shape_.playable(position.occupied);
    for (const int column : order_) {
      const Word cell = playable & shape_.column_mask(column);
      if (!any(cell)) continue;
      child_variation.clear();
      const double value =
          rewards_.passed_up(search(position.play(cell), depth - 1, child_variation));
      if (!variation.empty() && value <= best) continue;
      best = value;
      variation.assign(1, column);
      variation.insert(variation.end(), child_variation.begin(), child_variation.end());
    }
    return best;
  }

  Shape shape_;
  Position<Shape> root_;
  const Evaluation<Shape>& evaluation_;
  Rewards<Shape> rewards_;
  Budget& budget_;
  std::vector<int> order_ = columns_from_middle(shape_.columns());
};

}  // namespace dropfour::engines
