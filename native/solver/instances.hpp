// The solvers of all boards, which take most of the time of a build. They are compiled once, in the
// sources of this folder, and not in each source that includes this header.

#pragma once

#include <cstdint>

#include "solver/exact_solver.hpp"

#define DROPFOUR_FIRST_LINE(Shape) \
  template ExactSolver::Make ExactSolver::choose_shape<Shape>(const Shape&, int, int)
#define DROPFOUR_MOST_LINES(Shape)                                                              \
  template ExactSolver::Make ExactSolver::maker_of<MostLinesSolver, Shape, Shape>(const Shape&, \
                                                                                  int, int)

namespace dropfour::solver {

using SmallShape = AnyShape<std::uint64_t>;

extern DROPFOUR_FIRST_LINE(Standard);
extern DROPFOUR_FIRST_LINE(SmallShape);
extern DROPFOUR_FIRST_LINE(AnyShape<Wide<2>>);
extern DROPFOUR_FIRST_LINE(AnyShape<Wide<7>>);

extern DROPFOUR_MOST_LINES(Standard);
extern DROPFOUR_MOST_LINES(SmallShape);
extern DROPFOUR_MOST_LINES(AnyShape<Wide<2>>);
extern DROPFOUR_MOST_LINES(AnyShape<Wide<7>>);

}  // namespace dropfour::solver
