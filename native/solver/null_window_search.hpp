// The null-window search: is the score of a position at least `beta`?
//
// A node first examines all its children: it plays out their forced moves and consults the static
// bounds and the transposition table. Any of these may answer the question before a child is
// searched.
//
// `team_` counts the nodes, ends the search at its limits, and divides the tree between threads
// (teamwork.hpp). To read the search alone, take every node as not divided.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "board/sorting.hpp"
#include "solver/move_order.hpp"
#include "solver/node.hpp"
#include "solver/static_bounds.hpp"
#include "solver/teamwork.hpp"
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
DROPFOUR_INLINE constexpr auto table_key(const Shape& shape, const Node<Shape>& node) {
  const auto key = shape.key(node.own, node.occupied);
  if (node.ply * kMirrorShare > shape.cells()) return key;
  const auto mirror = mirrored_key(shape, node.occupied, key);
  return is_less(mirror, key) ? mirror : key;
}

// The search of one thread.
template <class Shape>
class NullWindowSearch {
 public:
  using Word = typename Shape::Word;
  using Table = TableFor<KeyOf<Shape>>;
  using Place = typename Table::Place;

  // Positions with at most *near_empty* empty cells are in a table of its own; the rest as in
  // TeamMember.
  NullWindowSearch(const Shape& shape, int near_empty, const Division& division, BusySet* busy,
                   int thread)
      : shape_(shape),
        bounds_(shape),
        near_empty_(near_empty),
        near_(kNearBytes, shape.key_bits()),
        team_(busy, thread, division),
        children_(std::size_t(shape.columns() * (shape.cells() + 1))) {}

  // Narrows *range* by what is known about a settled position without a search.
  void look_up(const Settled<Shape>& root, Table& table, ScoreRange& range) {
    table_ = &table;
    if (!range.is_exact()) range = bounds_.narrow(root.node, range.low + 1, range);
    if (!range.is_exact()) table_of(root.node).find(place(root.node), range);
  }

  // Forgets the near positions.
  void clear() { near_.clear(); }

  // Narrows *proven*, the range of the root, to one side of *beta*, unless *limits* stop it.
  void test(const Settled<Shape>& root, int beta, Table& table, const TestLimits& limits,
            ScoreRange& proven) {
    table_ = &table;
    to_report_ = root.for_parent(proven);
    team_.start(table, limits);
    const int score = search(root.node, root.moves, proven, beta, place(root.node));
    if (!team_.is_stopped()) (score >= beta ? proven.low : proven.high) = score;
    team_.finish();
  }

  // The nodes of the last test.
  std::uint64_t nodes() const { return team_.nodes(); }

 private:
  struct Child {
    Settled<Shape> settled;
    Place place;
    Table* table = nullptr;  // that of the place
  };
  // The children of a node that are still undecided, highest priority first.
  struct Family {
    explicit Family(Child* children) : first(children) {}

    Child* first;
    int count = 0;
    // The priority and, in the lowest bits, the index; twice, if a child is searched later.
    std::array<int, 2 * kMaxSide> sorted;

    Child& operator[](int i) { return child(sorted[std::size_t(i)]); }
    Child& child(int entry) { return first[entry & ((1 << kIndexBits) - 1)]; }
  };
  static constexpr int kIndexBits = 5;
  static_assert(kMaxSide <= 1 << kIndexBits);

  int empty(const Node<Shape>& node) const { return shape_.cells() - node.ply; }
  bool is_near(const Node<Shape>& node) const { return empty(node) <= near_empty_; }
  Table& table_of(const Node<Shape>& node) { return is_near(node) ? near_ : *table_; }
  Place place(const Node<Shape>& node) { return place_in(table_of(node), node); }
  DROPFOUR_INLINE Place place_in(const Table& table, const Node<Shape>& node) const {
    if constexpr (std::is_empty_v<Shape> && std::is_same_v<Table, PackedTable>)
      return table.place(table_key(shape_, node), shape_.key_bits());
    else
      return table.place(table_key(shape_, node));
  }
  bool is_leaf(const Node<Shape>& node) const { return solver::is_leaf(shape_, node); }

