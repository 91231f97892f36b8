// The transposition table of a depth-limited search: values that depend on the remaining depth.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "board/words.hpp"

namespace dropfour::engines {

using namespace board;

enum class Bound : std::uint8_t { kExact, kLower, kUpper };

template <class Word>
class EstimateTable {
 public:
  struct Entry {
    Word key{};  // 0, which is not the key of any position, if unused
    double value = 0;
    std::int16_t depth = 0;
    Bound bound = Bound::kExact;
    std::int8_t column = -1;
  };

  // The size depends on the depth, so that a shallow search does not pay for a large table.
  void grow_for(int depth) {
    const std::size_t wanted = std::size_t{1} << (depth < 4 ? 10 : depth > 13 ? 19 : depth + 6);
    if (wanted <= entries_.size()) return;
    std::vector<Entry> old(wanted);
    std::swap(old, entries_);
    for (const Entry& entry : old)
      if (any(entry.key)) slot(entry.key) = entry;
  }

  const Entry* find(const Word& key) const {
    const Entry& entry = entries_[index(key)];
    return entry.key == key ? &entry : nullptr;
  }

  void store(const Word& key, double value, int depth, Bound bound, int column) {
    slot(key) = {key, value, std::int16_t(depth), bound, std::int8_t(column)};
  }

 private:
  std::size_t index(const Word& key) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t limb : limbs_in(key)) {
      hash = (hash ^ limb) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 32;
    }
    return std::size_t(hash) & (entries_.size() - 1);
  }
  Entry& slot(const Word& key) { return entries_[index(key)]; }

  std::vector<Entry> entries_;
};

}  // namespace dropfour::engines
