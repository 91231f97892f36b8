// The engines, for dropfour.engines. Columns count from 1 in Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "engines/levels.hpp"
#include "policy/choice.hpp"
#include "policy/estimates.hpp"
#include "python/bindings.hpp"
#include "python/checks.hpp"
#include "python/signals.hpp"
#include "solver/instances.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dropfour::python {
namespace {

using namespace board;
using namespace engines;
using solver::StopFlag;

// What runs the searches of policies, without the lock.
auto runner(const StopFlag* stop) {
  return [stop](std::optional<double> time_s, std::optional<std::uint64_t> nodes,
                std::uint64_t nodes_between_checks, const auto& search) {
    Control control(stop);
    if (time_s) control.set_time_limit(*time_s);
    watch_signals(control);
    Budget budget(control, nodes.value_or(~std::uint64_t{0}), nodes_between_checks);
    return search(budget);
  };
}

policy::Choice choose_move(const policy::Spec& spec, const Board& board, std::uint64_t seed,
                           std::optional<int> depth, std::optional<double> time_s,
                           std::optional<std::uint64_t> nodes, const StopFlag* stop,
                           solver::ExactSolver* solver) {
  require_unfinished(board);
  if (spec.engine.method == policy::Method::kExact && solver == nullptr)
    throw std::invalid_argument("an exact engine needs a solver");
  const auto exact = solver == nullptr
                         ? std::nullopt
                         : std::optional<policy::Exact>({*solver, stop, watch_signals});
  nb::gil_scoped_release released;
  return policy::choose(spec, board, seed, {time_s, nodes, depth}, runner(stop),
                        exact ? &*exact : nullptr);
}

// The column to play when the best ones are known, and the nodes that it took.
std::pair<int, std::uint64_t> pick_best(solver::ExactSolver& solver, const Board& board,
                                        const policy::ColumnScores& known,
                                        std::optional<std::uint64_t> seed, double time_s,
                                        const StopFlag* stop) {
  require_unfinished(board);
  require_same(board, known.board());
  if (known.best().empty()) throw std::invalid_argument("no column is proven best");
  nb::gil_scoped_release released;
  const policy::Picked picked =
      policy::pick_best({solver, stop, watch_signals}, board, known, seed, time_s);
  return {picked.column + 1, picked.nodes};
}

// The expected result of a column, and the depth of the search that found it.
std::optional<std::pair<double, int>> estimate_move(const Board& board, int column,
                                                    std::optional<int> depth,
                                                    std::optional<double> time_s,
                                                    std::optional<std::uint64_t> nodes,
                                                    const StopFlag* stop) {
  require_unfinished(board);
  const int place = checked_column(board, column);
  nb::gil_scoped_release released;
  const auto found = policy::estimate_column(board, place, {time_s, nodes, depth}, runner(stop));
  if (!found) return std::nullopt;
  return std::pair(found->value, found->depth);
}

double averaged_value(const Board& board, int depth) {
  require_unfinished(board);
  nb::gil_scoped_release released;
  return policy::search_averaged(board, {{}, {}, depth}, runner(nullptr)).value;
}

policy::Spec read_spec(const std::string& text, const std::vector<std::string>& evaluations) {
  policy::ParsedSpec parsed = policy::parse_spec(text, evaluations);
  if (!parsed.spec) throw nb::value_error(parsed.problem.c_str());
  return std::move(*parsed.spec);
}

void bind_specs(nb::module_& module) {
  using policy::Choice, policy::EngineEntry, policy::Method, policy::Spec;
  nb::class_<Spec>(module, "Spec", "What a spec of an engine asks for.")
      .def_prop_ro("name", &Spec::name, "The spec in its shortest form.")
      .def_prop_ro("level", [](const Spec& spec) { return spec.engine.level; })
      .def_prop_ro("is_exact",
                   [](const Spec& spec) { return spec.engine.method == Method::kExact; })
      .def_prop_ro("is_minimax",
                   [](const Spec& spec) { return spec.engine.method == Method::kMinimax; })
      .def_prop_ro("takes_evaluation",
                   [](const Spec& spec) {
                     return spec.engine.method <= Method::kMinimax && !spec.is_discounting();
                   })
      .def_prop_ro("takes_seed", &Spec::takes_seed)
      .def_ro("evaluation", &Spec::evaluation)
      .def_ro("depth", &Spec::depth)
      .def_ro("discount", &Spec::discount)
      .def_rw("threads", &Spec::threads)
      .def_rw("seed", &Spec::seed, nb::arg().none());
  module.def("parse_spec", &read_spec, "text"_a, "evaluations"_a,
             "Return what a spec asks for; raise ValueError if there is no such engine.");
  module.def(
      "engine_table",
      [] {
        using OptionRow = std::tuple<std::string_view, std::string_view, std::string_view>;
        std::vector<std::tuple<std::string, bool, std::vector<OptionRow>>> rows;
        for (const EngineEntry& engine : policy::engine_table()) {
          std::vector<OptionRow> options;
          for (const policy::Option& option : engine.options)
            options.emplace_back(option.name, option.type, option.default_text);
          rows.emplace_back(engine.name, engine.is_evaluation, std::move(options));
        }
        return rows;
      },
      "Return the name of each engine, whether it is an evaluation, and the name, type and default "
      "of each of its options.");
  nb::class_<Choice>(module, "Choice", "The move of an engine, for the side to move.")
      .def_ro("found", &Choice::found)
      .def_prop_ro("score", [](const Choice& choice) {
        std::optional<std::pair<double, std::string>> score;
        if (choice.score) score.emplace(choice.score->value, choice.score->scale);
        return score;
      });
  module.def("choose", &choose_move, "spec"_a, "board"_a, "seed"_a, "depth"_a.none(),
             "time_s"_a.none(), "nodes"_a.none(), "stop"_a.none(), "solver"_a.none(),
             "Return the move of an engine; an exact one needs a solver.");
  module.def("pick_best", &pick_best, "solver"_a, "board"_a, "known"_a, "seed"_a.none(), "time_s"_a,
             "stop"_a.none(),
             "Return which of the columns proven best to play, and the nodes that this took.");
}

void bind_findings(nb::module_& module) {
  nb::class_<Findings>(module, "Findings", "The result of a search, for the side to move.")
      .def_prop_ro("column", [](const Findings& findings) { return findings.column + 1; })
      .def_ro("value", &Findings::value)
      .def_ro("depth", &Findings::depth,
              "Plies searched completely; 0 if there was no time for one.")
      .def_ro("nodes", &Findings::nodes)
      .def_ro("is_settled", &Findings::is_settled,
              "Whether no deeper search could change the result.")
      .def_prop_ro("variation", [](const Findings& findings) {
        std::vector<int> columns = findings.variation;
        for (int& column : columns) ++column;
        return columns;
      });
}

}  // namespace

void bind_engines(nb::module_& module) {
  bind_findings(module);
  bind_specs(module);
  module.def(
      "estimate",
      [](const Board& board, const std::string& evaluation) { return estimate(board, evaluation); },
      "board"_a, "evaluation"_a);
  module.def("estimate_column", &estimate_move, "board"_a, "column"_a, "depth"_a.none(),
             "time_s"_a.none(), "nodes"_a.none(), "stop"_a.none());
  module.def("averaged_value", &averaged_value, "board"_a, "depth"_a);
  module.def(
      "ladder",
      [] {
        std::vector<std::pair<std::vector<int>, double>> levels;
        for (const Level& level : kLadder)
          levels.push_back({{level.plies.begin(), level.plies.end()}, level.noise});
        return levels;
      },
      "Return the plies and the noise of each level below the top.");
}

}  // namespace dropfour::python
