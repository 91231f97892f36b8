// Verdicts, facts and moods, for dropfour.scores, dropfour.engines and dropfour.study. Columns and
// rows count from 1 in Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "policy/columns.hpp"
#include "policy/facts.hpp"
#include "policy/mood.hpp"
#include "policy/review.hpp"
#include "policy/scores.hpp"
#include "policy/story.hpp"
#include "python/bindings.hpp"
#include "python/checks.hpp"
#include "python/phrases.hpp"
#include "python/signals.hpp"
#include "solver/instances.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dropfour::python {
namespace {

using namespace policy;

using Bounds = std::pair<int, int>;

Bounds bounds(const ScoreRange& known) { return {known.low, known.high}; }
ScoreRange range(const Bounds& known) { return {known.first, known.second}; }

std::vector<int> from_one(std::vector<int> columns) {
  for (int& column : columns) ++column;
  return columns;
}

Colour mover_of(bool red_to_move) { return red_to_move ? Colour::kRed : Colour::kYellow; }

std::optional<std::string_view> colour_name(const std::optional<Colour>& colour) {
  if (!colour) return std::nullopt;
  return name_of(*colour);
}

void bind_scores(nb::module_& module) {
  module.def(
      "outcome_of", [](int low, int high) { return outcome_of({low, high}); }, "low"_a, "high"_a,
      "Return what is proven of the result for the side to move.");
  module.def(
      "score_limits", [](const Board& board) { return bounds(score_limits(board)); }, "board"_a);
  module.def("finished_score", &finished_score, "board"_a);
  module.def("plies_to_end", &plies_to_end, "board"_a, "score"_a);
  module.def("winning_stones", &winning_stones, "board"_a, "score"_a);

  nb::class_<ColumnScores>(module, "ColumnScores",
                           "What is proven of every playable column; of those not given, what the "
                           "rules prove.")
      .def(
          "__init__",
          [](ColumnScores* scores, const Board& board, const std::map<int, Bounds>& known) {
            ColumnScores made(board);
            for (const auto& [column, proven] : known) made.learn(column - 1, range(proven));
            for (const auto& [column, proven] : made.columns())
              if (proven.low > proven.high)
                throw std::invalid_argument("the bounds of a column contradict each other");
            new (scores) ColumnScores(std::move(made));
          },
          "board"_a, "known"_a)
      .def_prop_ro("range", [](const ColumnScores& scores) { return bounds(scores.position()); })
      .def_prop_ro("best", [](const ColumnScores& scores) { return from_one(scores.best()); })
      .def_prop_ro("not_worse",
                   [](const ColumnScores& scores) { return from_one(scores.not_worse()); })
      .def_prop_ro("is_exact", &ColumnScores::is_exact);
}

using Columns = std::vector<std::pair<int, Bounds>>;

Columns column_list(const std::vector<ColumnScores::Column>& found) {
  Columns columns;
  for (const auto& [column, known] : found) columns.push_back({column + 1, bounds(known)});
  return columns;
}

// Searches of the columns of a position within the limits of one call.
ColumnSearch search_columns(ExactSolver& solver, std::optional<double> time_s,
                            std::optional<std::uint64_t> nodes, const StopFlag& stop) {
  return ColumnSearch(solver, {time_s, nodes, {}}, &stop, watch_signals);
}

std::tuple<Columns, Columns, std::uint64_t, bool, bool> glance(ExactSolver& solver,
                                                               const Board& board,
                                                               std::optional<double> time_s,
                                                               const StopFlag& stop) {
  require_unfinished(board);
  nb::gil_scoped_release released;
  ColumnSearch search = search_columns(solver, time_s, {}, stop);
  const auto found = search.glance_at_all(board);
  return {column_list(found.solved), column_list(found.open), search.nodes(), search.is_searched(),
          search.is_looked_up()};
}

std::pair<Columns, std::uint64_t> rank(ExactSolver& solver, const Board& board,
                                       std::optional<double> time_s,
                                       std::optional<std::uint64_t> nodes, const StopFlag& stop) {
  require_unfinished(board);
  nb::gil_scoped_release released;
  ColumnSearch search = search_columns(solver, time_s, nodes, stop);
  Columns columns = column_list(search.rank(board).columns());
  return {std::move(columns), search.nodes()};
}

std::optional<int> find_best(ExactSolver& solver, const Board& board, int score,
                             std::optional<double> time_s, std::optional<std::uint64_t> nodes,
                             const StopFlag& stop) {
  require_unfinished(board);
  nb::gil_scoped_release released;
  const auto column = search_columns(solver, time_s, nodes, stop).find_best(board, score);
  return column ? std::optional(*column + 1) : std::nullopt;
}

std::vector<int> find_variation(ExactSolver& solver, const Board& board, std::vector<int> best,
                                int score, std::optional<double> time_s,
                                std::optional<std::uint64_t> nodes, const StopFlag& stop) {
  require_unfinished(board);
  if (best.empty()) throw std::invalid_argument("no column is given");
  for (int& column : best) column = checked_column(board, column);
  nb::gil_scoped_release released;
  return from_one(search_columns(solver, time_s, nodes, stop)
                      .find_variation(board, nearest_middle(board, best), score));
}

std::optional<int> prefer(const ExactSolver& solver, const Board& board, std::vector<int> columns) {
  for (int& column : columns) column = checked_column(board, column);
  const auto column = ColumnSearch::prefer(solver, board, columns);
  return column ? std::optional(*column + 1) : std::nullopt;
}

void bind_columns(nb::module_& module) {
  module.def("glance", &glance, "solver"_a, "board"_a, "time_s"_a.none(), "stop"_a,
             "Return the columns that a short search solves, the others, the most promising first, "
             "the nodes, whether anything was searched, and whether anything was looked up.");
  module.def("rank", &rank, "solver"_a, "board"_a, "time_s"_a.none(), "nodes"_a.none(), "stop"_a);
  module.def("find_best", &find_best, "solver"_a, "board"_a, "score"_a, "time_s"_a.none(),
             "nodes"_a.none(), "stop"_a);
  module.def("find_variation", &find_variation, "solver"_a, "board"_a, "best"_a, "score"_a,
             "time_s"_a.none(), "nodes"_a.none(), "stop"_a);
  module.def("prefer", &prefer, "solver"_a, "board"_a, "columns"_a);
}

void bind_facts(nb::module_& module) {
  nb::class_<Fact>(module, "Fact", "A fact of an explanation, its words as data.")
      .def_prop_ro("kind", [](const Fact& fact) { return kFactKinds[std::size_t(fact.kind)]; })
      .def_prop_ro("colour", [](const Fact& fact) { return colour_name(fact.colour); })
      .def_prop_ro("cells",
                   [](const Fact& fact) {
                     std::vector<std::pair<int, int>> cells;
                     for (const Cell& cell : fact.cells)
                       cells.push_back({cell.column + 1, cell.row + 1});
                     return cells;
                   })
      .def_prop_ro("columns", [](const Fact& fact) { return from_one(fact.columns); })
      .def_prop_ro(
          "phrase", [](const Fact& fact) { return phrase_tuple(fact.phrase); },
          nb::sig("def phrase(self) -> tuple[str, dict[str, object]]"))
      .def_prop_ro("profits", [](const Fact& fact) { return colour_name(fact.profits); });
  module.def(
      "find_facts",
      [](const Board& board, bool red_to_move, const ColumnScores* proven) {
        if (proven != nullptr) require_same(board, proven->board());
        return find_facts(board, mover_of(red_to_move), proven);
      },
      "board"_a, "red_to_move"_a, "proven"_a.none());
  module.def(
      "result_of",
      [](const Board& board, bool red_to_move, int score) {
        return phrase_tuple(result_of(board, mover_of(red_to_move), score));
      },
      "board"_a, "red_to_move"_a, "score"_a,
      nb::sig("def result_of(board: Board, red_to_move: bool, score: int) -> tuple[str, dict[str, "
              "object]]"));
}

// A board, whether red moves, the column played, the bounds of the best move and of this one, and
// the best columns.
using JudgedMove = std::tuple<Board, bool, int, Bounds, Bounds, std::vector<int>>;

std::optional<Colour> colour_named(const std::optional<std::string_view>& name) {
  if (!name) return std::nullopt;
  return mover_of(*name == "red");
}

nb::object maybe_phrase(const std::optional<Phrase>& phrase) {
  return phrase ? nb::object(phrase_tuple(*phrase)) : nb::none();
}

nb::tuple story(const std::vector<JudgedMove>& moves, std::optional<std::string_view> winner,
                std::optional<std::string_view> reader) {
  std::vector<ReviewedMove> reviewed;
  for (const auto& [board, red_to_move, column, best, played, best_columns] : moves) {
    std::vector<int> columns = best_columns;
    for (int& each : columns) each = checked_column(board, each);
    reviewed.push_back({board, mover_of(red_to_move), checked_column(board, column), range(best),
                        range(played), std::move(columns)});
  }
  const Story told = tell_story(reviewed, colour_named(winner), colour_named(reader));
  nb::list sides, mistakes;
  for (const SideStory& side : told.sides)
    sides.append(nb::make_tuple(side.moves, side.mistakes, side.blunders, side.accuracy()));
  for (const Mistake& mistake : told.mistakes)
    mistakes.append(nb::make_tuple(mistake.ply, phrase_tuple(mistake.played),
                                   maybe_phrase(mistake.better), maybe_phrase(mistake.reason)));
  return nb::make_tuple(sides, mistakes, told.turning_point, phrase_tuple(told.ending));
}

}  // namespace

