// One thread's search of MOST_LINES: null-window tests whether the future lines of a position are
// worth `beta` or more, with the bounds and reductions of lines_ahead.hpp and pairing_bound.hpp,
// and the move ordering of line_order.hpp. All of these and the table consider future lines only,
// so positions that differ in the lines already made share their entries.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/control.hpp"
#include "solver/line_moves.hpp"
#include "solver/threads.hpp"
#include "solver/transposition_table.hpp"

namespace dropfour::solver {

template <class Shape>
class MostLinesSearch {
 public:
  using Word = typename Shape::Word;
  using Node = LinesNode<Shape>;
  using Table = TableFor<Word>;
  using Place = typename Table::Place;

  // *busy* is nullptr if the thread searches alone.
  MostLinesSearch(const Shape& shape, BusySet* busy)
      : shape_(shape),
        moves_(shape),
        busy_(busy),
        check_nodes_(sizeof(Word) > 8  ? 8
                     : busy != nullptr ? kSharedCheckNodes
                                       : Control::kCheckNodes),
        children_(std::size_t((shape.cells() + 1) * shape.columns())) {}

  // A reduced position and its key (LineMoves::reduce).
  struct Root {
    Node node;
    Word key{};
  };

  // What ends a test early.
  struct Limits {
    Control& control;
    std::uint64_t nodes;                      // of this test
    const std::atomic<bool>* halt = nullptr;  // set by another thread
    int points = 0;       // lines made before, added to the range when progress is reported
    bool reports = true;  // whether this thread reports progress
  };

  // Narrows *range*, the proven range of the root, to one side of *beta*, unless was_stopped().
  void test(const Root& root, int beta, Table& table, const Limits& limits, ScoreRange& range) {
    table_ = &table;
    limits_ = &limits;
    range_ = range;
    stopped_ = false;
    path_.clear();
    nodes_ = unreported_ = 0;
    const int value = search(root.node, range, beta, table.place(root.key), 0, kNoCell);
    limits.control.should_stop(unreported_);
    if (!stopped_) (value >= beta ? range.low : range.high) = value;
  }

  bool was_stopped() const { return stopped_; }
  // The nodes of the last test.
  std::uint64_t nodes() const { return nodes_; }

  // Narrows *range* by what *table* knows about the root.
  void look_up(const Root& root, Table& table, ScoreRange& range) {
    table_ = &table;
    recall(table.place(root.key), range);
  }

 private:
  // Threads avoid each other's nodes only above this many empty cells.
  static constexpr int kDeferEmpties = 14;

  struct Child : LineMove<Shape> {
    Place place;
    int priority;
    int cell;  // of the move
  };

