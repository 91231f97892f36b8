// The solver: chooses which windows to search, in which order, on how many threads.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "search.hpp"
#include "windows.hpp"

namespace dropfour {

// While the large table is empty, the first so many nodes go into a small one that stays in the
// cache and whose pages cost nothing to get; easy positions never touch the large one.
inline constexpr std::uint64_t kSmallNodes = 4096;
inline constexpr std::size_t kSmallBytes = std::size_t{1} << 17;
// Tests that get fewer nodes than this are not worth starting threads for.
inline constexpr std::uint64_t kThreadBudget = 1 << 15;

// Solves positions of one shape. Not finished ones: nobody has a line and a cell is empty.
template <class Shape>
class Solver {
 public:
  using Word = typename Shape::Word;

  Solver(const Shape& shape, std::size_t table_mib, int threads)
      : Solver(shape, threads, std::make_shared<Large>(table_mib << 20, shape.bits())) {}

  // Another solver of the same shape that shares the table of *peer*; the two may work in different
  // threads at the same time, but nobody may clear then.
  Solver(const Solver& peer, int threads) : Solver(peer.shape_, threads, peer.large_) {}

  // Proves the score of *position* as far as *window* asks: to know on which side of it or where
  // within it lies. {-cells, cells} asks for the exact score, {-1, 1} for win, draw or loss. When
  // *control* stops it, what is proven by then.
  ScoreRange solve(const Position<Shape>& position, const ScoreRange& window, Control& control) {
    const Node<Shape> node = make_node(shape_, position);
    if (any(node.own_wins & shape_.playable(node.occupied))) {
      const int score = win_score(shape_.cells(), node.ply + 1);
      return {score, score};
    }
    const Settled<Shape> root = settle(shape_, node);
    current_ = large_->is_used.load(std::memory_order_relaxed) ? &large_->table : &small_;
    small_limit_ = nodes_ + kSmallNodes;
    searches_[0]->set_reporting(true, root.is_other_side);
    proven_ = searches_[0]->look_up(root, *current_);
    prove(root, root.is_other_side ? flipped(window) : window, control);
    return root.is_other_side ? flipped(proven_) : proven_;
  }

  // Forgets what the table knows, in no time.
  void clear() {
    small_.clear();
    if (!large_->is_used.exchange(false, std::memory_order_relaxed)) return;
    large_->table.clear();
  }

  // All nodes since the solver was made.
  std::uint64_t nodes() const { return nodes_; }

 private:
  using Table = typename Search<Shape>::Table;

  struct Large {
    Large(std::size_t bytes, int key_bits) : table(bytes, key_bits) {}
    Table table;
    std::atomic<bool> is_used{false};
  };

  Solver(const Shape& shape, int threads, std::shared_ptr<Large> large)
      : shape_(shape),
        small_(std::min(kSmallBytes, large->table.bytes()), shape.bits()),
        large_(std::move(large)),
        busy_(std::make_unique<BusySet>()) {
    for (int i = 0; i < std::max(1, threads); ++i)
      searches_.push_back(
          std::make_unique<Search<Shape>>(shape, threads > 1 ? busy_.get() : nullptr));
  }

  void prove(const Settled<Shape>& root, const ScoreRange& window, Control& control) {
    Windows windows(window);
    while (windows.is_open(proven_) && !control.stopped()) {
      const Question question = windows.next(proven_);
      if (!test(root, question.beta, question.budget, control)) windows.give_up();
    }
  }

  // Says whether *budget* was enough.
  bool test(const Settled<Shape>& root, int beta, std::uint64_t budget, Control& control) {
    if (control.stopped()) return false;
    if (current_ == &small_ && nodes_ >= small_limit_) move_to_large_table();
    Search<Shape>& main = *searches_[0];
    if (searches_.size() == 1 || budget < kThreadBudget) {
      main.test(root, beta, budget, *current_, control, nullptr, proven_);
      nodes_ += main.nodes();
      return !main.was_stopped();
    }
    return test_in_parallel(root, beta, budget, control);
  }

  void move_to_large_table() {
    current_ = &large_->table;
    current_->absorb(small_);
    large_->is_used.store(true, std::memory_order_relaxed);
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
      Helpers helpers{halt, {}};
      for (std::size_t i = 1; i < searches_.size(); ++i) helpers.threads.emplace_back(run, i);
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

  // Halts and joins, also when the caller's progress hook throws.
  struct Helpers {
    std::atomic<bool>& halt;
    std::vector<std::thread> threads;

    ~Helpers() {
      halt.store(true, std::memory_order_relaxed);
      for (auto& thread : threads) thread.join();
    }
  };

  Shape shape_;
  Table small_;
  std::shared_ptr<Large> large_;
  Table* current_ = nullptr;       // one of the two
  std::uint64_t small_limit_ = 0;  // from so many nodes on the large one
  std::unique_ptr<BusySet> busy_;
  std::vector<std::unique_ptr<Search<Shape>>> searches_;
  ScoreRange proven_;
  std::uint64_t nodes_ = 0;
};

}  // namespace dropfour
