// Solvers of MOST_LINES.

#include "solver/instances.hpp"

namespace dropfour::solver {

DROPFOUR_MOST_LINES(Standard);
DROPFOUR_MOST_LINES(SmallShape);
DROPFOUR_MOST_LINES(AnyShape<Wide<2>>);
DROPFOUR_MOST_LINES(AnyShape<Wide<7>>);

}  // namespace dropfour::solver
