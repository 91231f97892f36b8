// The null-window search: is the score of a position at least `beta`?
//
// Each node first looks at all its children: forced moves are played out, static bounds and the
// table are asked, and any of them may settle the question before a single child is searched.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bounds.hpp"
#include "control.hpp"
#include "node.hpp"
#include "table.hpp"

namespace dropfour {

// Positions with this many empty cells or fewer stay out of the table: a look there costs a cache
// miss, more than searching them again.
inline constexpr int kLeafEmpty = 8;
// As long as at most this share of the cells is taken, a position and its mirror image are one.
inline constexpr int kMirrorShare = 3;
// Threads keep out of each other's way only above this many empty cells.
inline constexpr int kDeferEmpty = 20;

// Some order of words, the same everywhere.
constexpr bool is_less(std::uint64_t a, std::uint64_t b) { return a < b; }
template <int N>
constexpr bool is_less(const Wide<N>& a, const Wide<N>& b) {
  return a.limbs < b.limbs;
}

constexpr ScoreRange flipped(const ScoreRange& range) { return {-range.high, -range.low}; }

template <class Shape>
constexpr bool is_leaf(const Shape& shape, const Node<Shape>& node) {
  return shape.cells() - node.ply <= kLeafEmpty;
}

// What the table knows a position by.
template <class Shape>
constexpr typename Shape::Word table_key(const Shape& shape, const Node<Shape>& node) {
  using Word = typename Shape::Word;
  const Word key = node.own + node.occupied + shape.bottom_mask();
  if (node.ply * kMirrorShare > shape.cells()) return key;
  const Word column = (Word(2) << shape.rows()) - Word(1);
  Word mirror{};
  for (int i = 0; i < shape.columns(); ++i)
    mirror |= ((key >> (i * shape.stride())) & column)
              << ((shape.columns() - 1 - i) * shape.stride());
  return is_less(mirror, key) ? mirror : key;
}

// How promising it is to play *cell*, which leads from *node* to *next*: first those that make many
// winning cells, then those that keep the initiative.
template <class Shape>
constexpr int promise(const Shape& shape, const StaticBounds<Shape>& bounds,
                      const Node<Shape>& node, int cell, const Settled<Shape>& next) {
  using Word = typename Shape::Word;
  const bool is_even = (shape.cells() - node.ply) % 2 == 0;
  const Word good = is_even ? ~bounds.follow_mask() : bounds.follow_mask();
  const Word wins = next.is_other_side ? next.node.own_wins : next.node.other_wins;
  const int column = shape.column_of(cell);
  return 64 * popcount(wins) + 32 * popcount(wins & good) + 16 * (next.node.ply - node.ply) +
         (next.is_other_side ? 32 : 0) + 16 * std::min(column, shape.columns() - 1 - column);
}

// Which positions some thread is searching right now. A thread takes those last (ABDADA), so that
// two of them seldom do the same work; a false answer costs order only.
class BusySet {
 public:
  bool contains(std::uint64_t print) const { return slot(print).load(kOrder) == print; }
  void insert(std::uint64_t print) { slot(print).store(print, kOrder); }
  void erase(std::uint64_t print) { slot(print).store(0, kOrder); }

 private:
  static constexpr auto kOrder = std::memory_order_relaxed;
  static constexpr std::size_t kSize = 4096;
  std::atomic<std::uint64_t>& slot(std::uint64_t print) { return slots_[print % kSize]; }
  const std::atomic<std::uint64_t>& slot(std::uint64_t print) const {
    return slots_[print % kSize];
  }

  std::array<std::atomic<std::uint64_t>, kSize> slots_{};
};

// One thread's search; the table and the busy set are shared.
template <class Shape>
class Search {
 public:
  using Word = typename Shape::Word;
  using Table = TableFor<Word>;
  using Place = typename Table::Place;

  Search(const Shape& shape, BusySet* busy)
      : shape_(shape),
        bounds_(shape),
        busy_(busy),
        children_(std::size_t(shape.columns() * (shape.cells() + 1))) {}

  // Says what is known of a settled position without a search.
  ScoreRange look_up(const Settled<Shape>& root, Table& table) {
    table_ = &table;
    ScoreRange range = root.range;
    if (range.is_exact()) return range;
    bounds_.narrow(root.node, range.low + 1, range);
    if (!range.is_exact()) table.find(place(root.node), range);
    return range;
  }