  // A bound of the score that lies on the same side of *beta*. *range* is proven and contains beta.
  int search(const Node<Shape>& node, const Word& moves, const ScoreRange& range, int beta,
             const Place& where) {
    const std::uint64_t nodes_before = team_.nodes();
    if (team_.count_node() && must_leave()) return beta;
    Family family(&children_[std::size_t(node.ply * shape_.columns())]);
    int best = range.low;
    bool is_high = open(node, moves, beta, family, best);
    if (!is_high && !is_leaf(node)) is_high = probe(beta, family, best);
    if (!is_high) {
      const bool is_divided = team_.divides(empty(node));
      if (is_divided) team_.enter(where, beta);
      search_children(is_divided, beta, family, best);
      if (is_divided) team_.leave();
      if (team_.is_leaving()) return team_.result_on_leaving(is_divided, beta);
    }
    best = std::min(best, range.high);
    if (!is_leaf(node)) {
      ScoreRange proven = range;
      (best >= beta ? proven.low : proven.high) = best;
      if (!is_near(node)) team_.count_store();
      table_of(node).store(where, proven, team_.nodes() - nodes_before);
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
    best = std::max(best, child.for_parent(known.low >= child_beta ? known.low : known.high));
    return false;
  }

  // Settles all children and sorts the undecided ones. Returns true once one reaches *beta*. *node*
  // is a copy, because the compiler would read a reference again for each child.
  DROPFOUR_INLINE bool open(const Node<Shape> node, Word moves, int beta, Family& family,
                            int& best) {
    for (; any(moves); moves = without_lowest(moves)) {
      Child& child = family.first[family.count];
      ScoreRange known =
          settle_into(shape_, node.play(shape_, lowest_bit(moves)), true, child.settled);
      const Node<Shape>& next = child.settled.node;
      if (!known.is_exact()) {
        // Early, although the bounds may make it unnecessary: the table answers slowly.
        if (!is_leaf(next)) {
          child.table = &table_of(next);
          child.place = place_in(*child.table, next);
          child.table->prefetch(child.place);
        }
        known = bounds_.narrow(next, child.settled.is_other_side ? 1 - beta : beta, known);
      }
      if (is_open(child.settled, known, beta, best)) {
        child.settled.range = known;
        if constexpr (!kHasPrefetch)
          if (!is_leaf(next)) child.table->load(child.place);
        const int entry = priority(shape_, bounds_, node, lowest(moves), child.settled)
                          << kIndexBits;
        insert_sorted(family.sorted, family.count, entry | family.count,
                      [](int each) { return each >> kIndexBits; });
        ++family.count;
      } else if (best >= beta) {
        return true;
      }
    }
    return false;
  }

  // Looks up all children before any is searched (saves 13 % of the nodes on L2 R2). Returns true
  // once one reaches *beta*.
  DROPFOUR_INLINE bool probe(int beta, Family& family, int& best) {
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

  DROPFOUR_INLINE void look_up(Child& child) {
    child.table->find(child.place, child.settled.range);
  }

  DROPFOUR_INLINE void search_children(bool is_divided, int beta, Family& family, int& best) {
    int deferred = 0;  // children that other threads search, moved to the end
    for (int i = 0; i < family.count + deferred; ++i) {
      Child& child = family[i];
      // Leaves have no place in the table.
      if (!is_leaf(child.settled.node)) {
        // The searches of its siblings may have decided this child.
        if (i > 0) look_up(child);
        if (is_divided && i < family.count && is_open(child.settled, beta, best) &&
            team_.defers(child.place, empty(child.settled.node), i == 0)) {
          family.sorted[std::size_t(family.count + deferred++)] = family.sorted[std::size_t(i)];
          continue;
        }
      }
      if (search_child(child, beta, is_divided, best)) return;
    }
  }

  // Returns true once the node is decided or the search must leave it.
  DROPFOUR_INLINE bool search_child(Child& child, int beta, bool is_divided, int& best) {
    if (!is_open(child.settled, beta, best)) return best >= beta;
    const auto& [node, moves, known, is_other_side] = child.settled;
    if (is_divided) team_.begin_child(child.place);
    const int score = is_other_side ? -search(node, moves, known, 1 - beta, child.place)
                                    : search(node, moves, known, beta, child.place);
    if (is_divided) team_.end_child(child.place);
    if (team_.is_leaving()) return true;
    best = std::max(best, score);
    return best >= beta;
  }

  bool must_leave() {
    return team_.check(to_report_, {-shape_.cells(), shape_.cells()},
                       [&](const Place& where, ScoreRange& range) { table_->find(where, range); });
  }

  Shape shape_;
  StaticBounds<Shape> bounds_;
  int near_empty_;  // positions with at most this many empty cells are near
  Table near_;
  Table* table_ = nullptr;  // of all other positions
  TeamMember<Table> team_;
  std::vector<Child> children_;
  ScoreRange to_report_;  // what is proven of the root
};

}  // namespace dropfour::solver
