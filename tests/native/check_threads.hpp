// Uses one ExactSolver from eight threads at the same time, with searches that are stopped early
// and a table that is cleared meanwhile, and compares its scores with those of one thread. Then
// solvers share a table that grows while they search.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "solver/exact_solver.hpp"

namespace dropfour::check_threads {

using namespace dropfour::board;
using namespace dropfour::solver;

inline constexpr std::size_t kThreads = 8;
inline constexpr ScoreRange kAll{-500, 500};
inline std::atomic<long> failures{0};

// An unfinished position with *empty* empty cells, from random play.
inline Board random_board(const Board& start, int empty, std::mt19937& random) {
  for (;;) {
    Board board = start;
    const auto left = [&] {
      return board.visit([](const auto& shape, const auto& p) { return shape.cells() - p.ply; });
    };
    while (left() > empty && !board.is_over()) {
      const auto columns = board.legal_columns();
      board = board.play(columns[random() % columns.size()]);
    }
    if (!board.is_over()) return board;
  }
}

// The score in FIRST_LINE by a search of the board's own shape, which knows no sizes.
inline int general_score(const Board& board) {
  return board.visit([](const auto& shape, const auto& position) {
    using Shape = std::decay_t<decltype(shape)>;
    FirstLineSolver<Shape> solver(shape, make_table(shape, 1), 1);
    Control control;
    return solver.solve(position, kAll, control).low;
  });
}

inline void check(int columns, int rows, Objective objective, int empty, int threads, int rounds) {
  const std::array<std::uint64_t, 1> none{};
  const Board start(columns, rows, 4, objective, none, none);
  std::mt19937 random(1);
  std::vector<Board> boards;
  std::vector<int> scores;
  ExactSolver alone(start, 1, 1);
  for (int i = 0; i < 40; ++i) {
    boards.push_back(random_board(start, empty - i % 6, random));
    Control control;
    scores.push_back(alone.solve(boards.back(), kAll, control).low);
    if (objective == Objective::kFirstLine && scores.back() != general_score(boards.back()))
      ++failures;
  }
  ExactSolver shared(start, 1, threads);
  const auto run = [&](std::size_t thread) {
    std::mt19937 chance{unsigned(thread)};
    for (std::size_t i = 0; i < boards.size() * std::size_t(rounds); ++i) {
      const std::size_t which = (i + thread * 5) % boards.size();
      if (chance() % 32 == 0) shared.clear();
      const bool is_limited = chance() % 4 == 0;
      Control control;
      if (is_limited) control.set_node_limit(1 + chance() % 500);
      const ScoreRange range = shared.solve(boards[which], kAll, control);
      const bool is_sound = range.low <= scores[which] && scores[which] <= range.high;
      if (!is_sound || (!is_limited && !range.is_exact())) ++failures;
    }
  };
  std::vector<std::thread> group;
  for (std::size_t i = 0; i < kThreads; ++i) group.emplace_back(run, i);
  for (auto& thread : group) thread.join();
  std::printf("%dx%d, %s: %ld failures\n", columns, rows,
              objective == Objective::kMostLines ? "most lines" : "first line", failures.load());
}

// Solvers of several threads each search at the same time, with a table that starts with a few
// buckets and grows; one of them clears it now and then, which returns it to the first stage.
template <class Shape, template <class> class Solver>
inline void check_growth(const Shape& shape, const Board& start, int empty, int rounds) {
  static constexpr std::size_t kFirstBytes = 1 << 12, kBytes = 1 << 20;
  using Word = typename Shape::Word;
  std::mt19937 random(2);
  std::vector<Position<Shape>> positions;
  std::vector<int> scores;
  Solver<Shape> alone(shape, make_table(shape, 1), 1);
  for (int i = 0; i < 12; ++i) {
    const Board board = random_board(start, empty - i % 4, random);
    const auto& [own, occupied, ply] = std::get<Setup<Shape>>(board.setup()).position;
    positions.push_back({own, occupied, ply});
    Control control;
    scores.push_back(alone.solve(positions.back(), kAll, control).low);
  }
  const auto table = std::make_shared<SharedTable<Word>>(kBytes, shape.bits(), kFirstBytes);
  const std::size_t first_bytes = table->table().used_bytes();
  std::atomic<bool> has_grown{false};
  const auto run = [&](std::size_t thread) {
    Solver<Shape> solver(shape, table, 3);
    for (std::size_t i = 0; i < positions.size() * std::size_t(rounds); ++i) {
      const std::size_t which = (i + thread * 5) % positions.size();
      if (thread == 0 && i % 8 == 7) {
        has_grown = has_grown || table->table().used_bytes() > first_bytes;
        solver.clear();
      }
      Control control;
      const ScoreRange range = solver.solve(positions[which], kAll, control);
      if (!range.is_exact() || range.low != scores[which]) ++failures;
    }
  };
  std::vector<std::thread> group;
  for (std::size_t i = 0; i < 3; ++i) group.emplace_back(run, i);
  for (auto& thread : group) thread.join();
  // One solver alone fills all stages, and clear() returns to the first.
  run(1);
  has_grown = has_grown || table->table().used_bytes() > first_bytes;
  table->clear();
  const bool is_first = table->table().used_bytes() == first_bytes;
  if (!has_grown || !is_first) ++failures;
  std::printf("a table that grows: %ld failures\n", failures.load());
}

inline bool run(int rounds) {
  check(7, 6, Objective::kFirstLine, 24, 1, rounds);
  check(7, 6, Objective::kFirstLine, 22, 2, rounds);
  for (const auto& [columns, rows] : {std::pair{6, 6}, {7, 5}, {6, 7}, {7, 7}, {8, 6}, {8, 7}})
    check(columns, rows, Objective::kFirstLine, 18, 1, rounds);
  check(9, 7, Objective::kFirstLine, 20, 1, rounds);
  check(7, 6, Objective::kMostLines, 14, 1, rounds);
  check(7, 6, Objective::kMostLines, 21, 2, rounds);
  check(9, 7, Objective::kMostLines, 12, 1, rounds);
  const std::array<std::uint64_t, 1> none{};
  check_growth<Standard, FirstLineSolver>({}, {7, 6, 4, Objective::kFirstLine, none, none}, 31,
                                          rounds);
  check_growth<Standard, MostLinesSolver>({}, {7, 6, 4, Objective::kMostLines, none, none}, 24,
                                          rounds);
  return failures == 0;
}

}  // namespace dropfour::check_threads
