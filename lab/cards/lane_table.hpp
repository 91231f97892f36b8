// The table of searches that run as a loop (lane.hpp), on a graphics card or on the host.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "board/dense_shape.hpp"
#include "solver/table_entry.hpp"

#if defined(__CUDACC__)
#define DROPFOUR_EVERYWHERE __host__ __device__
#else
#define DROPFOUR_EVERYWHERE
#endif

namespace dropfour::cards {

using namespace board;
using namespace solver;

// The table that lanes share, in memory owned by the caller; zeroed memory is an empty table. The
// tag of an entry (table_entry.hpp) is the rest of the key and a bit for its use.
class LaneTable : TableEntry {
 public:
  static constexpr int kSlots = 4;  // a bucket is one memory transaction of the card

  // The fewest bits of a bucket's number with which the rest of a key fits into an entry.
  static constexpr int least_bucket_bits(int key_bits) {
    return std::max(0, key_bits - (63 - kPayloadBits));
  }

  template <class Shape>
  DROPFOUR_EVERYWHERE LaneTable(std::uint64_t* slots, int bucket_bits, const Shape& shape)
      : slots_(slots),
        bucket_bits_(bucket_bits),
        word_bits_(shape.bits()),
        full_bits_(shape.key_bits() - shape.bits()) {}

  static constexpr std::size_t bytes(int bucket_bits) {
    return sizeof(std::uint64_t) * kSlots << bucket_bits;
  }

  // Narrows *range* by the stored bounds of the position.
  template <class Key>
  DROPFOUR_EVERYWHERE void find(const Key& key, ScoreRange& range) const {
    const Place place = place_of(key);
    for (int i = 0; i < kSlots; ++i) {
      const std::uint64_t entry = read(place.bucket[i]);
      if (has_tag(entry, place.tag)) narrow(range, entry);
    }
  }

  // Stores *range*, which took *nodes*, in place of the cheapest entry of the bucket.
  template <class Key>
  DROPFOUR_EVERYWHERE void store(const Key& key, const ScoreRange& range, std::uint32_t nodes) {
    const Place place = place_of(key);
    int victim = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (int i = 0; i < kSlots; ++i) {
      const std::uint64_t entry = read(place.bucket[i]);
      const bool is_same = has_tag(entry, place.tag);
      const std::uint64_t worth = is_same || entry == 0 ? 0 : 1 + work(entry);
      if (worth > least || (worth == least && !is_same)) continue;
      least = worth;
      victim = i;
    }
    write(place.bucket[victim], place.tag | payload(range, nodes));
  }

 private:
  static constexpr std::uint64_t kUsed = std::uint64_t{1} << 63;

  struct Place {
    std::uint64_t* bucket;
    std::uint64_t tag;
  };

  // Other lanes may write at the same time; eight bytes are read and written as a unit.
  DROPFOUR_EVERYWHERE static std::uint64_t read(std::uint64_t& slot) {
#if defined(__CUDA_ARCH__)
    return const_cast<volatile std::uint64_t&>(slot);
#else
    return std::atomic_ref(slot).load(std::memory_order_relaxed);
#endif
  }
  DROPFOUR_EVERYWHERE static void write(std::uint64_t& slot, std::uint64_t entry) {
#if defined(__CUDA_ARCH__)
    const_cast<volatile std::uint64_t&>(slot) = entry;
#else
    std::atomic_ref(slot).store(entry, std::memory_order_relaxed);
#endif
  }

  // *full* is stored as it is, after the rest of the scrambled word.
  DROPFOUR_EVERYWHERE Place place_of(std::uint64_t word, std::uint64_t full = 0) const {
    const std::uint64_t hash = scrambled(word, word_bits_);
    const int rest_bits = word_bits_ - bucket_bits_;
    const std::uint64_t rest = hash & ((std::uint64_t{1} << rest_bits) - 1);
    return {slots_ + (hash >> rest_bits) * kSlots, kUsed | (rest << full_bits_ | full)
                                                               << kPayloadBits};
  }
  DROPFOUR_EVERYWHERE Place place_of(const DenseKey& key) const {
    return place_of(key.stones, key.full);
  }

  std::uint64_t* slots_;
  int bucket_bits_, word_bits_, full_bits_;
};

}  // namespace dropfour::cards
