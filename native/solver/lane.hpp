// The null-window search as a loop, without recursion and with little memory. It is meant for
// graphics cards, where tens of thousands of lanes run in parallel on one table (gpu/solve_ply.cu);
// tests/check_lane.cpp runs it on the host.
//
// It searches the same windows as FirstLineSolver, visits the same children in the same order and
// proves the same scores. To save memory, children are not kept but computed again when they are
// searched.

#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/lane_table.hpp"
#include "solver/node.hpp"
#include "solver/null_window_search.hpp"
#include "solver/static_bounds.hpp"
#include "solver/windows.hpp"

namespace dropfour::solver {

// Answers one question at a time about positions of a shape known at compile time: is the score at
// least beta?
template <class Shape>
class LaneSearch {
 public:
  static constexpr int kMaxDepth = Shape{}.cells();
  using Word = typename Shape::Word;

  DROPFOUR_EVERYWHERE explicit LaneSearch(const LaneTable& table)
      : bounds_(shape_), table_(table) {}

  // Starts at a settled position whose score is undecided: it lies within *range*, which contains
  // *beta* and the score below. Call step() until it returns true.
  DROPFOUR_EVERYWHERE void start(const Node<Shape>& node, const Word& moves,
                                 const ScoreRange& range, int beta) {
    node_ = node;
    moves_ = moves;
    range_ = range;
    beta_ = beta;
    depth_ = -1;
  }

  // Searches one node. Returns true once the question is answered, by value().
  DROPFOUR_EVERYWHERE bool step() {
    ++nodes_;
    expand();
    while (depth_ >= 0 && !advance()) leave();
    return depth_ < 0;
  }

  // A bound of the score on the same side of beta.
  DROPFOUR_EVERYWHERE int value() const { return value_; }
  // The nodes searched for all questions so far.
  DROPFOUR_EVERYWHERE std::uint32_t nodes() const { return nodes_; }

  // Narrows *range* by what is known about a position without a search.
  DROPFOUR_EVERYWHERE void look_up(const Node<Shape>& node, ScoreRange& range) const {
    if (!range.is_exact()) range = bounds_.narrow(node, range.low + 1, range);
    if (!range.is_exact()) table_.find(table_key(shape_, node), range);
  }

 private:
  static constexpr int kCellBits = 6;

  // A node on the path from the root, with the children that are still undecided.
  struct Frame {
    Word own, occupied, own_wins, other_wins;
    std::uint64_t cells;  // of these children, the next one in the lowest bits
    std::uint32_t nodes_before;
    signed char ply, low, high, beta, best, count;
    bool is_other_side;  // the side to move in the child being searched is not this node's
  };

  // Examines all children of the current node and appends it to the path.
  DROPFOUR_EVERYWHERE void expand() {
    Frame& frame = frames_[++depth_];
    int best = range_.low;
    // The undecided children, highest priority first: priority and cell in one number, or 0.
    int sorted[Shape::columns()] = {};
    int count = 0;
    const bool is_inner = !is_leaf(shape_, node_);
    for (Word moves = moves_; any(moves) && best < beta_; moves = without_lowest(moves)) {
      const int cell = lowest(moves);
      Settled<Shape> child = settle_child(shape_, node_, bit<Word>(cell));
      if (!child.range.is_exact())
        child.range =
            bounds_.narrow(child.node, child.is_other_side ? 1 - beta_ : beta_, child.range);
      ScoreRange known = child.seen_before(child.range);
      if (is_inner && known.low < beta_ && known.high >= beta_ && !is_leaf(shape_, child.node)) {
        table_.find(table_key(shape_, child.node), child.range);
        known = child.seen_before(child.range);
      }
      if (known.low >= beta_ || known.high < beta_) {
        best = std::max(best, known.low >= beta_ ? known.low : known.high);
        continue;
      }
      // Children of equal priority keep their order.
      int entry = (priority(shape_, bounds_, node_, cell, child) + 1) << kCellBits | cell;
      for (int i = 0; i < Shape::columns(); ++i)
        if (entry >> kCellBits > sorted[i] >> kCellBits) {
          const int later = sorted[i];
          sorted[i] = entry;
          entry = later;
        }
      ++count;
    }
    frame.own = node_.own;
    frame.occupied = node_.occupied;
    frame.own_wins = node_.own_wins;
    frame.other_wins = node_.other_wins;
    frame.cells = 0;
    for (int i = Shape::columns() - 1; i >= 0; --i)
      frame.cells = frame.cells << kCellBits | std::uint64_t(sorted[i] & ((1 << kCellBits) - 1));
    frame.nodes_before = nodes_ - 1;
    frame.ply = static_cast<signed char>(node_.ply);
    frame.low = static_cast<signed char>(range_.low);
    frame.high = static_cast<signed char>(range_.high);
    frame.beta = static_cast<signed char>(beta_);
    frame.best = static_cast<signed char>(best);
    frame.count = static_cast<signed char>(best >= beta_ ? 0 : count);
  }

