// Bitboard words with one bit per cell: std::uint64_t for boards of up to 64 bits, Wide<N> for
// larger ones.
//
// Both support the same operators and the free functions below, so the code that uses them is
// written once. Wide<N> is little-endian: limb 0 holds bits 0 to 63.

#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

// For the functions of the solver's inner loop. Inlined, their structures stay in registers and the
// masks that several of them need are computed once: a sixth of the time of a search on x86-64, a
// fifth in WebAssembly. Compilers for graphics cards choose for themselves.
#if defined(__CUDACC__)
#define DROPFOUR_INLINE
#elif defined(_MSC_VER) && !defined(__clang__)
#define DROPFOUR_INLINE [[msvc::forceinline]]
#else
#define DROPFOUR_INLINE [[gnu::always_inline]]
#endif

namespace dropfour::board {

template <int N>
struct Wide {
  std::array<std::uint64_t, N> limbs{};

  constexpr Wide() = default;
  constexpr explicit Wide(std::uint64_t low) : limbs{low} {}
#if defined(__SIZEOF_INT128__)
  // Two limbs are shifted and added as one number, without loops: boards of 65 to 128 bits are
  // solved 1.6 times as fast.
  using Joined = unsigned __int128;
  static constexpr Wide split(Joined all) {
    Wide result;
    result.limbs[0] = std::uint64_t(all);
    result.limbs[1] = std::uint64_t(all >> 64);
    return result;
  }
  constexpr Joined joined() const { return Joined(limbs[1]) << 64 | limbs[0]; }
#endif

  friend constexpr bool operator==(const Wide&, const Wide&) = default;

  constexpr Wide& operator&=(const Wide& other) {
    for (std::size_t i = 0; i < N; ++i) limbs[i] &= other.limbs[i];
    return *this;
  }
  constexpr Wide& operator|=(const Wide& other) {
    for (std::size_t i = 0; i < N; ++i) limbs[i] |= other.limbs[i];
    return *this;
  }
  constexpr Wide& operator^=(const Wide& other) {
    for (std::size_t i = 0; i < N; ++i) limbs[i] ^= other.limbs[i];
    return *this;
  }
  friend constexpr Wide operator&(Wide a, const Wide& b) { return a &= b; }
  friend constexpr Wide operator|(Wide a, const Wide& b) { return a |= b; }
  friend constexpr Wide operator^(Wide a, const Wide& b) { return a ^= b; }
  friend constexpr Wide operator~(Wide a) {
    for (auto& limb : a.limbs) limb = ~limb;
    return a;
  }

  friend constexpr Wide operator+(const Wide& a, const Wide& b) {
#if defined(__SIZEOF_INT128__)
    if constexpr (N == 2) return split(a.joined() + b.joined());
#endif
    Wide sum;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < N; ++i) {
      const std::uint64_t partial = a.limbs[i] + carry;
      carry = partial < carry;
      sum.limbs[i] = partial + b.limbs[i];
      carry += sum.limbs[i] < partial;
    }
    return sum;
  }
  friend constexpr Wide operator-(const Wide& a, const Wide& b) { return a + ~b + Wide(1); }

  friend constexpr Wide operator<<(const Wide& a, int count) {
#if defined(__SIZEOF_INT128__)
    if constexpr (N == 2) return count < 128 ? split(a.joined() << count) : Wide();
#endif
    Wide result;
    const int limbs = count / 64, part = count % 64;
    for (int i = N - 1; i >= limbs; --i) {
      std::uint64_t limb = a.limbs[std::size_t(i - limbs)] << part;
      if (part != 0 && i > limbs) limb |= a.limbs[std::size_t(i - limbs - 1)] >> (64 - part);
      result.limbs[std::size_t(i)] = limb;
    }
    return result;
  }
  friend constexpr Wide operator>>(const Wide& a, int count) {
#if defined(__SIZEOF_INT128__)
    if constexpr (N == 2) return count < 128 ? split(a.joined() >> count) : Wide();
#endif
    Wide result;
    const int limbs = count / 64, part = count % 64;
    for (int i = 0; i < N - limbs; ++i) {
      std::uint64_t limb = a.limbs[std::size_t(i + limbs)] >> part;
      if (part != 0 && i + limbs + 1 < N)
        limb |= a.limbs[std::size_t(i + limbs + 1)] << (64 - part);
      result.limbs[std::size_t(i)] = limb;
    }
    return result;
  }
};

