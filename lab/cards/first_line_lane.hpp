// The null-window search of FIRST_LINE as a loop (lane.hpp).

#pragma once

#include <algorithm>
#include <cstdint>

#include "cards/children.hpp"
#include "cards/lane.hpp"
#include "solver/null_window_search.hpp"
#include "solver/questions.hpp"
#include "solver/static_bounds.hpp"

namespace dropfour::cards {

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

  DROPFOUR_EVERYWHERE FirstLineLane(const LaneTable& table, typename Loop::Path& path)
      : Loop(table, path), bounds_(shape_) {}

  DROPFOUR_EVERYWHERE Root examine(const Position<Shape>& position, ScoreRange& proven) const {
    const Root root{settle(shape_, make_node(shape_, position))};
    proven = root.range;
    if (!proven.is_exact()) proven = bounds_.narrow(root.node, proven.low + 1, proven);
    if (!proven.is_exact()) table_.find(table_key(shape_, root.node), proven);
    return root;
  }

  // Asks about a settled position whose score is undecided. Call step() until it returns true.
  DROPFOUR_EVERYWHERE void start(const Settled<Shape>& root, const ScoreRange& proven, int beta) {
    this->clear();
    open(root, proven, beta);
  }

  // Settles one child of the last node on the path: to examine it, or to search it if all have been
  // examined. The lanes of a warp do so together, whatever each of them does it for, since this is
  // what takes the time. Returns true once the question is answered, by value().
  DROPFOUR_EVERYWHERE bool step() {
    meet_warp();
    Frame& frame = this->last();
    const bool is_new = any(moves_);
    if (is_new || frame.next < frame.count) {
      Word cell;
      Node<Shape> parent = node_;
      if (is_new) {
        cell = lowest_bit(moves_);
        moves_ = without_lowest(moves_);
      } else {
        parent = {frame.own, frame.occupied, frame.own_wins, frame.other_wins, frame.ply};
        const int column = int(frame.columns >> (frame.next++ * kColumnBits)) & kColumnMask;
        cell = shape_.playable(parent.occupied) & shape_.column_mask(column);
      }
      const Settled<Shape> child = settle_child(shape_, parent, cell);
      const int beta = child.is_other_side ? 1 - frame.beta : frame.beta;
      ScoreRange range = child.range;
      if (!range.is_exact()) range = bounds_.narrow(child.node, beta, range);
      if (Loop::is_open(range, beta) && !is_leaf(shape_, child.node))
        table_.find(table_key(shape_, child.node), range);
      if (is_new) {
        examine(frame, parent, lowest(cell), child, range, beta);
      } else if (Loop::is_open(range, beta)) {
        frame.is_other_side = child.is_other_side;
        open(child, range, beta);
      } else {
        this->take(frame, Loop::bound(child.for_parent(range), frame.beta));
      }
    }
    if (!any(moves_) && this->last().next >= this->last().count) this->pop();
    return this->is_empty();
  }

 private:
  friend Loop;
  using Loop::table_;

  static constexpr int kCellBits = 6, kCellMask = (1 << kCellBits) - 1;
  static constexpr int kColumnBits = 4, kColumnMask = (1 << kColumnBits) - 1;
  static_assert(Shape::columns() <= 1 << kColumnBits);

  // Appends a settled position to the path. Its children are examined next.
  DROPFOUR_EVERYWHERE void open(const Settled<Shape>& settled, const ScoreRange& range, int beta) {
    Frame& frame = this->push(range, beta);
    node_ = settled.node;
    moves_ = settled.moves;
    frame.own = node_.own;
    frame.occupied = node_.occupied;
    frame.own_wins = node_.own_wins;
    frame.other_wins = node_.other_wins;
    frame.ply = static_cast<signed char>(node_.ply);
    best_ = range.low;
    count_ = 0;
    for (int& entry : sorted_) entry = 0;
  }

  // Takes note of a child with its *range* and *beta*. After the last one, the frame has those that
  // are undecided.
  DROPFOUR_EVERYWHERE void examine(Frame& frame, const Node<Shape>& parent, int cell,
                                   const Settled<Shape>& child, const ScoreRange& range, int beta) {
    if (Loop::is_open(range, beta)) {
      insert_sorted_unrolled(
          sorted_, (priority(shape_, bounds_, parent, cell, child) + 1) << kCellBits | cell,
          [](int entry) { return entry >> kCellBits; });
      ++count_;
    } else {
      best_ = std::max(best_, Loop::bound(child.for_parent(range), frame.beta));
    }
    if (best_ >= frame.beta) moves_ = {};
    if (any(moves_)) return;
    frame.best = static_cast<signed char>(best_);
    frame.count = static_cast<signed char>(best_ >= frame.beta ? 0 : count_);
    frame.columns = 0;
    for (int i = Shape::columns() - 1; i >= 0; --i)
      frame.columns =
          frame.columns << kColumnBits | std::uint64_t(shape_.column_of(sorted_[i] & kCellMask));
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
  // The last node on the path, and those of its moves that have not been examined. Of the others:
  // the best bound, and the undecided ones, highest priority first, with priority and cell in one
  // number, or 0.
  Node<Shape> node_;
  Word moves_{};
  int best_ = 0, count_ = 0;
  int sorted_[Shape::columns()];
};

}  // namespace dropfour::cards
