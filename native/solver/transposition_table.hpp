// The transposition table: proven bounds, shared by all threads of a search. Keys are compared in
// full, so a match is certain.
//
// PackedTable is for boards of up to 64 bits: one 64-bit word per position, two per bucket. Buckets
// of four or eight save no nodes and take 10 to 25 % more time.
//
//   63 ........................... 17  16 .. 12  11 ... 6  5 ... 0
//   generation and rest of the key       work     upper     lower
//
// The key is scrambled by a bijection of its own width; some bits of the result select the bucket
// and all the others are stored. A word is read and written as one relaxed atomic, so threads never
// see half an entry. The generation makes clear() a counter increment: an easy position takes
// microseconds, zeroing a table milliseconds. WideTable, for larger boards, stores full keys and
// has a lock per bucket.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "board/score.hpp"
#include "board/words.hpp"
#include "solver/threads.hpp"

namespace dropfour::solver {

using namespace board;

inline constexpr std::size_t kCacheLine = 64;

// An array in zeroed memory that the system allocates page by page on first access, in huge pages
// where available (6 to 20 % less time with large tables). All bits zero must be a valid T.
template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  explicit ZeroedArray(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    const std::size_t alignment = bytes >= 2 * kHugePage ? kHugePage : kCacheLine;
    memory_.reset(std::calloc(bytes + alignment, 1));
    if (!memory_) throw std::bad_alloc();
    void* start = memory_.get();
    std::size_t space = bytes + alignment;
    items_ = static_cast<T*>(std::align(alignment, bytes, start, space));
#if defined(__linux__)
    if (alignment == kHugePage) madvise(start, bytes, MADV_HUGEPAGE);
#endif
  }

  T& operator[](std::size_t index) { return items_[index]; }
  const T& operator[](std::size_t index) const { return items_[index]; }

 private:
  static constexpr std::size_t kHugePage = std::size_t{1} << 21;
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::unique_ptr<void, Free> memory_;
  T* items_ = nullptr;
};

// WebAssembly has no instruction to prefetch memory. There `load_address` loads from places that
// are about to be read, one after the other without waiting for the values.
#if defined(__wasm__)
inline constexpr bool kHasPrefetch = false;
#else
inline constexpr bool kHasPrefetch = true;
#endif

inline void load_address(const void* address) { (void)*static_cast<const volatile char*>(address); }

// Inlined, because gcc may take a function that only prefetches for one without effect, and drop
// its calls.
DROPFOUR_INLINE inline void prefetch_address(const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

// What it would cost to search an entry again: the logarithm of its nodes.
constexpr unsigned worth_of(std::uint64_t nodes) {
  return any(nodes) ? std::min(31u, unsigned(highest(nodes)) + 1) : 0;
}

// A bijection of the lowest *bits* of a key: multiplications by odd factors and an exclusive or
// with the upper half, each of which is invertible.
constexpr std::uint64_t scrambled(std::uint64_t key, int bits) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
  key = (key * 0x9E3779B97F4A7C15u) & mask;
  key ^= key >> (bits / 2);
  return (key * 0xD6E8FEB86659FD93u) & mask;
}

class PackedTable {
 public:
  // The place of a key: computed once, then used to prefetch, find and store.
  struct Place {
    std::size_t bucket = 0;
    std::uint64_t tag = 0;
  };

  PackedTable(std::size_t bytes, int key_bits)
      : key_bits_(key_bits),
        bucket_bits_(choose_bucket_bits(bytes, key_bits)),
        generation_shift_(kPayloadBits + key_bits - bucket_bits_),
        buckets_(std::size_t{1} << bucket_bits_) {
    clear();
  }

  // Forgets everything; zeroes the memory only when the generations are used up. Other threads may
  // search, but not clear, at the same time.
  void clear() {
    const int generation_bits = 64 - generation_shift_;
    const std::uint64_t count = std::uint64_t{1} << std::min(generation_bits, 32);
    const std::uint64_t next = generation_.load(std::memory_order_relaxed) + 1;
    if (next == count)
      for (std::size_t i = 0; i < std::size_t{1} << bucket_bits_; ++i)
        for (auto& slot : buckets_[i].slots) slot.store(0, std::memory_order_relaxed);
    // Generation 0 is zeroed memory.
    generation_.store(next == count ? 1 : next, std::memory_order_relaxed);
  }

  std::size_t bytes() const { return sizeof(Bucket) << bucket_bits_; }

  DROPFOUR_INLINE Place place(std::uint64_t key) const {
    return place_scrambled(scrambled(key, key_bits_));
  }

  DROPFOUR_INLINE void prefetch(const Place& place) const {
    prefetch_address(&buckets_[place.bucket]);
  }
  void load(const Place& place) const { load_address(&buckets_[place.bucket]); }

  // A number that two places rarely share.
  static std::uint64_t fingerprint(const Place& place) {
    return (place.tag >> kPayloadBits) * 0x9E3779B97F4A7C15u ^ place.bucket;
  }

