// The null-window search: is the score of a position at least `beta`?
//
// A node first examines all its children: it plays out their forced moves and consults the static
// bounds and the transposition table. Any of these may answer the question before a child is
// searched.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "solver/control.hpp"
#include "solver/move_order.hpp"
#include "solver/node.hpp"
#include "solver/static_bounds.hpp"
#include "solver/threads.hpp"
#include "solver/transposition_table.hpp"

namespace dropfour::solver {

// Positions with this many empty cells or fewer are not stored: a table look-up costs a cache miss,
// which takes longer than searching them again.
inline constexpr int kLeafEmpty = 8;
// A position and its mirror image share an entry while at most one in this many cells is occupied.
inline constexpr int kMirrorShare = 3;
// A thread keeps positions near the end of the search in a table of its own, which stays in the
// cache of its core. Most look-ups are theirs, and they are seldom of use for long.
inline constexpr std::size_t kNearBytes = std::size_t{1} << 20;

template <class Shape>
constexpr bool is_leaf(const Shape& shape, const Node<Shape>& node) {
  return shape.cells() - node.ply <= kLeafEmpty;
}

// The key of a position in the transposition table.
template <class Shape>
constexpr typename Shape::Word table_key(const Shape& shape, const Node<Shape>& node) {
  using Word = typename Shape::Word;
  const Word key = node.own + node.occupied + shape.bottom_mask();
  if (node.ply * kMirrorShare > shape.cells()) return key;
  const Word mirror = mirrored(shape, key);
  return is_less(mirror, key) ? mirror : key;
}

// The search of one thread; the table and the busy set are shared between threads.
template <class Shape>
class NullWindowSearch {
 public:
  using Word = typename Shape::Word;
  using Table = TableFor<Word>;
  using Place = typename Table::Place;

  // *busy* is nullptr if the thread searches alone; otherwise it is the *thread*th of those that
  // share it. Positions with at most *near_empty* empty cells are in a table of its own.
  NullWindowSearch(const Shape& shape, int near_empty, const Division& division, BusySet* busy,
                   int thread)
      : shape_(shape),
        bounds_(shape),
        near_empty_(near_empty),
        division_(division),
        near_(kNearBytes, shape.bits()),
        busy_(busy),
        thread_(thread),
        children_(std::size_t(shape.columns() * (shape.cells() + 1))) {}

  // The bounds of a settled position that are known without a search.
  ScoreRange look_up(const Settled<Shape>& root, Table& table) {
    table_ = &table;
    ScoreRange range = root.range;
    if (range.is_exact()) return range;
    range = bounds_.narrow(root.node, range.low + 1, range);
    if (!range.is_exact()) table_of(root.node).find(place(root.node), range);
    return range;
  }

  // Forgets the near positions.
  void clear() { near_.clear(); }

  // Searches at most *budget* nodes, until *control* or *halt* stops it. Afterwards *proven*, the
  // range of the root, decides whether its score is at least *beta*, unless was_stopped().
  void test(const Settled<Shape>& root, int beta, std::uint64_t budget, Table& table,
            Control& control, const std::atomic<bool>* halt, ScoreRange& proven) {
    table_ = &table;
    root_ = &root;
    control_ = &control;
    halt_ = halt;
    proven_ = proven;
    stopped_ = false;
    path_.clear();
    budget_ = budget;
    nodes_ = counted_ = 0;
    schedule_check();
    const int score = search(root.node, root.moves, proven, beta, place(root.node), true);
    if (!stopped_) (score >= beta ? proven.low : proven.high) = score;
    control.should_stop(nodes_ - counted_);
  }

  bool was_stopped() const { return stopped_; }
  // The nodes of the last test.
  std::uint64_t nodes() const { return nodes_; }
  // Makes this the thread that reports progress.
  void set_reporting() { is_reporting_ = true; }

 private:
  struct Child {
    Settled<Shape> settled;
    Place place;
  };
  // The children of a node that are still undecided, highest priority first.
  struct Family {
    explicit Family(Child* children) : first(children) {}

    Child* first;
    int count = 0;
    std::array<int, kMaxSide> sorted;  // the priority and, in the lowest bits, the index

    Child& operator[](int i) { return child(sorted[std::size_t(i)]); }
    Child& child(int entry) { return first[entry & ((1 << kIndexBits) - 1)]; }
  };
  static constexpr int kIndexBits = 5;
  static_assert(kMaxSide <= 1 << kIndexBits);

