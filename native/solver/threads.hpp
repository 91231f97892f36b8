// How the threads of one search work together; they exchange results through the table.
//
// WebAssembly has neither threads nor locks without a shared memory, which few pages have, and its
// standard library lacks the types: there a lock does nothing, and a thread has finished its work
// when its constructor returns.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__wasm__)

#include <utility>

namespace dropfour::solver {

struct Mutex {};

struct ScopedLock {
  explicit ScopedLock(Mutex&) {}
};

struct Thread {
  template <class Work, class... Arguments>
  explicit Thread(Work&& work, Arguments&&... arguments) {
    std::forward<Work>(work)(std::forward<Arguments>(arguments)...);
  }
  void join() {}
};

}  // namespace dropfour::solver

#else

#include <mutex>
#include <thread>

namespace dropfour::solver {

using Mutex = std::mutex;
using ScopedLock = std::lock_guard<std::mutex>;
using Thread = std::thread;

}  // namespace dropfour::solver

#endif

namespace dropfour::solver {

// The positions that threads are searching at the moment. Other threads search them last (ABDADA),
// so that two threads rarely do the same work. A wrong answer affects only the move order.
class BusySet {
 public:
  bool contains(std::uint64_t fingerprint) const {
    return slot(fingerprint).load(kOrder) == fingerprint;
  }
  void insert(std::uint64_t fingerprint) { slot(fingerprint).store(fingerprint, kOrder); }
  void erase(std::uint64_t fingerprint) { slot(fingerprint).store(0, kOrder); }

 private:
  static constexpr auto kOrder = std::memory_order_relaxed;
  static constexpr std::size_t kSize = 4096;
  std::atomic<std::uint64_t>& slot(std::uint64_t fingerprint) {
    return slots_[fingerprint % kSize];
  }
  const std::atomic<std::uint64_t>& slot(std::uint64_t fingerprint) const {
    return slots_[fingerprint % kSize];
  }

  std::array<std::atomic<std::uint64_t>, kSize> slots_{};
};

// Halts and joins its threads, also when the progress hook throws in the main thread.
struct ThreadGroup {
  std::atomic<bool>& halt;
  std::vector<Thread> threads;

  ~ThreadGroup() {
    halt.store(true, std::memory_order_relaxed);
    for (auto& thread : threads) thread.join();
  }
};

}  // namespace dropfour::solver
