// The engines, for dropfour.engines. Columns count from 1 in Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
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
#include "policy/starts.hpp"
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

// What runs the searches of policies. A slow evaluation looks at the clock after each node.
auto runner(const StopFlag* stop, bool is_slow = false) {
  return [=](std::optional<double> time_s, std::optional<std::uint64_t> nodes,
             std::uint64_t nodes_between_checks, const auto& search) {
    Control control(stop);
    if (time_s) control.set_time_limit(*time_s);
    watch_signals(control);
    Budget budget(control, nodes.value_or(~std::uint64_t{0}), is_slow ? 1 : nodes_between_checks);
    return search(budget);
  };
}

using Estimate = nb::typed<nb::callable, double(Board)>;

// An evaluation written in Python. The search holds the lock: Python passes it on to other threads
// while it evaluates.
template <class Shape>
class PythonEvaluation final : public Evaluation<Shape> {
 public:
  PythonEvaluation(const Board& root, const Estimate& estimate)
      : root_(root), estimate_(estimate) {}

  double estimate(const Position<Shape>& position) const override {
    // An estimate never reaches what a won game is worth.
    return std::clamp(nb::cast<double>(estimate_(root_.with_position(position))), -kWin / 2,
                      kWin / 2);
  }

 private:
  const Board& root_;
  const Estimate& estimate_;
};

struct PythonEvaluations {
  const std::optional<Estimate>& estimate;

  template <class Shape>
  std::unique_ptr<Evaluation<Shape>> make(std::string_view name, const Shape& shape,
                                          const Board& root) const {
    if (!estimate) return make_evaluation(name, shape, root.objective());
    return std::make_unique<PythonEvaluation<Shape>>(root, *estimate);
  }
};

policy::Choice choose_move(const policy::Spec& spec, const Board& board, std::uint64_t seed,
                           std::optional<int> depth, std::optional<double> time_s,
                           std::optional<std::uint64_t> nodes, const StopFlag* stop,
                           solver::ExactSolver* solver, const std::optional<Estimate>& estimate,
                           bool has_swap) {
  require_unfinished(board);
  if (spec.engine.method == policy::Method::kExact && solver == nullptr)
    throw std::invalid_argument("an exact engine needs a solver");
  const auto exact = solver == nullptr
                         ? std::nullopt
                         : std::optional<policy::Exact>({*solver, stop, watch_signals});
  std::optional<nb::gil_scoped_release> released;
  if (!estimate) released.emplace();
  return policy::take_turn(spec, board, seed, {time_s, nodes, depth}, has_swap,
                           runner(stop, estimate.has_value()), exact ? &*exact : nullptr,
                           PythonEvaluations{estimate});
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

// The moves to the next random start, or to one that is nearly even by an estimate; nothing where
// there are hardly any.
std::optional<std::vector<int>> next_start(policy::Starts& starts, bool is_even) {
  nb::gil_scoped_release released;
  if (!(is_even ? starts.next_even(runner(nullptr)) : starts.next())) return std::nullopt;
  std::vector<int> columns = starts.columns();
  for (int& column : columns) ++column;
  return columns;
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
      .def_prop_ro("column", [](const Choice& choice) { return choice.found.column + 1; })
      .def_prop_ro("value", [](const Choice& choice) { return choice.found.value; })
      .def_prop_ro(
          "depth", [](const Choice& choice) { return choice.found.depth; },
          "Plies searched completely; 0 if there was no time for one.")
      .def_prop_ro("nodes", [](const Choice& choice) { return choice.found.nodes; })
      .def_ro("swap", &Choice::swap)
      .def_prop_ro(
          "is_settled", [](const Choice& choice) { return choice.found.is_settled; },
          "Whether no deeper search could change the result.")
      .def_prop_ro("variation",
                   [](const Choice& choice) {
                     std::vector<int> columns = choice.found.variation;
                     for (int& column : columns) ++column;
                     return columns;
                   })
      .def_prop_ro("score", [](const Choice& choice) {
        std::optional<std::pair<double, std::string>> score;
        if (choice.score) score.emplace(choice.score->value, choice.score->scale);
        return score;
      });
  module.def(
      "choose", &choose_move, "spec"_a, "board"_a, "seed"_a, "depth"_a.none(), "time_s"_a.none(),
      "nodes"_a.none(), "stop"_a.none(), "solver"_a.none(), "estimate"_a.none() = nb::none(),
      "has_swap"_a = false,
      "Return the move of an engine; an exact one needs a solver. *estimate* takes the place "
      "of the evaluation. *has_swap* is whether the game has the swap rule.");
}

}  // namespace

void bind_engines(nb::module_& module) {
  bind_specs(module);
  module.def(
      "estimate",
      [](const Board& board, const std::string& evaluation) { return estimate(board, evaluation); },
      "board"_a, "evaluation"_a);
  module.def("estimate_column", &estimate_move, "board"_a, "column"_a, "depth"_a.none(),
             "time_s"_a.none(), "nodes"_a.none(), "stop"_a.none());
  nb::class_<policy::Starts>(module, "Starts",
                             "Random positions to begin games from, none of them twice.")
      .def(nb::init<const Board&, int, int, std::uint64_t>(), "empty"_a, "least_stones"_a,
           "most_stones"_a, "seed"_a);
  module.def("next_start", &next_start, "starts"_a, "is_even"_a);
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
