// Finds plans and solutions for random positions of several boards and plays them out again, with
// limits and stops; tampered plans are played out, too.
//
// Exits with 1 if a plan that was found does not keep its promise, or if none is found.

#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "batch/batch_solver.hpp"
#include "plans/plans.hpp"
#include "plans/text.hpp"

namespace dropfour::check_plans {

using namespace dropfour;
using namespace dropfour::plans;

inline long failures = 0;

// The result for the side to move with best play: 1, 0 or -1.
inline int outcome_of(ExactSolver& solver, const Board& board) {
  Control control;
  const ScoreRange proven = solver.solve(board, {-1, 1}, control);
  return proven.low > 0 ? 1 : proven.high < 0 ? -1 : 0;
}

inline void check_plan(ExactSolver& solver, const Board& board, const Task& task, long& found) {
  Control control;
  control.set_node_limit(30'000);
  const auto plan = find_plan(solver, board, task, 1, control);
  if (!plan) return;
  ++found;
  const Verification kept = verify(board, *plan, task, ~std::uint64_t{0});
  if (!kept.is_kept || !kept.is_complete) ++failures;
  Plan wrong = *plan;
  wrong.answers = ~wrong.answers;
  wrong.takes.clear();
  const Verification tampered = verify(board, wrong, task, 20'000);
  if (tampered.is_kept && !tampered.is_complete) ++failures;
  // What cannot be promised is refused.
  if (verify(board, *plan, {!task.is_own_turn, Promise::kWin}, 20'000).is_kept &&
      task.promise == Promise::kWin)
    ++failures;
}

inline void check_solution(ExactSolver& solver, const Board& board, const Task& task, long& found) {
  Control control;
  control.set_node_limit(1'000'000);
  const auto solution = find_solution(solver, board, task, 1, 20, control);
  if (!solution) return;
  ++found;
  for (const auto& [moves, plan, column] : solution->entries) {
    Board reached = board;
    for (const int move : moves) reached = reached.play(move);
    if (plan < 0) {
      reached.play(column);  // raises an error if that is not possible
      continue;
    }
    const Plan& used = solution->plans[std::size_t(plan)];
    const auto read = read_plan(board, write_plan(board, used));
    for (const bool is_mirrored : {false, true}) {
      const Board seen = is_mirrored ? reached.mirror() : reached;
      const Plan same = is_mirrored ? mirrored(board, used) : *read;
      if (!verify(seen, same, {true, task.promise}, ~std::uint64_t{0}).is_kept) ++failures;
    }
  }
}

inline void check_board(int columns, int rows, int connect, int empty) {
  const std::array<std::uint64_t, 2> none{};
  const Board like(columns, rows, connect, Objective::kFirstLine, none, none);
  const int limbs = (columns * (rows + 1) + 63) / 64;
  ExactSolver solver(like, 1, 1);
  long plans = 0, solutions = 0;
  constexpr std::size_t kCount = 6;
  std::vector<std::uint64_t> masks(kCount * 2 * std::size_t(limbs));
  const batch::Positions<std::uint64_t> made(masks.data(), kCount, std::size_t(limbs));
  like.visit([&](const auto& shape, const auto&) {
    for (std::size_t i = 0; i < kCount; ++i) {
      Random random = batch::random_for(1, i);
      made.set(
          i, *batch::random_position(shape, shape.cells() - empty, Objective::kFirstLine, random));
    }
  });
  const batch::BatchSolver::Masks positions(masks.data(), kCount, std::size_t(limbs));
  for (std::size_t i = 0; i < kCount; ++i) {
    const Board board = positions.get(like, i);
    const int outcome = outcome_of(solver, board);
    const Task task{outcome >= 0, outcome == 0 ? Promise::kDraw : Promise::kWin};
    check_plan(solver, board, task, plans);
    check_solution(solver, board, task, solutions);
  }
  if (plans == 0 || solutions < plans) ++failures;
  std::printf("%dx%d: %ld plans, %ld solutions, %ld failures\n", columns, rows, plans, solutions,
              failures);
}

inline bool run() {
  check_board(5, 4, 4, 10);
  check_board(7, 6, 4, 12);
  check_board(6, 5, 5, 10);
  check_board(9, 8, 4, 8);
  return failures == 0;
}

}  // namespace dropfour::check_plans