  // Proceeds to the next child of the last node on the path; returns false if there is none.
  DROPFOUR_EVERYWHERE bool advance() {
    Frame& frame = frames_[depth_];
    while (frame.count > 0) {
      const int cell = int(frame.cells & ((1 << kCellBits) - 1));
      frame.cells >>= kCellBits;
      --frame.count;
      const Node<Shape> parent{frame.own, frame.occupied, frame.own_wins, frame.other_wins,
                               frame.ply};
      const Settled<Shape> child = settle_child(shape_, parent, bit<Word>(cell));
      range_ = child.range;
      // Entries stored since may decide this child.
      if (!is_leaf(shape_, child.node)) table_.find(table_key(shape_, child.node), range_);
      const ScoreRange known = child.seen_before(range_);
      if (known.low >= frame.beta || known.high < frame.beta) {
        take(frame, known.low >= frame.beta ? known.low : known.high);
        continue;
      }
      frame.is_other_side = child.is_other_side;
      beta_ = child.is_other_side ? 1 - frame.beta : frame.beta;
      node_ = child.node;
      moves_ = child.moves;
      return true;
    }
    return false;
  }

  // Removes the last node, which is decided, from the path: stores its bound and updates its
  // parent.
  DROPFOUR_EVERYWHERE void leave() {
    const Frame& frame = frames_[depth_];
    ScoreRange range{frame.low, frame.high};
    value_ = std::min<int>(frame.best, frame.high);
    (value_ >= frame.beta ? range.low : range.high) = value_;
    const Node<Shape> node{frame.own, frame.occupied, 0, 0, frame.ply};
    if (!is_leaf(shape_, node))
      table_.store(table_key(shape_, node), range, nodes_ - frame.nodes_before);
    if (--depth_ < 0) return;
    Frame& parent = frames_[depth_];
    take(parent, parent.is_other_side ? -value_ : value_);
  }

  DROPFOUR_EVERYWHERE static void take(Frame& frame, int score) {
    frame.best = static_cast<signed char>(std::max<int>(frame.best, score));
    if (frame.best >= frame.beta) frame.count = 0;
  }

  Shape shape_{};
  StaticBounds<Shape> bounds_;
  LaneTable table_;
  // The current node, to be expanded next.
  Node<Shape> node_;
  Word moves_{};
  ScoreRange range_;
  int beta_ = 0;
  int depth_ = -1;  // index of the last node on the path
  int value_ = 0;   // of the node that was removed last
  std::uint32_t nodes_ = 0;
  Frame frames_[kMaxDepth];
};

// Solves one position at a time.
template <class Shape>
class Lane {
 public:
  DROPFOUR_EVERYWHERE explicit Lane(const LaneTable& table) : search_(table) {}

  // Starts an unfinished position in which the side to move cannot win immediately. Call
  // step() until is_done().
  DROPFOUR_EVERYWHERE void start(const Position<Shape>& position) {
    root_ = settle(shape_, make_node(shape_, position));
    proven_ = root_.range;
    search_.look_up(root_.node, proven_);
    windows_ =
        Windows({-shape_.cells(), shape_.cells()}, root_.range, shape_.cells() - root_.node.ply);
    nodes_before_ = search_.nodes();
    if (!is_done()) ask();
  }

  DROPFOUR_EVERYWHERE bool is_done() const { return proven_.is_exact(); }
  DROPFOUR_EVERYWHERE int score() const { return root_.seen_before(proven_.low); }
  // The nodes searched since start().
  DROPFOUR_EVERYWHERE std::uint32_t nodes() const { return search_.nodes() - nodes_before_; }

  // Searches one node. If that answers the current question, the next one starts within the same
  // step, so lanes that run in lockstep wait for one node only.
  DROPFOUR_EVERYWHERE void step() {
    if (!search_.step()) return;
    const int value = search_.value();
    (value >= beta_ ? proven_.low : proven_.high) = value;
    windows_.count(beta_, search_.nodes() - asked_nodes_);
    if (!is_done()) ask();
  }

 private:
  // Returns to the root with the next question.
  DROPFOUR_EVERYWHERE void ask() {
    beta_ = windows_.next(proven_);
    asked_nodes_ = search_.nodes();
    search_.start(root_.node, root_.moves, proven_, beta_);
  }

  Shape shape_{};
  LaneSearch<Shape> search_;
  Settled<Shape> root_;
  ScoreRange proven_;
  Windows windows_;
  int beta_ = 0;
  std::uint32_t nodes_before_ = 0;
  std::uint32_t asked_nodes_ = 0;  // nodes() of the search when the question was asked
};

}  // namespace dropfour::solver
