// Compares FirstLineSolver, EndSearch and the static bounds with plain negamax on every position of
// small boards, with itself (wide words, two threads, tiny tables, mirror images, children,
// windows) and with known results.
//
//   check_solver [bounds] [agree] [known]
//
// Runs all three parts if none is named. Exits with 1 on a mismatch.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <unordered_map>

#include "batch/positions.hpp"
#include "solver/end_search.hpp"
#include "solver/first_line_solver.hpp"
#include "solver/negamax.hpp"

using namespace dropfour::board;
using namespace dropfour::solver;
using dropfour::batch::random_position;

static long failures = 0;

// Whether *range* answers what *window* asks about a position of score *truth*.
static bool answers(const ScoreRange& range, const ScoreRange& window, int truth) {
  const bool is_closed = range.is_exact() || range.low >= window.high || range.high <= window.low;
  return is_closed && range.low <= truth && truth <= range.high;
}

template <class Shape>
void check_end(const Shape& shape, Negamax<Shape>& negamax,
               const std::vector<Position<Shape>>& all) {
  for (const auto& p : all) {
    if (shape.cells() - p.ply > kEndEmpty) continue;
    const int truth = negamax.score(p);
    for (const ScoreRange& window : {ScoreRange{-500, 500}, {-1, 1}, {0, 1}, {truth - 1, truth}}) {
      EndSearch<Shape> search(shape);
      const auto range = search.solve(p, window);
      const bool is_right =
          range && answers(*range, window, truth) && (range->is_exact() || window.low > -500);
      if (is_right || search.nodes() > kEndNodes) continue;
      if (failures++ < 10)
        printf("BAD END own %llx occ %llx, truth %d\n", (unsigned long long)p.own,
               (unsigned long long)p.occupied, truth);
    }
  }
}

template <class Shape>
void check_bounds(int w, int h, int k, std::size_t sample) {
  Shape shape(w, h, k);
  Negamax<Shape> negamax(shape, Objective::kFirstLine);
  StaticBounds<Shape> bounds(shape);
  int root = negamax.score({});
  long tested = 0, sharp = 0, total = 0;
  // Collect all positions that play can reach.
  std::unordered_map<std::uint64_t, bool> seen;
  std::vector<Position<Shape>> stack{{}}, all;
  while (!stack.empty()) {
    auto p = stack.back();
    stack.pop_back();
    if (p.ply == shape.cells() || !seen.try_emplace(p.key(shape), true).second) continue;
    all.push_back(p);
    for (auto moves = shape.playable(p.occupied); any(moves); moves = without_lowest(moves)) {
      auto next = p.play(bit<typename Shape::Word>(lowest(moves)));
      if (!next.is_won(shape)) stack.push_back(next);
    }
  }
  for (auto& p : all) {
    ++total;
    const Node<Shape> node = make_node(shape, p);
    if (any(node.own_wins & shape.playable(p.occupied))) continue;
    ++tested;
    int truth = negamax.score(p);
    for (int useful : {-90, -1, 0, 1, 90}) {
      const ScoreRange known = bounds.narrow(node, useful, {-99, 99});
      int u = known.high;
      if (u < truth || known.low > truth) {
        if (failures++ < 10)
          printf("BAD BOUND %dx%d c%d own %llx occ %llx upper %d truth %d\n", w, h, k,
                 (unsigned long long)p.own, (unsigned long long)p.occupied, u, truth);
      }
      if (u < 99 && useful < 0) ++sharp;
    }
  }
  check_end(shape, negamax, all);
  FirstLineSolver<Shape> solver(shape, make_table(shape, 1), 1);
  std::mt19937 rng(1);
  std::shuffle(all.begin(), all.end(), rng);
  long solved = 0;
  for (auto& p : all) {
    if (++solved > long(sample)) break;
    if (solved % 7 == 0) solver.clear();
    Control control;
    auto r = solver.solve(p, {-100, 100}, control);
    int truth = negamax.score(p);
    if (r.low != truth || r.high != truth) {
      if (failures++ < 10)
        printf("BAD SOLVE %dx%d c%d own %llx occ %llx got %d..%d truth %d\n", w, h, k,
               (unsigned long long)p.own, (unsigned long long)p.occupied, r.low, r.high, truth);
    }
  }
  printf("%dx%d connect %d: root %d, %ld positions, %ld quiet, %ld bounded (%.0f%%)\n", w, h, k,
         root, total, tested, sharp, 100.0 * sharp / std::max(1L, tested));
  fflush(stdout);
}

