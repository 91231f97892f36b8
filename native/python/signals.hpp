// Ctrl+C while native code runs.

#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>

#include "solver/control.hpp"

namespace dropfour::python {

inline constexpr std::chrono::milliseconds kSignalsEvery{100};

// Throws what a signal raises, from code that runs without the lock.
inline void check_signals() {
  nanobind::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

// Lets a keyboard interrupt end a search that runs without the lock, and propagate.
inline void watch_signals(solver::Control& control) {
  control.set_hook([](const board::ScoreRange&, std::uint64_t) { check_signals(); }, kSignalsEvery);
}

// The same for a loop, which calls check() in every round.
class SignalWatch {
 public:
  void check() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < kSignalsEvery) return;
    last_ = now;
    check_signals();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace dropfour::python
