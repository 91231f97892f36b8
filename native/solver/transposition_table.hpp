// The transposition table: proven bounds, shared by all threads of a search. Keys are compared in
// full, so a match is certain.
//
// PackedTable is for boards of up to 64 bits: one 64-bit word per position (table_entry.hpp), two
// per bucket. Buckets of four or eight save no nodes and take 10 to 25 % more time. The tag is the
// rest of the key and a generation. A word is read and written as one relaxed atomic, so threads
// never see half an entry. The generation makes clear() a counter increment: an easy position takes
// microseconds, zeroing a table milliseconds.
//
// A large table uses only a first part of its memory until that is full, because a small part stays
// in the processor's cache. The lowest bits of the scrambled key select the bucket. In the first
// stage all others are stored; later stages select by some of these, too, so a match is certain in
// every stage:
//
//   scrambled key   rest, all of it stored | first bucket
//   entry           rest                   | generation | payload
//
// DenseTable (dense_table.hpp) is for boards of up to 64 cells whose keys are longer than a word.
// WideTable, for larger boards, stores full keys, has a lock per bucket and does not grow.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "board/position.hpp"
#include "board/score.hpp"
#include "board/words.hpp"
#include "solver/dense_table.hpp"
#include "solver/table_entry.hpp"
#include "solver/table_memory.hpp"
#include "solver/threads.hpp"

namespace dropfour::solver {

using namespace board;

// The part of a table that is used at first.
inline constexpr std::size_t kFirstBytes = std::size_t{64} << 20;

class PackedTable : TableEntry {
 public:
  using Key = std::uint64_t;
  // The place of a key: computed once, then used to prefetch, find and store in any stage.
  struct Place {
    std::size_t bucket = 0;  // its lowest bits are the bucket in an earlier stage
    std::uint64_t tag = 0;
  };

  // Uses *first_bytes* of its memory at first.
  PackedTable(std::size_t bytes, int key_bits, std::size_t first_bytes = kFirstBytes)
      : key_bits_(key_bits),
        bucket_bits_(choose_bucket_bits(bytes, key_bits)),
        first_bits_(std::min(bucket_bits_, choose_bucket_bits(first_bytes, key_bits))),
        rest_mask_(~std::uint64_t{0} << (64 - key_bits + first_bits_)),
        buckets_(std::size_t{1} << bucket_bits_) {
    clear();
  }

  // Forgets everything and returns to the first stage; zeroes the memory only when the generations
  // are used up. Other threads may search, but not clear, at the same time.
  void clear() {
    const std::uint64_t last = generation_mask() >> kPayloadBits;
    const std::uint64_t next = (generation_.load(std::memory_order_relaxed) >> kPayloadBits) + 1;
    if (next > last)
      for (std::size_t i = 0; i <= largest_mask_.load(std::memory_order_relaxed); ++i)
        for (auto& slot : buckets_[i].slots) slot.store(0, std::memory_order_relaxed);
    // Generation 0 is zeroed memory.
    generation_.store((next > last ? 1 : next) << kPayloadBits, std::memory_order_relaxed);
    set_mask((std::size_t{1} << first_bits_) - 1);
  }

  std::size_t bytes() const { return sizeof(Bucket) << bucket_bits_; }
  std::size_t used_bytes() const {
    return sizeof(Bucket) * (mask_.load(std::memory_order_relaxed) + 1);
  }

  // Counts stores, and grows once there were as many in this stage as it has slots. Other threads
  // may search meanwhile: they miss entries that are being moved.
  void add_stores(std::uint64_t count) {
    const std::size_t mask = mask_.load(std::memory_order_relaxed);
    if (mask + 1 == std::size_t{1} << bucket_bits_) return;
    const std::uint64_t stores = stores_.fetch_add(count, std::memory_order_relaxed) + count;
    if (stores < kGrowStores * (mask + 1) || is_growing_.exchange(true)) return;
    // Another thread may just have finished.
    if (mask_.load(std::memory_order_relaxed) == mask) grow(mask);
    is_growing_.store(false);
  }

  Place place(std::uint64_t key) const { return place(key, key_bits_); }
  // The same with the table's *key_bits* as a constant: a shift by a variable takes a browser four
  // instructions.
  DROPFOUR_INLINE Place place(std::uint64_t key, int key_bits) const {
    return place_scrambled(scrambled_upwards(key, key_bits), key_bits);
  }

