// The exact solver of FIRST_LINE: searches a position's null windows on one thread or several.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "solver/null_window_search.hpp"
#include "solver/threads.hpp"
#include "solver/windows.hpp"

namespace dropfour::solver {

// It does not pay to start threads for positions of fewer nodes.
inline constexpr std::uint64_t kThreadNodes = 1 << 15;

// Solves unfinished positions of one shape, in one thread at a time. Solvers that share a table may
// search at the same time.
template <class Shape>
class FirstLineSolver {
 public:
  using Word = typename Shape::Word;

  FirstLineSolver(const Shape& shape, std::shared_ptr<SharedTable<Word>> table, int threads)
      : shape_(shape),
        small_(kSmallBytes, shape.bits()),
        shared_(std::move(table)),
        busy_(threads > 1 ? std::make_unique<BusySet>() : nullptr) {
    const int near_empty = choose_near_empty(shared_->table().bytes(), threads);
    for (int i = 0; i < std::max(1, threads); ++i)
      searches_.push_back(
          std::make_unique<Search>(shape, near_empty, choose_division(threads), busy_.get(), i));
    searches_[0]->set_reporting();
  }

  // Proves the score of *position* if it lies within *window*, otherwise on which side of it the
  // score lies: {-cells, cells} gives the exact score, {-1, 1} win, draw or loss. Returns the
  // bounds proven so far if *control* stops the search.
  ScoreRange solve(const Position<Shape>& position, const ScoreRange& window, Control& control) {
    const Node<Shape> node = make_node(shape_, position);
    if (any(node.own_wins & shape_.playable(node.occupied))) {
      const int score = win_score(shape_.cells(), node.ply + 1);
      return {score, score};
    }
    const Settled<Shape> root = settle(shape_, node);
    start_nodes_ = nodes_;
    current_ = shared_->is_used() ? &shared_->table() : &small_;
    proven_ = searches_[0]->look_up(root, *current_);
    prove(root, root.seen_before(window), control);
    return root.seen_before(proven_);
  }

  // Forgets everything.
  void clear() {
    small_.clear();
    for (const auto& search : searches_) search->clear();
    shared_->clear();
  }

 private:
  using Search = NullWindowSearch<Shape>;
  using Table = typename Search::Table;
  // While the shared table is unused, a search starts with a small table of its own and moves on to
  // the shared one after this many nodes: easy positions never touch a large table.
  static constexpr std::size_t kSmallBytes = std::size_t{1} << 17;
  static constexpr std::uint64_t kSmallNodes = 1 << 14;
  static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0} >> 1;

  // With how many empty cells a position is near the end of the search. Threads that work together
  // share more positions, and a large table has space for more. With one thread and a table of 64
  // MiB, compared with one table for all positions, the empty board takes a fifth more nodes and a
  // fifth less time.
  static constexpr int choose_near_empty(std::size_t table_bytes, int threads) {
    if (threads > 1) return 18;
    return table_bytes > kFirstBytes ? 20 : 24;
  }

  void prove(const Settled<Shape>& root, const ScoreRange& window, Control& control) {
    Windows windows(window, root.range, shape_.cells() - root.node.ply);
    while (windows.is_open(proven_) && !control.stopped()) {
      const int beta = windows.next(proven_);
      const std::uint64_t nodes_before = nodes_;
      test(root, beta, control);
      windows.count(beta, nodes_ - nodes_before);
    }
  }

  // Narrows proven_ by the answer whether the score is at least *beta*, unless it is time to change
  // the table, or *control* stops the search, before it is known.
  void test(const Settled<Shape>& root, int beta, Control& control) {
    const std::uint64_t used = nodes_ - start_nodes_;
    const bool is_parallel = searches_.size() > 1 && used >= kThreadNodes;
    if (current_ == &small_ && (is_parallel || used >= kSmallNodes))
      current_ = &shared_->absorb(small_);
    if (is_parallel) return test_in_parallel(root, beta, control);
    std::uint64_t limit = current_ == &small_ ? kSmallNodes : kUnlimited;
    if (searches_.size() > 1) limit = std::min(limit, kThreadNodes);
    searches_[0]->test(root, beta, limit - used, *current_, control, nullptr, proven_);
    nodes_ += searches_[0]->nodes();
  }

  // All threads search the same root; the first to finish halts the others.
  void test_in_parallel(const Settled<Shape>& root, int beta, Control& control) {
    std::atomic<bool> halt{false};
    std::vector<ScoreRange> ranges(searches_.size(), proven_);
    const auto run = [&](std::size_t i) {
      searches_[i]->test(root, beta, kUnlimited, *current_, control, &halt, ranges[i]);
      halt.store(true, std::memory_order_relaxed);
    };
    {
      ThreadGroup group{halt, {}};
      for (std::size_t i = 1; i < searches_.size(); ++i) group.threads.emplace_back(run, i);
      run(0);
    }
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      nodes_ += searches_[i]->nodes();
      proven_.low = std::max(proven_.low, ranges[i].low);
      proven_.high = std::min(proven_.high, ranges[i].high);
    }
  }

  Shape shape_;
  Table small_;
  std::shared_ptr<SharedTable<Word>> shared_;
  Table* current_ = nullptr;                       // the small table or the shared one
  std::unique_ptr<BusySet> busy_;                  // nullptr with one thread
  std::vector<std::unique_ptr<Search>> searches_;  // one per thread
  ScoreRange proven_;
  std::uint64_t nodes_ = 0;        // of all searches so far
  std::uint64_t start_nodes_ = 0;  // of the searches before this position
};

}  // namespace dropfour::solver