  // Searches at most *budget* nodes, as long as neither *control* nor *halt* says stop. Afterwards
  // *proven*, the root's range, says whether its score is at least *beta*, unless was_stopped().
  void test(const Settled<Shape>& root, int beta, std::uint64_t budget, Table& table,
            Control& control, const std::atomic<bool>* halt, ScoreRange& proven) {
    table_ = &table;
    control_ = &control;
    halt_ = halt;
    proven_ = proven;
    stopped_ = false;
    budget_ = budget;
    nodes_ = counted_ = 0;
    schedule_check();
    const int score = search(root.node, root.moves, proven, beta, place(root.node));
    if (!stopped_) (score >= beta ? proven.low : proven.high) = score;
    control.should_stop(nodes_ - counted_);
  }

  bool was_stopped() const { return stopped_; }
  // Nodes of the last test.
  std::uint64_t nodes() const { return nodes_; }
  // The thread that reports progress; *is_other_side*: the root's point of view is not the
  // caller's.
  void set_reporting(bool is_reporting, bool is_other_side) {
    is_reporting_ = is_reporting;
    is_other_side_ = is_other_side;
  }

 private:
  struct Child {
    Settled<Shape> settled;
    ScoreRange range;  // for the parent's side to move
    int order;
    Place place;
  };
  // The children of a node that are still in question, most promising first.
  struct Family {
    Child* first;
    int count = 0;
    std::array<unsigned char, kMaxSide> sorted;

    Child& operator[](int i) { return first[sorted[std::size_t(i)]]; }
  };

  Place place(const Node<Shape>& node) const { return table_->place(table_key(shape_, node)); }
  bool is_leaf(const Node<Shape>& node) const { return dropfour::is_leaf(shape_, node); }

  // The score if it decides, else a bound on the right side of *beta*; *range* holds beta within.
  int search(const Node<Shape>& node, const Word& moves, ScoreRange range, int beta,
             const Place& where) {
    const std::uint64_t nodes_before = nodes_;
    if (++nodes_ >= next_check_ && must_stop()) return beta;
    Family family{&children_[std::size_t(node.ply * shape_.columns())], 0, {}};
    int best = range.low;
    bool is_high = open(node, moves, beta, family, best);
    if (!is_high && !is_leaf(node)) is_high = probe(beta, family, best);
    if (!is_high) search_children(node, beta, where, family, best);
    if (stopped_) return beta;
    best = std::min(best, range.high);
    (best >= beta ? range.low : range.high) = best;
    if (!is_leaf(node)) table_->store(where, range, nodes_ - nodes_before);
    return best;
  }

  // Takes what is known of a child into *best*. Says whether it is still in question.
  static bool is_open(const ScoreRange& child, int beta, int& best) {
    if (child.low >= beta || child.high < beta) {
      best = std::max(best, child.low >= beta ? child.low : child.high);
      return false;
    }
    return true;
  }

  // Settles all children and sorts those in question. Says whether one reaches *beta*.
  bool open(const Node<Shape>& node, Word moves, int beta, Family& family, int& best) {
    for (; any(moves); moves = without_lowest(moves)) {
      const int cell = lowest(moves);
      Child& child = family.first[family.count];
      child.settled = settle(shape_, node.play(shape_, bit<Word>(cell)));
      auto& [next, next_moves, known, is_same_side] = child.settled;
      if (!known.is_exact()) bounds_.narrow(next, is_same_side ? beta : 1 - beta, known);
      child.range = is_same_side ? known : flipped(known);
      if (!is_open(child.range, beta, best)) {
        if (best >= beta) return true;
        continue;
      }
      if (!is_leaf(next)) {
        child.place = place(next);
        table_->prefetch(child.place);
      }
      child.order = promise(shape_, bounds_, node, cell, child.settled);
      insert(family);
    }
    return false;
  }

  static void insert(Family& family) {
    int i = family.count;
    const int order = family.first[i].order;
    for (; i > 0 && family[i - 1].order < order; --i)
      family.sorted[std::size_t(i)] = family.sorted[std::size_t(i - 1)];
    family.sorted[std::size_t(i)] = static_cast<unsigned char>(family.count++);
  }

