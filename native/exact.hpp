// The exact solver of any board and either objective, chosen when it is made.

#pragma once

#include <memory>
#include <stdexcept>
#include <utility>

#include "board.hpp"
#include "control.hpp"
#include "most_lines.hpp"
#include "solver.hpp"

namespace dropfour {

class ExactSolver {
 public:
  // For positions with the shape and objective of *like*.
  ExactSolver(const Board& like, int table_mib, int threads)
      : solver_(like.visit([&](const auto& shape, const auto&) -> std::unique_ptr<AnySolver> {
          using Shape = std::decay_t<decltype(shape)>;
          if (like.objective() == Objective::kMostLines)
            return std::make_unique<Held<Shape, MostLinesSolver<Shape>>>(shape, table_mib);
          return std::make_unique<Held<Shape, Solver<Shape>>>(shape, std::size_t(table_mib),
                                                              threads);
        })) {}

  // What is proven of an unfinished position: its score if that lies within *window*, else on which
  // side of it. Less if *control* stops the search.
  ScoreRange solve(const Board& board, const ScoreRange& window, Control& control) {
    return solver_->solve(board, window, control);
  }

  void clear() { solver_->clear(); }

  // Another solver for the same positions, for a thread of its own, that shares what is proven.
  ExactSolver sharing(int threads) const { return ExactSolver(solver_->sharing(threads)); }

 private:
  struct AnySolver {
    virtual ~AnySolver() = default;
    virtual std::unique_ptr<AnySolver> sharing(int threads) const = 0;
    virtual ScoreRange solve(const Board& board, const ScoreRange& window, Control& control) = 0;
    virtual void clear() = 0;
  };

  template <class Shape, class Solver>
  struct Held final : AnySolver {
    template <class... Arguments>
    explicit Held(const Arguments&... arguments) : solver(arguments...) {}

    ScoreRange solve(const Board& board, const ScoreRange& window, Control& control) override {
      const auto* setup = std::get_if<Setup<Shape>>(&board.setup());
      if (setup == nullptr) throw std::invalid_argument("the position is of another shape");
      return solver.solve(setup->position, window, control);
    }
    std::unique_ptr<AnySolver> sharing(int threads) const override {
      if constexpr (std::is_constructible_v<Solver, const Solver&, int>)
        return std::make_unique<Held>(solver, threads);
      throw std::invalid_argument("solvers of MOST_LINES share nothing");
    }
    void clear() override { solver.clear(); }

    Solver solver;
  };

  explicit ExactSolver(std::unique_ptr<AnySolver> solver) : solver_(std::move(solver)) {}

  std::unique_ptr<AnySolver> solver_;
};

}  // namespace dropfour
