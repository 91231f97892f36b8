// The exact solver of a position, for dropfour.engines.exact, and that of batches, for
// dropfour.batch: one source, so that both share what takes long to compile.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "batch/batch_solver.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/checks.hpp"
#include "solver/instances.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dropfour::python {
namespace {

using namespace board;
using namespace solver;
using batch::BatchSolver;
using book::Book;

using Report = nb::typed<nb::callable, void(int, int, std::uint64_t)>;
using BatchReport = nb::typed<nb::callable, void(std::size_t)>;

constexpr auto kReportInterval = std::chrono::milliseconds(100);

// Returns low, high, nodes and whether they come from the book. *report* is called with the first
// three about ten times a second. An exception that it raises, or a keyboard interrupt, ends the
// search and propagates.
std::tuple<int, int, std::uint64_t, bool> solve(ExactSolver& solver, const Board& board, int low,
                                                int high, std::optional<double> time_s,
                                                std::optional<std::uint64_t> nodes,
                                                const StopFlag& stop, const Report& report) {
  require_unfinished(board);
  if (low > high) throw std::invalid_argument("low is above high");
  Control control(&stop);
  if (time_s) control.set_time_limit(*time_s);
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
  return {proven.low, proven.high, control.nodes(), control.is_looked_up()};
}

// Returns score, nodes and seconds of a full solution with an empty table; for benchmarks.
std::tuple<int, std::uint64_t, double> time_cold(ExactSolver& solver, const Board& board) {
  require_unfinished(board);
  const int limit = kMaxCells;
  Control control;
  nb::gil_scoped_release released;
  solver.clear();
  const auto started = Control::Clock::now();
  const ScoreRange proven = solver.solve(board, {-limit, limit}, control);
  const std::chrono::duration<double> seconds = Control::Clock::now() - started;
  return {proven.low, control.nodes(), seconds.count()};
}

template <class Solver>
void make_solver(Solver* solver, const Board& like, int table_mib, int threads, const Book* book) {
  require_sizes(table_mib, threads);
  new (solver) Solver(like, table_mib, threads, book);
}

// Runs *work* with the limits, without the lock. *report* is called about ten times a second with
// the number of positions done; its exceptions and a keyboard interrupt end the work.
template <class Work>
void run_within(std::optional<double> time_s, std::optional<std::uint64_t> nodes,
                const StopFlag& stop, const BatchReport& report, const Work& work) {
  Control control(&stop);
  if (time_s) control.set_time_limit(*time_s);
  if (nodes) control.set_node_limit(*nodes);
  const auto watch = [&](std::size_t done) {
    nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    report(done);
  };
  nb::gil_scoped_release released;
  work(control, watch);
}

void solve_batch(BatchSolver& solver, const Masks& masks, const Array<std::int16_t, 1>& scores,
                 const Array<bool, 1>& is_known, std::optional<double> time_s,
                 std::optional<std::uint64_t> nodes, const StopFlag& stop,
                 const BatchReport& report) {
  const auto positions = valid_positions_in(solver.like(), masks);
  require(scores.size() == positions.count() && is_known.size() == positions.count());
  run_within(time_s, nodes, stop, report, [&](auto& control, const auto& watch) {
    solver.solve(positions, scores.data(), is_known.data(), control, watch);
  });
}

void analyse_batch(BatchSolver& solver, const Masks& masks, const Array<std::int16_t, 2>& scores,
                   const Array<bool, 2>& is_playable, const Array<bool, 1>& is_known,
                   std::optional<double> time_s, std::optional<std::uint64_t> nodes,
                   const StopFlag& stop, const BatchReport& report) {
  const auto positions = valid_positions_in(solver.like(), masks);
  const std::size_t places = positions.count() * columns_of(solver.like());
  require(scores.size() == places && is_playable.size() == places &&
          is_known.size() == positions.count());
  run_within(time_s, nodes, stop, report, [&](auto& control, const auto& watch) {
    solver.analyse(positions, scores.data(), is_playable.data(), is_known.data(), control, watch);
  });
}

}  // namespace

void bind_solver(nb::module_& module) {
  module.attr("MAX_TABLE_MIB") = kMaxTableMib;
  module.attr("MAX_THREADS") = kMaxThreads;
  nb::class_<StopFlag>(module, "StopFlag", "Stops a search from another thread.")
      .def(nb::init<>())
      .def("set", &StopFlag::set)
      .def_prop_ro("is_set", &StopFlag::is_set);
  nb::class_<ExactSolver>(module, "ExactSolver", "Proves scores; see dropfour.engines.exact.")
      .def("__init__", &make_solver<ExactSolver>, "like"_a, "table_mib"_a, "threads"_a,
           "book"_a.none() = nb::none(), nb::keep_alive<1, 5>())
      .def("look_up", &ExactSolver::look_up, "board"_a)
      .def("solve", &solve, "board"_a, "low"_a, "high"_a, "time_s"_a.none(), "nodes"_a.none(),
           "stop"_a, "report"_a)
      .def("time_cold", &time_cold, "board"_a)
      .def("clear", &ExactSolver::clear);
}

void bind_batch_solver(nb::module_& module) {
  nb::class_<BatchSolver>(module, "BatchSolver", "Solves many positions; see dropfour.batch.")
      .def("__init__", &make_solver<BatchSolver>, "like"_a, "table_mib"_a, "threads"_a,
           "book"_a.none(), nb::keep_alive<1, 5>())
      .def("solve", &solve_batch, "masks"_a, "scores"_a, "is_known"_a, "time_s"_a.none(),
           "nodes"_a.none(), "stop"_a, "report"_a)
      .def("analyse", &analyse_batch, "masks"_a, "scores"_a, "is_playable"_a, "is_known"_a,
           "time_s"_a.none(), "nodes"_a.none(), "stop"_a, "report"_a);
}

}  // namespace dropfour::python
