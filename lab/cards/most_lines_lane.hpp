// The null-window search of MOST_LINES as a loop (lane.hpp), with the bounds, the reductions and
// the move ordering of most_lines_search.hpp.

#pragma once

#include <algorithm>
#include <cstdint>

#include "board/position.hpp"
#include "board/sorting.hpp"
#include "cards/lane.hpp"
#include "solver/line_moves.hpp"
#include "solver/questions.hpp"

namespace dropfour::cards {

// A move that is still undecided, and bounds of its value.
struct LaneMove {
  signed char cell, low, high;
};

template <class Shape>
struct MostLinesFrame : LaneFrame {
  signed char gain;  // of the move being searched
  LaneMove children[Shape::columns()];
  LinesNode<Shape> node;
  typename Shape::Word key;
};

// For positions of a shape known at compile time; all values are lines ahead.
template <class Shape>
class MostLinesLane
    : public LaneLoop<MostLinesLane<Shape>, MostLinesFrame<Shape>, Shape{}.cells()> {
 public:
  using Frame = MostLinesFrame<Shape>;
  using Loop = LaneLoop<MostLinesLane, Frame, Shape{}.cells()>;
  using Word = typename Shape::Word;
  using Node = LinesNode<Shape>;
  using Questions = MostLinesQuestions;

  struct Root {
    Node node;       // reduced
    Word key{};      // of that node
    int points = 0;  // lines already on the board, own minus the other side's

    DROPFOUR_EVERYWHERE Questions questions(const ScoreRange& proven) const {
      return {proven, proven};
    }
    DROPFOUR_EVERYWHERE int score(int value) const { return points + value; }
  };

  DROPFOUR_EVERYWHERE MostLinesLane(const LaneTable& table, typename Loop::Path& path)
      : Loop(table, path) {}

  DROPFOUR_EVERYWHERE Root examine(const Position<Shape>& position, ScoreRange& proven) const {
    const Shape shape;
    Root root{{position.own, position.occupied, {}, shape.cells() - position.ply}};
    root.points = shape.count_lines(position.own) - shape.count_lines(position.other());
    const OpenLines<Shape> lines = moves_.ahead().open_lines(root.node);
    proven = moves_.ahead().bounds(root.node, lines, -LinesAhead<Shape>::kMaxLines);
    if (proven.is_exact()) return root;
    root.key = moves_.reduce(root.node, lines);
    look_up(root.key, proven);
    return root;
  }

  // Asks about a root. Call step() until it returns true.
  DROPFOUR_EVERYWHERE void start(const Root& root, const ScoreRange& proven, int beta) {
    node_ = root.node;
    key_ = root.key;
    last_ = kNoCell;
    range_ = proven;
    beta_ = beta;
    this->clear();
  }

  // Searches one node. Returns true once the question is answered, by value().
  DROPFOUR_EVERYWHERE bool step() {
    Frame& frame = this->push(range_, beta_);
    int count = 0;
    const int best = expand(frame, count);
    frame.best = static_cast<signed char>(best);
    frame.count = static_cast<signed char>(best >= beta_ ? 0 : count);
    while (!this->is_empty() && !advance()) this->pop();
    return this->is_empty();
  }

 private:
  friend Loop;
  using Loop::table_;

  // Proceeds to the next child of the last node on the path; returns false if there is none.
  DROPFOUR_EVERYWHERE bool advance() {
    Frame& frame = this->last();
    while (frame.next < frame.count) {
      // Entries stored since may decide this child.
      const ScoreRange known = visit(frame, frame.next++);
      if (Loop::is_open(known, frame.beta)) return true;
      this->take(frame, Loop::bound(known, frame.beta));
    }
    return false;
  }

  // With fewer empty cells children are neither reduced nor looked up.
  DROPFOUR_EVERYWHERE static bool probes(const Node& node) { return node.empties > kTableEmpties; }

  // Examines all children of the current node, writes the undecided ones and their number, and
  // returns the best bound of the others.
  DROPFOUR_EVERYWHERE int expand(Frame& frame, int& count) const {
    frame.node = node_;
    frame.key = key_;
    struct Child : LaneMove {
      int priority;
    };
    Child sorted[Shape::columns()];
    int best = range_.low;
    const OpenLines<Shape> lines = moves_.ahead().open_lines(node_);
    for (Word moves = moves_.ahead().playable(node_); any(moves) && best < beta_;
         moves = without_lowest(moves)) {
      const int cell = lowest(moves);
      LineMove<Shape> move;
      moves_.play(node_, lines, cell, beta_, move);
      if (move.is_open(beta_) && probes(node_)) look_up(move);
      if (!move.is_open(beta_)) {
        best = std::max(best, Loop::bound({move.low, move.high}, beta_));
        continue;
      }
      const int estimate = moves_.estimate(node_, lines, cell, move.gain, last_);
      const Child child{{static_cast<signed char>(cell), static_cast<signed char>(move.low),
                         static_cast<signed char>(move.high)},
                        history_.priority(node_.empties, cell, estimate)};
      insert_sorted(sorted, count++, child, [](const Child& each) { return each.priority; });
    }
    for (int i = 0; i < count; ++i) frame.children[i] = sorted[i];
    for (int i = 0, paired = moves_.paired(node_, count); i < paired && best < beta_; ++i)
      if (moves_.pairs_hold(move_of(frame, frame.children[i]), beta_)) best = beta_;
    return best;
  }

  // Makes the i-th child the current node and returns its range, for the parent's side to move.
  DROPFOUR_EVERYWHERE ScoreRange visit(Frame& frame, int i) {
    LineMove<Shape> move = move_of(frame, frame.children[i]);
    if (probes(frame.node)) key_ = look_up(move);
    frame.gain = static_cast<signed char>(move.gain);
    last_ = frame.children[i].cell;
    node_ = move.node;
    range_ = move.range_ahead();
    beta_ = move.gain - frame.beta + 1;
    return {move.low, move.high};
  }

  DROPFOUR_EVERYWHERE static int for_parent(const Frame& frame, int value) {
    return frame.gain - value;
  }

  DROPFOUR_EVERYWHERE void store(const Frame& frame, const ScoreRange& range) {
    if (frame.node.empties >= kTableEmpties)
      table_.store(frame.key, StoredRange::of(range), this->nodes() - frame.nodes_before);
  }

  DROPFOUR_EVERYWHERE void learn(const Frame& frame) {
    history_.learn(frame.node.empties, frame.next - 1,
                   [&](int i) { return frame.children[i].cell; });
  }

  // The move to a child, with its bounds.
  DROPFOUR_EVERYWHERE LineMove<Shape> move_of(const Frame& frame, const LaneMove& child) const {
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
  DROPFOUR_EVERYWHERE void look_up(const Word& key, ScoreRange& range) const {
    ScoreRange stored = StoredRange::unknown();
    table_.find(key, stored);
    StoredRange::narrow(range, stored);
  }

  LineMoves<Shape> moves_{Shape{}};
  MoveHistory<short, Shape{}.bits()> history_;
  // Of the current node, to be expanded next.
  Node node_;
  Word key_{};
  ScoreRange range_;
  int beta_ = 0;
  int last_ = kNoCell;  // the cell of the move that led to it
};

}  // namespace dropfour::cards
