// The transposition table for boards of up to 64 cells whose keys are longer than a word
// (board/dense_shape.hpp). A slot is two words:
//
//   stones   those of the key
//   entry    as in table_entry.hpp; its tag is a generation and the full columns of the key
//
// A reader takes a slot only if it finds the same entry before and after the stones, and a writer
// marks the slot as busy meanwhile: so entry and stones always belong together, without a lock.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "board/dense_shape.hpp"
#include "board/score.hpp"
#include "solver/table_entry.hpp"
#include "solver/table_memory.hpp"

namespace dropfour::solver {

class DenseTable : TableEntry {
 public:
  using Key = DenseKey;
  struct Place {
    std::size_t bucket = 0;
    std::uint64_t stones = 0, tag = 0;
  };

  DenseTable(std::size_t bytes, int /*key_bits*/)
      : bits_(std::bit_width(std::max(bytes / sizeof(Bucket), std::size_t{2})) - 1),
        buckets_(std::size_t{1} << bits_) {}

  // Forgets everything. Other threads may search, but not clear, at the same time.
  void clear() {
    const std::uint64_t next = generation_.load(kRelaxed) + 1;
    if (next == kGenerations)
      for (std::size_t i = 0; i < std::size_t{1} << bits_; ++i)
        for (Slot& slot : buckets_[i].slots) slot.entry.store(0, kRelaxed);
    generation_.store(next == kGenerations ? 1 : next, kRelaxed);
  }
  void add_stores(std::uint64_t) {}

  std::size_t bytes() const { return sizeof(Bucket) << bits_; }

  DROPFOUR_INLINE Place place(const Key& key) const {
    std::uint64_t hash = key.stones * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
    const std::uint64_t generation = generation_.load(kRelaxed);
    return {std::size_t(hash >> (64 - bits_)), key.stones,
            generation << kGenerationShift | key.full << kPayloadBits};
  }

  DROPFOUR_INLINE void prefetch(const Place& place) const {
    prefetch_address(&buckets_[place.bucket]);
  }
  void load(const Place& place) const { load_address(&buckets_[place.bucket]); }

  static std::uint64_t fingerprint(const Place& place) {
    return place.stones * 0x9E3779B97F4A7C15u ^ place.bucket;
  }

  // Narrows *range* by the stored bounds of the position.
  DROPFOUR_INLINE void find(const Place& place, ScoreRange& range) const {
    for (const Slot& slot : buckets_[place.bucket].slots) {
      const std::uint64_t entry = slot.entry.load(std::memory_order_acquire);
      const std::uint64_t stones = slot.stones.load(std::memory_order_acquire);
      if (stones != place.stones || !has_tag(entry, place.tag)) continue;
      if (slot.entry.load(kRelaxed) == entry) narrow(range, entry);
      return;
    }
  }

  // Stores *range*, which took *nodes*, in place of the cheapest entry of the bucket.
  void store(const Place& place, const ScoreRange& range, std::uint64_t nodes) {
    write(place, payload(range, nodes));
  }

  // Copies all entries of another table, which no other thread uses.
  void absorb(const DenseTable& other) {
    const std::uint64_t generation = other.generation_.load(kRelaxed);
    for (std::size_t i = 0; i < std::size_t{1} << other.bits_; ++i)
      for (const Slot& slot : other.buckets_[i].slots) {
        const std::uint64_t entry = slot.entry.load(kRelaxed);
        if (entry >> kGenerationShift != generation) continue;
        const std::uint64_t full = entry >> kPayloadBits & ((1 << kColumnBits) - 1);
        write(place({slot.stones.load(kRelaxed), full}), entry & kPayloadMask);
      }
  }

 private:
  static constexpr auto kRelaxed = std::memory_order_relaxed;
  static constexpr int kColumnBits = 16;
  static constexpr int kGenerationShift = kPayloadBits + kColumnBits;
  static constexpr std::uint64_t kGenerations = std::uint64_t{1} << (64 - kGenerationShift);
  // Entries of generation 0 are never found: empty slots, and those that are being written.
  static constexpr std::uint64_t kBusy = 1;

  struct Slot {
    std::atomic<std::uint64_t> entry, stones;
  };
  struct alignas(32) Bucket {
    std::array<Slot, 2> slots;
  };
  static_assert(sizeof(Bucket) == alignof(Bucket));

  void write(const Place& place, std::uint64_t payload) {
    Slot* victim = nullptr;
    std::uint64_t least = ~std::uint64_t{0};
    for (Slot& slot : buckets_[place.bucket].slots) {
      const std::uint64_t entry = slot.entry.load(kRelaxed);
      if (has_tag(entry, place.tag) && slot.stones.load(kRelaxed) == place.stones) {
        victim = &slot;
        break;
      }
      const bool stale = (entry ^ place.tag) >> kGenerationShift != 0;
      const std::uint64_t worth = stale ? 0 : 1 + work(entry);
      if (worth >= least) continue;
      least = worth;
      victim = &slot;
    }
    // What another thread is writing stays.
    if (victim->entry.exchange(kBusy, std::memory_order_acq_rel) == kBusy) return;
    victim->stones.store(place.stones, std::memory_order_release);
    victim->entry.store(place.tag | payload, std::memory_order_release);
  }

  int bits_;
  std::atomic<std::uint64_t> generation_{1};
  ZeroedArray<Bucket> buckets_;
};

}  // namespace dropfour::solver
