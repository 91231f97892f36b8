// Compares the solvers of both objectives with plain negamax on small boards and near the end of
// games, and with each other on harder positions: scores, mirror images, windows, node limits,
// children, wide words, several threads and tiny tables. For FIRST_LINE also the static bounds and
// the end search.

#pragma once

#include <algorithm>
#include <cstdio>
#include <unordered_set>
#include <vector>

#include "batch/positions.hpp"
#include "board/board.hpp"
#include "native/negamax.hpp"
#include "solver/end_search.hpp"
#include "solver/first_line_solver.hpp"
#include "solver/most_lines_solver.hpp"

namespace dropfour::check_solver {

using namespace dropfour::board;
using namespace dropfour::solver;
using dropfour::batch::random_position;

inline constexpr ScoreRange kAll{-1000, 1000};
inline long checks = 0, failures = 0;

template <class Shape>
void fail(const char* what, const Shape& shape, const Position<Shape>& p, const ScoreRange& got,
          int want) {
  if (failures++ >= 10) return;
  std::printf("FAIL %s on %dx%d connect %d, own %llx occupied %llx: %d..%d, not %d\n", what,
              shape.columns(), shape.rows(), shape.connect(),
              (unsigned long long)limbs_in(p.own)[0], (unsigned long long)limbs_in(p.occupied)[0],
              got.low, got.high, want);
}

// Whether *range* answers what *window* asks about a position of score *truth*.
inline bool answers(const ScoreRange& range, const ScoreRange& window, int truth) {
  const bool is_closed = range.is_exact() || range.low >= window.high || range.high <= window.low;
  const bool is_inside = window.low < truth && truth < window.high;
  return is_closed && range.low <= truth && truth <= range.high && (!is_inside || range.is_exact());
}

// Bounds without a search, and the search of few empty cells.
template <class Shape>
void check_static(const Shape& shape, const StaticBounds<Shape>& bounds, const Position<Shape>& p,
                  int want) {
  const Node<Shape> node = make_node(shape, p);
  if (!any(node.own_wins & shape.playable(p.occupied)))
    for (const int useful : {-90, -1, 0, 1, 90}) {
      const ScoreRange known = bounds.narrow(node, useful, {-99, 99});
      if (known.high < want || known.low > want) fail("bound", shape, p, known, want);
    }
  if (shape.cells() - p.ply > kEndEmpty) return;
  for (const ScoreRange& window : {kAll, ScoreRange{-1, 1}, {0, 1}, {want - 1, want}}) {
    EndSearch<Shape> search(shape);
    const auto range = search.solve(p, window);
    if (search.nodes() <= kEndNodes && !(range && answers(*range, window, want)))
      fail("end", shape, p, range.value_or(kAll), want);
  }
}

struct FirstLine {
  static constexpr Objective kObjective = Objective::kFirstLine;
  template <class Shape>
  using Solver = FirstLineSolver<Shape>;
};
struct MostLines {
  static constexpr Objective kObjective = Objective::kMostLines;
  template <class Shape>
  using Solver = MostLinesSolver<Shape>;
};

template <class Game, class Shape>
class Checker {
 public:
  using Word = typename Shape::Word;
  using Solver = typename Game::template Solver<Shape>;

  Checker(const Shape& shape, std::uint64_t seed)
      : shape_(shape), negamax_(shape, Game::kObjective), bounds_(shape), random_(seed) {}

  // Every unfinished position that play can reach; of *sample* of them, all about the solver.
  void check_all(std::size_t sample) {
    std::unordered_set<Word> seen;
    std::vector<Position<Shape>> stack{{}}, all;
    while (!stack.empty()) {
      const auto p = stack.back();
      stack.pop_back();
      if (is_over(shape_, p, Game::kObjective) || !seen.insert(p.key(shape_)).second) continue;
      all.push_back(p);
      for (Word moves = shape_.playable(p.occupied); any(moves); moves = without_lowest(moves))
        stack.push_back(p.play(bit<Word>(lowest(moves))));
    }
    if constexpr (Game::kObjective == Objective::kFirstLine)
      for (const auto& p : all) check_static(shape_, bounds_, p, negamax_.score(p));
    for (std::size_t i = 0; i < std::min(sample, all.size()); ++i) {
      const auto& p = all[sample < all.size() ? std::size_t(random_.below(int(all.size()))) : i];
      check(p, negamax_.score(p));
    }
    std::printf("%dx%d connect %d: %zu positions, value %d\n", shape_.columns(), shape_.rows(),
                shape_.connect(), all.size(), negamax_.score({}));
  }