  // Narrows *range* by the stored bounds of the position.
  DROPFOUR_INLINE void find(const Place& place, ScoreRange& range) const {
    // Without a branch for each slot: which of them matches cannot be predicted.
    const std::uint64_t tag = place.tag;
    std::uint64_t entry = 0;
    for (const auto& slot : buckets_[place.bucket].slots) {
      const std::uint64_t candidate = slot.load(std::memory_order_relaxed);
      if ((candidate ^ tag) >> kPayloadBits == 0) entry = candidate;
    }
    if (entry != 0) {
      range.low = std::max(range.low, int(entry & kScoreMask) - kScoreLimit);
      range.high = std::min(range.high, int(entry >> kScoreBits & kScoreMask) - kScoreLimit);
    }
  }

  // Stores *range*, which took *nodes*, in place of the cheapest entry of the bucket.
  void store(const Place& place, const ScoreRange& range, std::uint64_t nodes) {
    write(place, std::uint64_t{worth_of(nodes)} << (2 * kScoreBits) |
                     std::uint64_t(range.high + kScoreLimit) << kScoreBits |
                     std::uint64_t(range.low + kScoreLimit));
  }

  // Copies all entries of another table of the same keys, which no other thread uses.
  void absorb(const PackedTable& other) {
    const int rest_bits = other.key_bits_ - other.bucket_bits_;
    const std::uint64_t generation = other.generation_.load(std::memory_order_relaxed);
    // Prefetched in batches: to wait for one place after the other would take several times as
    // long.
    std::array<std::pair<Place, std::uint64_t>, 32> batch;
    std::size_t count = 0;
    const auto write_batch = [&] {
      for (std::size_t i = 0; i < count; ++i) write(batch[i].first, batch[i].second);
      count = 0;
    };
    for (std::size_t bucket = 0; bucket < std::size_t{1} << other.bucket_bits_; ++bucket) {
      for (const auto& slot : other.buckets_[bucket].slots) {
        const std::uint64_t entry = slot.load(std::memory_order_relaxed);
        if (entry >> other.generation_shift_ != generation) continue;
        const std::uint64_t rest = entry >> kPayloadBits & ((std::uint64_t{1} << rest_bits) - 1);
        const Place place = place_scrambled(std::uint64_t{bucket} << rest_bits | rest);
        prefetch(place);
        batch[count++] = {place, entry & kPayloadMask};
        if (count == batch.size()) write_batch();
      }
    }
    write_batch();
  }

 private:
  Place place_scrambled(std::uint64_t key) const {
    const int rest_bits = key_bits_ - bucket_bits_;
    const std::uint64_t rest = key & ((std::uint64_t{1} << rest_bits) - 1);
    const std::uint64_t generation = generation_.load(std::memory_order_relaxed);
    return {std::size_t(key >> rest_bits), generation << generation_shift_ | rest << kPayloadBits};
  }

  void write(const Place& place, std::uint64_t payload) {
    std::atomic<std::uint64_t>* victim = nullptr;
    std::uint64_t least = ~std::uint64_t{0};
    for (auto& slot : buckets_[place.bucket].slots) {
      const std::uint64_t entry = slot.load(std::memory_order_relaxed);
      if ((entry ^ place.tag) >> kPayloadBits == 0) {
        victim = &slot;
        break;
      }
      const bool stale = (entry ^ place.tag) >> generation_shift_ != 0;
      const std::uint64_t worth = stale ? 0 : 1 + (entry >> (2 * kScoreBits) & kWorkMask);
      if (worth >= least) continue;
      least = worth;
      victim = &slot;
    }
    victim->store(place.tag | payload, std::memory_order_relaxed);
  }

  static constexpr int kScoreBits = 6;
  static constexpr int kWorkBits = 5;
  static constexpr int kPayloadBits = 2 * kScoreBits + kWorkBits;
  static constexpr std::uint64_t kPayloadMask = (1 << kPayloadBits) - 1;
  static constexpr std::uint64_t kScoreMask = (1 << kScoreBits) - 1;
  static constexpr std::uint64_t kWorkMask = (1 << kWorkBits) - 1;
  // A board of 64 bits has at most 60 cells (4x15), hence no score beyond 31.
  static constexpr int kScoreLimit = 31;
  static constexpr int kMinGenerationBits = 1;

  // Aligned to its size, so that it never spans two cache lines.
  struct alignas(16) Bucket {
    std::array<std::atomic<std::uint64_t>, 2> slots;
  };
  static_assert(sizeof(Bucket) == alignof(Bucket));

  // As many buckets as fit into *bytes*, but enough for the rest of the key to fit into an entry.
  static int choose_bucket_bits(std::size_t bytes, int key_bits) {
    int bits = std::max(0, key_bits + kPayloadBits + kMinGenerationBits - 64);
    while (bits + 1 < key_bits && sizeof(Bucket) << (bits + 1) <= bytes) ++bits;
    return bits;
  }

