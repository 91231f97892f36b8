// Solves batches on four threads, from two threads at the same time and with early stops, and
// compares the scores with those of one search each; plays a vector environment beside a Board.

#pragma once

#include <array>
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include "batch/batch_solver.hpp"
#include "batch/vector_env.hpp"

namespace dropfour::check_batch {

using namespace dropfour::batch;

inline std::atomic<long> failures{0};

inline Board empty_board(int columns, int rows, Objective objective) {
  const std::array<std::uint64_t, 1> none{};
  return Board(columns, rows, 4, objective, none, none);
}

inline void check_solver(const Board& like, int empty) {
  constexpr std::size_t kCount = 60;
  const auto [limbs, cells] = like.visit([](const auto& shape, const auto&) {
    return std::pair(std::size_t(shape.bits() + 63) / 64, shape.cells());
  });
  std::vector<std::uint64_t> masks(kCount * 2 * limbs);
  const Positions<std::uint64_t> made(masks.data(), kCount, limbs);
  like.visit([&](const auto& shape, const auto&) {
    for (std::size_t i = 0; i < kCount; ++i) {
      Random random = random_for(1, i);
      made.set(i, *random_position(shape, cells - empty, like.objective(), random));
    }
  });
  const BatchSolver::Masks positions(masks.data(), kCount, limbs);
  ExactSolver alone(like, 1, 1);
  BatchSolver solver(like, 1, 4, nullptr);
  const auto run = [&](std::uint64_t node_limit) {
    std::vector<std::int16_t> scores(kCount);
    const auto is_known = std::make_unique<bool[]>(kCount);
    Control control;
    control.set_node_limit(node_limit);
    solver.solve(positions, scores.data(), is_known.get(), control, [](std::size_t) {});
    for (std::size_t i = 0; i < kCount; ++i) {
      Control free;
      const ScoreRange proven = alone.solve(positions.get(like, i), {-1600, 1600}, free);
      if (is_known[i] ? scores[i] != proven.low : node_limit > 1'000'000'000) ++failures;
    }
  };
  std::thread other(run, ~std::uint64_t{0});
  run(~std::uint64_t{0});
  other.join();
  run(2000);
  std::printf("batch solver: %ld failures\n", failures.load());
}

inline void check_env(const Board& like) {
  constexpr std::size_t kGames = 3;
  const auto columns =
      std::size_t(like.visit([](const auto& shape, const auto&) { return shape.columns(); }));
  const auto env = make_vector_env(like, kGames);
  std::vector<Board> boards(kGames, like);
  std::vector<std::int8_t> planes(kGames * env->plane_size()), masks(kGames * columns);
  std::array<double, kGames> rewards;
  std::array<bool, kGames> is_terminated, is_illegal;
  Random random(1);
  for (int step = 0; step < 500; ++step) {
    std::array<std::int64_t, kGames> actions;
    for (std::size_t i = 0; i < kGames; ++i) {
      const auto legal = boards[i].legal_columns();
      actions[i] = legal[std::size_t(random.below(int(legal.size())))];
    }
    env->step(actions.data(), {planes.data(), masks.data(), rewards.data(), is_terminated.data(),
                               is_illegal.data(), nullptr});
    for (std::size_t i = 0; i < kGames; ++i) {
      boards[i] = boards[i].play(int(actions[i]));
      if (is_terminated[i] != boards[i].is_over() || is_illegal[i]) ++failures;
      if (boards[i].is_over()) boards[i] = like;
      std::size_t legal = 0;
      for (std::size_t column = 0; column < columns; ++column)
        legal += std::size_t(masks[i * columns + column]);
      if (legal != boards[i].legal_columns().size()) ++failures;
    }
  }
  std::printf("vector environment: %ld failures\n", failures.load());
}

inline bool run() {
  for (const Objective objective : {Objective::kFirstLine, Objective::kMostLines}) {
    check_solver(empty_board(7, 6, objective), 14);
    check_solver(empty_board(9, 7, objective), 12);
    check_env(empty_board(7, 6, objective));
    check_env(empty_board(20, 20, objective));
  }
  return failures == 0;
}

}  // namespace dropfour::check_batch
