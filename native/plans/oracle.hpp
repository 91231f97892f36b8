// The solver as an oracle: whether a promise can still be kept.

#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "board/board.hpp"
#include "plans/plan.hpp"
#include "plans/verifier.hpp"
#include "solver/exact_solver.hpp"

namespace dropfour::plans {

using solver::ExactSolver;

// Whether the promise can still be kept, as far as a short search tells.
template <class Shape>
class Oracle {
 public:
  using Word = typename Shape::Word;

  Oracle(ExactSolver& solver, const Board& like, Promise promise, std::uint64_t nodes = 4000)
      : solver_(solver), like_(like), promise_(promise), most_nodes_(nodes) {}

  // Nothing if the search was too short.
  std::optional<bool> is_kept(const Shape& shape, const View<Word>& view, bool is_own_turn) {
    const Word& mover = is_own_turn ? view.own : view.opponent;
    const Word key = mover + view.occupied() + shape.bottom_mask();
    const std::uint64_t hash = VisitedPositions<Word>::hash(key, is_own_turn);
    const auto [known, is_new] = known_.try_emplace(hash);
    if (is_new) known->second = search(shape, view, mover, is_own_turn);
    return known->second;
  }

  std::uint64_t take_nodes() { return std::exchange(nodes_, 0); }

 private:
  std::optional<bool> search(const Shape& shape, const View<Word>& view, const Word& mover,
                             bool is_own_turn) {
    const bool is_win = promise_ == Promise::kWin;
    if (shape.has_line(is_own_turn ? view.opponent : view.own)) return !is_own_turn;
    if (view.occupied() == shape.board_mask()) return !is_win;
    const Board board = like_.with_stones(limbs_of(mover), limbs_of(view.occupied()));
    Control control;
    control.set_node_limit(most_nodes_);
    // The strategist needs at least this score.
    const int least = is_win ? 1 : 0;
    const ScoreRange window =
        is_own_turn ? ScoreRange{least - 1, least} : ScoreRange{-least, 1 - least};
    ScoreRange range = solver_.solve(board, window, control);
    nodes_ += control.nodes();
    if (!is_own_turn) range = {-range.high, -range.low};
    if (range.low >= least) return true;
    if (range.high < least) return false;
    return std::nullopt;
  }

  ExactSolver& solver_;
  Board like_;
  Promise promise_;
  std::uint64_t most_nodes_;  // of one search
  std::unordered_map<std::uint64_t, std::optional<bool>> known_;
  std::uint64_t nodes_ = 0;
};

}  // namespace dropfour::plans
