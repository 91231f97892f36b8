// The exact solver of any board and either objective.

#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

#include "board/board.hpp"
#include "solver/control.hpp"
#include "solver/first_line_solver.hpp"
#include "solver/most_lines_solver.hpp"

namespace dropfour::solver {

class ExactSolver {
 public:
  // For positions with the rules of *like*.
  ExactSolver(const Board& like, int table_mib, int threads);

  // Proves the score of an unfinished position if it lies within *window*, otherwise on which side
  // of it the score lies. Returns the bounds proven so far if *control* stops the search.
  ScoreRange solve(const Board& board, const ScoreRange& window, Control& control) {
    if (!board.has_rules_of(like_)) throw std::invalid_argument("the position has other rules");
    return solver_->solve(board, window, control);
  }

  void clear() { solver_->clear(); }

  // Another solver for the same positions, for use in another thread, that shares the table.
  ExactSolver sharing(int threads) const { return ExactSolver(like_, solver_->sharing(threads)); }

 private:
  struct AnySolver {
    virtual ~AnySolver() = default;
    virtual ScoreRange solve(const Board& board, const ScoreRange& window, Control& control) = 0;
    virtual void clear() = 0;
    virtual std::unique_ptr<AnySolver> sharing(int threads) const = 0;
  };
  template <class Shape, class Solver>
  struct Held;

  ExactSolver(const Board& like, std::unique_ptr<AnySolver> solver)
      : like_(like), solver_(std::move(solver)) {}

  Board like_;
  std::unique_ptr<AnySolver> solver_;
};

template <class Shape, class Solver>
struct ExactSolver::Held final : AnySolver {
  template <class... Arguments>
  explicit Held(const Arguments&... arguments) : solver(arguments...) {}

  ScoreRange solve(const Board& board, const ScoreRange& window, Control& control) override {
    return solver.solve(std::get<Setup<Shape>>(board.setup()).position, window, control);
  }
  void clear() override { solver.clear(); }
  std::unique_ptr<AnySolver> sharing(int threads) const override {
    if constexpr (std::is_constructible_v<Solver, const Solver&, int>)
      return std::make_unique<Held>(solver, threads);
    else
      throw std::invalid_argument("solvers of MOST_LINES share nothing");
  }

  Solver solver;
};

// Defined out of the class: clang does not emit the members of a template that is first used by a
// generic lambda within the class.
inline ExactSolver::ExactSolver(const Board& like, int table_mib, int threads) : like_(like) {
  like.visit([&](const auto& shape, const auto&) {
    using Shape = std::decay_t<decltype(shape)>;
    if (like.objective() == Objective::kMostLines)
      solver_ = std::make_unique<Held<Shape, MostLinesSolver<Shape>>>(shape, table_mib);
    else
      solver_ = std::make_unique<Held<Shape, FirstLineSolver<Shape>>>(shape, std::size_t(table_mib),
                                                                      threads);
  });
}

}  // namespace dropfour::solver
