// Threads and locks where there are any.
//
// WebAssembly has neither threads nor locks without a shared memory, which few pages have, and its
// standard library lacks the types: there a lock does nothing, and a thread has finished its work
// when its constructor returns.

#pragma once

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

#include <vector>

namespace dropfour::solver {

// Halts and joins its threads, also when the main thread throws.
template <class Halt>
struct ThreadGroup {
  Halt halt;
  std::vector<Thread> threads;

  ~ThreadGroup() {
    halt();
    for (auto& thread : threads) thread.join();
  }
};
template <class Halt>
ThreadGroup(Halt, std::vector<Thread>) -> ThreadGroup<Halt>;

}  // namespace dropfour::solver
