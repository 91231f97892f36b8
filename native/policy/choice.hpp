// What an engine of the table chooses, except exact ones: which search, within which limits, and on
// which scale its value is.

#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engines/levels.hpp"
#include "policy/specs.hpp"

namespace dropfour::policy {

using namespace board;
using engines::Budget;
using engines::Findings;

// Limits of a search; the first one reached ends it.
struct Limits {
  std::optional<double> time_s;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
};

inline constexpr double kSearchTime = 1.0, kLevelTime = 0.9;
inline constexpr int kPlainDepth = 4;

// A value of the side to move on *scale*; proven on the scale "exact", which is that of scores.
struct EngineScore {
  double value;
  std::string scale;
};

struct Choice {
  Findings found;
  std::optional<EngineScore> score;
};

// The tighter of the engine's own limits and the caller's; where neither ends the search, the
// engine's default.
inline Limits limits_of(const Spec& spec, Limits given) {
  const auto tighten = [](auto& limit, const auto& own) {
    if (own && (!limit || *own < *limit)) limit = own;
  };
  tighten(given.depth, spec.depth);
  tighten(given.nodes, spec.playouts);
  const Method method = spec.engine.method;
  const bool counts_plies = method != Method::kTreeSearch;
  if (given.time_s || given.nodes || (given.depth && counts_plies)) return given;
  if (method == Method::kMinimax || method == Method::kAveraging || spec.is_discounting())
    return {{}, {}, kPlainDepth};
  return {kSearchTime, {}, {}};
}

// An exact value if the search has proven one.
inline EngineScore score_of(const Board& board, double value, bool is_proven,
                            std::string_view scale) {
  if (!is_proven) return {value, std::string(scale)};
  // A won game is worth kWin plus its score.
  if (board.objective() == Objective::kFirstLine && value != 0)
    value -= std::copysign(engines::kWin, value);
  return {value, "exact"};
}

// *seed* holds where the spec has none. *run* is called with a time in seconds or nothing, a number
// of nodes or nothing, after how many nodes to look at the clock, and a search of a Budget.
template <class Run>
Choice choose(const Spec& spec, const Board& board, std::uint64_t seed, const Limits& given,
              const Run& run) {
  using namespace engines;
  const Method method = spec.engine.method;
  const std::uint64_t used_seed = spec.seed.value_or(method == Method::kTreeSearch ? 0 : seed);
  constexpr std::uint64_t kChecks = Budget::kNodesBetweenChecks;
  Choice choice;
  Findings& found = choice.found;
  if (method == Method::kRandom) {
    refuse_finished(board);
    const std::vector<int> columns = board.legal_columns();
    found.column = columns[std::size_t(random_for(board, used_seed).below(int(columns.size())))];
    return choice;
  }
  if (method == Method::kLevel) {
    found = choose_as_level(
        board, spec.engine.level, used_seed, given.depth.value_or(0),
        given.time_s.value_or(kLevelTime), [&](const Board& child, int plies, double share_s) {
          return run(share_s, given.nodes, kChecks, [&](Budget& budget) {
            return search_with<AlphaBeta>(child, kLevelEvaluation, 1, plies, budget);
          });
        });
    const bool is_decided =
        board.objective() == Objective::kFirstLine && std::abs(found.value) >= kWin / 2;
    choice.score = score_of(board, found.value, is_decided, kLevelEvaluation);
    return choice;
  }
  const Limits limits = limits_of(spec, given);
  const std::uint64_t checks = method == Method::kTreeSearch ? 1 : kChecks;
  const int depth = limits.depth.value_or(0);
  found = run(limits.time_s, limits.nodes, checks, [&](Budget& budget) {
    if (method == Method::kAveraging) return search_averaging(board, depth, budget);
    if (method == Method::kTreeSearch) return search_tree(board, used_seed, budget);
    if (method == Method::kMinimax)
      return search_with<Minimax>(board, spec.evaluation, spec.discount, depth, budget);
    return search_with<AlphaBeta>(board, spec.evaluation, spec.discount, depth, budget);
  });
  if (found.variation.empty()) found.variation = {found.column};
  if (found.depth == 0) return choice;
  std::string_view scale = spec.evaluation;
  if (method == Method::kAveraging) scale = "threats";
  if (method == Method::kTreeSearch) scale = "playouts";
  const bool proves = method <= Method::kMinimax && spec.discount == 1;
  choice.score = score_of(board, found.value + 0.0, proves && found.is_settled, scale);
  return choice;
}

}  // namespace dropfour::policy
