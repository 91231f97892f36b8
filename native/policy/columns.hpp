// Exact scores of the columns of a position, by several searches within one call's limits: which
// position to search next, and how far.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engines/deepening.hpp"
#include "policy/scores.hpp"
#include "solver/exact_solver.hpp"

namespace dropfour::policy {

using solver::Control;
using solver::ExactSolver;
using solver::StopFlag;

// Limits of a search; the first one reached ends it.
struct Limits {
  std::optional<double> time_s;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
};

// The playable columns from the middle outwards, left before right.
inline std::vector<int> playable_from_middle(const Board& board) {
  const int width = board.visit([](const auto& shape, const auto&) { return shape.columns(); });
  std::vector<int> columns = engines::columns_from_middle(width);
  const std::vector<int> legal = board.legal_columns();
  std::erase_if(columns, [&](int column) {
    return std::find(legal.begin(), legal.end(), column) == legal.end();
  });
  return columns;
}

// The one of *columns* nearest to the middle.
inline int nearest_middle(const Board& board, const std::vector<int>& columns) {
  const std::vector<int> order = playable_from_middle(board);
  return *std::find_first_of(order.begin(), order.end(), columns.begin(), columns.end());
}

// What remains of the limits of a call that makes several searches.
class Allowance {
 public:
  Allowance(const Limits& limits, const StopFlag* stop) : limits_(limits), stop_(stop) {}

  const StopFlag* stop() const { return stop_; }

  std::optional<double> time_left_s() const {
    if (!limits_.time_s) return std::nullopt;
    return *limits_.time_s -
           std::chrono::duration<double>(Control::Clock::now() - started_).count();
  }

  Limits left(std::uint64_t nodes) const {
    Limits rest{time_left_s(), limits_.nodes, {}};
    if (rest.nodes) *rest.nodes -= std::min(*rest.nodes, nodes);
    return rest;
  }

  bool is_spent(const Limits& left) const {
    return (left.time_s && *left.time_s <= 0) || left.nodes == 0u ||
           (stop_ != nullptr && stop_->is_set());
  }

 private:
  Limits limits_;
  const StopFlag* stop_;
  Control::Clock::time_point started_ = Control::Clock::now();
};

// Searches the children of positions. Scores of columns are those of the side that plays them.
class ColumnSearch {
 public:
  // *watch* is called before each search, with its control.
  using Watch = std::function<void(Control&)>;

  ColumnSearch(ExactSolver& solver, const Limits& limits, const StopFlag* stop = nullptr,
               Watch watch = {})
      : solver_(solver), allowance_(limits, stop), watch_(std::move(watch)) {}

  std::uint64_t nodes() const { return nodes_; }
  bool is_searched() const { return is_searched_; }
  bool is_looked_up() const { return is_looked_up_; }

  // Bounds of the score of an unfinished game, exact if it lies within *window*.
  ScoreRange prove(const Board& board, const ScoreRange& window) {
    return prove(board, window, left());
  }

  // What a short search proves of a column. It takes a small part of the time, and a few nodes even
  // if none are left.
  ScoreRange glance(const Board& board, int column) {
    const Board child = board.play(column);
    const std::optional<double> left_s = allowance_.time_left_s();
    Limits share{{}, kGlanceNodes, {}};
    if (left_s) {
      if (*left_s <= 0 && !child.is_over()) return score_limits(board);
      const int columns =
          board.visit([](const auto& shape, const auto&) { return shape.columns(); });
      share.time_s = std::max(1e-3, *left_s / (2 * columns));
    }
    return prove_child(child, score_limits(board), share);
  }

  // The playable columns from the middle outwards; of two that mirror each other, only the left
  // one.
  static std::vector<int> columns_to_search(const Board& board) {
    std::vector<int> columns = playable_from_middle(board);
    if (board.mirror().key() == board.key()) {
      const int width = board.visit([](const auto& shape, const auto&) { return shape.columns(); });
      std::erase_if(columns, [&](int column) { return 2 * column >= width + 1; });
    }
    return columns;
  }