  DROPFOUR_INLINE void prefetch(const Place& place) const { prefetch_address(&bucket(place)); }
  void load(const Place& place) const { load_address(&bucket(place)); }

  // A number that two places rarely share.
  static std::uint64_t fingerprint(const Place& place) {
    return (place.tag >> kPayloadBits) * 0x9E3779B97F4A7C15u ^ place.bucket;
  }

  // Narrows *range* by the stored bounds of the position.
  DROPFOUR_INLINE void find(const Place& place, ScoreRange& range) const {
    // Without a branch for each slot: which of them matches cannot be predicted.
    const std::uint64_t tag = place.tag;
    std::uint64_t entry = 0;
    for (const auto& slot : bucket(place).slots) {
      const std::uint64_t candidate = slot.load(std::memory_order_relaxed);
      if (has_tag(candidate, tag)) entry = candidate;
    }
    if (entry != 0) narrow(range, entry);
  }

  // Stores *range*, which took *nodes*, in place of the cheapest entry of the bucket.
  void store(const Place& place, const ScoreRange& range, std::uint64_t nodes) {
    write(place, payload(range, nodes));
  }

  // Copies all entries of another table of the same keys, which no other thread uses.
  void absorb(const PackedTable& other) {
    const std::uint64_t generation = other.generation_.load(std::memory_order_relaxed);
    // Prefetched in batches: to wait for one place after the other would take several times as
    // long.
    std::array<std::pair<Place, std::uint64_t>, 32> batch;
    std::size_t count = 0;
    const auto write_batch = [&] {
      for (std::size_t i = 0; i < count; ++i) write(batch[i].first, batch[i].second);
      count = 0;
    };
    for (std::size_t i = 0; i <= other.mask_.load(std::memory_order_relaxed); ++i) {
      for (const auto& slot : other.buckets_[i].slots) {
        const std::uint64_t entry = slot.load(std::memory_order_relaxed);
        if (((entry ^ generation) & other.generation_mask()) != 0) continue;
        const Place place = place_scrambled(other.scrambled_key(i, entry), key_bits_);
        prefetch(place);
        batch[count++] = {place, entry & kPayloadMask};
        if (count == batch.size()) write_batch();
      }
    }
    write_batch();
  }

 private:
  // Aligned to its size, so that it never spans two cache lines.
  struct alignas(16) Bucket {
    std::array<std::atomic<std::uint64_t>, 2> slots;
  };
  static_assert(sizeof(Bucket) == alignof(Bucket));

  // The place of a key that was scrambled upwards.
  DROPFOUR_INLINE Place place_scrambled(std::uint64_t scrambled, int key_bits) const {
    return {std::size_t(scrambled >> (64 - key_bits)),
            generation_.load(std::memory_order_relaxed) | (scrambled & rest_mask_)};
  }

  // The scrambled key of an entry in bucket *index*.
  std::uint64_t scrambled_key(std::size_t index, std::uint64_t entry) const {
    const std::size_t first = index & ((std::size_t{1} << first_bits_) - 1);
    return std::uint64_t{first} << (64 - key_bits_) | (entry & rest_mask_);
  }

  std::uint64_t generation_mask() const { return ~rest_mask_ & ~kPayloadMask; }

  std::size_t index(const Place& place) const {
    return place.bucket & mask_.load(std::memory_order_relaxed);
  }
  Bucket& bucket(const Place& place) { return buckets_[index(place)]; }
  const Bucket& bucket(const Place& place) const { return buckets_[index(place)]; }

  void set_mask(std::size_t mask) {
    stores_.store(0, std::memory_order_relaxed);
    if (mask > largest_mask_.load(std::memory_order_relaxed))
      largest_mask_.store(mask, std::memory_order_relaxed);
    mask_.store(mask, std::memory_order_relaxed);
  }

