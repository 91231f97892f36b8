// The exact solver, for dropfour.engines.exact.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <tuple>

#include "python/bindings.hpp"
#include "solver/exact_solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dropfour::python {
namespace {

using namespace board;
using namespace solver;

using Report = nb::typed<nb::callable, void(int, int, std::uint64_t)>;

constexpr auto kReportInterval = std::chrono::milliseconds(100);

// Returns low, high and nodes. *report* is called with the same three about ten times a second. An
// exception that it raises, or a keyboard interrupt, ends the search and propagates.
std::tuple<int, int, std::uint64_t> solve(ExactSolver& solver, const Board& board, int low,
                                          int high, std::optional<double> time_s,
                                          std::optional<std::uint64_t> nodes, const StopFlag& stop,
                                          const Report& report) {
  Control control(&stop);
  if (time_s)
    control.set_deadline(Control::Clock::now() +
                         std::chrono::duration_cast<Control::Clock::duration>(
                             std::chrono::duration<double>(*time_s)));
  if (nodes) control.set_node_limit(*nodes);
  control.set_hook(
      [&](const ScoreRange& proven, std::uint64_t seen) {
        nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        report(proven.low, proven.high, seen);
      },
      kReportInterval);
  ScoreRange proven;
  {
    nb::gil_scoped_release released;
    proven = solver.solve(board, {low, high}, control);
  }
  return {proven.low, proven.high, control.nodes()};
}

// Returns score, nodes and seconds of a full solution with an empty table; for benchmarks.
std::tuple<int, std::uint64_t, double> time_cold(ExactSolver& solver, const Board& board) {
  const int limit = kMaxCells;
  Control control;
  nb::gil_scoped_release released;
  solver.clear();
  const auto started = Control::Clock::now();
  const ScoreRange proven = solver.solve(board, {-limit, limit}, control);
  const std::chrono::duration<double> seconds = Control::Clock::now() - started;
  return {proven.low, control.nodes(), seconds.count()};
}

}  // namespace

void bind_solver(nb::module_& module) {
  nb::class_<StopFlag>(module, "StopFlag", "Stops a search from another thread.")
      .def(nb::init<>())
      .def("set", &StopFlag::set)
      .def_prop_ro("is_set", &StopFlag::is_set);
  nb::class_<ExactSolver>(module, "ExactSolver", "Proves scores; see dropfour.engines.exact.")
      .def(nb::init<const Board&, int, int>(), "like"_a, "table_mib"_a, "threads"_a)
      .def("solve", &solve, "board"_a, "low"_a, "high"_a, "time_s"_a.none(), "nodes"_a.none(),
           "stop"_a, "report"_a)
      .def("time_cold", &time_cold, "board"_a)
      .def("clear", &ExactSolver::clear);
}

}  // namespace dropfour::python
