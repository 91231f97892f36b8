// A static function: maps each key of a fixed set to its value, in about 1.13 times the bits of the
// values.
//
// No keys are stored: a key outside the set gets an arbitrary value, so the caller must know that
// the key belongs to the set. The value is the exclusive or of three cells, one in each of three
// neighbouring segments of the array, chosen by a hash of the key ("binary fuse", Graf and Lemire
// 2022). The cells are computed by peeling: a cell that only one key uses can be filled last.
//
//   hash   63 ............... 32  31 ............ 16  15 ............ 0
//          first cell             second, in segment  third, in segment
//
// Cell i occupies the value_bits bits from bit i * value_bits of the array, lowest first. The array
// ends with kSpareBytes, so that any cell can be read as part of eight bytes.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dropfour::book {

// The parameters of a function, all that is needed besides its cells.
struct FuseShape {
  std::uint64_t seed = 0;
  int segment_bits = 0;
  std::uint32_t segment_count = 0;  // segments for the first cell; two more follow
  int value_bits = 0;

  constexpr std::uint64_t cell_count() const {
    return (std::uint64_t{segment_count} + 2) << segment_bits;
  }
  constexpr std::uint64_t byte_count() const;
};

inline constexpr int kMaxSegmentBits = 16;
inline constexpr int kMaxValueBits = 16;
inline constexpr std::uint64_t kSpareBytes = 8;

constexpr std::uint64_t FuseShape::byte_count() const {
  return (cell_count() * std::uint64_t(value_bits) + 7) / 8 + kSpareBytes;
}

// A bijection, so that keys of one limb never share a hash.
constexpr std::uint64_t mixed(std::uint64_t word) {
  word ^= word >> 32;
  word *= 0xD6E8FEB86659FD93u;
  word ^= word >> 32;
  word *= 0xD6E8FEB86659FD93u;
  word ^= word >> 32;
  return word;
}

// The limbs of the key, lowest first.
constexpr std::uint64_t hash_of(std::span<const std::uint64_t> limbs, std::uint64_t seed) {
  std::uint64_t hash = mixed(seed);
  for (const std::uint64_t limb : limbs) hash = mixed(hash ^ limb);
  return hash;
}

constexpr std::array<std::uint64_t, 3> fuse_cells(const FuseShape& shape, std::uint64_t hash) {
  const std::uint64_t starts = std::uint64_t{shape.segment_count} << shape.segment_bits;
  const std::uint64_t within = (std::uint64_t{1} << shape.segment_bits) - 1;
  const std::uint64_t first = (hash >> 32) * starts >> 32;
  return {first, (first + within + 1) ^ (hash >> 16 & within),
          (first + 2 * (within + 1)) ^ (hash & within)};
}

class FuseFunction {
 public:
  // The cells are not copied: they may be part of a memory-mapped file.
  FuseFunction(const FuseShape& shape, std::shared_ptr<const std::uint8_t> cells, std::size_t bytes)
      : shape_(shape), cells_(std::move(cells)), bytes_(bytes) {
    if (shape.segment_bits < 0 || shape.segment_bits > kMaxSegmentBits || shape.value_bits < 1 ||
        shape.value_bits > kMaxValueBits || bytes_ != shape.byte_count())
      throw std::invalid_argument("the function's parameters and cells do not match");
  }

  const FuseShape& shape() const { return shape_; }
  std::span<const std::uint8_t> cells() const { return {cells_.get(), bytes_}; }

  std::uint32_t value(std::span<const std::uint64_t> limbs) const {
    std::uint64_t value = 0;
    for (const std::uint64_t cell : fuse_cells(shape_, hash_of(limbs, shape_.seed)))
      value ^= eight_bytes(cell * std::uint64_t(shape_.value_bits));
    return std::uint32_t(value & ((std::uint64_t{1} << shape_.value_bits) - 1));
  }

 private:
  // The bits from *start* on, at least 57 of them meaningful.
  std::uint64_t eight_bytes(std::uint64_t start) const {
    std::uint64_t word = 0;
    const std::uint8_t* bytes = cells_.get() + start / 8;
    for (std::size_t i = 0; i < 8; ++i) word |= std::uint64_t{bytes[i]} << (8 * i);
    return word >> (start % 8);
  }

  FuseShape shape_;
  std::shared_ptr<const std::uint8_t> cells_;
  std::size_t bytes_;
};

namespace fuse {

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

}  // namespace fuse

// The function that maps keys[i], of *limbs_per_key* limbs, to values[i]. The bytes do not depend
// on the order of the keys. Throws if a key occurs twice.
inline FuseFunction build_fuse(std::span<const std::uint64_t> keys, std::size_t limbs_per_key,
                               std::span<const std::uint32_t> values, int value_bits) {
  constexpr int kTries = 400, kTriesBeforeGrowing = 20;
  FuseShape shape = fuse::shape_for(values.size(), value_bits);
  std::vector<std::uint64_t> hashes(values.size());
  for (int round = 1; round <= kTries; ++round) {
    shape.seed = std::uint64_t(round);
    if (round % kTriesBeforeGrowing == 0) ++shape.segment_count;
    for (std::size_t i = 0; i < hashes.size(); ++i)
      hashes[i] = hash_of(keys.subspan(i * limbs_per_key, limbs_per_key), shape.seed);
    const std::vector<fuse::Peeled> order = fuse::peel(shape, hashes);
    if (order.size() < hashes.size()) continue;
    std::vector<std::uint32_t> cells(shape.cell_count());
    for (auto peeled = order.rbegin(); peeled != order.rend(); ++peeled) {
      std::uint32_t value = values[peeled->key];
      for (const std::uint64_t cell : fuse_cells(shape, hashes[peeled->key])) value ^= cells[cell];
      cells[peeled->cell] ^= value;
    }
    const auto bytes =
        std::make_shared<const std::vector<std::uint8_t>>(fuse::packed(shape, cells));
    return FuseFunction(shape, {bytes, bytes->data()}, bytes->size());
  }
  throw std::invalid_argument("no function could be built: does a key occur twice?");
}

}  // namespace dropfour::book
