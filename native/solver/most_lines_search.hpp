// One thread's search of MOST_LINES: null-window tests whether the future lines of a position are
// worth `beta` or more, with the bounds and reductions of lines_ahead.hpp and pairing_bound.hpp.
// Table, bounds and move ordering consider future lines only, so positions that differ in the lines
// already made share their entries.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/control.hpp"
#include "solver/lines_ahead.hpp"
#include "solver/pairing_bound.hpp"
#include "solver/threads.hpp"
#include "solver/transposition_table.hpp"

namespace dropfour::solver {

template <class Shape>
class MostLinesSearch {
 public:
  using Word = typename Shape::Word;
  using Ahead = LinesAhead<Shape>;
  using Node = LinesNode<Shape>;
  using Table = TableFor<Word>;
  using Place = typename Table::Place;

  // *busy* is nullptr if the thread searches alone.
  MostLinesSearch(const Shape& shape, BusySet* busy)
      : shape_(shape),
        ahead_(shape),
        pairing_(shape),
        busy_(busy),
        children_(std::size_t((shape.cells() + 1) * shape.columns())) {}

  // A reduced position and its key.
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
    nodes_ = unreported_ = 0;
    const int value = search(root.node, range, beta, place_of(root.node, root.key), 0);
    limits.control.should_stop(unreported_);
    if (!stopped_) (value >= beta ? range.low : range.high) = value;
  }

  bool was_stopped() const { return stopped_; }
  // The nodes of the last test.
  std::uint64_t nodes() const { return nodes_; }

  // Narrows *range* by what *table* knows about the root.
  void look_up(const Root& root, Table& table, ScoreRange& range) {
    table_ = &table;
    recall(place_of(root.node, root.key), range);
  }

 private:
  // The table stores bounds of up to this many lines; a bound at the limit may be larger.
  static constexpr int kFarthest = 31;
  // With fewer empty cells the table costs more than it saves (20 % of the time).
  static constexpr int kTableEmpties = 8;
  // With fewer empty cells mirror images rarely occur in the same search.
  static constexpr int kMirrorEmpties = 16;
  // With fewer empty cells a search is quicker than the bound by pairing.
  static constexpr int kPairingEmpties = 6;
  // Move ordering: one unit of the estimate is worth as much as this many units of history.
  static constexpr int kEstimateWeight = 5, kMostHistory = 1000;
  // Threads avoid each other's nodes only above this many empty cells.
  static constexpr int kDeferEmpties = 14;
  static constexpr std::uint64_t kCheckNodes = sizeof(Word) == 8 ? Control::kCheckNodes : 8;

  struct Child {
    Node node;
    Place place;
    int gain;       // lines completed by the move
    int low, high;  // bounds of the move's value, for the parent
    int priority;
    int cell;  // of the move

    bool is_open(int beta) const { return low < beta && high >= beta; }
  };

  Place place_of(const Node& node, Word key) const {
    if (node.empties >= kMirrorEmpties) {
      const Word mirror = mirrored(shape_, key);
      if (is_less(mirror, key)) key = mirror;
    }
    return table_->place(key);
  }