  bool is_near(const Node<Shape>& node) const { return shape_.cells() - node.ply <= near_empty_; }
  // Whether threads divide the children of the node between them.
  bool is_divided(const Node<Shape>& node) const {
    return busy_ != nullptr && shape_.cells() - node.ply > division_.undivided_empty;
  }
  Table& table_of(const Node<Shape>& node) { return is_near(node) ? near_ : *table_; }
  Place place(const Node<Shape>& node) { return table_of(node).place(table_key(shape_, node)); }
  bool is_leaf(const Node<Shape>& node) const { return solver::is_leaf(shape_, node); }

  // A bound of the score that lies on the same side of *beta*. *range* is proven and contains beta.
  // *is_likely_high* is a guess whether the score reaches beta.
  int search(const Node<Shape>& node, const Word& moves, ScoreRange range, int beta,
             const Place& where, bool is_likely_high) {
    const std::uint64_t nodes_before = nodes_;
    if (++nodes_ >= next_check_ && must_stop()) return beta;
    Family family(&children_[std::size_t(node.ply * shape_.columns())]);
    int best = range.low;
    bool is_high = open(node, moves, beta, family, best);
    if (!is_high && !is_leaf(node)) is_high = probe(beta, family, best);
    if (!is_high) {
      const bool is_on_path = is_divided(node);
      if (is_on_path) path_.push(where, beta);
      search_children(is_on_path, is_likely_high, beta, family, best);
      if (is_on_path) path_.pop();
      if (stopped_) return beta;
      if (path_.is_leaving()) return is_on_path ? path_.arrive(beta) : beta;
    }
    best = std::min(best, range.high);
    (best >= beta ? range.low : range.high) = best;
    if (!is_leaf(node)) {
      stores_ += is_near(node) ? 0 : 1;
      table_of(node).store(where, range, nodes_ - nodes_before);
    }
    return best;
  }

  // Returns whether a child is still undecided; if not, its bound is taken into *best*.
  static bool is_open(const Settled<Shape>& child, int beta, int& best) {
    return is_open(child, child.range, beta, best);
  }
  // *known* is its range, which may still be in registers: reading it back from memory, as a unit
  // after its parts have been written, would stall the processor.
  static bool is_open(const Settled<Shape>& child, const ScoreRange& known, int beta, int& best) {
    const int child_beta = child.is_other_side ? 1 - beta : beta;
    if (known.low < child_beta && known.high >= child_beta) return true;
    best = std::max(best, child.seen_before(known.low >= child_beta ? known.low : known.high));
    return false;
  }

  // Settles all children and sorts the undecided ones. Returns true once one reaches *beta*.
  DROPFOUR_INLINE bool open(const Node<Shape>& node, Word moves, int beta, Family& family,
                            int& best) {
    for (; any(moves); moves = without_lowest(moves)) {
      const int cell = lowest(moves);
      Child& child = family.first[family.count];
      ScoreRange known =
          settle_into(shape_, node.play(shape_, bit<Word>(cell)), true, child.settled);
      const Node<Shape>& next = child.settled.node;
      if (!known.is_exact()) {
        // Early, although the bounds may make it unnecessary: the table answers slowly.
        if (!is_leaf(next)) {
          child.place = place(next);
          table_of(next).prefetch(child.place);
        }
        known = bounds_.narrow(next, child.settled.is_other_side ? 1 - beta : beta, known);
        child.settled.range = known;
      }
      if (is_open(child.settled, known, beta, best))
        insert(family, priority(shape_, bounds_, node, cell, child.settled));
      else if (best >= beta)
        return true;
    }
    return false;
  }

  // Adds the child behind the last one.
  static void insert(Family& family, int priority) {
    priority <<= kIndexBits;
    int i = family.count;
    for (; i > 0 && family.sorted[std::size_t(i - 1)] < priority; --i)
      family.sorted[std::size_t(i)] = family.sorted[std::size_t(i - 1)];
    family.sorted[std::size_t(i)] = priority | family.count++;
  }

  // Looks up all children before any is searched (saves 13 % of the nodes on L2 R2). Returns true
  // once one reaches *beta*.
  bool probe(int beta, Family& family, int& best) {
    if constexpr (!kHasPrefetch)
      for (int i = 0; i < family.count; ++i)
        if (!is_leaf(family[i].settled.node))
          table_of(family[i].settled.node).load(family[i].place);
    int kept = 0;
    for (int i = 0; i < family.count; ++i) {
      if (!is_leaf(family[i].settled.node)) look_up(family[i]);
      if (is_open(family[i].settled, beta, best))
        family.sorted[std::size_t(kept++)] = family.sorted[std::size_t(i)];
      else if (best >= beta)
        return true;
    }
    family.count = kept;
    return false;
  }

  void look_up(Child& child) {
    table_of(child.settled.node).find(child.place, child.settled.range);
  }

