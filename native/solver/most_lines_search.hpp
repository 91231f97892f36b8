// One thread's search of MOST_LINES: null-window tests whether the future lines of a position are
// worth `beta` or more, with the bounds and reductions of lines_ahead.hpp and pairing_bound.hpp,
// and the move ordering of line_order.hpp. All of these and the table consider future lines only,
// so positions that differ in the lines already made share their entries.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/sorting.hpp"
#include "solver/line_moves.hpp"
#include "solver/teamwork.hpp"
#include "solver/transposition_table.hpp"

namespace dropfour::solver {

template <class Shape>
class MostLinesSearch {
 public:
  using Word = typename Shape::Word;
  using Node = LinesNode<Shape>;
  using Table = TableFor<Word>;
  using Place = typename Table::Place;

  // The arguments are those of TeamMember.
  MostLinesSearch(const Shape& shape, const Division& division, BusySet* busy, int thread)
      : shape_(shape),
        moves_(shape),
        team_(busy, thread, division),
        children_(std::size_t((shape.cells() + 1) * shape.columns())) {}

  // A reduced position and its key (LineMoves::reduce).
  struct Root {
    Node node;
    Word key{};
    int points = 0;  // lines made before, added to the range when progress is reported
  };

  // Narrows *range*, the proven range of the root, to one side of *beta*, unless *limits* stop it.
  void test(const Root& root, int beta, Table& table, const TestLimits& limits, ScoreRange& range) {
    table_ = &table;
    to_report_ = {range.low + root.points, range.high + root.points};
    team_.start(table, limits);
    const int value = search(root.node, range, beta, table.place(root.key), 0, kNoCell);
    if (!team_.is_stopped()) (value >= beta ? range.low : range.high) = value;
    team_.finish();
  }

  // The nodes of the last test.
  std::uint64_t nodes() const { return team_.nodes(); }

  // There is nothing to forget: the history orders moves, it holds no results.
  void clear() {}

  // Narrows *range* by what *table* knows about the root.
  void look_up(const Root& root, Table& table, ScoreRange& range) {
    table_ = &table;
    recall(table.place(root.key), range);
  }

 private:
  struct Child : LineMove<Shape> {
    Place place;
    int priority;
    int cell;  // of the move
  };

  // A lower bound of the value if it reaches *beta*, otherwise an upper bound. *known* is proven,
  // with known.low < beta <= known.high. *last* is the cell of the last move, or kNoCell.
  int search(const Node& node, const ScoreRange& known, int beta, const Place& place, int depth,
             int last) {
    const std::uint64_t nodes_before = team_.nodes();
    if (team_.count_node() && must_leave()) return 0;
    const bool keep = node.empties >= kTableEmpties, probe = node.empties > kTableEmpties;
    const auto settle = [&](const ScoreRange& range, int value) {
      if (keep) remember(place, range, team_.nodes() - nodes_before);
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
      insert_sorted(sorted, count++, &child, [](const Child* each) { return each->priority; });
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
    const bool is_divided = team_.divides(node.empties);
    if (is_divided) team_.enter(place, beta);
    int deferred = 0;
    for (int i = 0; i < count + deferred && best < beta; ++i) {
      Child& child = *sorted[std::size_t(i)];
      if (probe && i > 0) look_up(child);
      if (is_divided && i > 0 && i < count && child.is_open(beta) &&
          team_.defers(child.place, child.node.empties, false)) {
        sorted[std::size_t(count + deferred++)] = &child;
        continue;
      }
      const int value = value_of(child, beta, is_divided, depth);
      if (team_.is_leaving()) break;
      if (value >= beta)
        history_.learn(node.empties, i,
                       [&](int tried) { return sorted[std::size_t(tried)]->cell; });
      best = std::max(best, value);
    }
    if (is_divided) team_.leave();
    if (team_.is_leaving()) return team_.result_on_leaving(is_divided, 0);
    return settle(best >= beta ? ScoreRange{best, known.high} : ScoreRange{known.low, best}, best);
  }

  // A bound of the child's value, for its parent, that lies on the same side of *beta*.
  int value_of(const Child& child, int beta, bool is_divided, int depth) {
    if (!child.is_open(beta)) return child.high < beta ? child.high : child.low;
    if (is_divided) team_.begin_child(child.place);
    const int value = child.gain - search(child.node, child.range_ahead(), child.gain - beta + 1,
                                          child.place, depth + 1, child.cell);
    if (is_divided) team_.end_child(child.place);
    return value;
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
    team_.count_store();
    table_->store(place, StoredRange::of(range), work);
  }

  bool must_leave() {
    return team_.check(to_report_, {-LinesAhead<Shape>::kMaxLines, LinesAhead<Shape>::kMaxLines},
                       [&](const Place& place, ScoreRange& range) { recall(place, range); });
  }

  Shape shape_;
  LineMoves<Shape> moves_;
  TeamMember<Table> team_;
  std::vector<Child> children_;  // columns() per depth
  MoveHistory<int, kMaxSide*(kMaxSide + 1)> history_;
  Table* table_ = nullptr;
  ScoreRange to_report_;  // what is proven of the root
};

}  // namespace dropfour::solver
