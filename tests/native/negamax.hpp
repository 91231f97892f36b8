// Exact scores by plain negamax: the game, and nothing else. It is the place to start reading, and
// what the check programs beside it compare everything else with.
//
// A finished game has its score by the rules. The score of any other position is that of its best
// move, and the score of a move is the negative of the score that it gives the other side.
// Positions that several orders of moves lead to are computed once.
//
// 5x4 takes seconds this way, 7x6 would take years. What makes the difference is in the other
// files of native/solver: asking only whether a score is at least some number
// (null_window_search.hpp), in a good order of questions (questions.hpp) and of moves
// (move_order.hpp); playing out forced moves (node.hpp); proving bounds without a search
// (static_bounds.hpp); and a table that keeps what is expensive (transposition_table.hpp).

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>

#include "board/position.hpp"
#include "board/score.hpp"

namespace dropfour::solver {

using namespace board;

template <class Shape>
class Negamax {
 public:
  using Word = typename Shape::Word;

  Negamax(const Shape& shape, Objective objective) : shape_(shape), objective_(objective) {}

  // The score for the side to move.
  int score(const Position<Shape>& position) {
    if (is_over(shape_, position, objective_)) return final_score(position);
    const Word key = position.key(shape_);
    if (const auto known = scores_.find(key); known != scores_.end()) return known->second;
    int best = std::numeric_limits<int>::min();
    for (Word moves = shape_.playable(position.occupied); any(moves); moves = without_lowest(moves))
      best = std::max(best, -score(position.play(bit<Word>(lowest(moves)))));
    scores_.emplace(key, best);
    return best;
  }

 private:
  int final_score(const Position<Shape>& position) const {
    if (objective_ == Objective::kMostLines)
      return shape_.count_lines(position.own) - shape_.count_lines(position.other());
    return position.is_won(shape_) ? -win_score(shape_.cells(), position.ply) : 0;
  }

  struct Hash {
    std::size_t operator()(const Word& key) const {
      std::uint64_t hash = 0;
      for (const std::uint64_t limb : limbs_in(key)) hash = (hash ^ limb) * 0x9E3779B97F4A7C15u;
      return std::size_t(hash ^ hash >> 32);
    }
  };

  Shape shape_;
  Objective objective_;
  std::unordered_map<Word, int, Hash> scores_;
};

}  // namespace dropfour::solver
