// A plan: a few rules that tell one side, the strategist, what to play.
//
// On its turn the strategist completes a line if it can, otherwise blocks the opponent's. Otherwise
// the first rule that gives a safe move decides. A move is safe if the opponent cannot complete a
// line right above it; if no move is safe, all are. The rules come in this order:
//
//   take        the first of these cells that can be played and is safe
//   pair        if exactly one of the two cells can be played, that one, if it is safe
//   answer      if the opponent has just played in one of these columns, the cell on top, if safe
//   otherwise   the first of these columns that is safe, then the others from the left
//
// So an unsafe move is passed over for the next cell or column of the same rule, and only then for
// the next rule. There may be several pairs, which are tried in their order, and one of each other
// rule. A cell or column that a rule names again changes nothing; a pair of one cell with itself
// never applies. The mirror image of a plan has the others from the right. Of several lines to
// complete, the leftmost is; with several to block, the promise is broken whichever is.
//
// Example, on 7x6: take {23}, answer {0, 1, 2}, otherwise {3}. If the opponent plays in column 1
// and column 3 is playable at row 2 (bit 23), the strategist takes that cell; if not, it answers on
// top in column 1.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "board/position.hpp"

namespace dropfour::plans {

using namespace board;

// What the plan achieves against every reply: a win, or at least a draw.
enum class Promise { kWin, kDraw };

// How many columns at the end of an order run from one side to the other, so that they need not be
// named one by one; 0 if they are fewer than three.
inline int sweep_of(const std::vector<int>& order) {
  if (order.size() < 3) return 0;
  const bool is_rightward = order[order.size() - 2] < order.back();
  std::size_t first = order.size() - 1;
  while (first > 0 && (order[first - 1] < order[first]) == is_rightward) --first;
  const int length = int(order.size() - first);
  return length < 3 ? 0 : length;
}

// Cells are bit indices of the shape.
struct Plan {
  std::vector<int> takes;
  std::vector<std::pair<int, int>> pairs;
  std::uint32_t answers = 0;  // bit c: column c
  std::vector<int> order;

  // How many things there are to remember: each cell and column that has to be named.
  int size(int columns) const {
    const int answered = std::popcount(answers);
    const int answering = answered == columns ? 1 : std::min(answered, columns - answered + 1);
    return int(takes.size() + 2 * pairs.size()) + answering + order_size(columns);
  }
  int order_size(int columns) const {
    const int sweep = int(order.size()) == columns ? sweep_of(order) : 0;
    return int(order.size()) - std::max(0, sweep - 1);
  }
  bool is_empty() const { return takes.empty() && pairs.empty() && answers == 0 && order.empty(); }
  bool answers_in(int column) const { return answers >> column & 1; }
  // The order of all columns: those that it does not name come last, from the left.
  std::vector<int> full_order(int columns) const {
    std::vector<int> all = order;
    for (int column = 0; column < columns; ++column)
      if (std::find(order.begin(), order.end(), column) == order.end()) all.push_back(column);
    return all;
  }
};

// Which part of a plan made the choice; the order of the rules.
enum class Reason { kWin, kBlock, kTake, kPair, kAnswer, kOtherwise };
inline constexpr std::size_t kReasons = 6;

// *index* is the place among the takes, the pairs or the order, or the column answered in.
template <class Word>
struct Choice {
  Word cell{};
  Reason reason = Reason::kOtherwise;
  int index = 0;
};

// A position from the strategist's point of view, whoever is to move. *last* is the column of the
// opponent's last move, -1 if there was none since the plan was made.
template <class Word>
struct View {
  Word own{};
  Word opponent{};
  int last = -1;

  Word occupied() const { return own | opponent; }
};

// A plan prepared for one shape.
template <class Shape>
class Strategist {
 public:
  using Word = typename Shape::Word;

  Strategist(const Shape& shape, const Plan& plan)
      : shape_(shape), answers_(plan.answers), rank_(plan.full_order(shape.columns())) {
    for (const int cell : plan.takes) takes_.push_back(bit<Word>(cell));
    for (const auto& [a, b] : plan.pairs) pairs_.emplace_back(bit<Word>(a), bit<Word>(b));
    for (const int column : rank_) order_.push_back(shape.column_mask(column));
  }

  // The choice if there is neither a line to complete nor one to block. *safe* holds the playable
  // cells below which no line of the opponent waits; at least one.
  Choice<Word> choose(const View<Word>& view, const Word& playable, const Word& safe) const {
    for (std::size_t i = 0; i < takes_.size(); ++i)
      if (any(takes_[i] & safe)) return {takes_[i], Reason::kTake, int(i)};
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto& [a, b] = pairs_[i];
      const bool has_a = any(a & playable);
      if (has_a == any(b & playable)) continue;
      const Word& cell = has_a ? a : b;
      if (any(cell & safe)) return {cell, Reason::kPair, int(i)};
    }
    if (view.last >= 0 && (answers_ >> view.last & 1)) {
      const Word cell = shape_.column_mask(view.last) & safe;
      if (any(cell)) return {cell, Reason::kAnswer, view.last};
    }
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Word cell = order_[i] & safe;
      if (any(cell)) return {cell, Reason::kOtherwise, rank_[i]};
    }
    return {};
  }

  // The choice in any unfinished position with the strategist to move.
  Choice<Word> reply(const View<Word>& view) const {
    const Word playable = shape_.playable(view.occupied());
    const Word wins = shape_.completing_cells(view.own) & playable;
    if (any(wins)) return {bit<Word>(lowest(wins)), Reason::kWin, 0};
    const Word lost = shape_.completing_cells(view.opponent);
    const Word blocks = lost & playable;
    if (any(blocks)) return {bit<Word>(lowest(blocks)), Reason::kBlock, 0};
    const Word safe = playable & ~(lost >> 1);
    return choose(view, playable, any(safe) ? safe : playable);
  }

 private:
  Shape shape_;
  std::vector<Word> takes_;
  std::vector<std::pair<Word, Word>> pairs_;
  std::uint32_t answers_;
  std::vector<int> rank_;  // all columns in order
  std::vector<Word> order_;
};

}  // namespace dropfour::plans