  // Whether to search a child of a divided node after its siblings, because another thread searches
  // it already.
  //
  // Where all children must be searched, threads should start with different ones; where the first
  // decides the node, they should help with it, provided that it is divided as well. Which of the
  // two it is can only be guessed, so every fourth thread also avoids a first child that may
  // decide: 16 threads search a tenth fewer nodes than without a guess.
  bool defers(const Child& child, bool is_first, bool is_likely_high) const {
    if (is_divided(child.settled.node)) {
      if (path_.size() <= division_.together) return false;
      const bool is_helping =
          thread_ < division_.first_avoiding || (is_likely_high && thread_ % 4 != 3);
      if (is_first && is_helping) return false;
    }
    return busy_->contains(fingerprint(child.place));
  }

  // *can_defer* children that other threads search.
  void search_children(bool can_defer, bool is_likely_high, int beta, Family& family, int& best) {
    std::array<int, kMaxSide> deferred;
    int deferred_count = 0;
    for (int i = 0; i < family.count; ++i) {
      Child& child = family[i];
      // Leaves have no place in the table.
      if (!is_leaf(child.settled.node)) {
        // The searches of its siblings may have decided this child.
        if (i > 0) look_up(child);
        if (can_defer && is_open(child.settled, beta, best) &&
            defers(child, i == 0, is_likely_high)) {
          deferred[std::size_t(deferred_count++)] = family.sorted[std::size_t(i)];
          continue;
        }
      }
      if (search_child(child, beta, can_defer, is_likely_high, best)) return;
      is_likely_high = false;
    }
    for (int i = 0; i < deferred_count; ++i) {
      Child& child = family.child(deferred[std::size_t(i)]);
      look_up(child);
      if (search_child(child, beta, can_defer, is_likely_high, best)) return;
      is_likely_high = false;
    }
  }

  // Returns true once the node is decided or the search must leave it.
  bool search_child(Child& child, int beta, bool is_marked, bool is_likely_high, int& best) {
    if (!is_open(child.settled, beta, best)) return best >= beta;
    const auto& [node, moves, known, is_other_side] = child.settled;
    if (is_marked) busy_->insert(fingerprint(child.place));
    const int score = is_other_side
                          ? -search(node, moves, known, 1 - beta, child.place, !is_likely_high)
                          : search(node, moves, known, beta, child.place, is_likely_high);
    if (is_marked) busy_->erase(fingerprint(child.place));
    if (stopped_ || path_.is_leaving()) return true;
    best = std::max(best, score);
    return best >= beta;
  }

  static std::uint64_t fingerprint(const Place& place) { return Table::fingerprint(place); }

  // Checks are rare, but frequent enough at first to keep a small node limit.
  void schedule_check() {
    // A node of a large board takes tens of microseconds.
    const std::uint64_t longest = sizeof(Word) > 8   ? 32
                                  : busy_ != nullptr ? division_.check_nodes
                                                     : Control::kCheckNodes;
    const std::uint64_t step = std::clamp<std::uint64_t>(nodes_ / 8, 16, longest);
    next_check_ = std::min(nodes_ + step, budget_ + 1);
  }

  // Returns whether the search must leave the node.
  bool must_stop() {
    if (stopped_) return true;
    const std::uint64_t fresh = nodes_ - counted_;
    counted_ = nodes_;
    table_->add_stores(std::exchange(stores_, 0));
    stopped_ = nodes_ > budget_ || control_->should_stop(fresh) ||
               (halt_ != nullptr && halt_->load(std::memory_order_relaxed));
    if (!stopped_ && is_reporting_) control_->report(root_->seen_before(proven_));
    schedule_check();
    path_.check({-shape_.cells(), shape_.cells()},
                [&](const Place& where, ScoreRange& range) { table_->find(where, range); });
    return stopped_ || path_.is_leaving();
  }

  Shape shape_;
  StaticBounds<Shape> bounds_;
  int near_empty_;  // positions with at most this many empty cells are near
  Division division_;
  Table near_;
  Table* table_ = nullptr;  // of all other positions
  BusySet* busy_;
  int thread_;
  SharedPath<Place> path_;
  std::vector<Child> children_;
  const Settled<Shape>* root_ = nullptr;
  Control* control_ = nullptr;
  const std::atomic<bool>* halt_ = nullptr;
  ScoreRange proven_;
  std::uint64_t budget_ = 0, nodes_ = 0, counted_ = 0, next_check_ = 0;
  std::uint64_t stores_ = 0;  // to table_, since the last check
  bool stopped_ = false, is_reporting_ = false;
};

}  // namespace dropfour::solver
