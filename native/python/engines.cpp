// The estimating engines, for dropfour.engines.native_search. Columns count from 1 in Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engines/levels.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dropfour::python {
namespace {

using namespace board;
using namespace engines;
using solver::StopFlag;

struct Limits {
  std::optional<double> time_s;
  std::optional<std::uint64_t> nodes;
  const StopFlag* stop;
};

// Runs *search* with the GIL released. A keyboard interrupt ends it and propagates.
template <class Search>
Findings run(const Limits& limits, std::uint64_t nodes_between_checks, const Search& search) {
  Control control(limits.stop);
  if (limits.time_s) control.set_time_limit(*limits.time_s);
  control.set_hook(
      [](const ScoreRange&, std::uint64_t) {
        nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
      },
      std::chrono::milliseconds(100));
  Budget budget(control, limits.nodes.value_or(~std::uint64_t{0}), nodes_between_checks);
  nb::gil_scoped_release released;
  return search(budget);
}

template <template <class> class Search>
Findings search(const Board& board, const std::string& evaluation, double discount,
                std::optional<int> depth, std::optional<double> time_s,
                std::optional<std::uint64_t> nodes, const StopFlag* stop) {
  return run({time_s, nodes, stop}, Budget::kNodesBetweenChecks, [&](Budget& budget) {
    return search_with<Search>(board, evaluation, discount, depth.value_or(0), budget);
  });
}

Findings average(const Board& board, std::optional<int> depth, std::optional<double> time_s,
                 std::optional<std::uint64_t> nodes, const StopFlag* stop) {
  return run({time_s, nodes, stop}, Budget::kNodesBetweenChecks,
             [&](Budget& budget) { return search_averaging(board, depth.value_or(0), budget); });
}

Findings choose_level(const Board& board, int number, std::uint64_t seed, std::optional<int> depth,
                      double time_s, std::optional<std::uint64_t> nodes, const StopFlag* stop) {
  return choose_as_level(board, number, seed, depth.value_or(0), time_s,
                         [&](const Board& child, int plies, double share_s) {
                           return search<AlphaBeta>(child, kLevelEvaluation, 1, plies, share_s,
                                                    nodes, stop);
                         });
}

// Each node is a random game here, so every node is checked.
Findings grow_tree(const Board& board, std::uint64_t seed, std::optional<double> time_s,
                   std::optional<std::uint64_t> nodes, const StopFlag* stop) {
  return run({time_s, nodes, stop}, 1,
             [&](Budget& budget) { return search_tree(board, seed, budget); });
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
  module.def(
      "estimate",
      [](const Board& board, const std::string& evaluation) { return estimate(board, evaluation); },
      "board"_a, "evaluation"_a);
  module.def("search_minimax", &search<Minimax>, "board"_a, "evaluation"_a, "discount"_a,
             "depth"_a.none(), "time_s"_a.none(), "nodes"_a.none(), "stop"_a.none());
  module.def("search_alphabeta", &search<AlphaBeta>, "board"_a, "evaluation"_a, "discount"_a,
             "depth"_a.none(), "time_s"_a.none(), "nodes"_a.none(), "stop"_a.none());
  module.def("search_averaging", &average, "board"_a, "depth"_a.none(), "time_s"_a.none(),
             "nodes"_a.none(), "stop"_a.none());
  module.def("choose_level", &choose_level, "board"_a, "number"_a, "seed"_a, "depth"_a.none(),
             "time_s"_a, "nodes"_a.none(), "stop"_a.none());
  module.def(
      "ladder",
      [] {
        std::vector<std::pair<std::vector<int>, double>> levels;
        for (const Level& level : kLadder)
          levels.push_back({{level.plies.begin(), level.plies.end()}, level.noise});
        return levels;
      },
      "Return the plies and the noise of each level below the top.");
  module.def(
      "draw",
      [](const Board& board, std::uint64_t seed, int count) {
        return random_for(board, seed).below(count);
      },
      "board"_a, "seed"_a, "count"_a,
      "Return a random number below *count*, the same for the same seed and position.");
  module.def("search_tree", &grow_tree, "board"_a, "seed"_a, "time_s"_a.none(), "nodes"_a.none(),
             "stop"_a.none());
}

}  // namespace dropfour::python