  // Random positions with up to *most_empty* empty cells, compared with negamax.
  void check_late(int most_empty, int count) {
    for (int i = 0; i < count; ++i) {
      auto p = random(1, most_empty);
      if (Game::kObjective == Objective::kMostLines && i % 4 == 0) p = recoloured(p);
      check(p, negamax_.score(p));
    }
  }

  // Harder ones: each solver finds what the first does.
  void check_agreement(int least_empty, int most_empty, int count) {
    for (int i = 0; i < count; ++i) {
      const auto p = random(least_empty, most_empty);
      Control control;
      const ScoreRange found = small_.solve(p, kAll, control);
      check(p, found.low);
      check_word<Wide<2>>(p, found.low, wide_);
      check_word<Wide<7>>(p, found.low, wider_);
    }
  }

 private:
  Position<Shape> random(int least_empty, int most_empty) {
    const int cells = shape_.cells();
    const int empty = least_empty + random_.below(std::min(cells, most_empty) - least_empty + 1);
    return *random_position(shape_, cells - empty, Game::kObjective, random_);
  }

  // A position that was set up: the colours of the stones are random.
  Position<Shape> recoloured(Position<Shape> p) {
    p.own = {};
    for (Word w = p.occupied; any(w); w = without_lowest(w))
      if (random_.below(2)) p.own |= bit<Word>(lowest(w));
    return p;
  }

  ScoreRange solve(Solver& solver, const Position<Shape>& p, const ScoreRange& window,
                   std::uint64_t nodes = ~std::uint64_t{0}) {
    Control control;
    control.set_node_limit(nodes);
    return solver.solve(p, window, control);
  }

  void check(const Position<Shape>& p, int want) {
    ++checks;
    const auto expect = [&](const char* what, const ScoreRange& got, const ScoreRange& window) {
      if (!answers(got, window, want)) fail(what, shape_, p, got, want);
    };
    for (Solver* solver : {&small_, &large_, &two_}) {
      expect("value", solve(*solver, p, kAll), kAll);
      expect("mirror", solve(*solver, mirrored(shape_, p), kAll), kAll);
    }
    Solver& solver = random_.below(2) ? small_ : large_;
    if (random_.below(2)) solver.clear();
    const int low = want - 3 + random_.below(6);
    const ScoreRange window{low, low + 1 + random_.below(3)};
    expect("window", solve(solver, p, window), window);
    // A node limit: the bounds hold, and the search can be resumed.
    solver.clear();
    const ScoreRange stopped = solve(solver, p, kAll, std::uint64_t(1 + random_.below(3000)));
    if (stopped.low > want || stopped.high < want) fail("stopped", shape_, p, stopped, want);
    expect("resumed", solve(solver, p, kAll), kAll);
    int best = kAll.low;
    for (Word moves = shape_.playable(p.occupied); any(moves); moves = without_lowest(moves)) {
      const auto child = p.play(bit<Word>(lowest(moves)));
      const bool is_end = is_over(shape_, child, Game::kObjective);
      best = std::max(best, is_end ? -negamax_.score(child) : -solve(solver, child, kAll).low);
    }
    if (best != want) fail("children", shape_, p, {best, best}, want);
  }

  template <class Wider, class OtherSolver>
  void check_word(const Position<Shape>& p, int want, OtherSolver& solver) {
    const auto widened = [](const Word& word) {
      return word_from_limbs(limbs_in(word), static_cast<Wider*>(nullptr));
    };
    Control control;
    const ScoreRange found =
        solver.solve({widened(p.own), widened(p.occupied), p.ply}, kAll, control);
    if (found != ScoreRange{want, want}) fail("wide words", shape_, p, found, want);
  }

  template <class Other>
  static Other same(const Shape& shape) {
    return Other(shape.columns(), shape.rows(), shape.connect());
  }
  using WideShape = AnyShape<Wide<2>>;
  using WiderShape = AnyShape<Wide<7>>;

