// Ctrl+C while native code runs.

#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>

#include "solver/control.hpp"

namespace dropfour::python {

// Lets a keyboard interrupt end a search that runs without the lock, and propagate.
inline void watch_signals(solver::Control& control) {
  control.set_hook(
      [](const board::ScoreRange&, std::uint64_t) {
        nanobind::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
      },
      std::chrono::milliseconds(100));
}

}  // namespace dropfour::python
