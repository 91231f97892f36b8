// What a move did to the game.

#pragma once

#include <optional>
#include <string_view>

#include "board/position.hpp"
#include "policy/scores.hpp"

namespace dropfour::policy {

// The verdict on a move worth *played* where the best was worth *best*; nothing unless it is
// proven. The words are those of the API; dropfour.study.review explains them.
constexpr std::optional<std::string_view> judge(const ScoreRange& best, const ScoreRange& played,
                                                Objective objective) {
  if (played.low >= best.high) return "best";
  const auto before = outcome_of(best), after = outcome_of(played);
  if (!before || !after) return std::nullopt;
  if (*before != *after) return "blunder";
  if (best.low <= played.high) return "kept";
  if (objective == Objective::kMostLines) return "fewer lines";
  return *after == "win" ? "slower win" : "sooner loss";
}

}  // namespace dropfour::policy
