// The exact solver of FIRST_LINE, on one thread or several.

#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "solver/null_window_search.hpp"
#include "solver/questions.hpp"
#include "solver/teamwork.hpp"

namespace dropfour::solver {

// Solves unfinished positions of one shape, in one thread at a time. Solvers that share a table may
// search at the same time.
template <class Shape>
class FirstLineSolver {
 public:
  using Word = typename Shape::Word;

  FirstLineSolver(const Shape& shape, std::shared_ptr<SharedTable<KeyOf<Shape>>> table, int threads)
      : shape_(shape), team_(make_team(shape, std::move(table), threads)) {}

  // Proves the score of *position* if it lies within *window*, otherwise on which side of it the
  // score lies: {-cells, cells} gives the exact score, {-1, 1} win, draw or loss. Returns the
  // bounds proven so far if *control* stops the search.
  ScoreRange solve(const Position<Shape>& position, const ScoreRange& window, Control& control) {
    const Node<Shape> node = make_node(shape_, position);
    if (any(node.own_wins & shape_.playable(node.occupied))) {
      const int score = win_score(shape_.cells(), node.ply + 1);
      return {score, score};
    }
    const Settled<Shape> root = settle(shape_, node);
    ScoreRange proven = root.range;
    team_.look_up(root, proven);
    const int empty = shape_.cells() - root.node.ply;
    team_.prove(root, FirstLineQuestions(root.for_parent(window), root.range, empty), control,
                proven);
    return root.for_parent(proven);
  }

  // Forgets everything.
  void clear() { team_.clear(); }

 private:
  using Search = NullWindowSearch<Shape>;

  // With how many empty cells a position is near the end of the search. Threads that work together
  // share more positions, and a large table has space for more. With one thread and a table of 64
  // MiB, compared with one table for all positions, the empty board takes a fifth more nodes and a
  // fifth less time.
  static constexpr int choose_near_empty(std::size_t table_bytes, int threads) {
    if (threads > 1) return 18;
    return table_bytes > kFirstBytes ? 20 : 24;
  }

  // Few threads rarely meet far down, or make each other's work useless. In a simulation of twelve
  // openings, two threads that stay together and avoid first children search 6 % fewer nodes than
  // two that do neither, and 10 % fewer than two that only avoid.
  static constexpr Division choose_division(int threads) {
    Division division =
        threads > 4 ? Division{22, 0, 2, kSharedCheckNodes} : Division{24, 2, 1, kCheckNodes};
    // A node of a large board takes tens of microseconds.
    if (sizeof(Word) > 8) division.check_nodes = 32;
    return division;
  }
  static constexpr std::uint64_t kCheckNodes = Control::kCheckNodes;
  static_assert(kCheckNodes == 4 * kSharedCheckNodes);

  static SearchTeam<Search> make_team(const Shape& shape,
                                      std::shared_ptr<SharedTable<KeyOf<Shape>>> table,
                                      int threads) {
    const int near_empty = choose_near_empty(table->table().bytes(), threads);
    const Division division = choose_division(threads);
    return SearchTeam<Search>({std::size_t{1} << 17, 1 << 14, 1 << 15}, shape.key_bits(),
                              std::move(table), threads, [&](BusySet* busy, int thread) {
                                return std::make_unique<Search>(shape, near_empty, division, busy,
                                                                thread);
                              });
  }

  Shape shape_;
  SearchTeam<Search> team_;
};

}  // namespace dropfour::solver
