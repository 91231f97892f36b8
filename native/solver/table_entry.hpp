// What the tables for boards of up to 64 bits (PackedTable, LaneTable) store of a position: one
// word.
//
//   63 ........................... 17  16 .. 12  11 ... 6  5 ... 0
//   tag                                  work     upper     lower
//
// The key is scrambled by a bijection of its own width; some bits of the result select the bucket
// and all the others are part of the tag, so a match is certain. `work` is the logarithm of the
// nodes that the bounds took.

#pragma once

#include <algorithm>
#include <cstdint>

#include "board/score.hpp"
#include "board/words.hpp"

namespace dropfour::solver {

using namespace board;

// What it would cost to search an entry again: the logarithm of its nodes.
constexpr unsigned work_of(std::uint64_t nodes) {
  return any(nodes) ? std::min(31u, unsigned(highest(nodes)) + 1) : 0;
}

// A bijection of the lowest *bits* of a key: multiplications by odd factors and an exclusive or
// with the upper half, each of which is invertible.
inline constexpr std::uint64_t kFirstFactor = 0x9E3779B97F4A7C15u;
inline constexpr std::uint64_t kSecondFactor = 0xD6E8FEB86659FD93u;
constexpr std::uint64_t scrambled(std::uint64_t key, int bits) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
  key = (key * kFirstFactor) & mask;
  key ^= key >> bits / 2;
  return (key * kSecondFactor) & mask;
}
// The same in the uppermost *bits* of the result, the others being of no use, and with one more
// exclusive or, so that the lowest bits depend on the whole key as well.
DROPFOUR_INLINE constexpr std::uint64_t scrambled_upwards(std::uint64_t key, int bits) {
  const int unused = 64 - bits;
  key *= kFirstFactor << unused;
  key = ((key ^ key >> bits / 2) >> unused) * (kSecondFactor << unused);
  return key ^ key >> (bits + 1) / 2;
}

struct TableEntry {
  static constexpr int kScoreBits = 6, kWorkBits = 5;
  static constexpr int kPayloadBits = 2 * kScoreBits + kWorkBits;
  static constexpr std::uint64_t kPayloadMask = (1 << kPayloadBits) - 1;

  // The lowest bits of an entry; the tag is in the others.
  static constexpr std::uint64_t payload(const ScoreRange& range, std::uint64_t nodes) {
    return std::uint64_t{work_of(nodes)} << (2 * kScoreBits) |
           std::uint64_t(range.high + kScoreLimit) << kScoreBits |
           std::uint64_t(range.low + kScoreLimit);
  }
  static constexpr bool has_tag(std::uint64_t entry, std::uint64_t tag) {
    return (entry ^ tag) >> kPayloadBits == 0;
  }
  static constexpr std::uint64_t work(std::uint64_t entry) {
    return entry >> (2 * kScoreBits) & ((1 << kWorkBits) - 1);
  }
  static constexpr void narrow(ScoreRange& range, std::uint64_t entry) {
    range.low = std::max(range.low, int(entry & kScoreMask) - kScoreLimit);
    range.high = std::min(range.high, int(entry >> kScoreBits & kScoreMask) - kScoreLimit);
  }

 private:
  static constexpr std::uint64_t kScoreMask = (1 << kScoreBits) - 1;
  // A board of 64 bits has at most 60 cells (4x15), hence no score beyond 31.
  static constexpr int kScoreLimit = 31;
};

}  // namespace dropfour::solver
