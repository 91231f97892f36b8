// Compares the proof-number search over lanes (solver/proof_tree.hpp) with the solver: all null
// windows of positions of small boards and of random positions of 7x6, with few lanes and many, and
// with selections that overlap.

#pragma once

#include <cstdio>
#include <deque>
#include <sstream>
#include <vector>

#include "batch/positions.hpp"
#include "cards/first_line_lane.hpp"
#include "cards/open_positions.hpp"
#include "cards/proof_tree.hpp"
#include "solver/first_line_solver.hpp"

namespace dropfour::check_proof_tree {

using namespace dropfour::cards;
using dropfour::batch::random_position;
using dropfour::book::score_by_rules;

inline long failures = 0;

// Searches a leaf as a lane of the graphics card does.
template <class Shape>
Answer answer(const LaneTable& table, const typename ProofTree<Shape>::Leaf& leaf, int budget) {
  const Shape shape;
  const auto settled = settle(shape, make_node(shape, leaf.position));
  ScoreRange range = settled.range;
  table.find(table_key(shape, settled.node), range);
  if (range.low >= leaf.beta) return Answer::kYes;
  if (range.high < leaf.beta) return Answer::kNo;
  typename FirstLineLane<Shape>::Path path;
  FirstLineLane<Shape> search(table, path);
  search.start(settled, range, leaf.beta);
  while (search.nodes() <= std::uint32_t(budget))
    if (search.step()) return search.value() >= leaf.beta ? Answer::kYes : Answer::kNo;
  return Answer::kUnknown;
}

template <class Shape>
Answer prove(const LaneTable& table, const Node<Shape>& root, int beta, std::size_t lanes,
             int budget) {
  using Tree = ProofTree<Shape>;
  Tree tree(Shape{}, root, beta, lanes > 50 ? 3 : 1);
  tree.grow(lanes);
  std::deque<typename Tree::Selection> selections;
  for (int round = 1; tree.answer() == Answer::kUnknown; ++round) {
    selections.push_back(tree.choose(lanes));
    if (selections.size() < 2 && !selections.back().leaves.empty()) continue;
    // From time to time everything ends, and goes on with what was saved, or kept.
    const bool is_end = round % 16 == 0;
    while (!selections.empty()) {
      std::vector<Answer> answers;
      for (const auto& leaf : selections.front().leaves)
        answers.push_back(answer<Shape>(table, leaf, budget));
      tree.take(selections.front(), answers);
      selections.pop_front();
      if (!is_end) break;
    }
    if (!is_end) continue;
    if (round == 48) tree.prune(100);
    std::stringstream file;
    tree.write(file, round == 32 ? 20 : 1'000'000);
    Tree saved(Shape{}, root, beta, lanes > 50 ? 3 : 1);
    if (!saved.read(file)) return Answer::kUnknown;
    tree = std::move(saved);
  }
  return tree.answer();
}

template <class Shape>
void compare(const char* what, const std::vector<Position<Shape>>& positions, std::size_t lanes,
             int budget) {
  const Shape shape;
  std::vector<std::uint64_t> slots(std::size_t{LaneTable::kSlots} << 14);
  const LaneTable table(slots.data(), 14, shape);
  FirstLineSolver<Shape> solver(shape, make_table(shape, 16), 1);
  long wrong = 0, count = 0;
  for (const auto& position : positions) {
    Control control;
    const int score = solver.solve(position, {-500, 500}, control).low;
    const auto root = settle(shape, make_node(shape, position));
    for (const int offset : {0, 1}) {
      const int beta = root.for_parent(score) + offset;
      if (beta <= root.range.low || beta > root.range.high) continue;
      ++count;
      const Answer expected = offset == 0 ? Answer::kYes : Answer::kNo;
      wrong += prove(table, root.node, beta, lanes, budget) != expected;
    }
  }
  printf("%s: %ld windows, %ld wrong\n", what, count, wrong);
  failures += wrong;
}

inline bool run(int scale) {
  const FixedShape<5, 4, 4> small;
  std::vector<Position<DenseShape<5, 4>>> dense;
  for (const auto& position : open_positions(small, 4, Objective::kFirstLine))
    dense.push_back(with_layout<DenseShape<5, 4>>(small, position));
  compare("5x4 empty, one lane", open_positions(small, 0, Objective::kFirstLine), 1, 3);
  compare("5x4 after 4 plies", open_positions(small, 4, Objective::kFirstLine), 7, 5);
  compare("5x4 without spare bits", dense, 7, 5);
  compare("5x5 empty", open_positions(FixedShape<5, 5, 4>{}, 0, Objective::kFirstLine), 50, 20);
  Random random(1);
  std::vector<Position<Standard>> positions;
  while (positions.size() < std::size_t(10 * scale)) {
    const auto position = *random_position(Standard{}, 18, Objective::kFirstLine, random);
    if (!score_by_rules(Standard{}, position, Objective::kFirstLine)) positions.push_back(position);
  }
  compare("7x6 after 18 plies", positions, 100, 50);
  printf("%ld failures\n", failures);
  return failures == 0;
}

}  // namespace dropfour::check_proof_tree
