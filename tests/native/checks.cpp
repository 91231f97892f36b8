// The checks of this folder as one program, so that what they share is compiled once.
//
//   checks [NAME|all [SCALE]]
//
// Exits with 1 on a mismatch.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "native/check_batch.hpp"
#include "native/check_dense.hpp"
#include "native/check_plans.hpp"
#include "native/check_solver.hpp"
#include "native/check_threads.hpp"

using namespace dropfour;

// A line of eight does not fit 6x20, whose columns have 21 bits: 147 is a shift beyond the board.
static_assert((board::Wide<2>(1) << 147) == board::Wide<2>());
static_assert((board::Wide<2>(1) << 127 >> 147) == board::Wide<2>());

int main(int argc, char** argv) {
  const char* only = argc > 1 ? argv[1] : "all";
  const int scale = argc > 2 ? std::atoi(argv[2]) : 1;
  long ran = 0, wrong = 0;
  const auto check = [&](const char* name, auto is_right) {
    if (std::strcmp(only, "all") != 0 && std::strcmp(only, name) != 0) return;
    std::printf("--- %s\n", name);
    ++ran;
    if (!is_right()) ++wrong;
  };
  check("solver", [&] { return check_solver::run(scale); });
  check("dense", check_dense::run);
  check("threads", [&] { return check_threads::run(scale); });
  check("batch", check_batch::run);
  check("plans", check_plans::run);
  std::printf("%ld checks ran, %ld failed\n", ran, wrong);
  return ran == 0 || wrong != 0;
}
