// Exact scores of the columns of a position, by several searches within one call's limits: which
// position to search next, and how far.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
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

// Searches the children of positions. Scores of columns are those of the side that plays them.
class ColumnSearch {
 public:
  // *watch* is called before each search, with its control.
  using Watch = std::function<void(Control&)>;

  ColumnSearch(ExactSolver& solver, const Limits& limits, const StopFlag* stop = nullptr,
               Watch watch = {})
      : solver_(solver), limits_(limits), stop_(stop), watch_(std::move(watch)) {}

  std::uint64_t nodes() const { return nodes_; }
  bool is_searched() const { return is_searched_; }
  bool is_looked_up() const { return is_looked_up_; }
  // Where the results so far come from, as a word of the API.
  std::string_view source() const {
    if (is_searched_) return "search";
    return is_looked_up_ ? "book" : "rules";
  }

  // What a short search proves of a column. It takes a small part of the time, and a few nodes even
  // if none are left.
  ScoreRange glance(const Board& board, int column) {
    const Board child = board.play(column);
    const std::optional<double> left_s = time_left_s();
    Limits share{{}, kGlanceNodes, {}};
    if (left_s) {
      if (*left_s <= 0 && !child.is_over()) return score_limits(board);
      const int columns =
          board.visit([](const auto& shape, const auto&) { return shape.columns(); });
      share.time_s = std::max(1e-3, *left_s / (2 * columns));
    }
    return prove_child(child, score_limits(board), share);
  }

  // The columns of a position after a short search of each: those that it solves, and the others,
  // the most promising first. Of two that mirror each other, only the left one.
  struct Glances {
    std::vector<ColumnScores::Column> solved, open;
    bool is_symmetric;
  };

  Glances glance_at_all(const Board& board) {
    Glances found{{}, {}, board.mirror().key() == board.key()};
    const int width = board.visit([](const auto& shape, const auto&) { return shape.columns(); });
    // No column is better than the score of the position in the book.
    const std::optional<int> most = solver_.look_up(board);
    for (const int column : playable_from_middle(board)) {
      if (found.is_symmetric && 2 * column >= width + 1) continue;
      ScoreRange known = glance(board, column);
      if (known.is_exact()) {
        found.solved.push_back({column, known});
      } else {
        known.high = std::min(known.high, most.value_or(known.high));
        found.open.push_back({column, known});
      }
    }
    std::stable_sort(found.open.begin(), found.open.end(), [](const auto& a, const auto& b) {
      return a.known.low + a.known.high > b.known.low + b.known.high;
    });
    return found;
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

  // The one of equally good *columns* with which the book's repertoire continues: the nearest to
  // the middle after which the book knows every answer.
  static std::optional<int> prefer(const ExactSolver& solver, const Board& board,
                                   const std::vector<int>& columns) {
    if (!solver.has_repertoire()) return std::nullopt;
    for (const int column : playable_from_middle(board)) {
      if (std::find(columns.begin(), columns.end(), column) == columns.end()) continue;
      const Board child = board.play(column);
      const std::vector<int> answers = child.legal_columns();
      if (std::all_of(answers.begin(), answers.end(), [&](int answer) {
            const Board next = child.play(answer);
            return next.is_over() || solver.look_up(next);
          }))
        return column;
    }
    return std::nullopt;
  }

 private:
  // The nodes each column gets before the columns are ordered.
  static constexpr std::uint64_t kGlanceNodes = 500;

  std::optional<double> time_left_s() const {
    if (!limits_.time_s) return std::nullopt;
    return *limits_.time_s -
           std::chrono::duration<double>(Control::Clock::now() - started_).count();
  }

  Limits left() const {
    Limits rest{time_left_s(), limits_.nodes, {}};
    if (rest.nodes) *rest.nodes -= std::min(*rest.nodes, nodes_);
    return rest;
  }

  // An upper bound of the score: the score in the book or, in MOST_LINES, what a search finds,
  // since few positions there are decided by who wins.
  std::optional<int> score_limit(const Board& board) {
    const std::optional<int> score = solver_.look_up(board);
    if (score || board.objective() == Objective::kFirstLine) return score;
    return prove(board, score_limits(board), left()).high;
  }

  ScoreRange prove_child(const Board& child, const ScoreRange& window, const Limits& within) {
    const ScoreRange known =
        child.is_over() ? by_rules(child) : prove(child, {-window.high, -window.low}, within);
    return {-known.high, -known.low};
  }

  ScoreRange prove(const Board& board, const ScoreRange& window, const Limits& within) {
    const bool is_spent = (within.time_s && *within.time_s <= 0) || within.nodes == 0u ||
                          (stop_ != nullptr && stop_->is_set());
    if (is_spent) {
      const std::optional<int> score = solver_.look_up(board);
      (score ? is_looked_up_ : is_searched_) = true;
      return score ? ScoreRange{*score, *score} : score_limits(board);
    }
    Control control(stop_);
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
  Limits limits_;
  const StopFlag* stop_;
  Watch watch_;
  Control::Clock::time_point started_ = Control::Clock::now();
  std::uint64_t nodes_ = 0;
  bool is_searched_ = false, is_looked_up_ = false;
};

}  // namespace dropfour::policy
