// Solvers of FIRST_LINE: the standard board, and the first half of CompiledShapes.

#include "solver/instances.hpp"

namespace dropfour::solver {

DROPFOUR_FIRST_LINE(Standard, 0);
DROPFOUR_FIRST_LINE(SmallShape, 0);

}  // namespace dropfour::solver
