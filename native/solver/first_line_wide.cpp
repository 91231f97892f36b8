// Solvers of FIRST_LINE for boards of 65 to 128 bits: alone, since GCC inlines less as a unit
// grows.

#include "solver/instances.hpp"

namespace dropfour::solver {

DROPFOUR_FIRST_LINE(AnyShape<Wide<2>>, 0);

}  // namespace dropfour::solver
