// Solvers of FIRST_LINE.

#include "solver/instances.hpp"

namespace dropfour::solver {

DROPFOUR_FIRST_LINE(Standard);
DROPFOUR_FIRST_LINE(SmallShape);
DROPFOUR_FIRST_LINE(AnyShape<Wide<2>>);
DROPFOUR_FIRST_LINE(AnyShape<Wide<7>>);

}  // namespace dropfour::solver
