// Searches as a loop, without recursion and with little memory. They are meant for graphics cards,
// where tens of thousands of lanes run in parallel on one table (solve_ply.cu);
// check_lane.hpp runs them on the host.
//
// They ask the same questions as the solvers, visit the same children in the same order and prove
// the same scores. To save memory, children are not kept but computed again when they are searched.
// This file has the loop; first_line_lane.hpp and most_lines_lane.hpp have the games.

#pragma once

#include <algorithm>
#include <cstdint>

#include "cards/lane_table.hpp"

namespace dropfour::cards {

// The lanes of a warp wait for each other; on the processor a lane is alone.
DROPFOUR_EVERYWHERE inline void meet_warp() {
#if defined(__CUDA_ARCH__)
  __syncwarp();
#endif
}

// A node on the path from the root; a game adds the position and the children.
struct LaneFrame {
  std::uint32_t nodes_before;
  signed char low, high, beta, best;
  signed char next, count;  // of the children that are still undecided
};

// Answers one question at a time: is the score of a position at least beta? *Game*, derived from
// it, has
//
//   step()                does a part of the search and returns true once the question is answered
//   for_parent(frame, v)  a value of the child being searched, for the parent's side to move
//   store(frame, range)   writes the range of a decided node to the table
//   learn(frame)          takes note that the child before `next` decided the node
template <class Game, class Frame, int kMaxDepth>
class LaneLoop {
 public:
  // The nodes from the root to the current one. They are not part of the loop, so that a compiler
  // can keep the rest of it in registers.
  using Path = Frame[kMaxDepth];

  // A bound of the score on the same side of beta.
  DROPFOUR_EVERYWHERE int value() const { return value_; }
  // The nodes searched for all questions so far.
  DROPFOUR_EVERYWHERE std::uint32_t nodes() const { return nodes_; }

 protected:
  DROPFOUR_EVERYWHERE LaneLoop(const LaneTable& table, Frame* path)
      : table_(table), frames_(path) {}

  DROPFOUR_EVERYWHERE static bool is_open(const ScoreRange& known, int beta) {
    return known.low < beta && known.high >= beta;
  }
  // The bound of a range that does not contain *beta* and the score below.
  DROPFOUR_EVERYWHERE static int bound(const ScoreRange& known, int beta) {
    return known.low >= beta ? known.low : known.high;
  }

  DROPFOUR_EVERYWHERE bool is_empty() const { return depth_ < 0; }
  // The last node on the path.
  DROPFOUR_EVERYWHERE Frame& last() { return frames_[depth_]; }

  DROPFOUR_EVERYWHERE void clear() { depth_ = -1; }

  // Appends a node, whose score lies within *range*, to the path.
  DROPFOUR_EVERYWHERE Frame& push(const ScoreRange& range, int beta) {
    Frame& frame = frames_[++depth_];
    frame.nodes_before = nodes_++;
    frame.low = static_cast<signed char>(range.low);
    frame.high = static_cast<signed char>(range.high);
    frame.beta = static_cast<signed char>(beta);
    frame.next = 0;
    return frame;
  }

  // Removes the last node, which is decided, from the path: stores its bound and updates its
  // parent.
  DROPFOUR_EVERYWHERE void pop() {
    const Frame& frame = frames_[depth_];
    ScoreRange range{frame.low, frame.high};
    value_ = std::min<int>(frame.best, frame.high);
    (value_ >= frame.beta ? range.low : range.high) = value_;
    game().store(frame, range);
    if (--depth_ < 0) return;
    Frame& parent = frames_[depth_];
    take(parent, game().for_parent(parent, value_));
  }

  // Updates *frame* by the value of the child before `next`.
  DROPFOUR_EVERYWHERE void take(Frame& frame, int value) {
    frame.best = static_cast<signed char>(std::max<int>(frame.best, value));
    if (frame.best < frame.beta) return;
    game().learn(frame);
    frame.next = frame.count = 0;
  }

  LaneTable table_;

 private:
  DROPFOUR_EVERYWHERE Game& game() { return static_cast<Game&>(*this); }

  int depth_ = -1;  // index of the last node on the path
  int value_ = 0;   // of the node that was removed last
  std::uint32_t nodes_ = 0;
  Frame* frames_;
};

// Solves one position at a time with a *Search* as above, which also has
//
//   Questions                     their order (questions.hpp)
//   Root                          what the search needs of a position: the questions about it, and
//                                 a score for the side that is to move
//   examine(position, proven)     returns the root, and its range as known without a search
//   start(root, proven, beta)     asks a question
template <class Search>
class LaneSolver {
 public:
  using Path = typename Search::Path;

  DROPFOUR_EVERYWHERE LaneSolver(const LaneTable& table, Path& path) : search_(table, path) {}

  // Starts an unfinished position; in FIRST_LINE, one in which the side to move cannot win
  // immediately. Call step() until is_done().
  template <class Position>
  DROPFOUR_EVERYWHERE void start(const Position& position) {
    nodes_before_ = search_.nodes();
    root_ = search_.examine(position, proven_);
    questions_ = root_.questions(proven_);
    if (!is_done()) ask();
  }

  DROPFOUR_EVERYWHERE bool is_done() const { return proven_.is_exact(); }
  DROPFOUR_EVERYWHERE int score() const { return root_.score(proven_.low); }
  // The nodes searched since start().
  DROPFOUR_EVERYWHERE std::uint32_t nodes() const { return search_.nodes() - nodes_before_; }

  // Searches one node. If that answers the current question, the next one starts within the same
  // step, so lanes that run in lockstep wait for one node only.
  DROPFOUR_EVERYWHERE void step() {
    if (!search_.step()) return;
    const int value = search_.value();
    (value >= beta_ ? proven_.low : proven_.high) = value;
    questions_.count(beta_, search_.nodes() - asked_nodes_);
    if (!is_done()) ask();
  }

 private:
  // Returns to the root with the next question.
  DROPFOUR_EVERYWHERE void ask() {
    beta_ = questions_.next(proven_);
    asked_nodes_ = search_.nodes();
    search_.start(root_, proven_, beta_);
  }

  Search search_;
  typename Search::Root root_;
  typename Search::Questions questions_;
  ScoreRange proven_;
  int beta_ = 0;
  std::uint32_t nodes_before_ = 0;
  std::uint32_t asked_nodes_ = 0;  // nodes() of the search when the question was asked
};

}  // namespace dropfour::cards
