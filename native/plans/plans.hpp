// Plans for positions whose shape is known at run time.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "board/board.hpp"
#include "plans/finder.hpp"
#include "plans/plan.hpp"
#include "plans/solution.hpp"
#include "plans/verifier.hpp"

namespace dropfour::plans {

// Whose plan it is, and what it promises. The strategist may be to move or not.
struct Task {
  bool is_own_turn;
  Promise promise;
};

template <class Shape>
View<typename Shape::Word> make_view(const Position<Shape>& position, bool is_own_turn) {
  if (is_own_turn) return {position.own, position.other(), -1};
  return {position.other(), position.own, -1};
}

// Calls *act* with the shape and the position. Browsers load fewer versions of what it calls.
template <class Act>
decltype(auto) visit(const Board& board, Act&& act) {
#ifdef __wasm__
  return board.visit([&](const auto& shape, const auto& position) {
    using Word = typename std::decay_t<decltype(shape)>::Word;
    using Size = std::conditional_t<std::is_same_v<Word, std::uint64_t>, Word, Wide<7>>;
    const AnyShape<Size> any_shape(shape.columns(), shape.rows(), shape.connect());
    Position<AnyShape<Size>> same;
    same.own = word_from_limbs(limbs_in(position.own), static_cast<Size*>(nullptr));
    same.occupied = word_from_limbs(limbs_in(position.occupied), static_cast<Size*>(nullptr));
    same.ply = position.ply;
    return act(any_shape, same);
  });
#else
  return board.visit(act);
#endif
}

inline std::optional<Plan> find_plan(ExactSolver& solver, const Board& board, const Task& task,
                                     std::uint64_t seed, Control& control,
                                     const std::vector<Plan>& known = {}) {
  return visit(board, [&](const auto& shape, const auto& position) {
    Finder finder(shape, make_view(position, task.is_own_turn), task.is_own_turn, task.promise,
                  solver, board, seed);
    return finder.find(control, ~std::uint64_t{0}, known);
  });
}

inline std::optional<Solution> find_solution(ExactSolver& solver, const Board& board,
                                             const Task& task, std::uint64_t seed, int most_plans,
                                             Control& control) {
  return visit(board, [&](const auto& shape, const auto& position) {
    SolutionFinder finder(shape, task.promise, solver, board, seed, most_plans);
    return finder.find(make_view(position, task.is_own_turn), task.is_own_turn, control);
  });
}

// The result of playing a plan out. *line* holds the columns from the plan's position on after
// which the promise is broken.
struct Verification {
  bool is_kept;
  bool is_complete;  // false if there are more positions than were allowed
  std::uint64_t positions;
  std::uint64_t replies;
  std::vector<int> line;
  std::vector<Ending> endings;
  std::array<std::uint64_t, kReasons> choices;  // how often each kind of rule made the choice
  std::uint32_t ordered;                        // the columns that the last order chose
};

//
// *ends_at*, if there is one, is asked whether the plan ends at a position, by its key and that of
// its mirror image.
inline Verification verify(const Board& board, const Plan& plan, const Task& task,
                           std::uint64_t most_positions, bool with_endings = true,
                           const std::function<bool(const Limbs&, const Limbs&)>& ends_at = {}) {
  return visit(board, [&](const auto& shape, const auto& position) {
    using Word = typename std::decay_t<decltype(shape)>::Word;
    Verifier verifier(shape, task.promise);
    Random random(0);
    const auto ends = [&, here = position](const View<Word>& view) mutable {
      here.own = view.own;
      here.occupied = view.occupied();
      return ends_at(limbs_of(here.key(shape)), limbs_of(mirrored(shape, here).key(shape)));
    };
    typename decltype(verifier)::Limits limits{
        .share = 0, .positions = most_positions, .with_endings = with_endings};
    if (ends_at) limits.ends_at = ends;
    const bool is_complete = verifier.run(plan, make_view(position, task.is_own_turn),
                                          task.is_own_turn, limits, random);
    const auto& broken = verifier.broken_line();  // empty if the opponent wins at once
    Verification result{is_complete && !verifier.is_broken(),
                        is_complete || verifier.is_broken(),
                        verifier.positions(),
                        verifier.replies(),
                        {},
                        verifier.endings(),
                        verifier.choices(),
                        verifier.ordered()};
    for (const auto& step : broken) {
      if (step.view.last >= 0) result.line.push_back(step.view.last);
      if (!step.is_lost) result.line.push_back(shape.column_of(lowest(step.choice.cell)));
    }
    return result;
  });
}

// A plan with less to remember that keeps the promise of *task* in all of these positions; the same
// one if it does not keep it itself.
inline Plan simplify(std::vector<Board> boards, Plan plan, const Task& task,
                     std::uint64_t most_positions) {
  const auto kept = [&](const Plan& changed) -> std::optional<std::uint32_t> {
    std::uint32_t ordered = 0;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      const Verification found = verify(boards[i], changed, task, most_positions, false);
      if (!found.is_kept) {
        std::swap(boards[0], boards[i]);  // where one change fails, others do
        return std::nullopt;
      }
      ordered |= found.ordered;
    }
    return ordered;
  };
  if (!boards.empty())
    visit(Board(boards[0]),
          [&](const auto& shape, const auto&) { Simplifier(shape, plan, kept).run(); });
  return plan;
}

// The places of the plans that keep the promise of *task*.
inline std::vector<int> find_serving(const Board& board, const std::vector<Plan>& plans,
                                     const Task& task, std::uint64_t most_positions) {
  return visit(board, [&](const auto& shape, const auto& position) {
    Verifier verifier(shape, task.promise);
    Random random(0);
    const auto view = make_view(position, task.is_own_turn);
    std::vector<int> places;
    for (std::size_t i = 0; i < plans.size(); ++i)
      if (verifier.run(plans[i], view, task.is_own_turn, {.share = 0, .positions = most_positions},
                       random) &&
          verifier.broken_line().empty())
        places.push_back(int(i));
    return places;
  });
}

// The strategist's choice with *board* to move; *last* is the column of the opponent's last move,
// -1 if there is none.
inline std::tuple<int, Reason, int> reply(const Board& board, const Plan& plan, int last) {
  return visit(board, [&](const auto& shape, const auto& position) {
    auto view = make_view(position, true);
    view.last = last;
    const auto choice = Strategist(shape, plan).reply(view);
    return std::tuple(shape.column_of(lowest(choice.cell)), choice.reason, choice.index);
  });
}

}  // namespace dropfour::plans