  // Changes to the next stage and moves the entries to their new buckets.
  void grow(std::size_t mask) {
    const std::uint64_t generation = generation_.load(std::memory_order_relaxed);
    const std::size_t last = (std::size_t{1} << bucket_bits_) - 1;
    set_mask(std::min(last, (mask + 1) * kGrowFactor - 1));
    for (std::size_t i = 0; i <= mask; ++i)
      for (auto& slot : buckets_[i].slots) {
        const std::uint64_t entry = slot.load(std::memory_order_relaxed);
        if (((entry ^ generation) & generation_mask()) != 0) continue;
        const Place place = place_scrambled(scrambled_key(i, entry), key_bits_);
        if (index(place) == i) continue;
        write(place, entry & kPayloadMask);
        slot.store(0, std::memory_order_relaxed);
      }
  }

  void write(const Place& place, std::uint64_t payload) {
    std::atomic<std::uint64_t>* victim = nullptr;
    std::uint64_t least = ~std::uint64_t{0};
    for (auto& slot : bucket(place).slots) {
      const std::uint64_t entry = slot.load(std::memory_order_relaxed);
      if (has_tag(entry, place.tag)) {
        victim = &slot;
        break;
      }
      const bool stale = ((entry ^ place.tag) & generation_mask()) != 0;
      const std::uint64_t worth = stale ? 0 : 1 + work(entry);
      if (worth >= least) continue;
      least = worth;
      victim = &slot;
    }
    victim->store(place.tag | payload, std::memory_order_relaxed);
  }

  static constexpr int kMinGenerationBits = 1;
  static constexpr std::size_t kGrowFactor = 4;
  static constexpr std::uint64_t kGrowStores = 2;  // for each bucket

  // As many buckets as fit into *bytes*, but enough for the rest of the key to fit into an entry.
  static int choose_bucket_bits(std::size_t bytes, int key_bits) {
    int bits = std::max(0, key_bits + kPayloadBits + kMinGenerationBits - 64);
    while (bits + 1 < key_bits && sizeof(Bucket) << (bits + 1) <= bytes) ++bits;
    return bits;
  }

  int key_bits_, bucket_bits_, first_bits_;
  std::uint64_t rest_mask_;  // of the bits of an entry that are the rest of its key
  std::atomic<std::uint64_t> generation_{0};  // in its place in an entry
  std::atomic<std::size_t> mask_{0};          // of the bits of a bucket's index in this stage
  std::atomic<std::size_t> largest_mask_{0};
  ZeroedArray<Bucket> buckets_;
  // Written by all threads, hence not in the cache line of what they read.
  alignas(kCacheLine) std::atomic<std::uint64_t> stores_{0};  // in this stage
  std::atomic<bool> is_growing_{false};
};

// The table for boards of more than 64 bits.
template <class Word>
class WideTable {
 public:
  using Key = Word;
  struct Place {
    std::size_t bucket = 0;
    Word key{};
  };

  WideTable(std::size_t bytes, int /*key_bits*/)
      : count_(std::max<std::size_t>(1, bytes / sizeof(Bucket))), buckets_(count_) {}

  void clear() { generation_.fetch_add(1, std::memory_order_relaxed); }
  void add_stores(std::uint64_t) {}

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
               work_of(nodes) + 1};
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

template <class Key>
struct TableForKey {
  using Type = WideTable<Key>;
};
template <>
struct TableForKey<std::uint64_t> {
  using Type = PackedTable;
};
template <>
struct TableForKey<DenseKey> {
  using Type = DenseTable;
};
template <class Key>
using TableFor = typename TableForKey<Key>::Type;

// The table that solvers in different threads share. While it is unused a solver may start with a
// small table of its own, which stays in the cache and is cheap to allocate.
template <class Key>
class SharedTable {
 public:
  // *options* are those of the table.
  template <class... Options>
  SharedTable(std::size_t bytes, int key_bits, Options... options)
      : table_(bytes, key_bits, options...) {}

  TableFor<Key>& table() { return table_; }
  bool is_used() const { return is_used_.load(std::memory_order_relaxed); }

  // Takes over the entries of a solver's small table.
  TableFor<Key>& absorb(const TableFor<Key>& small) {
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
  TableFor<Key> table_;
  std::atomic<bool> is_used_{false};
  Mutex clearing_;
};

template <class Shape>
std::shared_ptr<SharedTable<KeyOf<Shape>>> make_table(const Shape& shape, std::size_t table_mib) {
  return std::make_shared<SharedTable<KeyOf<Shape>>>(table_mib << 20, shape.key_bits());
}

}  // namespace dropfour::solver
