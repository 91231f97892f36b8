// The order of the null windows that determine a score.
//
// Windows are searched in rounds of growing node budget; the transposition table is kept between
// them. Each round starts with the middle window (who wins?), which is fastest for hard positions,
// and continues with the outermost ones (is it won or lost soon?), which are shallow and fastest
// for easy positions. Compared with win/draw/loss first, Pons' set L1 R1 takes a quarter of the
// nodes, L1 R2 6 % more and L2 R2 10 % more.

#pragma once

#include <algorithm>
#include <cstdint>

#include "board/score.hpp"

namespace dropfour::solver {

using namespace board;

inline constexpr std::uint64_t kFirstBudget = 64;
inline constexpr std::uint64_t kOuterBudget = 512;
inline constexpr std::uint64_t kOuterShare = 64;

// Is the score at least *beta*? Abandoned after *budget* nodes.
struct Question {
  int beta = 0;
  std::uint64_t budget = 0;
};

// The sequence of questions about one position. The caller keeps the proven range of its score.
class Windows {
 public:
  Windows() = default;
  // The aim is the score if it lies within *window*, otherwise on which side of it the score lies.
  constexpr explicit Windows(const ScoreRange& window) : window_(window) {}

  // Whether *proven* does not reach that aim yet.
  constexpr bool is_open(const ScoreRange& proven) const {
    return std::max(proven.low, window_.low) < std::min(proven.high, window_.high);
  }

  // Only while is_open().
  constexpr Question next(const ScoreRange& proven) {
    const int middle = middle_of(proven);
    // No std::min: device code cannot take a reference to a host constant.
    const std::uint64_t least = budget_ < kOuterBudget ? budget_ : kOuterBudget;
    const std::uint64_t outer = std::max(least, budget_ / kOuterShare);
    // A window of width 1 needs a single question.
    const bool is_single = window_.high - window_.low <= 1;
    if (turn_ == Turn::kHighest && (is_single || proven.high == middle)) turn_ = Turn::kLowest;
    if (turn_ == Turn::kLowest && (is_single || proven.low + 1 == middle)) start_round();
    if (turn_ == Turn::kMiddle) return {middle, budget_};
    return {turn_ == Turn::kHighest ? proven.high : proven.low + 1, outer};
  }

  // The last question exceeded its budget.
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

  // First whether the side to move wins, then whether it can draw, then how late it wins or loses.
  constexpr int middle_of(const ScoreRange& proven) const {
    const int low = std::max(proven.low, window_.low), high = std::min(proven.high, window_.high);
    return low >= 0 ? low + 1 : high <= 0 ? high : 1;
  }

  ScoreRange window_;
  std::uint64_t budget_ = kFirstBudget;
  Turn turn_ = Turn::kMiddle;
};

}  // namespace dropfour::solver
