// Arrays of positions. They come from Python, which has made them in the right size.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "batch/positions.hpp"

namespace dropfour::python {

template <class Item, int Dimensions>
using Array =
    nanobind::ndarray<Item, nanobind::ndim<Dimensions>, nanobind::c_contig, nanobind::device::cpu>;
using Masks = Array<const std::uint64_t, 3>;  // positions, own and occupied, limbs
using NewMasks = Array<std::uint64_t, 3>;

template <class Limb, class Array3>
batch::Positions<Limb> positions_in(const board::Board& like, const Array3& masks) {
  const auto limbs = std::size_t(
      like.visit([](const auto& shape, const auto&) { return (shape.bits() + 63) / 64; }));
  if (masks.shape(1) != 2 || masks.shape(2) != limbs)
    throw std::invalid_argument("masks have the wrong shape");
  return {masks.data(), masks.shape(0), limbs};
}

// The positions of an array, all of which a game can reach.
inline batch::Positions<const std::uint64_t> valid_positions_in(const board::Board& like,
                                                                const Masks& masks) {
  const auto positions = positions_in<const std::uint64_t>(like, masks);
  if (const auto invalid = batch::find_invalid(like, positions))
    throw std::invalid_argument("no game can reach position " + std::to_string(*invalid));
  return positions;
}

inline std::size_t columns_of(const board::Board& like) {
  return std::size_t(like.visit([](const auto& shape, const auto&) { return shape.columns(); }));
}

inline void require(bool has_right_size) {
  if (!has_right_size) throw std::invalid_argument("an array has the wrong size");
}

}  // namespace dropfour::python