void bind_policy(nb::module_& module) {
  bind_scores(module);
  bind_columns(module);
  bind_facts(module);
  module.def(
      "judge",
      [](const Bounds& best, const Bounds& played, bool most_lines) {
        return judge(range(best), range(played),
                     most_lines ? Objective::kMostLines : Objective::kFirstLine);
      },
      "best"_a, "played"_a, "most_lines"_a);
  module.def("tell_story", &story, "moves"_a, "winner"_a.none(), "reader"_a.none(),
             nb::sig("def tell_story(moves: Sequence[tuple[Board, bool, int, tuple[int, int], "
                     "tuple[int, int], Sequence[int]]], winner: str | None, reader: str | None) -> "
                     "tuple[list[tuple[int, int, int, int | None]], list[tuple[int, "
                     "tuple[str, dict[str, object]], tuple[str, dict[str, object]] | None, "
                     "tuple[str, dict[str, object]] | None]], int | None, "
                     "tuple[str, dict[str, object]]]"),
             "Return the sides (moves, mistakes, blunders, accuracy), the mistakes (ply, what was "
             "played, what was better, why), the ply of the turning point, and the ending.");
  module.def(
      "mood_of",
      [](double value, std::string_view scale) {
        const Mood& mood = mood_of(value, scale);
        return std::pair(mood.emoji, mood.word);
      },
      "value"_a, "scale"_a, "Return the emoji and the word for a value on a scale.");
}

}  // namespace dropfour::python
