// What an engine of the table chooses: which search, within which limits, and on which scale its
// value is.

#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/levels.hpp"
#include "policy/columns.hpp"
#include "policy/estimates.hpp"
#include "policy/specs.hpp"
#include "policy/traps.hpp"

namespace dropfour::policy {

using namespace board;
using engines::Budget;
using engines::Findings;

inline constexpr double kSearchTime = 1.0, kLevelTime = 0.9, kExactTime = 0.9;
// The share of an exact engine's time for the proof; the rest is for the estimate, if one is
// needed. Where a proof is out of reach, a glimpse finds what is lost at once.
inline constexpr double kProofShare = 0.75, kGlimpseShare = 0.05;
// Of FIRST_LINE: a proof takes about 10^(0.14 * empty cells) nodes in games between engines on
// large boards, but sometimes a tenth of that; the solver visits so many a second.
inline constexpr double kProofGrowth = 0.14, kProofLuck = 10, kProofSpeed = 4e6;
// Of an estimate's time and nodes: the first search, and the mean of each column it hesitates over.
inline constexpr double kFirstShare = 0.5, kMeanShare = 0.2;
inline constexpr int kPlainDepth = 4;
// For the choice among equally good columns.
inline constexpr std::uint64_t kTrapNodes = 300'000;

// A value of the side to move on *scale*; proven on the scale "exact", which is that of scores.
struct EngineScore {
  double value;
  std::string scale;
};

// With *swap* an engine takes over the only stone, in the found column, and the rest is for the
// side that it takes.
struct Choice {
  Findings found;
  std::optional<EngineScore> score;
  bool swap = false;
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

// The solver of an exact engine, and what its searches are stopped and watched by.
struct Exact {
  ExactSolver& solver;
  const StopFlag* stop = nullptr;
  ColumnSearch::Watch watch = {};
};

// One of *columns*: at random with a seed, otherwise the one nearest the middle.
inline int pick(const Board& board, const std::vector<int>& columns,
                std::optional<std::uint64_t> seed) {
  if (!seed) return nearest_middle(board, columns);
  return columns[std::size_t(engines::random_for(board, *seed).below(int(columns.size())))];
}

struct Picked {
  int column;
  std::uint64_t nodes = 0;
};

// The column to play when the best ones are known: unless the game is won, one of those after which
// the opponent most probably errs.
inline Picked pick_best(const Exact& exact, const Board& board, const ColumnScores& known,
                        std::optional<std::uint64_t> seed, double time_s) {
  const std::vector<int> best = known.best();
  const int score = known.position().low;
  if (score > 0) return {pick(board, best, seed)};
  ColumnSearch search(exact.solver, {std::max(1e-3, time_s), kTrapNodes, {}}, exact.stop,
                      exact.watch);
  Traps traps(search);
  std::vector<int> columns = traps.equals(board, score, best, known.not_worse());
  if (columns.size() > 1) columns = traps.deepest(board, score, columns);
  return {pick(board, columns, seed), search.nodes()};
}

// Whether a proof can be expected to end within *time_s* and the nodes.
inline bool is_in_reach(const Board& board, double time_s, std::optional<std::uint64_t> nodes) {
  const int empty = board.visit(
      [](const auto& shape, const auto& position) { return shape.cells() - position.ply; });
  const double most = std::min(time_s * kProofSpeed, nodes ? double(*nodes) : HUGE_VAL);
  return std::pow(10, kProofGrowth * empty) < most * kProofLuck;
}

// A column proven to be as good as any, the quickest of wins and the slowest of losses. Where the
// limits do not suffice for a proof, *advise*, called with a time in seconds, chooses among the
// columns that are not proven worse than another.
template <class Advise>
Choice choose_exact(const Exact& exact, const Board& board, std::optional<std::uint64_t> seed,
                    const Limits& given, const Advise& advise) {
  using Clock = Control::Clock;
  engines::refuse_finished(board);
  const auto started = Clock::now();
  const double time_s = given.time_s.value_or(kExactTime);
  const double share =
      board.objective() == Objective::kMostLines || is_in_reach(board, time_s, given.nodes)
          ? kProofShare
          : kGlimpseShare;
  ColumnSearch search(exact.solver, {time_s * share, given.nodes, {}}, exact.stop, exact.watch);
  const ColumnScores known = search.rank(board);
  const std::vector<int> best = known.best(), candidates = known.not_worse();
  Choice choice;
  choice.found.nodes = search.nodes();
  const ScoreRange range = known.position();
  if (range.is_exact()) choice.score = {double(range.low), "exact"};
  if (!best.empty()) {
    const std::chrono::duration<double> spent = Clock::now() - started;
    const Picked picked = pick_best(exact, board, known, seed, time_s - spent.count());
    choice.found.column = picked.column;
    choice.found.nodes += picked.nodes;
  } else {
    const std::chrono::duration<double> spent = Clock::now() - started;
    const Choice advice = advise(std::max(0.01, time_s - spent.count() - 0.02));
    choice.found.nodes += advice.found.nodes;
    const bool is_sound =
        std::find(candidates.begin(), candidates.end(), advice.found.column) != candidates.end();
    choice.found.column = is_sound ? advice.found.column : pick(board, candidates, seed);
    if (is_sound && !choice.score) choice.score = advice.score;
  }
  choice.found.variation = {choice.found.column};
  return choice;
}

// Part of the time and the nodes.
inline Limits share_of(Limits limits, double share) {
  if (limits.time_s) *limits.time_s *= share;
  if (limits.nodes)
    *limits.nodes = std::max(std::uint64_t{1}, std::uint64_t(double(*limits.nodes) * share));
  return limits;
}

// Whether neither side has stones enough to threaten a line. Later, depth is worth more than a
// mean.
inline bool is_quiet(const Board& board) {
  return board.visit([](const auto& shape, const auto& position) {
    return position.ply < 2 * (shape.connect() - 1);
  });
}

// The *choice* of a search, unless one ply less chose another column: then the one of the two that
// is better in the mean of both depths. Whoever moves last before the evaluation looks better than
// they are, so a search alone would waver between columns from one depth to the next.
template <class Run>
Choice settle_wavering(const Board& board, Choice choice, const Limits& limits, const Run& run) {
  Findings& found = choice.found;
  if (found.is_settled || found.depth < 3 || found.previous_column == found.column) return choice;
  Limits each = share_of(limits, kMeanShare);
  each.depth = found.depth - 1;
  const auto search = [&](int column) {
    Findings mean = search_averaged(board.play(column), each, run);
    found.nodes += mean.nodes;
    return mean;
  };
  const Findings last = search(found.column), previous = search(found.previous_column);
  const auto is_deep = [&](const Findings& mean) {
    return mean.is_settled || mean.depth == *each.depth;
  };
  // Means of different depths cannot be compared.
  if (!is_deep(last) || !is_deep(previous)) return choice;
  if (previous.value < last.value) found.column = found.previous_column;
  choice.score->value = -std::min(last.value, previous.value);
  return choice;
}

// *seed* holds where the spec has none. *run* is called with a time in seconds or nothing, a number
// of nodes or nothing, after how many nodes to look at the clock, and a search of a Budget. *exact*
// is needed for exact engines only; *evaluations* makes those of alpha-beta and minimax.
template <class Run, class Evaluations = engines::OwnEvaluations>
Choice choose(const Spec& spec, const Board& board, std::uint64_t seed, const Limits& given,
              const Run& run, const Exact* exact = nullptr, const Evaluations& evaluations = {}) {
  using namespace engines;
  const Method method = spec.engine.method;
  if (method == Method::kExact) {
    // People would memorise a fixed game, so a level varies among equally good columns by itself.
    const bool is_varied = spec.engine.level != 0 && !spec.seed;
    return choose_exact(*exact, board, is_varied ? seed : spec.seed, given, [&](double time_s) {
      const Spec advisor = *parse_spec(strongest_evaluation(board)).spec;
      const Limits limits{time_s, given.nodes, given.depth};
      if (!is_quiet(board)) return choose(advisor, board, 0, limits, run, exact, evaluations);
      const Choice first =
          choose(advisor, board, 0, share_of(limits, kFirstShare), run, exact, evaluations);
      return settle_wavering(board, first, limits, run);
    });
  }
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
      return search_with<Minimax>(board, spec.evaluation, spec.discount, depth, budget,
                                  evaluations);
    return search_with<AlphaBeta>(board, spec.evaluation, spec.discount, depth, budget,
                                  evaluations);
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

// As `choose`. If the game *has_swap*, the swap rule, the second player takes the side that is
// better, by a proof or else by the engine's estimate; so the first player, who is left with the
// worse side of any column, plays the one nearest to a draw.
template <class Run, class Evaluations = engines::OwnEvaluations>
Choice take_turn(const Spec& spec, const Board& board, std::uint64_t seed, const Limits& given,
                 bool has_swap, const Run& run, const Exact* exact = nullptr,
                 const Evaluations& evaluations = {}) {
  const auto think = [&](const Board& position, const Limits& limits) {
    return choose(spec, position, seed, limits, run, exact, evaluations);
  };
  const auto is_proven = [](const Choice& choice) { return choice.score->scale == "exact"; };
  // An estimate is the mean of two depths: whoever moves last looks better than they are.
  const auto judge = [&](const Board& position, const Limits& limits) {
    Limits mean = share_of(limits, kFirstShare);
    Choice choice = think(position, mean);
    if (choice.score && is_proven(choice)) return choice;
    if (spec.engine.method == Method::kExact) {
      const Findings found = search_averaged(position, share_of(limits, kMeanShare), run);
      choice.score = {found.value, std::string(engines::strongest_evaluation(position))};
    } else if (mean.depth = choice.found.depth - 1; choice.score && *mean.depth > 0) {
      const Choice shallower = think(position, mean);
      if (shallower.score && !is_proven(shallower))
        choice.score->value = (choice.score->value + shallower.score->value) / 2;
    }
    return choice;
  };
  const auto take_side = [](Choice& choice, double value, int column) {
    choice.found.value = choice.score->value = value + 0.0;
    choice.found.column = column;
    choice.found.variation = {column};
  };
  const Limits limits = limits_of(spec, given);
  const auto [ply, stone] = board.visit([](const auto& shape, const auto& position) {
    const bool is_first = position.ply == 0;
    return std::pair(position.ply, is_first ? -1 : shape.column_of(lowest(position.occupied)));
  });
  if (has_swap && ply == 1) {
    Choice choice = judge(board, limits);
    choice.swap = choice.score && choice.score->value < 0;
    if (choice.swap) take_side(choice, -choice.score->value, stone);
    return choice;
  }
  std::optional<Choice> best;
  if (has_swap && ply == 0) {
    const std::vector<int> columns = ColumnSearch::columns_to_search(board);
    std::pair<int, double> least;
    std::uint64_t nodes = 0;
    for (const int column : columns) {
      const Board child = board.play(column);
      if (child.is_over()) return think(board, given);
      Choice reply = judge(child, share_of(limits, 1.0 / double(columns.size())));
      if (!reply.score) return think(board, given);
      nodes += reply.found.nodes;
      const double advantage = std::abs(reply.score->value);
      const std::pair rank(!is_proven(reply) ? 1 : advantage == 0 ? 0 : 2, advantage);
      if (best && rank >= least) continue;
      least = rank;
      best = std::move(reply);
      take_side(*best, -advantage, column);
    }
    if (best) best->found.nodes = nodes;
  }
  return best ? *best : think(board, given);
}

}  // namespace dropfour::policy
