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

#include "board/score.hpp"

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
  // Far more than the nodes of all threads, so that these rarely write to the same cache line: 16
  // threads search 7 % more nodes a second than with an eighth of it.
  static constexpr std::size_t kSize = std::size_t{1} << 18;
  std::atomic<std::uint64_t>& slot(std::uint64_t fingerprint) {
    return slots_[fingerprint % kSize];
  }
  const std::atomic<std::uint64_t>& slot(std::uint64_t fingerprint) const {
    return slots_[fingerprint % kSize];
  }

  std::array<std::atomic<std::uint64_t>, kSize> slots_{};
};

// With several threads, the most nodes between two checks of a thread: other threads may have made
// its work useless.
inline constexpr std::uint64_t kSharedCheckNodes = 256;

// How the threads of a FIRST_LINE search divide its tree.
struct Division {
  // Nodes with this many empty cells or fewer are not divided.
  int undivided_empty;
  // Threads stay together in this many levels at the top, where siblings share most of their trees:
  // to search one after the other takes fewer nodes.
  std::size_t together;
  // From this thread on, they also avoid first children that others search.
  int first_avoiding;
  std::uint64_t check_nodes;
};

// Few threads rarely meet far down, or make each other's work useless. In a simulation of twelve
// openings, two threads that stay together and avoid first children search 6 % fewer nodes than two
// that do neither, and 10 % fewer than two that only avoid.
constexpr Division choose_division(int threads) {
  return threads > 4 ? Division{22, 0, 2, kSharedCheckNodes}
                     : Division{24, 2, 1, 4 * kSharedCheckNodes};
}

// The nodes that a thread is searching, from the root down. When another thread has decided one of
// them, the search leaves everything below it and stores nothing on the way.
template <class Place>
class SharedPath {
 public:
  void clear() {
    steps_.clear();
    decided_ = kNone;
  }

  void push(const Place& place, int beta) { steps_.push_back({place, beta}); }
  void pop() { steps_.pop_back(); }
  std::size_t size() const { return steps_.size(); }

  // Asks *find*, which narrows the range of a place, for the topmost decided node. *all* contains
  // every score.
  template <class Find>
  void check(const board::ScoreRange& all, const Find& find) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      board::ScoreRange known = all;
      find(steps_[i].place, known);
      if (known.low < steps_[i].beta && known.high >= steps_[i].beta) continue;
      decided_ = i;
      score_ = known.low >= steps_[i].beta ? known.low : known.high;
      return;
    }
  }

  // Whether the search must return to the decided node.
  bool is_leaving() const { return decided_ != kNone; }

  // Called by the node popped last while the search is leaving. If it is the decided one, the
  // search continues above it with its bound, which is returned; otherwise returns *other*.
  int arrive(int other) {
    if (decided_ != steps_.size()) return other;
    decided_ = kNone;
    return score_;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Step {
    Place place;
    int beta;
  };

  std::vector<Step> steps_;
  std::size_t decided_ = kNone;  // index of the topmost decided node
  int score_ = 0;                // its bound, on one side of beta
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
