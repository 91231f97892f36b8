// The table of a depth-limited search: what it found out about positions it has met before.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../words.hpp"

namespace dropfour {

enum class Bound : std::uint8_t { kExact, kLower, kUpper };

inline std::uint64_t mixed(std::uint64_t key) {
  key *= 0x9E3779B97F4A7C15u;
  return key ^ (key >> 32);
}
template <int N>
std::uint64_t mixed(const Wide<N>& key) {
  std::uint64_t mix = 0;
  for (const auto limb : key.limbs) mix = mixed(mix ^ limb);
  return mix;
}

template <class Word>
class SearchTable {
 public:
  struct Entry {
    Word key{};  // no position has the key 0
    double value = 0;
    std::int16_t depth = 0;
    Bound bound = Bound::kExact;
    std::int8_t column = -1;
  };

  // Grows with the depth of the search, so that a shallow one does not pay for a big table.
  void make_room_for(int depth) {
    const std::size_t wanted = std::size_t{1} << (depth < 4 ? 10 : depth > 13 ? 19 : depth + 6);
    if (wanted <= entries_.size()) return;
    std::vector<Entry> old(wanted);
    std::swap(old, entries_);
    for (const Entry& entry : old)
      if (any(entry.key)) slot(entry.key) = entry;
  }

  const Entry* find(const Word& key) const {
    const Entry& entry = entries_[mixed(key) & (entries_.size() - 1)];
    return entry.key == key ? &entry : nullptr;
  }

  void store(const Word& key, double value, int depth, Bound bound, int column) {
    slot(key) = {key, value, std::int16_t(depth), bound, std::int8_t(column)};
  }

 private:
  Entry& slot(const Word& key) { return entries_[mixed(key) & (entries_.size() - 1)]; }

  std::vector<Entry> entries_;
};

}  // namespace dropfour