constexpr bool any(std::uint64_t word) { return word != 0; }
constexpr int popcount(std::uint64_t word) {
#if defined(__CUDA_ARCH__)
  // nvcc accepts <bit> in device code without a warning, but the result is wrong.
  if (!std::is_constant_evaluated()) return __popcll(word);
#elif defined(__x86_64__) && !defined(__POPCNT__)
  // Plain x86-64 has no instruction for it, and std::popcount calls a library function: these sums
  // of 2, 4 and 8 bits side by side are inlined (5 to 10 % of the solver's time).
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return int(word * 0x0101010101010101u >> 56);
#endif
  return std::popcount(word);
}
// The index of the lowest set bit, and that of the highest; the word must not be 0.
constexpr int lowest(std::uint64_t word) {
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) return __ffsll(word) - 1;
#endif
  return std::countr_zero(word);
}
constexpr int highest(std::uint64_t word) {
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) return 63 - __clzll(word);
#endif
  return 63 - std::countl_zero(word);
}
constexpr bool more_than_one(std::uint64_t word) { return (word & (word - 1)) != 0; }
constexpr bool is_less(std::uint64_t a, std::uint64_t b) { return a < b; }
constexpr std::span<const std::uint64_t> limbs_in(const std::uint64_t& word) { return {&word, 1}; }

template <int N>
constexpr bool any(const Wide<N>& word) {
  std::uint64_t all = 0;
  for (auto limb : word.limbs) all |= limb;
  return all != 0;
}
template <int N>
constexpr int popcount(const Wide<N>& word) {
  int count = 0;
  for (auto limb : word.limbs) count += std::popcount(limb);
  return count;
}
template <int N>
constexpr int lowest(const Wide<N>& word) {
  std::size_t i = 0;
  while (word.limbs[i] == 0) ++i;
  return int(i) * 64 + std::countr_zero(word.limbs[i]);
}
template <int N>
constexpr int highest(const Wide<N>& word) {
  std::size_t i = N - 1;
  while (word.limbs[i] == 0) --i;
  return int(i) * 64 + 63 - std::countl_zero(word.limbs[i]);
}
template <int N>
constexpr bool more_than_one(const Wide<N>& word) {
  return popcount(word) > 1;
}
template <int N>
constexpr bool is_less(const Wide<N>& a, const Wide<N>& b) {
  std::size_t i = N - 1;
  while (i > 0 && a.limbs[i] == b.limbs[i]) --i;
  return a.limbs[i] < b.limbs[i];
}
template <int N>
constexpr std::span<const std::uint64_t> limbs_in(const Wide<N>& word) {
  return word.limbs;
}

template <class Word>
constexpr Word bit(int index) {
  return Word(1) << index;
}
// The word with its lowest set bit cleared.
template <class Word>
constexpr Word without_lowest(const Word& word) {
  return word & (word - Word(1));
}
// Its lowest set bit alone.
template <class Word>
constexpr Word lowest_bit(const Word& word) {
  return word ^ without_lowest(word);
}

static_assert(popcount((Wide<2>(3) << 63) + Wide<2>(1)) == 3);
static_assert(lowest(Wide<7>(1) << 419) == 419 && highest(Wide<7>(1) << 419) == 419);
static_assert(((Wide<2>(1) << 64) - Wide<2>(1)) == Wide<2>(~std::uint64_t{0}));
static_assert(((Wide<3>(5) << 130) >> 129) == Wide<3>(10));
static_assert(is_less(Wide<2>(7), Wide<2>(1) << 64) && !is_less(Wide<2>(7), Wide<2>(7)));

}  // namespace dropfour::board
