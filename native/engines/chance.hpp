// Random choices that are the same on every platform: only integers, sums and exact conversions.

#pragma once

#include <cstdint>

#include "board/board.hpp"
#include "board/random.hpp"

namespace dropfour::engines {

using namespace board;

// The same numbers for the same seed and position.
inline Random random_for(const Board& board, std::uint64_t seed) {
  for (const std::uint64_t limb : board.key()) seed = Random(seed ^ limb).next();
  return Random(seed);
}

// A number from a distribution close to the normal one, with mean 0 and standard deviation 1: the
// sum of twelve uniform numbers.
inline double normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += double(random.next() >> 11) / double(std::uint64_t{1} << 53);
  return sum;
}

}  // namespace dropfour::engines
