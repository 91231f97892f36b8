// Finds the nodes of a proof tree by their keys: a table with open addressing, which costs one
// cache miss where std::unordered_map costs several, and can be prefetched.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "board/dense_shape.hpp"
#include "solver/table_memory.hpp"

namespace dropfour::cards {

using namespace board;
using namespace solver;

template <class Key>
class ProofIndex {
 public:
  // A key belongs to one of *count* indexes, which can be filled at the same time.
  static std::size_t part(const Key& key, std::size_t count) {
    return std::size_t(word(key) * 0x9E3779B97F4A7C15u >> 56) % count;
  }

  // Has space for *count* more keys from now on.
  void reserve(std::size_t count) {
    while (3 * (count_ + count) > 2 * size_) grow();
  }

  // The number of a node by its key, to be written if it is 0, which is that of a new one.
  std::uint32_t& operator[](const Key& key) {
    Slot& slot = find(key);
    if (slot.number == 0) {
      slot.key = key;
      ++count_;
    }
    return slot.number;
  }

  void prefetch(const Key& key) const { prefetch_address(&(*slots_)[start(key)]); }

 private:
  struct Slot {
    Key key{};
    std::uint32_t number = 0;  // 0: an empty slot
  };

  static std::uint64_t word(std::uint64_t key) { return key; }
  static std::uint64_t word(const DenseKey& key) { return key.stones ^ key.full << 48; }

  std::size_t start(const Key& key) const {
    const std::uint64_t hash = word(key) * 0x9E3779B97F4A7C15u;
    return std::size_t((hash ^ hash >> 32) * 0xD6E8FEB86659FD93u >> 20) & (size_ - 1);
  }
  Slot& find(const Key& key) {
    std::size_t i = start(key);
    for (;; i = (i + 1) & (size_ - 1)) {
      Slot& slot = (*slots_)[i];
      if (slot.number == 0 || slot.key == key) return slot;
    }
  }
  // Twice as large, so that the entries move in order, into two places.
  void grow() {
    const auto before = std::exchange(slots_, std::make_unique<ZeroedArray<Slot>>(2 * size_));
    const std::size_t count = std::exchange(size_, 2 * size_);
    for (std::size_t i = 0; i < count; ++i)
      if (const Slot& slot = (*before)[i]; slot.number != 0) find(slot.key) = slot;
  }

  std::size_t size_ = std::size_t{1} << 10;  // a power of 2
  std::unique_ptr<ZeroedArray<Slot>> slots_ = std::make_unique<ZeroedArray<Slot>>(size_);
  std::size_t count_ = 0;
};

}  // namespace dropfour::cards
