// The null-window search of MOST_LINES as a loop, for graphics cards: as lane.hpp for FIRST_LINE.
//
// It has the bounds, the reductions and the move ordering of most_lines_search.hpp and proves the
// same scores. To save memory, children are not kept but computed again when they are searched.

#pragma once

#include <algorithm>
#include <cstdint>

#include "board/position.hpp"
#include "solver/lane_table.hpp"
#include "solver/line_moves.hpp"

namespace dropfour::solver {

// Answers one question at a time about positions of a shape known at compile time: are the lines
// ahead worth beta or more?
template <class Shape>
class MostLinesLaneSearch {
 public:
  using Word = typename Shape::Word;
  using Node = LinesNode<Shape>;

  DROPFOUR_EVERYWHERE explicit MostLinesLaneSearch(const LaneTable& table) : table_(table) {}

  // Starts at a reduced position whose value lies within *range*, which contains *beta* and the
  // score below. Call step() until it returns true.
  DROPFOUR_EVERYWHERE void start(const Node& node, const Word& key, const ScoreRange& range,
                                 int beta) {
    node_ = node;
    key_ = key;
    range_ = range;
    beta_ = beta;
    last_ = kNoCell;
    depth_ = -1;
  }

  // Searches one node. Returns true once the question is answered, by value().
  DROPFOUR_EVERYWHERE bool step() {
    ++nodes_;
    expand();
    while (depth_ >= 0 && !advance()) leave();
    return depth_ < 0;
  }

  // A bound of the value on the same side of beta.
  DROPFOUR_EVERYWHERE int value() const { return value_; }
  // The nodes searched for all questions so far.
  DROPFOUR_EVERYWHERE std::uint32_t nodes() const { return nodes_; }

  DROPFOUR_EVERYWHERE const LineMoves<Shape>& moves() const { return moves_; }

  // Narrows *range* by what the table knows.
  DROPFOUR_EVERYWHERE void look_up(const Word& key, ScoreRange& range) const {
    ScoreRange stored = StoredRange::unknown();
    table_.find(key, stored);
    StoredRange::narrow(range, stored);
  }

 private:
  // A move that is still undecided, and bounds of its value.
  struct Child {
    signed char cell, low, high;
  };

  // A node on the path from the root.
  struct Frame {
    Node node;
    Word key;
    std::uint32_t nodes_before;
    signed char low, high, beta, best;
    signed char gain;         // of the move being searched
    signed char next, count;  // of the children
    Child children[Shape::columns()];
  };

  // With fewer empty cells children are neither reduced nor looked up.
  DROPFOUR_EVERYWHERE static bool probes(const Node& node) { return node.empties > kTableEmpties; }

  // Examines all children of the current node and appends it to the path.
  DROPFOUR_EVERYWHERE void expand() {
    Frame& frame = frames_[++depth_];
    frame.node = node_;
    frame.key = key_;
    frame.nodes_before = nodes_ - 1;
    frame.low = static_cast<signed char>(range_.low);
    frame.high = static_cast<signed char>(range_.high);
    frame.beta = static_cast<signed char>(beta_);
    frame.next = frame.count = 0;
    int best = range_.low, count = 0;
    int priorities[Shape::columns()];
    const OpenLines<Shape> lines = moves_.ahead().open_lines(node_);
    for (Word moves = moves_.ahead().playable(node_); any(moves) && best < beta_;
         moves = without_lowest(moves)) {
      const int cell = lowest(moves);
      LineMove<Shape> move;
      moves_.play(node_, lines, cell, beta_, move);
      if (move.is_open(beta_) && probes(node_)) look_up(move);
      if (!move.is_open(beta_)) {
        best = std::max(best, move.low >= beta_ ? move.low : move.high);
        continue;
      }
      const int priority = history_.priority(node_.empties, cell,
                                             moves_.estimate(node_, lines, cell, move.gain, last_));
      int slot = count++;
      for (; slot > 0 && priorities[slot - 1] < priority; --slot) {
        priorities[slot] = priorities[slot - 1];
        frame.children[slot] = frame.children[slot - 1];
      }
      priorities[slot] = priority;
      frame.children[slot] = {static_cast<signed char>(cell), static_cast<signed char>(move.low),
                              static_cast<signed char>(move.high)};
    }
    for (int i = 0, paired = moves_.paired(node_, count); i < paired && best < beta_; ++i)
      if (moves_.pairs_hold(move_of(frame, frame.children[i]), beta_)) best = beta_;
    frame.best = static_cast<signed char>(best);
    if (best < beta_) frame.count = static_cast<signed char>(count);
  }

  // The move to a child, with its bounds.
  DROPFOUR_EVERYWHERE LineMove<Shape> move_of(const Frame& frame, const Child& child) const {
    LineMove<Shape> move;
    moves_.play(frame.node, moves_.ahead().open_lines(frame.node), child.cell, move);
    move.low = child.low;
    move.high = child.high;
    return move;
  }

