// Batches of positions, for dropfour.batch and dropfour.rl. Arrays come from Python, which has made
// them in the right size.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "batch/batch_solver.hpp"
#include "batch/positions.hpp"
#include "batch/vector_env.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dropfour::python {
namespace {

using namespace batch;
using namespace board;
using solver::StopFlag;

template <class Item, int Dimensions>
using Array = nb::ndarray<Item, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;
using Masks = Array<const std::uint64_t, 3>;  // positions, own and occupied, limbs
using NewMasks = Array<std::uint64_t, 3>;
using Report = nb::typed<nb::callable, void(std::size_t)>;

template <class Limb, class Array3>
Positions<Limb> positions_in(const Board& like, const Array3& masks) {
  const auto limbs = std::size_t(
      like.visit([](const auto& shape, const auto&) { return (shape.bits() + 63) / 64; }));
  if (masks.shape(1) != 2 || masks.shape(2) != limbs)
    throw std::invalid_argument("masks have the wrong shape");
  return {masks.data(), masks.shape(0), limbs};
}

std::size_t columns_of(const Board& like) {
  return std::size_t(like.visit([](const auto& shape, const auto&) { return shape.columns(); }));
}

void require(bool has_right_size) {
  if (!has_right_size) throw std::invalid_argument("an array has the wrong size");
}

std::optional<std::size_t> find_invalid(const Board& like, const Masks& masks) {
  const auto positions = positions_in<const std::uint64_t>(like, masks);
  nb::gil_scoped_release released;
  return like.visit([&](const auto& shape, const auto&) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < positions.count(); ++i)
      if (!is_valid(shape, positions.get(shape, i), like.objective())) return i;
    return std::nullopt;
  });
}

std::vector<std::size_t> masks_from_moves(const Board& like, const std::vector<std::string>& moves,
                                          const NewMasks& masks) {
  const auto positions = positions_in<std::uint64_t>(like, masks);
  require(positions.count() == moves.size());
  std::vector<std::size_t> left;
  like.visit([&](const auto& shape, const auto&) {
    for (std::size_t i = 0; i < moves.size(); ++i)
      if (const auto position = after_moves(shape, moves[i], like.objective()))
        positions.set(i, *position);
      else
        left.push_back(i);
  });
  return left;
}

void random_positions(const Board& like, int lowest_ply, int highest_ply, std::uint64_t seed,
                      std::uint64_t first, const NewMasks& masks) {
  const auto positions = positions_in<std::uint64_t>(like, masks);
  nb::gil_scoped_release released;
  like.visit([&](const auto& shape, const auto&) {
    for (std::size_t i = 0; i < positions.count(); ++i) {
      Random random = random_for(seed, first + i);
      const int ply = lowest_ply + random.below(highest_ply - lowest_ply + 1);
      const auto position = random_position(shape, ply, like.objective(), random);
      if (!position)
        throw std::invalid_argument("no random game is unfinished at ply " + std::to_string(ply));
      positions.set(i, *position);
    }
  });
}

// Runs *work* with the limits, without the lock. *report* is called about ten times a second with
// the number of positions done; its exceptions and a keyboard interrupt end the work.
template <class Work>
void run_within(std::optional<double> time_s, std::optional<std::uint64_t> nodes,
                const StopFlag& stop, const Report& report, const Work& work) {
  using Clock = solver::Control::Clock;
  solver::Control control(&stop);
  if (time_s)
    control.set_deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(*time_s)));
  if (nodes) control.set_node_limit(*nodes);
  const auto watch = [&](std::size_t done) {
    nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    report(done);
  };
  nb::gil_scoped_release released;
  work(control, watch);
}

void solve(BatchSolver& solver, const Masks& masks, const Array<std::int16_t, 1>& scores,
           const Array<bool, 1>& is_known, std::optional<double> time_s,
           std::optional<std::uint64_t> nodes, const StopFlag& stop, const Report& report) {
  const auto positions = positions_in<const std::uint64_t>(solver.like(), masks);
  require(scores.size() == positions.count() && is_known.size() == positions.count());
  run_within(time_s, nodes, stop, report, [&](auto& control, const auto& watch) {
    solver.solve(positions, scores.data(), is_known.data(), control, watch);
  });
}