template <class From, class To>
Position<To> convert(const From& shape, const To& to, const Position<From>& p) {
  Position<To> q;
  q.ply = p.ply;
  for (int i = 0; i < shape.bits(); ++i) {
    if (any(p.own & bit<typename From::Word>(i))) q.own |= bit<typename To::Word>(i);
    if (any(p.occupied & bit<typename From::Word>(i))) q.occupied |= bit<typename To::Word>(i);
  }
  (void)to;
  return q;
}
void compare(int w, int h, int k, int count, int empty_lo, int empty_hi) {
  AnyShape<std::uint64_t> narrow(w, h, k);
  AnyShape<Wide<2>> wide(w, h, k);
  AnyShape<Wide<7>> wider(w, h, k);
  const auto table = make_table(narrow, 16);
  FirstLineSolver<AnyShape<std::uint64_t>> a(narrow, table, 1),
      two(narrow, make_table(narrow, 16), 2), tiny(narrow, make_table(narrow, 0), 1),
      peer(narrow, table, 1);
  FirstLineSolver<AnyShape<Wide<2>>> b(wide, make_table(wide, 16), 1);
  FirstLineSolver<AnyShape<Wide<7>>> c(wider, make_table(wider, 0), 2);
  Random random(std::uint64_t(w * 100 + h));
  for (int i = 0; i < count; ++i) {
    const int empty = empty_lo + random.below(empty_hi - empty_lo + 1);
    auto p = *random_position(narrow, std::max(0, narrow.cells() - empty), Objective::kFirstLine,
                              random);
    const int big = 500;
    Control c1, c2, c3, c4, c5, c6, c7;
    auto r = a.solve(p, {-big, big}, c1), r2 = two.solve(p, {-big, big}, c2),
         r3 = tiny.solve(p, {-big, big}, c3);
    auto r4 = b.solve(convert(narrow, wide, p), {-big, big}, c4);
    auto r5 = c.solve(convert(narrow, wider, p), {-big, big}, c5);
    peer.clear();
    auto weak = peer.solve(p, {-1, 1}, c6);
    auto m = tiny.solve(mirrored(narrow, p), {-big, big}, c7);
    int best = -big;
    for (auto moves = narrow.playable(p.occupied); any(moves); moves = without_lowest(moves)) {
      auto q = p.play(bit<std::uint64_t>(lowest(moves)));
      int v;
      if (q.is_won(narrow))
        v = win_score(narrow.cells(), q.ply);
      else if (q.ply == narrow.cells())
        v = 0;
      else {
        Control c8;
        auto rr = tiny.solve(q, {-big, big}, c8);
        v = -rr.low;
      }
      best = std::max(best, v);
    }
    bool weak_ok = r.low > 0   ? weak.low > 0
                   : r.low < 0 ? weak.high < 0
                               : weak.low == 0 && weak.high == 0;
    if (!r.is_exact() || r2 != r || r3 != r || r4 != r || r5 != r || m != r || best != r.low ||
        !weak_ok) {
      if (failures++ < 10)
        printf(
            "DIFFER %dx%d c%d own %llx occ %llx: %d..%d %d..%d %d..%d wide %d..%d %d..%d weak "
            "%d..%d best %d\n",
            w, h, k, (unsigned long long)p.own, (unsigned long long)p.occupied, r.low, r.high,
            r2.low, r2.high, r3.low, r3.high, r4.low, r4.high, r5.low, r5.high, weak.low, weak.high,
            best);
    }
  }
  printf("%dx%d connect %d ok so far, %ld failures\n", w, h, k, failures);
  fflush(stdout);
}

static void check_all_bounds() {
  using S = AnyShape<std::uint64_t>;
  for (int k : {3, 4})
    for (auto [w, h] : {std::pair{1, 1},
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
      check_bounds<S>(w, h, k, 2000);
  check_bounds<S>(5, 4, 3, 2000);
  check_bounds<S>(4, 5, 3, 2000);
}

static void check_agreement() {
  const int n = 20;
  compare(1, 1, 3, 3, 1, 1);
  compare(5, 4, 3, n, 1, 20);
  compare(5, 4, 4, n, 1, 20);
  compare(4, 5, 4, n, 1, 20);
  compare(6, 5, 4, n, 8, 20);
  compare(7, 6, 4, n, 6, 20);
  compare(8, 7, 4, n, 6, 18);
  compare(9, 6, 5, n, 5, 16);
  compare(20, 2, 3, n, 4, 16);
  compare(3, 15, 3, n, 4, 16);
  compare(4, 15, 10, n, 4, 14);
  compare(2, 20, 4, n, 4, 16);
  AnyShape<Wide<7>> big(20, 20, 4);
  FirstLineSolver<AnyShape<Wide<7>>> solver(big, make_table(big, 16), 2);
  Control control;
  control.set_node_limit(100000);
  const auto range = solver.solve({}, {-500, 500}, control);
  if (!control.stopped() || range.low > 0 || range.high < 0) ++failures;
}

static void check_known_results() {
  struct Known {
    int columns, rows, stone;  // the number of the winning stone, negative if the second player's
  };
  for (auto [w, h, stone] :
       {Known{4, 4, 0}, {5, 4, 0}, {6, 4, -24}, {4, 5, 0}, {5, 5, 0}, {4, 6, 0}, {5, 6, 0}}) {
    AnyShape<std::uint64_t> shape(w, h, 4);
    FirstLineSolver<AnyShape<std::uint64_t>> solver(shape, make_table(shape, 16), 1);
    Control control;
    const auto range = solver.solve({}, {-500, 500}, control);
    const int want = stone == 0 ? 0 : -win_score(w * h, -stone);
    if (range.low == want && range.high == want) continue;
    ++failures;
    printf("%dx%d: %d..%d, not %d\n", w, h, range.low, range.high, want);
  }
}

int main(int argc, char** argv) {
  const auto wants = [&](const char* part) {
    if (argc < 2) return true;
    for (int i = 1; i < argc; ++i)
      if (std::strcmp(argv[i], part) == 0) return true;
    return false;
  };
  if (wants("bounds")) check_all_bounds();
  if (wants("agree")) check_agreement();
  if (wants("known")) check_known_results();
  printf("%ld failures\n", failures);
  return failures != 0;
}