  // Reduces the node after *move* and narrows its bounds by the table. Returns the key.
  DROPFOUR_EVERYWHERE Word look_up(LineMove<Shape>& move) const {
    const Word key = moves_.reduce(move.node, move.lines);
    ScoreRange range = move.range_ahead();
    look_up(key, range);
    move.set_range_ahead(range);
    return key;
  }

  // Proceeds to the next child of the last node on the path; returns false if there is none.
  DROPFOUR_EVERYWHERE bool advance() {
    Frame& frame = frames_[depth_];
    while (frame.next < frame.count) {
      LineMove<Shape> move = move_of(frame, frame.children[frame.next]);
      ++frame.next;
      // Entries stored since may decide this child.
      if (probes(frame.node)) key_ = look_up(move);
      if (!move.is_open(frame.beta)) {
        take(frame, move.low >= frame.beta ? move.low : move.high);
        continue;
      }
      frame.gain = static_cast<signed char>(move.gain);
      last_ = frame.children[frame.next - 1].cell;
      node_ = move.node;
      range_ = move.range_ahead();
      beta_ = move.gain - frame.beta + 1;
      return true;
    }
    return false;
  }

  // Removes the last node, which is decided, from the path: stores its bound and updates its
  // parent.
  DROPFOUR_EVERYWHERE void leave() {
    const Frame& frame = frames_[depth_];
    value_ = frame.best;
    if (frame.node.empties >= kTableEmpties) {
      ScoreRange range{frame.low, frame.high};
      (value_ >= frame.beta ? range.low : range.high) = value_;
      table_.store(frame.key, StoredRange::of(range), nodes_ - frame.nodes_before);
    }
    if (--depth_ < 0) return;
    Frame& parent = frames_[depth_];
    take(parent, parent.gain - value_);
  }

  // Updates *frame* by the value of the child before `next`.
  DROPFOUR_EVERYWHERE void take(Frame& frame, int value) {
    frame.best = static_cast<signed char>(std::max<int>(frame.best, value));
    if (value < frame.beta) return;
    history_.learn(frame.node.empties, frame.next - 1,
                   [&](int i) { return frame.children[i].cell; });
    frame.count = 0;
  }

  LineMoves<Shape> moves_{Shape{}};
  LaneTable table_;
  MoveHistory<short, Shape{}.bits()> history_;
  // The current node, to be expanded next.
  Node node_;
  Word key_{};
  ScoreRange range_;
  int beta_ = 0;
  int last_ = kNoCell;  // the cell of the move that led to it
  int depth_ = -1;      // index of the last node on the path
  int value_ = 0;       // of the node that was removed last
  std::uint32_t nodes_ = 0;
  Frame frames_[Shape{}.cells()];
};

// Solves one position at a time.
template <class Shape>
class MostLinesLane {
 public:
  DROPFOUR_EVERYWHERE explicit MostLinesLane(const LaneTable& table) : search_(table) {}

  // Starts an unfinished position. Call step() until is_done().
  DROPFOUR_EVERYWHERE void start(const Position<Shape>& position) {
    const Shape shape;
    points_ = shape.count_lines(position.own) - shape.count_lines(position.other());
    root_ = {position.own, position.occupied, {}, shape.cells() - position.ply};
    const auto& ahead = search_.moves().ahead();
    const OpenLines<Shape> lines = ahead.open_lines(root_);
    proven_ = ahead.bounds(root_, lines, -LinesAhead<Shape>::kMaxLines);
    nodes_before_ = search_.nodes();
    if (is_done()) return;
    key_ = search_.moves().reduce(root_, lines);
    search_.look_up(key_, proven_);
    beta_ = (proven_.low + proven_.high + 1) / 2;
    if (!is_done()) ask();
  }

  DROPFOUR_EVERYWHERE bool is_done() const { return proven_.is_exact(); }
  DROPFOUR_EVERYWHERE int score() const { return points_ + proven_.low; }
  // The nodes searched since start().
  DROPFOUR_EVERYWHERE std::uint32_t nodes() const { return search_.nodes() - nodes_before_; }

  // Searches one node. If that answers the current question, the next one starts within the same
  // step, so lanes that run in lockstep wait for one node only.
  DROPFOUR_EVERYWHERE void step() {
    if (!search_.step()) return;
    const int value = search_.value();
    (value >= beta_ ? proven_.low : proven_.high) = value;
    // Steps of one: questions far from the score are cheap.
    beta_ = value >= beta_ ? value + 1 : value;
    if (!is_done()) ask();
  }

 private:
  // Returns to the root with the next question.
  DROPFOUR_EVERYWHERE void ask() {
    beta_ = std::clamp(beta_, proven_.low + 1, proven_.high);
    search_.start(root_, key_, proven_, beta_);
  }

  MostLinesLaneSearch<Shape> search_;
  LinesNode<Shape> root_;
  typename Shape::Word key_{};
  ScoreRange proven_;  // of the lines ahead
  int points_ = 0;     // lines already on the board, own minus the other side's
  int beta_ = 0;
  std::uint32_t nodes_before_ = 0;
};

}  // namespace dropfour::solver
