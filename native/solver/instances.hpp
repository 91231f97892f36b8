// The solvers of all boards, which take most of the time of a build. They are compiled once, in the
// sources of this folder, and not in each source that includes this header.

#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/exact_solver.hpp"

// For FIRST_LINE; CompiledShapes are searched as such from index *first* on.
#define DROPFOUR_FIRST_LINE(Shape, first) \
  template ExactSolver::Make ExactSolver::choose_shape<Shape, first>(const Shape&, int, int)
#define DROPFOUR_MOST_LINES(Shape) \
  template ExactSolver::Make ExactSolver::most_lines_maker<Shape>(const Shape&, int, int)

namespace dropfour::solver {

using SmallShape = AnyShape<std::uint64_t>;
// One source compiles the shapes before this index, another one the rest.
inline constexpr std::size_t kHalf = std::tuple_size_v<CompiledShapes> / 2;

extern DROPFOUR_FIRST_LINE(Standard, 0);
extern DROPFOUR_FIRST_LINE(SmallShape, 0);
extern DROPFOUR_FIRST_LINE(SmallShape, kHalf);
extern DROPFOUR_FIRST_LINE(AnyShape<Wide<2>>, 0);
extern DROPFOUR_FIRST_LINE(AnyShape<Wide<7>>, 0);

extern DROPFOUR_MOST_LINES(Standard);
extern DROPFOUR_MOST_LINES(SmallShape);
extern DROPFOUR_MOST_LINES(AnyShape<Wide<2>>);
extern DROPFOUR_MOST_LINES(AnyShape<Wide<7>>);

}  // namespace dropfour::solver
