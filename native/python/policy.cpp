// Verdicts, facts, moods and ratings, for dropfour.scores, engines, study and web. Columns and
// rows count from 1 in Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/set.h>
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

#include "policy/analysis.hpp"
#include "policy/columns.hpp"
#include "policy/explainer.hpp"
#include "policy/facts.hpp"
#include "policy/json.hpp"
#include "policy/mood.hpp"
#include "policy/puzzles.hpp"
#include "policy/rating.hpp"
#include "policy/review.hpp"
#include "policy/reviewer.hpp"
#include "policy/scores.hpp"
#include "policy/story.hpp"
#include "python/bindings.hpp"
#include "python/checks.hpp"
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

// Searches of the columns of a position within the limits of one call.
ColumnSearch search_columns(ExactSolver& solver, std::optional<double> time_s,
                            std::optional<std::uint64_t> nodes, const StopFlag& stop) {
  return ColumnSearch(solver, {time_s, nodes, {}}, &stop, watch_signals);
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

void bind_columns(nb::module_& module) {
  module.def("find_best", &find_best, "solver"_a, "board"_a, "score"_a, "time_s"_a.none(),
             "nodes"_a.none(), "stop"_a);
  module.def("find_variation", &find_variation, "solver"_a, "board"_a, "best"_a, "score"_a,
             "time_s"_a.none(), "nodes"_a.none(), "stop"_a);
}

// What was found, as JSON.
template <class... Found>
std::string json_of(const Found&... found) {
  Json json;
  write(json, found...);
  return json.text();
}

void bind_facts(nb::module_& module) {
  module.def(
      "result_of",
      [](const Board& board, bool red_to_move, int score) {
        return json_of(result_of(board, mover_of(red_to_move), score));
      },
      "board"_a, "red_to_move"_a, "score"_a);
}

// A board, whether red moves, the column played, the bounds of the best move and of this one, and
// the best columns.
using JudgedMove = std::tuple<Board, bool, int, Bounds, Bounds, std::vector<int>>;

std::optional<Colour> colour_named(const std::optional<std::string_view>& name) {
  if (!name) return std::nullopt;
  return mover_of(*name == "red");
}

std::string story(const std::vector<JudgedMove>& moves, std::optional<std::string_view> winner,
                  std::optional<std::string_view> reader) {
  std::vector<ReviewedMove> reviewed;
  for (const auto& [board, red_to_move, column, best, played, best_columns] : moves) {
    std::vector<int> columns = best_columns;
    for (int& each : columns) each = checked_column(board, each);
    reviewed.push_back({board, mover_of(red_to_move), checked_column(board, column), range(best),
                        range(played), std::move(columns)});
  }
  return json_of(tell_story(reviewed, colour_named(winner), colour_named(reader)));
}

// --- machines ------------------------------------------------------------------------------------

using Send = std::optional<nb::typed<nb::callable, void(nb::str)>>;

// Answers the questions of a machine, without the lock. *send* is called with each event as JSON;
// its exceptions and a keyboard interrupt end the search and propagate. Returns the last event.
std::string run(Machine& machine, ExactSolver& solver, const StopFlag& stop, const Send& send) {
  nb::gil_scoped_release released;
  std::string last;
  const auto pass_on = [&] {
    const std::vector<std::string> events = machine.take_events();
    if (events.empty()) return;
    last = events.back();
    if (!send) return;
    nb::gil_scoped_acquire held;
    for (const std::string& event : events) (*send)(event);
  };
  while (const auto asked = machine.next()) {
    pass_on();
    const auto watch = [&](Control& control) {
      const auto look = [&](const ScoreRange& known, std::uint64_t nodes) {
        check_signals();
        if (asked->question.kind != Question::Kind::kSolve) return;
        machine.progress(asked->id, nodes, known);
        pass_on();
      };
      control.set_hook(look, kSignalsEvery);
    };
    machine.tell(asked->id, answer(asked->question, solver, &stop, watch));
    pass_on();
  }
  pass_on();
  return last;
}

std::string analyse(ExactSolver& solver, const Board& board, std::optional<double> time_s,
                    std::optional<std::uint64_t> nodes, const StopFlag& stop, const Send& send) {
  Analysis machine(board, {time_s, nodes, {}}, &stop, false);
  return run(machine, solver, stop, send);
}

std::string review(ExactSolver& solver, const std::vector<Board>& boards, std::vector<int> columns,
                   bool red_to_move, std::optional<double> time_s, const StopFlag& stop,
                   bool names_all, const Send& send) {
  if (boards.size() != columns.size() + 1) throw std::invalid_argument("a position is missing");
  for (std::size_t i = 0; i < columns.size(); ++i)
    columns[i] = checked_column(boards[i], columns[i]);
  Reviewer machine(boards, columns, mover_of(red_to_move), {time_s, {}, {}}, &stop, names_all);
  return run(machine, solver, stop, send);
}

std::string refute(ExactSolver& solver, const Board& board, bool red_to_move, int column,
                   std::string_view goal, std::optional<int> moves, std::optional<double> time_s,
                   std::optional<std::uint64_t> nodes, const StopFlag& stop) {
  require_unfinished(board);
  Refutation machine(board, mover_of(red_to_move), checked_column(board, column), {goal, moves},
                     {time_s, nodes, {}}, &stop);
  return run(machine, solver, stop, {});
}

std::string explain(ExactSolver& solver, const Board& board, bool red_to_move,
                    const ColumnScores& known, const plans::ListedSolution* solution,
                    std::optional<double> time_s, std::optional<std::uint64_t> nodes,
                    const StopFlag& stop, const Send& send) {
  require_same(board, known.board());
  const auto listed = solution == nullptr ? std::nullopt : solution->find(board);
  Explainer machine(board, mover_of(red_to_move), known, listed, {time_s, nodes, {}}, &stop);
  return run(machine, solver, stop, send);
}

// Returns whether the plan is kept, whether it was played out whole, how many positions and replies
// there were, the columns of a line that breaks it, and the places of the listed positions.
std::tuple<bool, bool, std::uint64_t, std::uint64_t, std::vector<int>, std::set<int>> follow(
    const plans::ListedSolution& solution, const Board& board, std::string_view text,
    bool is_own_turn, std::uint64_t most_positions) {
  const auto plan = plans::read_plan(board, text);
  if (!plan) throw std::invalid_argument("this is not a plan for this board");
  std::set<int> met;
  auto found = solution.follow(board, *plan, is_own_turn, most_positions, met);
  for (int& column : found.line) ++column;
  return {found.is_kept, found.is_complete, found.positions, found.replies, found.line, met};
}

void bind_machines(nb::module_& module) {
  nb::class_<plans::ListedSolution>(module, "ListedSolution",
                                    "The positions of a solution, by its text.")
      .def(nb::init<const Board&, std::string_view>(), "empty"_a, "text"_a)
      .def("follow", &follow, "board"_a, "plan"_a, "is_own_turn"_a, "most_positions"_a);
  module.def("explain", &explain, "solver"_a, "board"_a, "red_to_move"_a, "known"_a,
             "solution"_a.none(), "time_s"_a.none(), "nodes"_a.none(), "stop"_a, "send"_a.none());
  module.def("analyse", &analyse, "solver"_a, "board"_a, "time_s"_a.none(), "nodes"_a.none(),
             "stop"_a, "send"_a.none());
  module.def("review", &review, "solver"_a, "boards"_a, "columns"_a, "red_to_move"_a,
             "time_s"_a.none(), "stop"_a, "names_all"_a, "send"_a.none());
  module.def("refute", &refute, "solver"_a, "board"_a, "red_to_move"_a, "column"_a, "goal"_a,
             "moves"_a.none(), "time_s"_a.none(), "nodes"_a.none(), "stop"_a);
  module.def(
      "puzzle_words",
      [](const Board& board, bool red_to_move, std::string_view goal, std::optional<int> moves,
         const std::vector<std::string_view>& themes) {
        const Colour mover = mover_of(red_to_move);
        return std::pair(json_of(task_phrase({goal, moves}, board, mover)),
                         json_of(idea_phrase(board, mover, themes)));
      },
      "board"_a, "red_to_move"_a, "goal"_a, "moves"_a.none(), "themes"_a,
      "Return what a puzzle asks for, and what to look for, as JSON.");
}

void bind_ratings(nb::module_& module) {
  constexpr Rating kNew;
  nb::class_<Rating>(module, "Rating",
                     "A Glicko-2 rating with its standard deviation; *volatility* is how erratic "
                     "the results have been.")
      .def(nb::init<double, double, double>(), "value"_a = kNew.value,
           "deviation"_a = kNew.deviation, "volatility"_a = kNew.volatility)
      .def_ro("value", &Rating::value)
      .def_ro("deviation", &Rating::deviation)
      .def_ro("volatility", &Rating::volatility)
      .def("rested", &rested, "periods"_a,
           "Return the rating after some rating periods, or parts of one, without games.")
      .def("after", &rated, "games"_a,
           "Return the rating after a period with games: opponents, and points of 0, 0.5 or 1.");
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
  bind_machines(module);
  bind_ratings(module);
  module.def("tell_story", &story, "moves"_a, "winner"_a.none(), "reader"_a.none(),
             "Return the story of a reviewed game as JSON.");
  module.def(
      "mood_of",
      [](double value, std::string_view scale) {
        const Mood& mood = mood_of(value, scale);
        return std::pair(mood.emoji, mood.word);
      },
      "value"_a, "scale"_a, "Return the emoji and the word for a value on a scale.");
}

}  // namespace dropfour::python