  // A lower bound of the value if it reaches *beta*, otherwise an upper bound. *known* is proven,
  // with known.low < beta <= known.high. *last* is the cell of the last move, or kNoCell.
  int search(const Node& node, const ScoreRange& known, int beta, const Place& place, int depth,
             int last) {
    const std::uint64_t before = nodes_++;
    if (++unreported_ >= check_nodes_ && must_leave()) return 0;
    const bool keep = node.empties >= kTableEmpties, probe = node.empties > kTableEmpties;
    const auto settle = [&](const ScoreRange& range, int value) {
      if (keep) remember(place, range, nodes_ - before);
      return value;
    };

    Child* const children = &children_[std::size_t(depth * shape_.columns())];
    std::array<Child*, 2 * kMaxSide> sorted;
    int count = 0;
    int best = known.low;
    const auto lines = moves_.ahead().open_lines(node);
    for (Word moves = moves_.ahead().playable(node); any(moves); moves = without_lowest(moves)) {
      Child& child = children[count];
      child.cell = lowest(moves);
      moves_.play(node, lines, child.cell, beta, child);
      if (child.low >= beta) return settle({child.low, known.high}, child.low);
      if (child.high < beta) {
        best = std::max(best, child.high);
        continue;
      }
      child.priority = history_.priority(
          node.empties, child.cell, moves_.estimate(node, lines, child.cell, child.gain, last));
      int slot = count++;
      for (; slot > 0 && child.priority > sorted[std::size_t(slot - 1)]->priority; --slot)
        sorted[std::size_t(slot)] = sorted[std::size_t(slot - 1)];
      sorted[std::size_t(slot)] = &child;
    }

    const int paired = moves_.paired(node, count);
    if (paired > 0 && moves_.pairs_hold(*sorted[0], beta)) return settle({beta, known.high}, beta);
    // The table may decide the node without a search.
    for (int i = 0; probe && i < count; ++i) {
      Child& child = *sorted[std::size_t(i)];
      child.place = table_->place(moves_.reduce(child.node, child.lines));
      table_->prefetch(child.place);
    }
    for (int i = 0; probe && i < count; ++i) {
      Child& child = *sorted[std::size_t(i)];
      look_up(child);
      if (child.low >= beta) return settle({child.low, known.high}, child.low);
    }
    for (int i = 1; i < paired; ++i) {
      const Child& child = *sorted[std::size_t(i)];
      if (child.is_open(beta) && moves_.pairs_hold(child, beta))
        return settle({beta, known.high}, beta);
    }
    // Children that another thread is searching are deferred to the end.
    const bool can_defer = busy_ != nullptr && node.empties > kDeferEmpties;
    if (can_defer) path_.push(place, beta);
    int deferred = 0;
    for (int i = 0; i < count + deferred && best < beta; ++i) {
      Child& child = *sorted[std::size_t(i)];
      if (probe && i > 0) look_up(child);
      if (can_defer && i > 0 && i < count && child.is_open(beta) && is_busy(child)) {
        sorted[std::size_t(count + deferred++)] = &child;
        continue;
      }
      const int value = value_of(child, beta, can_defer, depth);
      if (stopped_ || path_.is_leaving()) break;
      if (value >= beta)
        history_.learn(node.empties, i,
                       [&](int tried) { return sorted[std::size_t(tried)]->cell; });
      best = std::max(best, value);
    }
    if (can_defer) path_.pop();
    if (stopped_) return 0;
    if (path_.is_leaving()) return can_defer ? path_.arrive(0) : 0;
    return settle(best >= beta ? ScoreRange{best, known.high} : ScoreRange{known.low, best}, best);
  }

  // A bound of the child's value, for its parent, that lies on the same side of *beta*.
  int value_of(const Child& child, int beta, bool is_shared, int depth) {
    if (!child.is_open(beta)) return child.high < beta ? child.high : child.low;
    if (is_shared) busy_->insert(Table::fingerprint(child.place));
    const int value = child.gain - search(child.node, child.range_ahead(), child.gain - beta + 1,
                                          child.place, depth + 1, child.cell);
    if (is_shared) busy_->erase(Table::fingerprint(child.place));
    return value;
  }

  bool is_busy(const Child& child) const {
    return busy_->contains(Table::fingerprint(child.place));
  }

  void look_up(Child& child) {
    ScoreRange range = child.range_ahead();
    recall(child.place, range);
    child.set_range_ahead(range);
  }

  void recall(const Place& place, ScoreRange& range) {
    ScoreRange stored = StoredRange::unknown();
    table_->find(place, stored);
    StoredRange::narrow(range, stored);
  }
  void remember(const Place& place, const ScoreRange& range, std::uint64_t work) {
    table_->store(place, StoredRange::of(range), work);
  }

  // Returns whether the search must leave the node.
  bool must_leave() {
    const Limits& limits = *limits_;
    stopped_ = limits.control.should_stop(unreported_) || nodes_ > limits.nodes ||
               (limits.halt != nullptr && limits.halt->load(std::memory_order_relaxed));
    unreported_ = 0;
    if (limits.reports)
      limits.control.report({range_.low + limits.points, range_.high + limits.points});
    path_.check({-LinesAhead<Shape>::kMaxLines, LinesAhead<Shape>::kMaxLines},
                [&](const Place& place, ScoreRange& range) { recall(place, range); });
    return stopped_ || path_.is_leaving();
  }

  Shape shape_;
  LineMoves<Shape> moves_;
  BusySet* busy_;
  std::uint64_t check_nodes_;  // the most nodes between two checks
  SharedPath<Place> path_;
  std::vector<Child> children_;  // columns() per depth

  MoveHistory<int, kMaxSide*(kMaxSide + 1)> history_;

  Table* table_ = nullptr;
  const Limits* limits_ = nullptr;
  ScoreRange range_;  // of the root, as proven before the test
  std::uint64_t nodes_ = 0, unreported_ = 0;
  bool stopped_ = false;
};

}  // namespace dropfour::solver
