// Compares MostLinesSolver with plain negamax: scores, mirror images, windows, node limits.
//
//   check_most_lines [SCALE]
//
// Takes about ten seconds at scale 1. Exits with 1 on a mismatch.
#include <cstdio>
#include <cstdlib>
#include <set>
#include <vector>

#include "batch/positions.hpp"
#include "board/board.hpp"
#include "solver/most_lines_solver.hpp"
#include "solver/negamax.hpp"

using namespace dropfour::board;
using namespace dropfour::solver;
using dropfour::batch::random_position;

static long checks = 0;
static void fail(const char* what, int columns, int rows, int connect, int ply, int got, int want) {
  std::printf("FAIL %s on %dx%d connect %d, ply %d: %d, not %d\n", what, columns, rows, connect,
              ply, got, want);
  std::exit(1);
}

// A position that was set up: the colours of the stones are random.
template <class Shape>
Position<Shape> random_setup(const Shape& shape, int stones, Random& random) {
  auto p = *random_position(shape, stones, Objective::kMostLines, random);
  using Word = typename Shape::Word;
  Word own{};
  for (Word w = p.occupied; any(w); w = without_lowest(w))
    if (random.below(2)) own |= bit<Word>(lowest(w));
  p.own = own;
  return p;
}

template <class Shape>
void check_one(const Shape& shape, Negamax<Shape>& negamax,
               std::vector<MostLinesSolver<Shape>*> solvers, const Position<Shape>& p,
               Random& random) {
  using Word = typename Shape::Word;
  const int want = negamax.score(p);
  auto bad = [&](const char* what, int got, int expected) {
    fail(what, shape.columns(), shape.rows(), shape.connect(), p.ply, got, expected);
  };
  for (auto* solver : solvers) {
    Control control;
    const auto r = solver->solve(p, {-1000, 1000}, control);
    ++checks;
    if (r.low != want || r.high != want) bad("value", r.low == want ? r.high : r.low, want);
    Control again;
    const auto m = solver->solve(mirrored(shape, p), {-1000, 1000}, again);
    if (m.low != want || m.high != want) bad("mirror", m.low, want);
  }
  auto* solver = solvers[std::size_t(random.below(int(solvers.size())))];
  if (random.below(2)) solver->clear();
  // A window: exact within it, on the right side outside.
  const int low = want - 3 + random.below(6), high = low + 1 + random.below(3);
  Control control;
  const auto r = solver->solve(p, {low, high}, control);
  if (r.low > want || r.high < want) bad("window unsound", r.low, want);
  if (want > low && want < high && !r.is_exact()) bad("window not exact", r.low, want);
  if (want <= low && r.high > low) bad("window high", r.high, low);
  if (want >= high && r.low < high) bad("window low", r.low, high);
  // A node limit: the bounds hold, and the search can be resumed.
  solver->clear();
  Control limited;
  limited.set_node_limit(std::uint64_t(1 + random.below(3000)));
  const auto s = solver->solve(p, {-1000, 1000}, limited);
  if (s.low > want || s.high < want) bad("stopped unsound", s.low, want);
  Control resumed;
  const auto t = solver->solve(p, {-1000, 1000}, resumed);
  if (t.low != want || t.high != want) bad("resumed", t.low, want);
  // Minimax over the children.
  if (!p.is_full(shape)) {
    int best = -10000;
    for (Word moves = shape.playable(p.occupied); any(moves); moves = without_lowest(moves)) {
      Control c;
      best = std::max(best, -solver->solve(p.play(bit<Word>(lowest(moves))), {-1000, 1000}, c).low);
    }
    if (best != want) bad("children", best, want);
  }
}

template <class Shape>
void check_board(const Shape& shape, int max_empties, int count, std::uint64_t seed) {
  Random random(seed);
  MostLinesSolver<Shape> small(shape, make_table(shape, 0), 1),
      large(shape, make_table(shape, 1), 1);
  Negamax<Shape> negamax(shape, Objective::kMostLines);
  const int cells = shape.cells();
  for (int i = 0; i < count; ++i) {
    const int empties = 1 + random.below(std::min(cells, max_empties));
    const auto p = i % 4 == 0
                       ? random_setup(shape, cells - empties, random)
                       : *random_position(shape, cells - empties, Objective::kMostLines, random);
    check_one(shape, negamax, {&small, &large}, p, random);
  }
}

// Every position that play can reach.
template <class Shape>
void check_all(const Shape& shape) {
  using Word = typename Shape::Word;
  Random random(7);
  MostLinesSolver<Shape> small(shape, make_table(shape, 0), 1),
      large(shape, make_table(shape, 1), 1);
  Negamax<Shape> negamax(shape, Objective::kMostLines);
  std::set<std::vector<std::uint64_t>> seen;
  std::vector<Position<Shape>> stack{{}};
  while (!stack.empty()) {
    const auto p = stack.back();
    stack.pop_back();
    if (!seen.insert(limbs_of(p.key(shape))).second) continue;
    check_one(shape, negamax, {&small, &large}, p, random);
    for (Word moves = shape.playable(p.occupied); any(moves); moves = without_lowest(moves))
      stack.push_back(p.play(bit<Word>(lowest(moves))));
  }
  std::printf("%dx%d connect %d: all %zu positions, value %d\n", shape.columns(), shape.rows(),
              shape.connect(), seen.size(), negamax.score({}));
  std::fflush(stdout);
}

int main(int argc, char** argv) {
  const int scale = argc > 1 ? std::atoi(argv[1]) : 1;
  using Any = AnyShape<std::uint64_t>;
  for (int connect = 3; connect <= 4; ++connect) {
    check_all(Any(3, 3, connect));
    check_all(Any(4, 3, connect));
    check_all(Any(3, 4, connect));
    if (scale > 1) check_all(Any(3, 5, connect));
    if (scale > 1) check_all(Any(4, 4, connect));
    if (scale > 1) check_all(Any(5, 3, connect));
  }
  check_all(AnyShape<Wide<2>>(4, 3, 3));
  for (int columns = 1; columns <= 9; ++columns)
    for (int rows = 1; rows <= 9; ++rows)
      for (int connect = 3; connect <= 6; ++connect) {
        const auto seed = std::uint64_t(columns * 100 + rows * 10 + connect);
        if (columns * (rows + 1) <= 64)
          check_board(Any(columns, rows, connect), 7, 3 * scale, seed);
        check_board(AnyShape<Wide<2>>(columns, rows, connect), 6, scale, seed);
      }
  check_board(Any(4, 5, 4), 11, 20 * scale, 1);
  check_board(Any(4, 5, 3), 11, 20 * scale, 2);
  check_board(AnyShape<Wide<4>>(4, 4, 4), 10, 10 * scale, 3);
  check_board(AnyShape<Wide<7>>(5, 4, 3), 10, 10 * scale, 4);
  check_board(AnyShape<Wide<7>>(20, 20, 4), 5, 2 * scale, 5);
  check_board(AnyShape<Wide<7>>(20, 20, 10), 5, 2 * scale, 5);
  check_board(AnyShape<Wide<4>>(12, 12, 5), 6, 4 * scale, 5);
  check_board(Any(3, 20, 7), 8, 10 * scale, 9);
  check_board(Any(5, 11, 10), 7, 10 * scale, 10);
  check_board(Standard{}, 10, 60 * scale, 6);
  check_board(AnyShape<Wide<2>>(9, 7, 4), 8, 40 * scale, 7);
  check_board(Any(8, 7, 4), 8, 40 * scale, 8);
  std::printf("passed, %ld checks\n", checks);
}
