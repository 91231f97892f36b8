// Solves a sample of what a card has solved again on the processor.

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "cards/ply_log.hpp"
#include "solver/control.hpp"
#include "solver/transposition_table.hpp"

namespace dropfour::cards {

// Solves *count* random positions of those with a score, on all cores with one table, and prints
// how long that takes. Throws if a score differs.
template <class Solver>
void check_scores(const Positions& positions, const std::vector<signed char>& scores,
                  std::size_t count) {
  constexpr std::size_t kTableMib = 4096;
  using Clock = std::chrono::steady_clock;
  std::vector<std::size_t> sample;
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (scores[i] != kUnsolved) sample.push_back(i);
  std::shuffle(sample.begin(), sample.end(), std::mt19937(2));
  sample.resize(std::min(sample.size(), count));

  const auto table = solver::make_table(Standard{}, kTableMib);
  std::atomic<std::size_t> next{0}, wrong{0};
  std::atomic<std::uint64_t> nodes{0};
  const auto run = [&] {
    Solver solver(Standard{}, table, 1);
    for (std::size_t i; (i = next.fetch_add(1)) < sample.size();) {
      solver::Control control;
      const int score = scores[sample[i]];
      const ScoreRange found = solver.solve(positions[sample[i]], {-500, 500}, control);
      wrong += found != ScoreRange{score, score};
      nodes += control.nodes();
    }
  };
  const auto start = Clock::now();
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> group;
  for (unsigned i = 0; i < threads; ++i) group.emplace_back(run);
  for (auto& thread : group) thread.join();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::printf("%zu solved again by %u threads: %.1f s, %.2f G nodes, %.1f M a second, %zu wrong\n",
              sample.size(), threads, seconds, double(nodes) / 1e9, double(nodes) / 1e6 / seconds,
              wrong.load());
  if (wrong > 0) throw std::runtime_error(std::to_string(wrong) + " scores are wrong");
}

}  // namespace dropfour::cards
