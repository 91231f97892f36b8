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

// Easy positions, of up to this many nodes, never touch the shared table while it is unused.
inline constexpr std::uint64_t kSmallNodes = 4096;
inline constexpr std::size_t kSmallBytes = std::size_t{1} << 17;
// It does not pay to start threads for searches with a smaller node budget.
inline constexpr std::uint64_t kThreadBudget = 1 << 15;

// Solves unfinished positions of one shape, in one thread at a time. Solvers that share a table may
// search at the same time.
template <class Shape>
class FirstLineSolver {
 public:
  using Word = typename Shape::Word;

  FirstLineSolver(const Shape& shape, std::shared_ptr<SharedTable<Word>> table, int threads)
      : shape_(shape),
        small_(std::min(kSmallBytes, table->table().bytes()), shape.bits()),
        shared_(std::move(table)),
        busy_(std::make_unique<BusySet>()) {
    for (int i = 0; i < std::max(1, threads); ++i)
      searches_.push_back(std::make_unique<Search>(shape, threads > 1 ? busy_.get() : nullptr));
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
    current_ = shared_->is_used() ? &shared_->table() : &small_;
    small_limit_ = nodes_ + kSmallNodes;
    proven_ = searches_[0]->look_up(root, *current_);
    prove(root, root.seen_before(window), control);
    return root.seen_before(proven_);
  }

  // Forgets everything.
  void clear() {
    small_.clear();
    shared_->clear();
  }

 private:
  using Search = NullWindowSearch<Shape>;
  using Table = typename Search::Table;

  void prove(const Settled<Shape>& root, const ScoreRange& window, Control& control) {
    Windows windows(window);
    while (windows.is_open(proven_) && !control.stopped()) {
      const Question question = windows.next(proven_);
      if (!test(root, question.beta, question.budget, control)) windows.give_up();
    }
  }

  // Returns false if *budget* or a limit of *control* was exceeded.
  bool test(const Settled<Shape>& root, int beta, std::uint64_t budget, Control& control) {
    if (control.stopped()) return false;
    if (current_ == &small_ && nodes_ >= small_limit_) current_ = &shared_->absorb(small_);
    Search& main = *searches_[0];
    if (searches_.size() == 1 || budget < kThreadBudget) {
      main.test(root, beta, budget, *current_, control, nullptr, proven_);
      nodes_ += main.nodes();
      return !main.was_stopped();
    }
    return test_in_parallel(root, beta, budget, control);
  }

  // All threads search the same root; the first to finish halts the others.
  bool test_in_parallel(const Settled<Shape>& root, int beta, std::uint64_t budget,
                        Control& control) {
    std::atomic<bool> halt{false};
    std::vector<ScoreRange> ranges(searches_.size(), proven_);
    const auto run = [&](std::size_t i) {
      searches_[i]->test(root, beta, budget, *current_, control, &halt, ranges[i]);
      halt.store(true, std::memory_order_relaxed);
    };
    {
      ThreadGroup group{halt, {}};
      for (std::size_t i = 1; i < searches_.size(); ++i) group.threads.emplace_back(run, i);
      run(0);
    }
    bool is_done = false;
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      nodes_ += searches_[i]->nodes();
      proven_.low = std::max(proven_.low, ranges[i].low);
      proven_.high = std::min(proven_.high, ranges[i].high);
      is_done |= !searches_[i]->was_stopped();
    }
    return is_done;
  }

  // Halts and joins its threads, also when the progress hook throws in the main thread.
  struct ThreadGroup {
    std::atomic<bool>& halt;
    std::vector<Thread> threads;

    ~ThreadGroup() {
      halt.store(true, std::memory_order_relaxed);
      for (auto& thread : threads) thread.join();
    }
  };

  Shape shape_;
  Table small_;
  std::shared_ptr<SharedTable<Word>> shared_;
  Table* current_ = nullptr;       // one of the two
  std::uint64_t small_limit_ = 0;  // the node count at which the shared one takes over
  std::unique_ptr<BusySet> busy_;
  std::vector<std::unique_ptr<Search>> searches_;  // one per thread
  ScoreRange proven_;
  std::uint64_t nodes_ = 0;  // of all searches so far
};

}  // namespace dropfour::solver
