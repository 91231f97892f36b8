// The memory of transposition tables, and how it is prefetched.

#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "board/words.hpp"

namespace dropfour::solver {

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

}  // namespace dropfour::solver
