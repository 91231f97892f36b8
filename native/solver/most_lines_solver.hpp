// The exact solver of MOST_LINES: the board is filled, every line is a point, and the score is the
// final difference in lines for the side to move.
//
// Null-window searches test whether the future lines are worth `beta` or more, with the bounds and
// reductions of lines_ahead.hpp. Table, bounds and move ordering consider future lines only, so
// positions that differ in the lines already made share their entries.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "board/position.hpp"
#include "solver/control.hpp"
#include "solver/lines_ahead.hpp"
#include "solver/transposition_table.hpp"

namespace dropfour::solver {

// Solves positions of one shape, in one thread at a time. Solvers that share a table may search at
// the same time.
template <class Shape>
class MostLinesSolver {
 public:
  using Word = typename Shape::Word;

  MostLinesSolver(const Shape& shape, std::shared_ptr<SharedTable<Word>> table)
      : shape_(shape),
        ahead_(shape),
        small_(std::min(kSmallTable, table->table().bytes()), shape.bits()),
        shared_(std::move(table)),
        children_(std::size_t((shape.cells() + 1) * shape.columns())) {}

  // Forgets everything.
  void clear() {
    small_.clear();
    shared_->clear();
  }

  // Proves the score of *position* if it lies within *window*, otherwise on which side of it the
  // score lies. Returns the bounds proven so far if *control* stops the search.
  ScoreRange solve(const Position<Shape>& position, const ScoreRange& window, Control& control) {
    control_ = &control;
    table_ = shared_->is_used() ? &shared_->table() : &small_;
    stopped_ = false;
    unreported_ = 0;
    points_ = ahead_.made({}, position.own) - ahead_.made({}, position.other());
    const Node node{position.own, position.occupied, {}, shape_.cells() - position.ply};
    const int low = window.low - points_, high = window.high - points_;
    range_ = ahead_.outlook(node, -Ahead::kMaxLines).range;
    if (range_.low < range_.high) narrow(node, low, high);
    control.should_stop(unreported_);
    return proven();
  }

 private:
  using Ahead = LinesAhead<Shape>;
  using Node = LinesNode<Shape>;
  using Table = TableFor<Word>;
  using Place = typename Table::Place;

  // Easy positions never touch the shared table while it is unused.
  static constexpr std::size_t kSmallTable = std::size_t{1} << 20;
  static constexpr std::uint64_t kSmallNodes = std::uint64_t{1} << 15;
  // The table stores bounds of up to this many lines; a bound at the limit may be larger.
  static constexpr int kFarthest = 31;
  // With fewer empty cells the table costs more than it saves (20 % of the time).
  static constexpr int kTableEmpties = 8;
  // With fewer empty cells mirror images rarely occur in the same search.
  static constexpr int kMirrorEmpties = 16;
  static constexpr std::uint64_t kCheckNodes = sizeof(Word) == 8 ? Control::kCheckNodes : 8;

  struct Child {
    Node node;
    Place place;
    int gain;       // lines completed by the move
    int low, high;  // bounds of the move's value, for the parent
    int priority;
  };

  ScoreRange proven() const { return {range_.low + points_, range_.high + points_}; }

  // Moves the window in steps of one from the middle of the open range: tests far from the score
  // are cheap, the last two take most of the time.
  void narrow(const Node& start, int low, int high) {
    Word key{};
    const Node node = ahead_.reduced(start, key);
    recall(place_of(node, key), range_);
    int beta = (range_.low + range_.high + 1) / 2;
    limit_ = table_ == &small_ ? nodes_ + kSmallNodes : ~std::uint64_t{0};
    while (range_.low < range_.high && range_.low < high && range_.high > low) {
      beta = std::min(beta, std::min(range_.high, high));
      beta = std::max(beta, std::max(range_.low, low) + 1);
      const int value = search(node, range_, beta, place_of(node, key), 0);
      if (stopped_ && limit_ < nodes_ && !control_->stopped()) {
        // Repeat the test with the shared table.
        table_ = &shared_->absorb(small_);
        limit_ = ~std::uint64_t{0};
        stopped_ = false;
        continue;
      }
      if (stopped_) return;
      if (value >= beta) {
        range_.low = value;
        beta = value + 1;
      } else {
        range_.high = value;
        beta = value;
      }
    }
  }

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
    std::array<Child*, kMaxSide> sorted;
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
      child.priority = Ahead::kEstimateUnit * child.gain - outlook.estimate;
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
    for (int i = 0; i < count; ++i) {
      Child& child = *sorted[std::size_t(i)];
      if (probe && i > 0) look_up(child);
      int value = child.high < beta ? child.high : child.low;
      if (child.low < beta && child.high >= beta) {
        value = child.gain - search(child.node, {child.gain - child.high, child.gain - child.low},
                                    child.gain - beta + 1, child.place, depth + 1);
        if (stopped_) return 0;
      }
      if (value >= beta) return settle({value, known.high}, value);
      best = std::max(best, value);
    }
    return settle({known.low, best}, best);
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
    stopped_ = control_->should_stop(unreported_) || nodes_ > limit_;
    unreported_ = 0;
    control_->report(proven());
  }

  Shape shape_;
  Ahead ahead_;
  Table small_;
  std::shared_ptr<SharedTable<Word>> shared_;
  Table* table_ = &small_;       // one of the two
  std::vector<Child> children_;  // columns() per depth

  Control* control_ = nullptr;
  int points_ = 0;    // lines already on the board, own minus the other side's
  ScoreRange range_;  // of the future lines
  std::uint64_t nodes_ = 0, unreported_ = 0;
  std::uint64_t limit_ = 0;  // the node count at which the shared table takes over
  bool stopped_ = false;
};

}  // namespace dropfour::solver
