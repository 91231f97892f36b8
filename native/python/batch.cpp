// Batches of positions, for dropfour.batch and dropfour.rl; solver.cpp has the solver of batches.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "batch/positions.hpp"
#include "batch/vector_env.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/checks.hpp"
#include "python/signals.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace dropfour::python {
namespace {

using namespace batch;
using namespace board;

std::optional<std::size_t> find_invalid(const Board& like, const Masks& masks) {
  const auto positions = positions_in<const std::uint64_t>(like, masks);
  nb::gil_scoped_release released;
  return batch::find_invalid(like, positions);
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
  require_between("highest_ply", highest_ply, 0, cells_of(like) - 1);
  require_between("lowest_ply", lowest_ply, 0, highest_ply);
  const auto positions = positions_in<std::uint64_t>(like, masks);
  nb::gil_scoped_release released;
  SignalWatch signals;
  like.visit([&](const auto& shape, const auto&) {
    for (std::size_t i = 0; i < positions.count(); ++i) {
      signals.check();
      Random random = random_for(seed, first + i);
      const int ply = lowest_ply + random.below(highest_ply - lowest_ply + 1);
      const auto position = random_position(shape, ply, like.objective(), random);
      if (!position)
        throw std::invalid_argument("no random game is unfinished at ply " + std::to_string(ply));
      positions.set(i, *position);
    }
  });
}

void step(VectorEnv& env, const Array<const std::int64_t, 1>& actions,
          const Array<std::int8_t, 4>& planes, const Array<std::int8_t, 2>& action_masks,
          const Array<double, 1>& rewards, const Array<bool, 1>& is_terminated,
          const Array<bool, 1>& is_illegal,
          const std::optional<Array<std::int8_t, 4>>& final_planes) {
  const std::size_t count = env.count;
  require(actions.size() == count && planes.size() == count * env.plane_size() &&
          action_masks.size() == count * columns_of(env.like) && rewards.size() == count &&
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
  nb::class_<VectorEnv>(module, "VectorEnv", "Many games; see dropfour.rl.vector.")
      .def(nb::new_(&make_vector_env), "like"_a, "count"_a)
      .def("reset", &VectorEnv::reset)
      .def("step", &step, "actions"_a, "planes"_a, "action_masks"_a, "rewards"_a, "is_terminated"_a,
           "is_illegal"_a, "final_planes"_a.none())
      .def(
          "observe",
          [](const VectorEnv& env, const Array<std::int8_t, 4>& planes,
             const Array<std::int8_t, 2>& action_masks) {
            require(planes.size() == env.count * env.plane_size() &&
                    action_masks.size() == env.count * columns_of(env.like));
            env.observe(planes.data(), action_masks.data());
          },
          "planes"_a, "action_masks"_a)
      .def(
          "copy_to",
          [](const VectorEnv& env, const NewMasks& masks) {
            const auto positions = positions_in<std::uint64_t>(env.like, masks);
            require(positions.count() == env.count);
            env.copy_to(positions);
          },
          "masks"_a)
      .def(
          "copy_from",
          [](VectorEnv& env, const Masks& masks) {
            const auto positions = valid_positions_in(env.like, masks);
            require(positions.count() == env.count);
            env.copy_from(positions);
          },
          "masks"_a);
}

}  // namespace dropfour::python
