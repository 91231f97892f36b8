// What exact scores prove: the bounds that the rules give, how long the game still lasts, and what
// the scores of the columns say about the position.

#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "board/board.hpp"
#include "board/score.hpp"

namespace dropfour::policy {

using namespace board;

// The result for the side to move; nothing unless it is proven.
constexpr std::optional<std::string_view> outcome_of(const ScoreRange& known) {
  if (known.low > 0) return "win";
  if (known.high < 0) return "loss";
  if (known.is_exact()) return "draw";
  return std::nullopt;
}

// What both prove together.
constexpr ScoreRange both(const ScoreRange& a, const ScoreRange& b) {
  return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

// The range from the other side's point of view.
constexpr ScoreRange negated(const ScoreRange& known) { return {-known.high, -known.low}; }

inline int empty_cells(const Board& board) {
  return board.visit(
      [](const auto& shape, const auto& position) { return shape.cells() - position.ply; });
}

// The bounds that the rules alone prove for an unfinished game.
inline ScoreRange score_limits(const Board& board) {
  if (board.objective() == Objective::kMostLines) {
    const int lines = board.visit(
        [](const auto& shape, const auto&) { return shape.count_lines(shape.board_mask()); });
    return {-lines, lines};
  }
  const int empty = empty_cells(board);
  return {-(empty / 2), (empty + 1) / 2};
}

// The score of a game that is over.
inline int finished_score(const Board& board) {
  const auto [own, other] = board.count_lines();
  if (board.objective() == Objective::kMostLines) return own - other;
  return other == 0 ? 0 : -(empty_cells(board) / 2 + 1);
}

// What the rules alone prove.
inline ScoreRange by_rules(const Board& board) {
  if (!board.is_over()) return score_limits(board);
  const int score = finished_score(board);
  return {score, score};
}

// How many plies the game still lasts if *score* is exact and both play their best.
inline int plies_to_end(const Board& board, int score) {
  const int empty = empty_cells(board);
  if (score == 0 || board.objective() == Objective::kMostLines) return empty;
  if (score > 0) return 2 * ((empty + 1) / 2 - score) + 1;
  return 2 * (empty / 2 + score) + 2;
}

// How many stones the winner still drops if *score*, not a draw, is exact: the winner makes the
// last move, and the other side's moves lie between.
inline int winning_stones(const Board& board, int score) {
  return (plies_to_end(board, score) + 1) / 2;
}

// What is proven of every playable column. A column of which nothing is known has the limits of the
// rules, so that no conclusion can leave it out.
class ColumnScores {
 public:
  struct Column {
    int column;
    ScoreRange known;
  };

  explicit ColumnScores(const Board& board) : board_(board) {
    if (board.is_over()) return;
    const ScoreRange limits = score_limits(board);
    for (const int column : board.legal_columns()) columns_.push_back({column, limits});
  }

  // Adds what is proven of a column, for the side to move; one that cannot be played is ignored.
  void learn(int column, const ScoreRange& proven) {
    for (Column& each : columns_)
      if (each.column == column) each.known = both(each.known, proven);
  }

  // What is proven of a playable column.
  ScoreRange of(int column) const {
    return std::find_if(columns_.begin(), columns_.end(),
                        [&](const Column& each) { return each.column == column; })
        ->known;
  }

  const Board& board() const { return board_; }
  // From left to right.
  const std::vector<Column>& columns() const { return columns_; }

  // What is proven of the position.
  ScoreRange position() const {
    if (columns_.empty()) return by_rules(board_);
    ScoreRange best = columns_.front().known;
    for (const auto& [column, known] : columns_)
      best = {std::max(best.low, known.low), std::max(best.high, known.high)};
    return best;
  }

  // The columns proven to be as good as any other.
  std::vector<int> best() const {
    const int highest = position().high;
    return with([&](const ScoreRange& known) { return known.low >= highest; });
  }

  // The columns that no other is proven to be better than.
  std::vector<int> not_worse() const {
    const int lowest = position().low;
    return with([&](const ScoreRange& known) { return known.high >= lowest; });
  }

  bool is_exact() const {
    const auto unproven = with([](const ScoreRange& known) { return !known.is_exact(); });
    return unproven.empty() && position().is_exact();
  }

 private:
  template <class Condition>
  std::vector<int> with(const Condition& holds) const {
    std::vector<int> found;
    for (const auto& [column, known] : columns_)
      if (holds(known)) found.push_back(column);
    return found;
  }

  Board board_;
  std::vector<Column> columns_;
};

}  // namespace dropfour::policy
