// The exact solver of MOST_LINES: the board is filled, every line is a point, and the score is the
// final difference in lines for the side to move. On one thread or several.

#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "solver/most_lines_search.hpp"
#include "solver/questions.hpp"
#include "solver/teamwork.hpp"

namespace dropfour::solver {

// Solves positions of one shape, in one thread at a time. Solvers that share a table may search at
// the same time.
template <class Shape>
class MostLinesSolver {
 public:
  using Word = typename Shape::Word;

  MostLinesSolver(const Shape& shape, std::shared_ptr<SharedTable<Word>> table, int threads)
      : shape_(shape), moves_(shape), team_(make_team(shape, std::move(table), threads)) {}

  // Proves the score of *position* if it lies within *window*, otherwise on which side of it the
  // score lies. Returns the bounds proven so far if *control* stops the search.
  ScoreRange solve(const Position<Shape>& position, const ScoreRange& window, Control& control) {
    const int points = shape_.count_lines(position.own) - shape_.count_lines(position.other());
    typename Search::Root root{
        {position.own, position.occupied, {}, shape_.cells() - position.ply}, {}, points};
    const auto lines = moves_.ahead().open_lines(root.node);
    ScoreRange proven = moves_.ahead().bounds(root.node, lines, -LinesAhead<Shape>::kMaxLines);
    if (!proven.is_exact()) {
      root.key = moves_.reduce(root.node, lines);
      team_.look_up(root, proven);
      const ScoreRange wanted{window.low - points, window.high - points};
      team_.prove(root, MostLinesQuestions(wanted, proven), control, proven);
    }
    return {proven.low + points, proven.high + points};
  }

  // Forgets everything.
  void clear() { team_.clear(); }

 private:
  using Search = MostLinesSearch<Shape>;

  static SearchTeam<Search> make_team(const Shape& shape, std::shared_ptr<SharedTable<Word>> table,
                                      int threads) {
    // No thread avoids a first child.
    Division division{14, 0, 0, threads > 1 ? kSharedCheckNodes : Control::kCheckNodes};
    if (sizeof(Word) > 8) division.check_nodes = 8;  // a node takes long on a large board
    // Threads pay after fewer nodes than in FIRST_LINE: these take about two milliseconds.
    return SearchTeam<Search>({std::size_t{1} << 20, 1 << 15, 1 << 13}, shape.bits(),
                              std::move(table), threads, [&](BusySet* busy, int thread) {
                                return std::make_unique<Search>(shape, division, busy, thread);
                              });
  }

  Shape shape_;
  LineMoves<Shape> moves_;
  SearchTeam<Search> team_;
};

}  // namespace dropfour::solver