  // Looks up all children before any is searched (13 % of the nodes of L2 R2).
  bool probe(int beta, Family& family, int& best) {
    int kept = 0;
    for (int i = 0; i < family.count; ++i) {
      if (!is_leaf(family[i].settled.node)) look_up(family[i]);
      if (is_open(family[i].range, beta, best))
        family.sorted[std::size_t(kept++)] = family.sorted[std::size_t(i)];
      else if (best >= beta)
        return true;
    }
    family.count = kept;
    return false;
  }

  void look_up(Child& child) {
    ScoreRange& known = child.settled.range;
    table_->find(child.place, known);
    child.range = child.settled.is_other_side ? known : flipped(known);
  }

  void search_children(const Node<Shape>& node, int beta, const Place& where, Family& family,
                       int& best) {
    const bool can_defer = busy_ != nullptr && shape_.cells() - node.ply > kDeferEmpty;
    std::array<unsigned char, kMaxSide> deferred;
    int deferred_count = 0;
    for (int i = 0; i < family.count; ++i) {
      Child& child = family[i];
      // What the siblings' searches stored may settle this one.
      if (i > 0 && !is_leaf(child.settled.node)) {
        look_up(child);
        if (can_defer && is_open(child.range, beta, best) && busy_->contains(print(child.place))) {
          deferred[std::size_t(deferred_count++)] = family.sorted[std::size_t(i)];
          continue;
        }
      }
      if (search_child(child, beta, can_defer, best)) return;
      if (can_defer && is_settled_elsewhere(where, beta, best)) return;
    }
    for (int i = 0; i < deferred_count; ++i) {
      Child& child = family.first[deferred[std::size_t(i)]];
      if (!is_leaf(child.settled.node)) look_up(child);
      if (search_child(child, beta, can_defer, best)) return;
      if (is_settled_elsewhere(where, beta, best)) return;
    }
  }

  // Says whether another thread has meanwhile decided the node that this one is searching.
  bool is_settled_elsewhere(const Place& where, int beta, int& best) {
    ScoreRange known{-shape_.cells(), shape_.cells()};
    table_->find(where, known);
    if (known.low < beta && known.high >= beta) return false;
    best = known.low >= beta ? known.low : known.high;
    return true;
  }

  // Says whether the node is decided, by this child or by a stop.
  bool search_child(Child& child, int beta, bool is_shared, int& best) {
    if (!is_open(child.range, beta, best)) return best >= beta;
    const auto& [node, moves, known, is_same_side] = child.settled;
    if (is_shared) busy_->insert(print(child.place));
    const int score = is_same_side ? search(node, moves, known, beta, child.place)
                                   : -search(node, moves, known, 1 - beta, child.place);
    if (is_shared) busy_->erase(print(child.place));
    if (stopped_) return true;
    best = std::max(best, score);
    return best >= beta;
  }

  static std::uint64_t print(const Place& place) { return Table::fingerprint(place); }

  // Looks seldom, but early enough that a small node limit is kept.
  void schedule_check() {
    // A node of a wide board takes tens of microseconds.
    constexpr std::uint64_t kLongest = sizeof(Word) == 8 ? Control::kCheckNodes : 32;
    const std::uint64_t step = std::clamp<std::uint64_t>(nodes_ / 8, 16, kLongest);
    next_check_ = std::min(nodes_ + step, budget_ + 1);
  }

  bool must_stop() {
    if (stopped_) return true;
    const std::uint64_t fresh = nodes_ - counted_;
    counted_ = nodes_;
    stopped_ = nodes_ > budget_ || control_->should_stop(fresh) ||
               (halt_ != nullptr && halt_->load(std::memory_order_relaxed));
    if (!stopped_ && is_reporting_) control_->report(is_other_side_ ? flipped(proven_) : proven_);
    schedule_check();
    return stopped_;
  }

  Shape shape_;
  StaticBounds<Shape> bounds_;
  Table* table_ = nullptr;
  BusySet* busy_;
  std::vector<Child> children_;
  Control* control_ = nullptr;
  const std::atomic<bool>* halt_ = nullptr;
  ScoreRange proven_;
  std::uint64_t budget_ = 0, nodes_ = 0, counted_ = 0, next_check_ = 0;
  bool stopped_ = false, is_reporting_ = false, is_other_side_ = false;
};

}  // namespace dropfour
