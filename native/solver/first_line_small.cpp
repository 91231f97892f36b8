// Solvers of FIRST_LINE: the second half of CompiledShapes, and all other boards of up to 64 bits.

#include "solver/instances.hpp"

namespace dropfour::solver {

DROPFOUR_FIRST_LINE(SmallShape, kHalf);

}  // namespace dropfour::solver
