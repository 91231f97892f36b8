// Random numbers (splitmix64), the same on every platform.

#pragma once

#include <cstdint>

namespace dropfour::board {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t mix = state_ += 0x9E3779B97F4A7C15u;
    mix = (mix ^ (mix >> 30)) * 0xBF58476D1CE4E5B9u;
    mix = (mix ^ (mix >> 27)) * 0x94D049BB133111EBu;
    return mix ^ (mix >> 31);
  }
  // A random number from 0 to *count* - 1.
  int below(int count) { return int((next() >> 32) * std::uint64_t(count) >> 32); }

 private:
  std::uint64_t state_;
};

}  // namespace dropfour::board
