// Solvers of FIRST_LINE for boards of more than 128 bits.

#include "solver/instances.hpp"

namespace dropfour::solver {

DROPFOUR_FIRST_LINE(AnyShape<Wide<7>>, 0);

}  // namespace dropfour::solver
