// Threads and locks where there are any.
//
// WebAssembly has no threads of its own. In a page with shared memory, workers take the place of
// threads: each waits at a Desk for work that the searching worker puts there (js/core/threads.js).
// Without shared memory a thread has finished its work when its constructor returns. Either way
// only one worker uses locks and allocates memory, so a lock does nothing.

#pragma once

#include <vector>

#if defined(__wasm__)

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace dropfour::solver {

struct Mutex {};

struct ScopedLock {
  explicit ScopedLock(Mutex&) {}
};

#if defined(__wasm_atomics__)

// Where a worker waits for work.
class Desk {
 public:
  using Work = std::function<void()>;

  // Waits for work and does it, forever.
  [[noreturn]] void serve() {
    for (;;) {
      int found = kPosted;
      if (state_.compare_exchange_strong(found, kRunning)) {
        (*work_)();
        leave();
      } else {
        wait(found);
      }
    }
  }

  // Puts *work* here unless there is some already.
  bool post(Work& work) {
    if (state_.load() != kIdle) return false;
    work_ = &work;
    state_.store(kPosted);
    __builtin_wasm_memory_atomic_notify(address(), 1);
    return true;
  }
  // Waits for the end of the work; what nobody has begun is taken back.
  void join() {
    int found = kPosted;
    if (state_.compare_exchange_strong(found, kIdle)) return;
    while ((found = state_.load()) != kIdle) wait(found);
  }

 private:
  static constexpr int kIdle = 0, kPosted = 1, kRunning = 2;
  static constexpr long long kForever = -1;

  void leave() {
    state_.store(kIdle);
    __builtin_wasm_memory_atomic_notify(address(), 1);
  }
  void wait(int state) { __builtin_wasm_memory_atomic_wait32(address(), state, kForever); }
  int* address() { return reinterpret_cast<int*>(&state_); }

  std::atomic<int> state_{kIdle};
  static_assert(sizeof(std::atomic<int>) == sizeof(int));
  Work* work_ = nullptr;
};

// As many as a search has threads, without the one that it is started in.
inline std::array<Desk, 15> desks;

class Thread {
 public:
  template <class Function, class... Arguments>
  explicit Thread(const Function& work, Arguments... arguments)
      : work_(std::make_unique<Desk::Work>([=] { work(arguments...); })) {
    for (Desk& desk : desks) {
      if (!desk.post(*work_)) continue;
      desk_ = &desk;
      return;
    }
    (*work_)();
  }
  void join() {
    if (desk_ != nullptr) desk_->join();
  }

 private:
  std::unique_ptr<Desk::Work> work_;
  Desk* desk_ = nullptr;
};

#else

struct Thread {
  template <class Work, class... Arguments>
  explicit Thread(Work&& work, Arguments&&... arguments) {
    std::forward<Work>(work)(std::forward<Arguments>(arguments)...);
  }
  void join() {}
};

#endif

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