  int key_bits_, bucket_bits_, generation_shift_;
  std::atomic<std::uint64_t> generation_{0};
  ZeroedArray<Bucket> buckets_;
};

// The table for boards of more than 64 bits.
template <class Word>
class WideTable {
 public:
  struct Place {
    std::size_t bucket = 0;
    Word key{};
  };

  WideTable(std::size_t bytes, int /*key_bits*/)
      : count_(std::max<std::size_t>(1, bytes / sizeof(Bucket))), buckets_(count_) {}

  void clear() { generation_.fetch_add(1, std::memory_order_relaxed); }

  std::size_t bytes() const { return sizeof(Bucket) * count_; }

  Place place(const Word& key) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t limb : limbs_in(key)) {
      hash = (hash ^ limb) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 32;
    }
    return {std::size_t(hash * 0xD6E8FEB86659FD93u >> 16) % count_, key};
  }

  DROPFOUR_INLINE void prefetch(const Place& place) const {
    prefetch_address(&buckets_[place.bucket]);
  }
  void load(const Place& place) const { load_address(&buckets_[place.bucket]); }

  static std::uint64_t fingerprint(const Place& place) { return place.bucket; }

  void find(const Place& place, ScoreRange& range) {
    Bucket& bucket = buckets_[place.bucket];
    const std::uint64_t generation = generation_.load(std::memory_order_relaxed);
    const Lock lock(bucket);
    for (const Entry& entry : bucket.entries) {
      if (entry.generation != generation || !(entry.key == place.key)) continue;
      range.low = std::max<int>(range.low, entry.low);
      range.high = std::min<int>(range.high, entry.high);
      return;
    }
  }

  void store(const Place& place, const ScoreRange& range, std::uint64_t nodes) {
    Bucket& bucket = buckets_[place.bucket];
    const std::uint64_t generation = generation_.load(std::memory_order_relaxed);
    const Lock lock(bucket);
    Entry* victim = nullptr;
    for (Entry& entry : bucket.entries) {
      const bool fresh = entry.generation == generation;
      if (fresh && entry.key == place.key) {
        victim = &entry;
        break;
      }
      if (!fresh) entry.worth = 0;
      if (victim == nullptr || entry.worth < victim->worth) victim = &entry;
    }
    *victim = {place.key, generation, std::int16_t(range.low), std::int16_t(range.high),
               worth_of(nodes) + 1};
  }

  void absorb(const WideTable& other) {
    const std::uint64_t generation = other.generation_.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < other.count_; ++i)
      for (const Entry& entry : other.buckets_[i].entries)
        if (entry.generation == generation)
          store(place(entry.key), {entry.low, entry.high}, std::uint64_t{1} << entry.worth >> 1);
  }

 private:
  struct Entry {
    Word key;
    std::uint64_t generation;  // 0: never used
    std::int16_t low, high;
    std::uint32_t worth;
  };
  struct Bucket {
    std::atomic<std::uint32_t> locked;
    std::array<Entry, 4> entries;
  };
  class Lock {
   public:
    explicit Lock(Bucket& bucket) : bucket_(bucket) {
      while (bucket_.locked.exchange(1, std::memory_order_acquire) != 0) {
      }
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() { bucket_.locked.store(0, std::memory_order_release); }

   private:
    Bucket& bucket_;
  };

  std::size_t count_;
  std::atomic<std::uint64_t> generation_{1};
  ZeroedArray<Bucket> buckets_;
};

template <class Word>
using TableFor =
    std::conditional_t<std::is_same_v<Word, std::uint64_t>, PackedTable, WideTable<Word>>;

// The table that solvers in different threads share. While it is unused a solver may start with a
// small table of its own, which stays in the cache and is cheap to allocate.
template <class Word>
class SharedTable {
 public:
  SharedTable(std::size_t bytes, int key_bits) : table_(bytes, key_bits) {}

  TableFor<Word>& table() { return table_; }
  bool is_used() const { return is_used_.load(std::memory_order_relaxed); }

  // Takes over the entries of a solver's small table.
  TableFor<Word>& absorb(const TableFor<Word>& small) {
    table_.absorb(small);
    is_used_.store(true, std::memory_order_relaxed);
    return table_;
  }

  // Forgets everything, also while other threads search.
  void clear() {
    const ScopedLock lock(clearing_);
    if (is_used_.exchange(false, std::memory_order_relaxed)) table_.clear();
  }

 private:
  TableFor<Word> table_;
  std::atomic<bool> is_used_{false};
  Mutex clearing_;
};

template <class Shape>
std::shared_ptr<SharedTable<typename Shape::Word>> make_table(const Shape& shape,
                                                              std::size_t table_mib) {
  return std::make_shared<SharedTable<typename Shape::Word>>(table_mib << 20, shape.bits());
}

}  // namespace dropfour::solver
