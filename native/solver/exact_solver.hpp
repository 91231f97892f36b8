// The exact solver of any board and either objective, with an opening book, for use from any number
// of threads.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "board/board.hpp"
#include "board/dense_shape.hpp"
#include "book/book.hpp"
#include "solver/control.hpp"
#include "solver/end_search.hpp"
#include "solver/first_line_solver.hpp"
#include "solver/most_lines_solver.hpp"
#include "solver/threads.hpp"

namespace dropfour::solver {

// Boards whose games the solver searches with their sizes known at compile time, like the standard
// board's: a fifth faster, and those of two words several times as fast in one word. The browser's
// core is small without the latter.
template <class Shape>
struct CompiledFor {
  using Shapes = std::tuple<>;
};
template <>
struct CompiledFor<AnyShape<std::uint64_t>> {
  using Shapes = std::tuple<FixedShape<6, 6, 4>, FixedShape<7, 5, 4>, FixedShape<6, 7, 4>,
                            FixedShape<7, 7, 4>, FixedShape<8, 6, 4>, FixedShape<8, 7, 4>>;
};
#if !defined(__wasm__)
template <>
struct CompiledFor<AnyShape<Wide<2>>> {
  using Shapes = std::tuple<DenseShape<8, 8>, DenseShape<9, 7>, DenseShape<10, 6>,
                            DenseShape<11, 5>, DenseShape<12, 5>>;
};
#endif

// Searches that run at the same time use different solvers, which share one transposition table.
class ExactSolver {
 public:
  // For positions with the rules of *like*. A search uses *threads* threads. Positions in *book*,
  // which must outlive the solver, are not searched.
  ExactSolver(const Board& like, int table_mib, int threads, const book::Book* book = nullptr)
      : like_(like), book_(book), make_(maker(like, table_mib, threads)) {}

  // Changes the book; no search may run meanwhile.
  void set_book(const book::Book* book) { book_ = book; }

  // The score of an unfinished position in the book; nullopt if the book lacks it.
  std::optional<int> look_up(const Board& board) const {
    return book_ == nullptr ? std::nullopt : book_->lookup(board);
  }

  // Looks up the score of an unfinished position, or proves it if it lies within *window*,
  // otherwise on which side of it the score lies. Returns the bounds proven so far if *control*
  // stops the search.
  ScoreRange solve(const Board& board, const ScoreRange& window, Control& control) {
    if (!board.has_rules_of(like_)) throw std::invalid_argument("the position has other rules");
    if (const std::optional<int> score = look_up(board)) {
      control.set_looked_up();
      return {*score, *score};
    }
    control.set_searched();
    if (const auto range = solve_end(board, window, control)) return *range;
    const Loan solver(*this);
    return solver->solve(board, window, control);
  }

  // Forgets everything; searches that are running keep what they know.
  void clear() {
    const ScopedLock lock(mutex_);
    ++clears_;
    for (const auto& solver : idle_) refresh(*solver, clears_);
  }

 private:
  struct AnySolver {
    virtual ~AnySolver() = default;
    virtual ScoreRange solve(const Board& board, const ScoreRange& window, Control& control) = 0;
    virtual void clear() = 0;

    std::uint64_t clears = 0;  // the value of clears_ when it was last cleared
  };
  template <class Shape, class SolverShape, class Solver>
  struct Held;
  using Make = std::function<std::unique_ptr<AnySolver>()>;

  // A solver that no other thread uses while the loan lasts.
  class Loan {
   public:
    explicit Loan(ExactSolver& owner) : owner_(owner), solver_(owner.take()) {}
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() {
      const ScopedLock lock(owner_.mutex_);
      owner_.idle_.push_back(std::move(solver_));
    }

    AnySolver* operator->() const { return solver_.get(); }

   private:
    ExactSolver& owner_;
    std::unique_ptr<AnySolver> solver_;
  };

