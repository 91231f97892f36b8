// The levels below the top: a search of a few plies, a random number of them for each move, and
// noise on its estimates, but not on wins and losses that it sees. They are described in
// dropfour.engines.levels.

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "engines/by_name.hpp"
#include "engines/chance.hpp"

namespace dropfour::engines {

// One of *plies* is drawn for each move; *noise* is the standard deviation of its estimates, in
// units of the evaluation.
struct Level {
  std::array<int, 4> plies;
  double noise;
};

// From level 2 on a level always sees two plies: its own immediate win, and the opponent's.
inline constexpr std::array<Level, 9> kLadder{{
    {{1, 2, 2, 2}, 60},
    {{2, 2, 2, 3}, 40},
    {{2, 2, 3, 4}, 30},
    {{2, 3, 4, 4}, 22},
    {{3, 4, 4, 5}, 16},
    {{4, 5, 5, 6}, 12},
    {{5, 6, 6, 7}, 9},
    {{6, 7, 7, 8}, 6},
    {{8, 9, 10, 10}, 3},
}};

inline constexpr char kLevelEvaluation[] = "parity", kPlaceEvaluation[] = "cells";

// The value of a finished game on the scale of searches, for the side that moved last.
inline double finished_value(const Board& board) {
  return board.visit([&](const auto& shape, const auto& position) -> double {
    const Rewards rewards(shape, board.objective(), 1, kWin);
    const bool is_won = rewards.is_first_line() && position.is_won(shape);
    return is_won ? -rewards.lost(position.ply) : -rewards.full(position);
  });
}

// The move of level *number*, from 1. *search* is called with a position, a depth and a time in
// seconds, and returns the Findings of alpha-beta with the level's evaluation; each move gets the
// same share of *time_s*. *most_plies* limits the depth, 0 does not. The value is without noise.
template <class Search>
Findings choose_as_level(const Board& board, int number, std::uint64_t seed, int most_plies,
                         double time_s, const Search& search) {
  using Clock = Control::Clock;
  if (number < 1 || number > int(kLadder.size())) throw std::invalid_argument("no such level");
  refuse_finished(board);
  const Level& level = kLadder[std::size_t(number - 1)];
  Random random = random_for(board, seed);
  int plies = level.plies[std::size_t(random.below(int(level.plies.size())))];
  if (most_plies > 0) plies = std::min(plies, most_plies);

  const auto started = Clock::now();
  const std::vector<int> columns = board.legal_columns();
  std::vector<double> values, noisy;
  Findings choice;
  choice.depth = plies;
  for (const int column : columns) {
    const Board child = board.play(column);
    const std::chrono::duration<double> spent = Clock::now() - started;
    const double share_s =
        std::max(1e-3, (time_s - spent.count()) / double(columns.size() - values.size()));
    double value;
    if (child.is_over()) {
      value = finished_value(child);
    } else if (plies == 1) {
      // Without a search of the reply, only the place of the stone counts.
      value = -estimate(child, kPlaceEvaluation);
    } else {
      const Findings found = search(child, plies - 1, share_s);
      choice.nodes += found.nodes;
      value = -found.value;
    }
    const bool is_decided =
        board.objective() == Objective::kFirstLine && std::abs(value) >= kWin / 2;
    values.push_back(value);
    noisy.push_back(is_decided ? value : value + level.noise * normal(random));
  }

  const int width = board.visit([](const auto& shape, const auto&) { return shape.columns(); });
  double best = 0;
  for (const int column : columns_from_middle(width)) {
    const auto found = std::find(columns.begin(), columns.end(), column);
    if (found == columns.end()) continue;
    const auto i = std::size_t(found - columns.begin());
    if (choice.column >= 0 && noisy[i] <= best) continue;
    best = noisy[i];
    choice.column = column;
    choice.value = values[i];
  }
  choice.variation = {choice.column};
  return choice;
}

}  // namespace dropfour::engines
