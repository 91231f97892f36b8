// A static function: maps each key of a fixed set to its value, in about 1.13 times the bits of the
// values.
//
// No keys are stored: a key outside the set gets an arbitrary value, so the caller must know that
// the key belongs to the set. The value is the exclusive or of three cells, one in each of three
// neighbouring segments of the array, chosen by a hash of the key ("binary fuse", Graf and Lemire
// 2022).
//
//   hash   63 ............... 32  31 ............ 16  15 ............ 0
//          first cell             second, in segment  third, in segment
//
// Cell i occupies the value_bits bits from bit i * value_bits of the array, lowest first. The array
// ends with kSpareBytes, so that any cell can be read as part of eight bytes.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

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

}  // namespace dropfour::book