  // Proves as much of each column as it takes to know the best: first who wins, then how soon.
  ColumnScores rank(const Board& board) {
    ColumnScores known(board);
    const std::vector<int> order = playable_from_middle(board);
    const auto glance_again = [&] {
      for (const int column : order) known.learn(column, glance(board, column));
    };
    const auto narrow = [&](int column, const ScoreRange& window) {
      known.learn(column, prove_child(board.play(column), window, left()));
    };
    // First, so that even the smallest limit suffices for immediate wins.
    glance_again();
    if (const std::optional<int> limit = score_limit(board)) {
      // No column is better than the position, and if the limit is its score one is as good.
      for (const int column : order) known.learn(column, {known.of(column).low, *limit});
      glance_again();
      for (const int column : order)
        if (known.position().low < *limit) narrow(column, {*limit - 1, *limit});
      return known;
    }
    for (const int column : order) {
      narrow(column, {-1, 1});
      if (known.of(column).low > 0) break;
    }
    std::vector<int> by_high = order;
    std::stable_sort(by_high.begin(), by_high.end(),
                     [&](int a, int b) { return known.of(a).high > known.of(b).high; });
    for (const int column : by_high) {
      const ScoreRange one = known.of(column);
      const int best = known.position().low;
      // Only whether the column equals the best, or exceeds it, matters.
      if (one.high >= best && !one.is_exact()) narrow(column, {best - 1, one.high});
    }
    return known;
  }

  // Whether a column is worth at least *score*; nothing if the limits are spent first.
  std::optional<bool> reaches(const Board& board, int column, int score) {
    const ScoreRange known = prove_child(board.play(column), {score - 1, score}, left());
    if (known.low >= score) return true;
    if (known.high < score) return false;
    return std::nullopt;
  }

  // The column nearest the middle that reaches *score*; nothing if the limits are spent first.
  std::optional<int> find_best(const Board& board, int score) {
    for (const int column : playable_from_middle(board))
      if (prove_child(board.play(column), {score - 1, score}, left()).low >= score) return column;
    return std::nullopt;
  }

  // *first*, which reaches *score*, and the best moves of both sides after it to the end of the
  // game; fewer if the limits are reached.
  std::vector<int> find_variation(Board board, int first, int score) {
    std::vector<int> columns;
    for (std::optional<int> column = first; column; column = find_best(board, score)) {
      columns.push_back(*column);
      board = board.play(*column);
      score = -score;
      if (board.is_over()) break;
    }
    return columns;
  }

 private:
  // The nodes each column gets before the columns are ordered.
  static constexpr std::uint64_t kGlanceNodes = 500;

  Limits left() const { return allowance_.left(nodes_); }

  // An upper bound of the score: the score in the book or, in MOST_LINES, what a search finds,
  // since few positions there are decided by who wins.
  std::optional<int> score_limit(const Board& board) {
    const std::optional<int> score = solver_.look_up(board);
    if (score || board.objective() == Objective::kFirstLine) return score;
    return prove(board, score_limits(board), left()).high;
  }

  ScoreRange prove_child(const Board& child, const ScoreRange& window, const Limits& within) {
    return negated(child.is_over() ? by_rules(child) : prove(child, negated(window), within));
  }

  ScoreRange prove(const Board& board, const ScoreRange& window, const Limits& within) {
    if (allowance_.is_spent(within)) {
      const std::optional<int> score = solver_.look_up(board);
      (score ? is_looked_up_ : is_searched_) = true;
      return score ? ScoreRange{*score, *score} : score_limits(board);
    }
    Control control(allowance_.stop());
    if (within.time_s) control.set_time_limit(*within.time_s);
    if (within.nodes) control.set_node_limit(*within.nodes);
    if (watch_) watch_(control);
    const ScoreRange proven = solver_.solve(board, window, control);
    nodes_ += control.nodes();
    is_searched_ = is_searched_ || control.is_searched();
    is_looked_up_ = is_looked_up_ || control.is_looked_up();
    return proven;
  }

  ExactSolver& solver_;
  Allowance allowance_;
  Watch watch_;
  std::uint64_t nodes_ = 0;
  bool is_searched_ = false, is_looked_up_ = false;
};

}  // namespace dropfour::policy
