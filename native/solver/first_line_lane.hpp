// The null-window search of FIRST_LINE as a loop (lane.hpp).

#pragma once

#include <algorithm>
#include <cstdint>

#include "board/sorting.hpp"
#include "solver/lane.hpp"
#include "solver/node.hpp"
#include "solver/null_window_search.hpp"
#include "solver/questions.hpp"
#include "solver/static_bounds.hpp"

namespace dropfour::solver {

template <class Shape>
struct FirstLineFrame : LaneFrame {
  signed char ply;
  bool is_other_side;  // the side to move in the child being searched is not this node's
  typename Shape::Word own, occupied, own_wins, other_wins;
  std::uint64_t columns;  // of the undecided children, the first one in the lowest bits
};

// For positions of a shape known at compile time.
template <class Shape>
class FirstLineLane
    : public LaneLoop<FirstLineLane<Shape>, FirstLineFrame<Shape>, Shape{}.cells()> {
 public:
  using Frame = FirstLineFrame<Shape>;
  using Loop = LaneLoop<FirstLineLane, Frame, Shape{}.cells()>;
  using Word = typename Shape::Word;
  using Questions = FirstLineQuestions;

  struct Root : Settled<Shape> {
    DROPFOUR_EVERYWHERE Questions questions(const ScoreRange&) const {
      const Shape shape;
      return {{-shape.cells(), shape.cells()}, this->range, shape.cells() - this->node.ply};
    }
    DROPFOUR_EVERYWHERE int score(int value) const { return this->for_parent(value); }
  };

  DROPFOUR_EVERYWHERE explicit FirstLineLane(const LaneTable& table)
      : Loop(table), bounds_(shape_) {}

  DROPFOUR_EVERYWHERE Root examine(const Position<Shape>& position, ScoreRange& proven) const {
    const Root root{settle(shape_, make_node(shape_, position))};
    proven = root.range;
    if (!proven.is_exact()) proven = bounds_.narrow(root.node, proven.low + 1, proven);
    if (!proven.is_exact()) table_.find(table_key(shape_, root.node), proven);
    return root;
  }

  // Asks about a settled position whose score is undecided. Call step() until it returns true.
  DROPFOUR_EVERYWHERE void start(const Settled<Shape>& root, const ScoreRange& proven, int beta) {
    node_ = root.node;
    moves_ = root.moves;
    this->restart(proven, beta);
  }

 private:
  friend Loop;
  using Loop::beta_;
  using Loop::range_;
  using Loop::table_;

  static constexpr int kCellBits = 6, kCellMask = (1 << kCellBits) - 1;
  static constexpr int kColumnBits = 4, kColumnMask = (1 << kColumnBits) - 1;
  static_assert(Shape::columns() <= 1 << kColumnBits);

  DROPFOUR_EVERYWHERE int expand(Frame& frame, int& count) const {
    int best = range_.low;
    // The undecided children, highest priority first: priority and cell in one number, or 0.
    int sorted[Shape::columns()] = {};
    const bool is_inner = !is_leaf(shape_, node_);
    for (Word moves = moves_; any(moves) && best < beta_; moves = without_lowest(moves)) {
      const int cell = lowest(moves);
      Settled<Shape> child = settle_child(shape_, node_, bit<Word>(cell));
      if (!child.range.is_exact())
        child.range =
            bounds_.narrow(child.node, child.is_other_side ? 1 - beta_ : beta_, child.range);
      ScoreRange known = child.for_parent(child.range);
      if (is_inner && Loop::is_open(known, beta_) && !is_leaf(shape_, child.node)) {
        table_.find(table_key(shape_, child.node), child.range);
        known = child.for_parent(child.range);
      }
      if (!Loop::is_open(known, beta_)) {
        best = std::max(best, Loop::bound(known, beta_));
        continue;
      }
      insert_sorted_unrolled(
          sorted, (priority(shape_, bounds_, node_, cell, child) + 1) << kCellBits | cell,
          [](int entry) { return entry >> kCellBits; });
      ++count;
    }
    frame.own = node_.own;
    frame.occupied = node_.occupied;
    frame.own_wins = node_.own_wins;
    frame.other_wins = node_.other_wins;
    frame.ply = static_cast<signed char>(node_.ply);
    frame.columns = 0;
    for (int i = Shape::columns() - 1; i >= 0; --i)
      frame.columns =
          frame.columns << kColumnBits | std::uint64_t(shape_.column_of(sorted[i] & kCellMask));
    return best;
  }

  DROPFOUR_EVERYWHERE ScoreRange visit(Frame& frame, int i) {
    const int column = int(frame.columns >> (i * kColumnBits)) & kColumnMask;
    const Word cell = shape_.playable(frame.occupied) & shape_.column_mask(column);
    const Node<Shape> parent{frame.own, frame.occupied, frame.own_wins, frame.other_wins,
                             frame.ply};
    const Settled<Shape> child = settle_child(shape_, parent, cell);
    frame.is_other_side = child.is_other_side;
    node_ = child.node;
    moves_ = child.moves;
    beta_ = child.is_other_side ? 1 - frame.beta : frame.beta;
    range_ = child.range;
    if (!is_leaf(shape_, child.node)) table_.find(table_key(shape_, child.node), range_);
    return child.for_parent(range_);
  }

  DROPFOUR_EVERYWHERE static int for_parent(const Frame& frame, int value) {
    return frame.is_other_side ? -value : value;
  }

  DROPFOUR_EVERYWHERE void store(const Frame& frame, const ScoreRange& range) {
    const Node<Shape> node{frame.own, frame.occupied, 0, 0, frame.ply};
    if (!is_leaf(shape_, node))
      table_.store(table_key(shape_, node), range, this->nodes() - frame.nodes_before);
  }

  DROPFOUR_EVERYWHERE static void learn(const Frame&) {}

  Shape shape_{};
  StaticBounds<Shape> bounds_;
  Node<Shape> node_;  // the current one
  Word moves_{};
};

}  // namespace dropfour::solver