void analyse(BatchSolver& solver, const Masks& masks, const Array<std::int16_t, 2>& scores,
             const Array<bool, 2>& is_playable, const Array<bool, 1>& is_known,
             std::optional<double> time_s, std::optional<std::uint64_t> nodes, const StopFlag& stop,
             const Report& report) {
  const auto positions = positions_in<const std::uint64_t>(solver.like(), masks);
  const std::size_t places = positions.count() * columns_of(solver.like());
  require(scores.size() == places && is_playable.size() == places &&
          is_known.size() == positions.count());
  run_within(time_s, nodes, stop, report, [&](auto& control, const auto& watch) {
    solver.analyse(positions, scores.data(), is_playable.data(), is_known.data(), control, watch);
  });
}

void step(VectorEnv& env, const Array<const std::int64_t, 1>& actions,
          const Array<std::int8_t, 4>& planes, const Array<std::int8_t, 2>& action_masks,
          const Array<double, 1>& rewards, const Array<bool, 1>& is_terminated,
          const Array<bool, 1>& is_illegal,
          const std::optional<Array<std::int8_t, 4>>& final_planes) {
  const std::size_t count = env.count();
  require(actions.size() == count && planes.size() == count * env.plane_size() &&
          action_masks.size() == count * columns_of(env.like()) && rewards.size() == count &&
          is_terminated.size() == count && is_illegal.size() == count &&
          (!final_planes || final_planes->size() == planes.size()));
  nb::gil_scoped_release released;
  env.step(actions.data(),
           {planes.data(), action_masks.data(), rewards.data(), is_terminated.data(),
            is_illegal.data(), final_planes ? final_planes->data() : nullptr});
}

}  // namespace

void bind_batch(nb::module_& module) {
  module.def("find_invalid", &find_invalid, "like"_a, "masks"_a,
             "Return the number of the first position that no game can reach.");
  module.def("masks_from_moves", &masks_from_moves, "like"_a, "moves"_a, "masks"_a,
             "Play move strings; return the numbers of those that Python has to look at.");
  module.def("random_positions", &random_positions, "like"_a, "lowest_ply"_a, "highest_ply"_a,
             "seed"_a, "first"_a, "masks"_a);
  nb::class_<BatchSolver>(module, "BatchSolver", "Solves many positions; see dropfour.batch.")
      .def(nb::init<const Board&, int, int, const Book*>(), "like"_a, "table_mib"_a, "threads"_a,
           "book"_a.none(), nb::keep_alive<1, 5>())
      .def("solve", &solve, "masks"_a, "scores"_a, "is_known"_a, "time_s"_a.none(),
           "nodes"_a.none(), "stop"_a, "report"_a)
      .def("analyse", &analyse, "masks"_a, "scores"_a, "is_playable"_a, "is_known"_a,
           "time_s"_a.none(), "nodes"_a.none(), "stop"_a, "report"_a);
  nb::class_<VectorEnv>(module, "VectorEnv", "Many games; see dropfour.rl.vector.")
      .def(nb::init<const Board&, std::size_t>(), "like"_a, "count"_a)
      .def("reset", &VectorEnv::reset)
      .def("step", &step, "actions"_a, "planes"_a, "action_masks"_a, "rewards"_a, "is_terminated"_a,
           "is_illegal"_a, "final_planes"_a.none())
      .def(
          "observe",
          [](const VectorEnv& env, const Array<std::int8_t, 4>& planes,
             const Array<std::int8_t, 2>& action_masks) {
            require(planes.size() == env.count() * env.plane_size() &&
                    action_masks.size() == env.count() * columns_of(env.like()));
            env.observe(planes.data(), action_masks.data());
          },
          "planes"_a, "action_masks"_a)
      .def(
          "copy_to",
          [](const VectorEnv& env, const NewMasks& masks) {
            const auto positions = positions_in<std::uint64_t>(env.like(), masks);
            require(positions.count() == env.count());
            env.copy_to(positions);
          },
          "masks"_a);
}

}  // namespace dropfour::python
