// Finds the nodes of a proof tree by their keys: a table with open addressing, which costs one
// cache miss where std::unordered_map costs several, and can be prefetched.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "board/dense_shape.hpp"
#include "solver/table_memory.hpp"

namespace dropfour::solver {

template <class Key>
class ProofIndex {
 public:
  // The number of the node with this key and false, or *number*, which it gets now, and true.
  std::pair<std::uint32_t, bool> insert(const Key& key, std::uint32_t number) {
    if (3 * (count_ + 1) > 2 * size_) grow();
    Slot& slot = find(key);
    if (slot.number != 0) return {slot.number - 1, false};
    slot = {key, number + 1};
    ++count_;
    return {number, true};
  }

  void prefetch(const Key& key) const { prefetch_address(&(*slots_)[start(key)]); }

 private:
  struct Slot {
    Key key{};
    std::uint32_t number = 0;  // plus 1; 0 is an empty slot
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

}  // namespace dropfour::solver