  // A lower bound of the value if it reaches *beta*, otherwise an upper bound. *known* is proven,
  // with known.low < beta <= known.high.
  int search(const Node& node, const ScoreRange& known, int beta, const Place& place, int depth) {
    const std::uint64_t before = nodes_++;
    if (++unreported_ >= kCheckNodes) check();
    if (stopped_) return 0;
    const bool keep = node.empties >= kTableEmpties, probe = node.empties > kTableEmpties;
    const auto settle = [&](const ScoreRange& range, int value) {
      if (keep) remember(place, range, nodes_ - before);
      return value;
    };

    Child* const children = &children_[std::size_t(depth * shape_.columns())];
    std::array<Child*, 2 * kMaxSide> sorted;
    int count = 0;
    int best = known.low;
    const Word other = node.other();
    for (Word moves = ahead_.playable(node); any(moves); moves = without_lowest(moves)) {
      const Word move = bit<Word>(lowest(moves));
      Child& child = children[count];
      child.node = {other, node.occupied | move, node.skip, node.empties - 1};
      child.gain = ahead_.made(node.own, move);
      const auto outlook = ahead_.outlook(child.node, child.gain - beta);
      child.low = child.gain - outlook.range.high;
      child.high = child.gain - outlook.range.low;
      if (child.low >= beta) return settle({child.low, known.high}, child.low);
      if (child.high < beta) {
        best = std::max(best, child.high);
        continue;
      }
      if (probe) {
        Word key{};
        child.node = ahead_.reduced(child.node, key);
        child.place = place_of(child.node, key);
        table_->prefetch(child.place);
      }
      child.cell = lowest(move);
      child.priority = kEstimateWeight * (Ahead::kEstimateUnit * child.gain - outlook.estimate) +
                       history_[node.empties % 2][std::size_t(child.cell)];
      int slot = count++;
      for (; slot > 0 && sorted[std::size_t(slot - 1)]->priority < child.priority; --slot)
        sorted[std::size_t(slot)] = sorted[std::size_t(slot - 1)];
      sorted[std::size_t(slot)] = &child;
    }

    // The table may decide the node without a search.
    for (int i = 0; probe && i < count; ++i) {
      Child& child = *sorted[std::size_t(i)];
      look_up(child);
      if (child.low >= beta) return settle({child.low, known.high}, child.low);
    }
    if (node.empties % 2 == 0 && node.empties >= kPairingEmpties)
      for (int i = 0; i < count; ++i) {
        const Child& child = *sorted[std::size_t(i)];
        if (child.is_open(beta) && pairing_.holds(child.node, child.gain - beta))
          return settle({beta, known.high}, beta);
      }
    // Children that another thread is searching are deferred to the end.
    const bool can_defer = busy_ != nullptr && node.empties > kDeferEmpties;
    int deferred = 0;
    for (int i = 0; i < count + deferred; ++i) {
      Child& child = *sorted[std::size_t(i)];
      if (probe && i > 0) look_up(child);
      if (can_defer && i > 0 && i < count && child.is_open(beta) && is_busy(child)) {
        sorted[std::size_t(count + deferred++)] = &child;
        continue;
      }
      const int value = value_of(child, beta, can_defer, depth);
      if (stopped_) return 0;
      if (value >= beta) {
        learn(node, sorted, i);
        return settle({value, known.high}, value);
      }
      best = std::max(best, value);
      if (can_defer) {
        // Another thread may have decided this node meanwhile.
        ScoreRange found = known;
        recall(place, found);
        if (found.low >= beta) return found.low;
        if (found.high < beta) return found.high;
      }
    }
    return settle({known.low, best}, best);
  }

  // A bound of the child's value, for its parent, that lies on the same side of *beta*.
  int value_of(const Child& child, int beta, bool is_shared, int depth) {
    if (!child.is_open(beta)) return child.high < beta ? child.high : child.low;
    if (is_shared) busy_->insert(Table::fingerprint(child.place));
    const int value =
        child.gain - search(child.node, {child.gain - child.high, child.gain - child.low},
                            child.gain - beta + 1, child.place, depth + 1);
    if (is_shared) busy_->erase(Table::fingerprint(child.place));
    return value;
  }

  // The move of child *best* was good, those tried before it were not.
  void learn(const Node& node, const std::array<Child*, 2 * kMaxSide>& sorted, int best) {
    auto& history = history_[node.empties % 2];
    const auto add = [&](int i, int amount) {
      int& value = history[std::size_t(sorted[std::size_t(i)]->cell)];
      value = std::clamp(value + amount, -kMostHistory, kMostHistory);
    };
    for (int i = 0; i < best; ++i) add(i, -1);
    add(best, best);
  }

  bool is_busy(const Child& child) const {
    return busy_->contains(Table::fingerprint(child.place));
  }

  void look_up(Child& child) {
    ScoreRange range{child.gain - child.high, child.gain - child.low};
    recall(child.place, range);
    child.low = child.gain - range.high;
    child.high = child.gain - range.low;
  }

  void recall(const Place& place, ScoreRange& range) {
    ScoreRange kept{-kFarthest, kFarthest};
    table_->find(place, kept);
    if (kept.low > -kFarthest) range.low = std::max(range.low, kept.low);
    if (kept.high < kFarthest) range.high = std::min(range.high, kept.high);
  }
  void remember(const Place& place, const ScoreRange& range, std::uint64_t work) {
    table_->store(place,
                  {std::clamp(range.low, -kFarthest, kFarthest),
                   std::clamp(range.high, -kFarthest, kFarthest)},
                  work);
  }

  void check() {
    const Limits& limits = *limits_;
    stopped_ = limits.control.should_stop(unreported_) || nodes_ > limits.nodes ||
               (limits.halt != nullptr && limits.halt->load(std::memory_order_relaxed));
    unreported_ = 0;
    if (limits.reports)
      limits.control.report({range_.low + limits.points, range_.high + limits.points});
  }

  Shape shape_;
  Ahead ahead_;
  PairingBound<Shape> pairing_;
  BusySet* busy_;
  std::vector<Child> children_;  // columns() per depth

  // How often each cell was a good move, by the parity of the empty cells.
  std::array<std::array<int, kMaxSide*(kMaxSide + 1)>, 2> history_{};

  Table* table_ = nullptr;
  const Limits* limits_ = nullptr;
  ScoreRange range_;  // of the root, as proven before the test
  std::uint64_t nodes_ = 0, unreported_ = 0;
  bool stopped_ = false;
};

}  // namespace dropfour::solver
