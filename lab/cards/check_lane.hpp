// Compares the searches as a loop (lane.hpp) with the solvers: on every position of a small
// board and on random positions of 7x6, in one thread with a tiny table and in several that share
// one.

#pragma once

#include <algorithm>
#include <cstdio>
#include <thread>
#include <vector>

#include "batch/positions.hpp"
#include "cards/first_line_lane.hpp"
#include "cards/most_lines_lane.hpp"
#include "cards/open_positions.hpp"
#include "solver/first_line_solver.hpp"
#include "solver/most_lines_solver.hpp"

namespace dropfour::check_lane {

using namespace dropfour::cards;
using dropfour::batch::random_position;
using dropfour::book::score_by_rules;

inline long failures = 0;

template <class Shape>
using Positions = std::vector<Position<Shape>>;

// What is compared with what.
struct FirstLine {
  static constexpr Objective kObjective = Objective::kFirstLine;
  template <class Shape>
  using Loop = LaneSolver<FirstLineLane<Shape>>;
  template <class Shape>
  using Solver = FirstLineSolver<Shape>;
};
struct MostLines {
  static constexpr Objective kObjective = Objective::kMostLines;
  template <class Shape>
  using Loop = LaneSolver<MostLinesLane<Shape>>;
  template <class Shape>
  using Solver = MostLinesSolver<Shape>;
};

template <class Game, class Shape>
void compare(const char* what, const Positions<Shape>& positions, int bucket_bits, int threads) {
  std::vector<std::uint64_t> slots(std::size_t{LaneTable::kSlots} << bucket_bits);
  const LaneTable table(slots.data(), bucket_bits, Shape{});
  std::vector<int> scores(positions.size());
  const auto run = [&](std::size_t first) {
    typename Game::template Loop<Shape>::Path path;
    typename Game::template Loop<Shape> lane(table, path);
    for (std::size_t i = first; i < positions.size(); i += std::size_t(threads)) {
      lane.start(positions[i]);
      while (!lane.is_done()) lane.step();
      scores[i] = lane.score();
    }
  };
  std::vector<std::thread> lanes;
  for (int i = 0; i < threads; ++i) lanes.emplace_back(run, std::size_t(i));
  for (auto& lane : lanes) lane.join();
  typename Game::template Solver<Shape> solver(Shape{}, make_table(Shape{}, 16), 1);
  long wrong = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Control control;
    const ScoreRange score = solver.solve(positions[i], {-500, 500}, control);
    wrong += score != ScoreRange{scores[i], scores[i]};
  }
  printf("%s: %zu positions, %ld wrong\n", what, positions.size(), wrong);
  failures += wrong;
}

// *first_ply*: of the random positions on 7x6.
template <class Game>
void compare_all(int first_ply, int scale) {
  const FixedShape<5, 4, 4> small;
  for (const int ply : {0, 5, 9})
    compare<Game>("5x4", open_positions(small, ply, Game::kObjective), 12, 1);
  // Of the 100,000 after 12 plies one in ten, or all with SCALE 10.
  const auto late = open_positions(small, 12, Game::kObjective);
  Positions<FixedShape<5, 4, 4>> some;
  for (std::size_t i = 0; i < late.size(); i += std::size_t(std::max(1, 10 / scale)))
    some.push_back(late[i]);
  compare<Game>("5x4", some, 12, 1);
  Random random(1);
  Positions<Standard> positions;
  while (positions.size() < std::size_t(40 * scale)) {
    const int ply = first_ply + int(positions.size()) % 20;
    const auto position = *random_position(Standard{}, ply, Game::kObjective, random);
    if (!score_by_rules(Standard{}, position, Game::kObjective)) positions.push_back(position);
  }
  compare<Game>("7x6, a tiny table", positions, 10, 1);
  compare<Game>("7x6, three threads", positions, 16, 3);
}

inline bool run(int scale) {
  compare_all<FirstLine>(16, scale);
  Positions<DenseShape<5, 4>> dense;
  const FixedShape<5, 4, 4> small;
  for (const auto& position : open_positions(small, 9, Objective::kFirstLine))
    dense.push_back(with_layout<DenseShape<5, 4>>(small, position));
  compare<FirstLine>("5x4 without spare bits", dense, 12, 1);
  compare_all<MostLines>(18, scale);
  printf("%ld failures\n", failures);
  return failures == 0;
}

}  // namespace dropfour::check_lane
