// Which windows to search, in which order: the questions that lead to a score.
//
// Rounds of growing budget, the table kept. In each round the middle window comes first (who
// wins?), which is fastest for hard positions; then the outermost ones (is it won or lost at
// once?), which are fastest for easy ones and shallow. L1 R1 takes a quarter of the nodes it takes
// with win/draw/loss first, L1 R2 6 % and L2 R2 10 % more.

#pragma once

#include <algorithm>
#include <cstdint>

#include "control.hpp"

namespace dropfour {

inline constexpr std::uint64_t kFirstBudget = 64;
inline constexpr std::uint64_t kOuterBudget = 512;
inline constexpr std::uint64_t kOuterShare = 64;

// Is the score at least *beta*? To be given up after *budget* nodes.
struct Question {
  int beta = 0;
  std::uint64_t budget = 0;
};

// The questions about one position. The caller keeps what is proven of its score.
class Windows {
 public:
  Windows() = default;
  // *window* is what one wants to know: on which side of it or where within it the score lies.
  constexpr explicit Windows(const ScoreRange& window) : window_(window) {}

  // Whether the answer is not known yet.
  constexpr bool is_open(const ScoreRange& proven) const {
    return std::max(proven.low, window_.low) < std::min(proven.high, window_.high);
  }

  // For a window that is open.
  constexpr Question next(const ScoreRange& proven) {
    const int middle = middle_of(proven);
    // Compared as values: code for a graphics card cannot refer to a constant of the host's.
    const std::uint64_t least = budget_ < kOuterBudget ? budget_ : kOuterBudget;
    const std::uint64_t outer = std::max(least, budget_ / kOuterShare);
    // A single question is answered directly.
    const bool is_single = window_.high - window_.low <= 1;
    if (turn_ == Turn::kHighest && (is_single || proven.high == middle)) turn_ = Turn::kLowest;
    if (turn_ == Turn::kLowest && (is_single || proven.low + 1 == middle)) start_round();
    if (turn_ == Turn::kMiddle) return {middle, budget_};
    return {turn_ == Turn::kHighest ? proven.high : proven.low + 1, outer};
  }

  // The last question took more than its budget.
  constexpr void give_up() {
    if (turn_ == Turn::kLowest) return start_round();
    turn_ = turn_ == Turn::kMiddle ? Turn::kHighest : Turn::kLowest;
  }

 private:
  enum class Turn { kMiddle, kHighest, kLowest };

  constexpr void start_round() {
    turn_ = Turn::kMiddle;
    budget_ *= 2;
  }

  // Does the side to move win? Can it draw? Then how late does it win or lose.
  constexpr int middle_of(const ScoreRange& proven) const {
    const int low = std::max(proven.low, window_.low), high = std::min(proven.high, window_.high);
    return low >= 0 ? low + 1 : high <= 0 ? high : 1;
  }

  ScoreRange window_;
  std::uint64_t budget_ = kFirstBudget;
  Turn turn_ = Turn::kMiddle;
};

}  // namespace dropfour