  // The answer for the end of a FIRST_LINE game if it takes few nodes: without a solver and its
  // tables, which are not in the caches.
  static std::optional<ScoreRange> solve_end(const Board& board, const ScoreRange& window,
                                             Control& control) {
    if (board.objective() != Objective::kFirstLine) return std::nullopt;
    return board.visit([&](const auto& shape, const auto& position) -> std::optional<ScoreRange> {
      if (shape.cells() - position.ply > kEndEmpty) return std::nullopt;
      EndSearch search(shape);
      const auto range = search.solve(position, window);
      control.should_stop(std::uint64_t(search.nodes()));
      return range;
    });
  }

  std::unique_ptr<AnySolver> take() {
    const ScopedLock lock(mutex_);
    if (idle_.empty()) {
      // Reserved now, so that returning a solver cannot fail.
      idle_.reserve(++count_);
      idle_.push_back(make_());
      idle_.back()->clears = clears_;
    }
    std::unique_ptr<AnySolver> solver = std::move(idle_.back());
    idle_.pop_back();
    refresh(*solver, clears_);
    return solver;
  }

  static void refresh(AnySolver& solver, std::uint64_t clears) {
    if (solver.clears == clears) return;
    solver.clear();
    solver.clears = clears;
  }

  static Make maker(const Board& like, int table_mib, int threads);
  // For boards of *Shape* searched as *SolverShape*.
  template <template <class> class Solver, class Shape, class SolverShape>
  static Make maker_of(const SolverShape& shape, int table_mib, int threads);
  // For FIRST_LINE on boards of *Shape*, searched as one of CompiledFor where there is one.
  template <class Shape, std::size_t I = 0>
  static Make choose_shape(const Shape& shape, int table_mib, int threads);

  Board like_;
  const book::Book* book_;
  Make make_;
  Mutex mutex_;  // guards what follows
  std::vector<std::unique_ptr<AnySolver>> idle_;
  std::size_t count_ = 0;  // of solvers, idle or not
  std::uint64_t clears_ = 0;
};

// A solver of boards of *Shape* that searches them as *SolverShape*.
template <class Shape, class SolverShape, class Solver>
struct ExactSolver::Held final : AnySolver {
  template <class... Arguments>
  explicit Held(const Arguments&... arguments) : solver(arguments...) {}

  ScoreRange solve(const Board& board, const ScoreRange& window, Control& control) override {
    const auto& [shape, position] = std::get<Setup<Shape>>(board.setup());
    return solver.solve(with_layout<SolverShape>(shape, position), window, control);
  }
  void clear() override { solver.clear(); }

  Solver solver;
};

template <template <class> class Solver, class Shape, class SolverShape>
ExactSolver::Make ExactSolver::maker_of(const SolverShape& shape, int table_mib, int threads) {
  const auto table = make_table(shape, std::size_t(table_mib));
  return [shape, table, threads] {
    return std::make_unique<Held<Shape, SolverShape, Solver<SolverShape>>>(shape, table, threads);
  };
}

template <class Shape, std::size_t I>
ExactSolver::Make ExactSolver::choose_shape(const Shape& shape, int table_mib, int threads) {
  using Shapes = typename CompiledFor<Shape>::Shapes;
  if constexpr (I < std::tuple_size_v<Shapes>) {
    const std::tuple_element_t<I, Shapes> compiled;
    if (shape.columns() != compiled.columns() || shape.rows() != compiled.rows() ||
        shape.connect() != compiled.connect())
      return choose_shape<Shape, I + 1>(shape, table_mib, threads);
    return maker_of<FirstLineSolver, Shape>(compiled, table_mib, threads);
  } else {
    return maker_of<FirstLineSolver, Shape>(shape, table_mib, threads);
  }
}

inline ExactSolver::Make ExactSolver::maker(const Board& like, int table_mib, int threads) {
  return like.visit([&]<class Shape>(const Shape& shape, const auto&) -> Make {
    return like.objective() == Objective::kFirstLine
               ? choose_shape(shape, table_mib, threads)
               : maker_of<MostLinesSolver, Shape>(shape, table_mib, threads);
  });
}

}  // namespace dropfour::solver
