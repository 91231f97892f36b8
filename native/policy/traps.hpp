// Among moves of equal exact value, the one after which a weaker opponent most probably goes wrong.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/levels.hpp"
#include "policy/columns.hpp"

namespace dropfour::policy {

// The opponent is taken for a player that searches a few plies and chooses among what looks good,
// as the levels do.
class Traps {
 public:
  // *search* proves which replies are errors, within limits of its own.
  explicit Traps(ColumnSearch& search) : search_(search) {}

  // Those of *candidates* that are proven to reach *score*, which *best* are known to.
  std::vector<int> equals(const Board& board, int score, const std::vector<int>& best,
                          std::vector<int> candidates) {
    std::erase_if(candidates, [&](int column) {
      const bool is_known = std::find(best.begin(), best.end(), column) != best.end();
      return !is_known && search_.reaches(board, column, score) != true;
    });
    return candidates;
  }

  // Those of *columns*, which all reach *score*, after which an error is most probable.
  std::vector<int> deepest(const Board& board, int score, const std::vector<int>& columns) {
    // A win that takes longer is no error.
    const bool is_lost = score < 0 && board.objective() == Objective::kFirstLine;
    const int kept = is_lost ? 1 : -score;
    std::vector<double> chances;
    for (const int column : columns) chances.push_back(error_chance(board.play(column), kept));
    const double most = *std::max_element(chances.begin(), chances.end());
    std::vector<int> found;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (chances[i] >= most - kTie) found.push_back(columns[i]);
    return found;
  }

 private:
  static constexpr int kPlies = 6;               // of the opponent's search of each reply
  static constexpr std::uint64_t kNodes = 1500;  // and at most so many nodes
  static constexpr double kNoise = 8;            // units of the evaluation that it overlooks
  static constexpr double kTie = 1e-9, kUnlikely = 1e-3;

  // How probably the side to move, which can reach *score*, chooses a reply that does not.
  double error_chance(const Board& board, int score) {
    if (board.is_over()) return 0;
    const std::vector<int> replies = board.legal_columns();
    std::vector<double> appeals;
    for (const int reply : replies) appeals.push_back(appeal(board.play(reply)));
    const double most = *std::max_element(appeals.begin(), appeals.end());
    double all = 0, wrong = 0;
    for (std::size_t i = 0; i < replies.size(); ++i) {
      const double weight = std::exp((appeals[i] - most) / kNoise);
      all += weight;
      if (weight > kUnlikely && search_.reaches(board, replies[i], score) == false) wrong += weight;
    }
    return wrong / all;
  }

  // What a search of a few plies thinks of a reply, for the side that has made it.
  static double appeal(const Board& board) {
    if (board.is_over()) return engines::finished_value(board);
    Control control;
    engines::Budget budget(control, kNodes);
    return -engines::search_with<engines::AlphaBeta>(board, engines::kLevelEvaluation, 1, kPlies,
                                                     budget)
                .value;
  }

  ColumnSearch& search_;
};

}  // namespace dropfour::policy