  Shape shape_;
  Negamax<Shape> negamax_;
  StaticBounds<Shape> bounds_;
  Random random_;
  Solver small_{shape_, make_table(shape_, 0), 1}, large_{shape_, make_table(shape_, 1), 1},
      two_{shape_, make_table(shape_, 1), 2};
  typename Game::template Solver<WideShape> wide_{same<WideShape>(shape_),
                                                  make_table(same<WideShape>(shape_), 0), 1};
  typename Game::template Solver<WiderShape> wider_{same<WiderShape>(shape_),
                                                    make_table(same<WiderShape>(shape_), 0), 2};
};

template <class Game, class Shape>
Checker<Game, Shape> checker(const Shape& shape) {
  return {shape, std::uint64_t(shape.columns() * 100 + shape.rows() * 10 + shape.connect())};
}

using Any = AnyShape<std::uint64_t>;

inline void check_first_line(int scale) {
  using Game = FirstLine;
  for (const int k : {3, 4})
    for (const auto& [w, h] : {std::pair{1, 1},
                               {2, 3},
                               {3, 2},
                               {1, 6},
                               {3, 3},
                               {4, 3},
                               {3, 4},
                               {4, 4},
                               {3, 5},
                               {5, 3},
                               {3, 6},
                               {2, 8},
                               {6, 2},
                               {7, 2}})
      checker<Game>(Any(w, h, k)).check_all(std::size_t(100 * scale));
  checker<Game>(Any(5, 4, 3)).check_all(std::size_t(100 * scale));
  checker<Game>(Any(4, 5, 3)).check_all(std::size_t(100 * scale));
  checker<Game>(Standard{}).check_late(9, 10 * scale);
  const int n = 10 * scale;
  checker<Game>(Any(5, 4, 4)).check_agreement(1, 20, n);
  checker<Game>(Any(6, 5, 4)).check_agreement(8, 20, n);
  checker<Game>(Any(7, 6, 4)).check_agreement(6, 20, n);
  checker<Game>(Any(8, 7, 4)).check_agreement(6, 18, n);
  checker<Game>(Any(9, 6, 5)).check_agreement(5, 16, n);
  checker<Game>(Any(20, 2, 3)).check_agreement(4, 16, n);
  checker<Game>(Any(3, 15, 3)).check_agreement(4, 16, n);
  checker<Game>(Any(4, 15, 10)).check_agreement(4, 14, n);
  checker<Game>(Any(2, 20, 4)).check_agreement(4, 16, n);
}

inline void check_most_lines(int scale) {
  using Game = MostLines;
  constexpr std::size_t kEvery = ~std::size_t{0};
  for (int connect = 3; connect <= 4; ++connect) {
    checker<Game>(Any(3, 3, connect)).check_all(kEvery);
    checker<Game>(Any(4, 3, connect)).check_all(kEvery);
    checker<Game>(Any(3, 4, connect)).check_all(kEvery);
  }
  for (int columns = 1; columns <= 9; ++columns)
    for (int rows = 1; rows <= 9; ++rows)
      for (int connect = 3; connect <= 6; ++connect)
        if (columns * (rows + 1) <= 64)
          checker<Game>(Any(columns, rows, connect)).check_late(7, 3 * scale);
        else
          checker<Game>(AnyShape<Wide<2>>(columns, rows, connect)).check_late(6, scale);
  checker<Game>(Any(4, 5, 4)).check_late(11, 10 * scale);
  checker<Game>(Any(4, 5, 3)).check_late(11, 10 * scale);
  checker<Game>(AnyShape<Wide<7>>(20, 20, 4)).check_late(5, 2 * scale);
  checker<Game>(AnyShape<Wide<7>>(20, 20, 10)).check_late(5, 2 * scale);
  checker<Game>(AnyShape<Wide<7>>(12, 12, 5)).check_late(6, 4 * scale);
  checker<Game>(Any(3, 20, 7)).check_late(8, 10 * scale);
  checker<Game>(Any(5, 11, 10)).check_late(7, 10 * scale);
  checker<Game>(Standard{}).check_late(10, 30 * scale);
  checker<Game>(AnyShape<Wide<2>>(9, 7, 4)).check_late(8, 20 * scale);
  checker<Game>(Any(8, 7, 4)).check_agreement(4, 12, 10 * scale);
}

inline bool run(int scale) {
  check_first_line(scale);
  check_most_lines(scale);
  std::printf("%ld checks, %ld failures\n", checks, failures);
  return failures == 0;
}

}  // namespace dropfour::check_solver
