// Compares boards without spare bits (board/dense_shape.hpp) with the same boards in two words, on
// random positions: winning cells, lines, playable cells, static bounds, keys; and their solver, in
// one thread with a tiny table and in several that share one.

#pragma once

#include <cstdio>
#include <set>
#include <thread>
#include <vector>

#include "batch/positions.hpp"
#include "board/dense_shape.hpp"
#include "solver/first_line_solver.hpp"

namespace dropfour::check_dense {

using namespace dropfour::board;
using namespace dropfour::solver;
using dropfour::batch::random_position;

inline long checks = 0, failures = 0;

inline void expect(const char* what, bool is_right) {
  ++checks;
  if (is_right || failures++ >= 10) return;
  std::printf("FAIL %s\n", what);
}

using WideShape = AnyShape<Wide<2>>;

template <int Columns, int Rows>
class Checker {
 public:
  using Shape = DenseShape<Columns, Rows>;

  void check_board(int count) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> keys;
    std::set<std::pair<std::uint64_t, std::uint64_t>> positions;
    for (int i = 0; i < count; ++i) {
      const auto p = *random_position(wide_, random_.below(Columns * Rows), kObjective, random_);
      const auto d = with_layout<Shape>(wide_, p);
      expect("playable", dense(wide_.playable(p.occupied)) == shape_.playable(d.occupied));
      for (const auto& [a, b] : {std::pair(p.own, d.own), {p.other(), d.other()}}) {
        expect("completing", dense(wide_.completing_cells(a)) == shape_.completing_cells(b));
        expect("line", wide_.has_line(a) == shape_.has_line(b));
        const auto lowest = wide_.lowest_marks(a);
        expect("lowest", dense(lowest) == shape_.lowest_marks(b));
        expect("up", dense(wide_.from_here_up(lowest)) == shape_.from_here_up(dense(lowest)));
      }
      check_bounds(p, d);
      const DenseKey key = d.key(shape_);
      keys.insert({key.stones, key.full});
      positions.insert({d.own, d.occupied});
      const DenseKey mirror = mirrored(shape_, d).key(shape_);
      expect("mirror", mirrored_key(shape_, d.occupied, key) == mirror);
    }
    expect("keys", keys.size() == positions.size());
  }

  // Scores with at most *most_empty* empty cells.
  void check_scores(int most_empty, int count) {
    FirstLineSolver<WideShape> truth(wide_, make_table(wide_, 1), 1);
    std::vector<Position<Shape>> positions;
    std::vector<ScoreRange> scores;
    for (int i = 0; i < count; ++i) {
      const int empty = 1 + random_.below(most_empty);
      const auto p = *random_position(wide_, Columns * Rows - empty, kObjective, random_);
      Control control;
      scores.push_back(truth.solve(p, {-99, 99}, control));
      positions.push_back(with_layout<Shape>(wide_, p));
    }
    FirstLineSolver<Shape> tiny(shape_, make_table(shape_, 0), 1);
    const auto table = make_table(shape_, 1);
    const auto solve_all = [&](FirstLineSolver<Shape>& solver, std::vector<ScoreRange>& found) {
      for (const auto& position : positions) {
        Control control;
        found.push_back(solver.solve(position, {-99, 99}, control));
      }
    };
    std::vector<std::vector<ScoreRange>> found(4);
    solve_all(tiny, found[0]);
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < found.size(); ++i)
      threads.emplace_back([&, i] {
        FirstLineSolver<Shape> solver(shape_, table, int(i));
        solve_all(solver, found[i]);
      });
    for (auto& thread : threads) thread.join();
    for (const auto& each : found) expect("score", each == scores);
  }

 private:
  static constexpr Objective kObjective = Objective::kFirstLine;

  typename Shape::Word dense(const Wide<2>& cells) const {
    return with_layout<Shape>(wide_, Position<WideShape>{cells, {}, 0}).own;
  }

  void check_bounds(const Position<WideShape>& p, const Position<Shape>& d) {
    const Node<WideShape> wide_node = make_node(wide_, p);
    const Node<Shape> node = make_node(shape_, d);
    if (any(node.own_wins & shape_.playable(node.occupied))) return;
    for (const int beta : {-3, 0, 1, 4})
      expect("bounds", wide_bounds_.narrow(wide_node, beta, {-30, 30}) ==
                           bounds_.narrow(node, beta, {-30, 30}));
    const auto wide_settled = settle(wide_, wide_node);
    const auto settled = settle(shape_, node);
    expect("settled", dense(wide_settled.moves) == settled.moves &&
                          wide_settled.range == settled.range &&
                          wide_settled.node.ply == settled.node.ply);
  }

  Shape shape_;
  WideShape wide_{Columns, Rows, 4};
  StaticBounds<Shape> bounds_{shape_};
  StaticBounds<WideShape> wide_bounds_{wide_};
  Random random_{std::uint64_t(Columns * 100 + Rows)};
};

template <int Columns, int Rows>
inline void check(int most_empty) {
  Checker<Columns, Rows> checker;
  checker.check_board(60);
  checker.check_scores(most_empty, 10);
}

inline bool run() {
  check<5, 4>(16);
  check<8, 8>(16);
  check<9, 7>(16);
  check<10, 6>(16);
  check<12, 5>(16);
  check<13, 4>(16);
  std::printf("%ld checks, %ld failures\n", checks, failures);
  return failures == 0;
}

}  // namespace dropfour::check_dense
