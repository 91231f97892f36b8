// The exact solver of MOST_LINES: the board is filled, every line is a point, and the score is the
// final difference in lines for the side to move. Searches null windows on one thread or several.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "board/position.hpp"
#include "solver/control.hpp"
#include "solver/most_lines_search.hpp"
#include "solver/threads.hpp"
#include "solver/transposition_table.hpp"

namespace dropfour::solver {

// Solves positions of one shape, in one thread at a time. Solvers that share a table may search at
// the same time.
template <class Shape>
class MostLinesSolver {
 public:
  using Word = typename Shape::Word;

  MostLinesSolver(const Shape& shape, std::shared_ptr<SharedTable<Word>> table, int threads)
      : shape_(shape),
        moves_(shape),
        small_(std::min(kSmallTable, table->table().bytes()), shape.bits()),
        shared_(std::move(table)),
        busy_(threads > 1 ? std::make_unique<BusySet>() : nullptr) {
    for (int i = 0; i < std::max(1, threads); ++i)
      searches_.push_back(std::make_unique<Search>(shape, busy_.get()));
  }

  // Forgets everything.
  void clear() {
    small_.clear();
    shared_->clear();
  }

  // Proves the score of *position* if it lies within *window*, otherwise on which side of it the
  // score lies. Returns the bounds proven so far if *control* stops the search.
  ScoreRange solve(const Position<Shape>& position, const ScoreRange& window, Control& control) {
    points_ = shape_.count_lines(position.own) - shape_.count_lines(position.other());
    const Node node{position.own, position.occupied, {}, shape_.cells() - position.ply};
    const auto lines = moves_.ahead().open_lines(node);
    range_ = moves_.ahead().bounds(node, lines, -Ahead::kMaxLines);
    if (range_.low < range_.high)
      narrow(node, {window.low - points_, window.high - points_}, control);
    return {range_.low + points_, range_.high + points_};
  }

 private:
  using Search = MostLinesSearch<Shape>;
  using Ahead = LinesAhead<Shape>;
  using Node = typename Search::Node;
  using Table = typename Search::Table;
  using Root = typename Search::Root;

  // Easy positions, of up to this many nodes, never touch the shared table while it is unused.
  static constexpr std::size_t kSmallTable = std::size_t{1} << 20;
  static constexpr std::uint64_t kSmallNodes = std::uint64_t{1} << 15;
  // It does not pay to start threads for fewer nodes, which take about two milliseconds.
  static constexpr std::uint64_t kThreadNodes = std::uint64_t{1} << 13;
  static constexpr std::uint64_t kAllNodes = ~std::uint64_t{0};

  // Moves the window in steps of one from the middle of the open range: tests far from the score
  // are cheap, the last two take most of the time.
  void narrow(const Node& node, const ScoreRange& window, Control& control) {
    Root root{node};
    root.key = moves_.reduce(root.node, moves_.ahead().open_lines(node));
    Table* table = shared_->is_used() ? &shared_->table() : &small_;
    searches_[0]->look_up(root, *table, range_);
    int beta = (range_.low + range_.high + 1) / 2;
    std::uint64_t left = searches_.size() > 1 ? kThreadNodes
                         : table == &small_   ? kSmallNodes
                                              : kAllNodes;
    bool is_easy = true;
    while (range_.low < range_.high && range_.low < window.high && range_.high > window.low) {
      beta = std::min(beta, std::min(range_.high, window.high));
      beta = std::max(beta, std::max(range_.low, window.low) + 1);
      if (is_easy) {
        Search& search = *searches_[0];
        search.test(root, beta, *table, {control, left, nullptr, points_, true}, range_);
        if (search.was_stopped()) {
          if (control.stopped()) return;
          // Repeat the test with all threads and the shared table.
          if (table == &small_) table = &shared_->absorb(small_);
          left = kAllNodes;
          is_easy = searches_.size() == 1;
          continue;
        }
        left -= std::min(left, search.nodes());
      } else if (!test_in_parallel(root, beta, *table, control)) {
        return;
      }
      beta = range_.low >= beta ? range_.low + 1 : range_.high;
    }
  }

  // All threads search the same root; the first to finish halts the others. Returns false if
  // *control* stopped them.
  bool test_in_parallel(const Root& root, int beta, Table& table, Control& control) {
    std::atomic<bool> halt{false};
    std::vector<ScoreRange> ranges(searches_.size(), range_);
    const auto run = [&](std::size_t i) {
      searches_[i]->test(root, beta, table, {control, kAllNodes, &halt, points_, i == 0},
                         ranges[i]);
      halt.store(true, std::memory_order_relaxed);
    };
    {
      ThreadGroup group{halt, {}};
      for (std::size_t i = 1; i < searches_.size(); ++i) group.threads.emplace_back(run, i);
      run(0);
    }
    bool is_done = false;
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      range_.low = std::max(range_.low, ranges[i].low);
      range_.high = std::min(range_.high, ranges[i].high);
      is_done |= !searches_[i]->was_stopped();
    }
    return is_done;
  }

  Shape shape_;
  LineMoves<Shape> moves_;
  Table small_;
  std::shared_ptr<SharedTable<Word>> shared_;
  std::unique_ptr<BusySet> busy_;                  // nullptr with one thread
  std::vector<std::unique_ptr<Search>> searches_;  // one per thread
  int points_ = 0;    // lines already on the board, own minus the other side's
  ScoreRange range_;  // of the future lines
};

}  // namespace dropfour::solver
