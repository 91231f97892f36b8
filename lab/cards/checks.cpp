// The checks of this folder as one program; a host without a graphics card runs it.
//
//   checks [SCALE]
//
// Exits with 1 on a mismatch.
#include <cstdlib>

#include "cards/check_lane.hpp"
#include "cards/check_proof_tree.hpp"

int main(int argc, char** argv) {
  const int scale = argc > 1 ? std::atoi(argv[1]) : 1;
  const bool are_lanes_right = dropfour::check_lane::run(scale);
  const bool are_trees_right = dropfour::check_proof_tree::run(scale);
  return are_lanes_right && are_trees_right ? 0 : 1;
}
