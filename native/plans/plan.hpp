// A plan: a few rules that tell one side, the strategist, what to play.
//
// On its turn the strategist completes a line if it can, otherwise blocks the opponent's. It never
// plays right below a cell that completes a line for the opponent while another move is possible.
// Within these limits the first rule that applies decides:
//
//   take        the first of these cells that can be played
//   pair        if exactly one of the two cells can be played, that one
//   answer      if the opponent has just played in one of these columns, the cell on top
//   otherwise   the first of these columns that can be played, then the others from the left
//
// Example, on 7x6: take {23}, answer {0, 1, 2}, otherwise {3}. If the opponent plays in column 1
// and column 3 is playable at row 2 (bit 23), the strategist takes that cell; if not, it answers on
// top in column 1.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "board/position.hpp"

namespace dropfour::plans {

using namespace board;

// What the plan achieves against every reply: a win, or at least a draw.
enum class Promise { kWin, kDraw };

// Cells are bit indices of the shape.
struct Plan {
  std::vector<int> takes;
  std::vector<std::pair<int, int>> pairs;
  std::uint32_t answers = 0;  // bit c: column c
  std::vector<int> order;

  // How many things there are to remember.
  int size() const { return int(takes.size() + pairs.size()) + (answers != 0) + !order.empty(); }
  bool answers_in(int column) const { return answers >> column & 1; }
};

// Which part of a plan made the choice; the order of the rules.
enum class Reason { kWin, kBlock, kTake, kPair, kAnswer, kOtherwise };

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
      : shape_(shape), answers_(plan.answers), rank_(plan.order) {
    for (const int cell : plan.takes) takes_.push_back(bit<Word>(cell));
    for (const auto& [a, b] : plan.pairs) pairs_.emplace_back(bit<Word>(a), bit<Word>(b));
    for (int column = 0; column < shape.columns(); ++column)
      if (std::find(rank_.begin(), rank_.end(), column) == rank_.end()) rank_.push_back(column);
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
