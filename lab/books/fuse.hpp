// Builds the functions of a book (book/fuse.hpp) by peeling: a cell that only one key uses can be
// filled last.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "book/fuse.hpp"

namespace dropfour::books {

using namespace book;

// The sizes that work according to the paper: about 1.125 cells per key, more for small sets.
inline FuseShape shape_for(std::size_t keys, int value_bits) {
  const double count = double(std::max<std::size_t>(keys, 2));
  FuseShape shape;
  shape.value_bits = value_bits;
  shape.segment_bits =
      std::clamp(int(std::floor(std::log(count) / std::log(3.33) + 2.25)), 2, kMaxSegmentBits);
  const double factor = std::max(1.125, 0.875 + 0.25 * std::log(1e6) / std::log(count));
  const double segments = std::ceil(count * factor / double(1 << shape.segment_bits));
  shape.segment_count = std::uint32_t(std::max(1.0, segments - 2));
  return shape;
}

struct Peeled {
  std::uint32_t key;
  std::uint64_t cell;  // filled for this key once all keys peeled later are done
};

// The order in which keys can be removed; shorter than *hashes* if some cannot.
inline std::vector<Peeled> peel(const FuseShape& shape, std::span<const std::uint64_t> hashes) {
  struct Cell {
    std::uint32_t keys = 0;
    std::uint32_t key = 0;  // the exclusive or of all keys that use the cell
  };
  std::vector<Cell> cells(shape.cell_count());
  for (std::size_t key = 0; key < hashes.size(); ++key)
    for (const std::uint64_t cell : fuse_cells(shape, hashes[key])) {
      ++cells[cell].keys;
      cells[cell].key ^= std::uint32_t(key);
    }
  std::vector<std::uint64_t> alone;
  for (std::uint64_t cell = 0; cell < cells.size(); ++cell)
    if (cells[cell].keys == 1) alone.push_back(cell);
  std::vector<Peeled> order;
  order.reserve(hashes.size());
  while (!alone.empty()) {
    const std::uint64_t cell = alone.back();
    alone.pop_back();
    if (cells[cell].keys != 1) continue;
    const std::uint32_t key = cells[cell].key;
    order.push_back({key, cell});
    for (const std::uint64_t used : fuse_cells(shape, hashes[key])) {
      cells[used].key ^= key;
      if (--cells[used].keys == 1) alone.push_back(used);
    }
  }
  return order;
}

inline std::vector<std::uint8_t> packed(const FuseShape& shape,
                                        const std::vector<std::uint32_t>& cells) {
  std::vector<std::uint8_t> bytes(shape.byte_count());
  std::uint64_t at = 0;
  for (const std::uint32_t cell : cells)
    for (int i = 0; i < shape.value_bits; ++i, ++at)
      bytes[at / 8] = std::uint8_t(bytes[at / 8] | (cell >> i & 1) << (at % 8));
  return bytes;
}

// The function that maps keys[i], of *limbs_per_key* limbs, to values[i]. The bytes do not depend
// on the order of the keys. Throws if a key occurs twice.
inline FuseFunction build_fuse(std::span<const std::uint64_t> keys, std::size_t limbs_per_key,
                               std::span<const std::uint32_t> values, int value_bits) {
  constexpr int kTries = 400, kTriesBeforeGrowing = 20;
  FuseShape shape = shape_for(values.size(), value_bits);
  std::vector<std::uint64_t> hashes(values.size());
  for (int round = 1; round <= kTries; ++round) {
    shape.seed = std::uint64_t(round);
    if (round % kTriesBeforeGrowing == 0) ++shape.segment_count;
    for (std::size_t i = 0; i < hashes.size(); ++i)
      hashes[i] = hash_of(keys.subspan(i * limbs_per_key, limbs_per_key), shape.seed);
    const std::vector<Peeled> order = peel(shape, hashes);
    if (order.size() < hashes.size()) continue;
    std::vector<std::uint32_t> cells(shape.cell_count());
    for (auto peeled = order.rbegin(); peeled != order.rend(); ++peeled) {
      std::uint32_t value = values[peeled->key];
      for (const std::uint64_t cell : fuse_cells(shape, hashes[peeled->key])) value ^= cells[cell];
      cells[peeled->cell] ^= value;
    }
    const auto bytes = std::make_shared<const std::vector<std::uint8_t>>(packed(shape, cells));
    return FuseFunction(shape, {bytes, bytes->data()}, bytes->size());
  }
  throw std::invalid_argument("no function could be built: does a key occur twice?");
}

}  // namespace dropfour::books
