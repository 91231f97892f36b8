// What a move did to the game.

#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "policy/phrase.hpp"
#include "policy/scores.hpp"

namespace dropfour::policy {

// Whether a move worth *played* changes the result where the best was worth *best*; nothing while
// that is not proven.
constexpr std::optional<bool> changes_result(const ScoreRange& best, const ScoreRange& played) {
  const auto sign = [](int score) { return (score > 0) - (score < 0); };
  if (sign(best.low) > sign(played.high)) return true;
  if (sign(best.high) <= sign(played.low)) return false;
  return std::nullopt;
}

// The verdict on a move worth *played* where the best was worth *best*; nothing unless it is
// proven. The words are those of the API; dropfour.study.review explains them.
constexpr std::optional<std::string_view> judge(const ScoreRange& best, const ScoreRange& played,
                                                Objective objective) {
  if (played.low >= best.high) return "best";
  const auto after = outcome_of(played);
  if (!outcome_of(best) || !after) return std::nullopt;
  if (changes_result(best, played) == true) return "blunder";
  if (best.low <= played.high) return "kept";
  if (objective == Objective::kMostLines) return "fewer lines";
  return *after == "win" ? "slower win" : "sooner loss";
}

// What the coach says of a move before it is played.
struct Warning {
  bool is_open = false;       // more has to be proven first
  std::string_view severity;  // empty: nothing, the move is fine
  Phrase phrase = {};
};

// *known* is what is proven so far; once it is *final*, a move that surely loses is warned of if
// another may not.
inline Warning warn(const ColumnScores& known, int column, bool is_final) {
  const ScoreRange played = known.of(column);
  ScoreRange others{-kMaxCells, -kMaxCells};
  for (const auto& [other, proven] : known.columns())
    if (other != column)
      others = {std::max(others.low, proven.low), std::max(others.high, proven.high)};
  const auto changes = changes_result(others, played);
  if (changes == false) return {};
  if (!changes && !is_final) return {.is_open = true, .severity = {}};
  if (!changes && !(played.high < 0 && others.high >= 0)) return {};
  if (played.high >= 0) return {false, "win lost", Phrase("warning, win lost")};
  const Board& board = known.board();
  const bool is_counted = played.is_exact() && board.objective() == Objective::kFirstLine;
  const int moves = is_counted ? winning_stones(board, played.low) : 0;
  if (moves == 1) return {false, "loses now", Phrase("warning, loses now")};
  if (moves == 0)
    return {false, "loses", Phrase(others.low > 0 ? "warning, was winning" : "warning, loses")};
  return {false,
          "loses",
          {others.low > 0 ? "warning, was winning, in" : "warning, loses in", {{"moves", moves}}}};
}

}  // namespace dropfour::policy
