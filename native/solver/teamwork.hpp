// How the threads of one search work together. They search the same root and exchange results
// through the table; each of them avoids the nodes that others are searching (ABDADA), and leaves a
// node that another one has decided. A search that is alone only counts its nodes here and stops at
// its limits.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "board/score.hpp"
#include "board/shape.hpp"
#include "solver/control.hpp"
#include "solver/threads.hpp"
#include "solver/transposition_table.hpp"

namespace dropfour::solver {

// The positions that threads are searching at the moment. Other threads search them last (ABDADA),
// so that two threads rarely do the same work. A wrong answer affects only the move order.
class BusySet {
 public:
  bool contains(std::uint64_t fingerprint) const {
    return slot(fingerprint).load(kOrder) == fingerprint;
  }
  void insert(std::uint64_t fingerprint) { slot(fingerprint).store(fingerprint, kOrder); }
  void erase(std::uint64_t fingerprint) { slot(fingerprint).store(0, kOrder); }

 private:
  static constexpr auto kOrder = std::memory_order_relaxed;
  // Far more than the nodes of all threads, so that these rarely write to the same cache line: 16
  // threads search 7 % more nodes a second than with an eighth of it.
  static constexpr std::size_t kSize = std::size_t{1} << 18;
  std::atomic<std::uint64_t>& slot(std::uint64_t fingerprint) {
    return slots_[fingerprint % kSize];
  }
  const std::atomic<std::uint64_t>& slot(std::uint64_t fingerprint) const {
    return slots_[fingerprint % kSize];
  }

  std::array<std::atomic<std::uint64_t>, kSize> slots_{};
};

// With several threads, the most nodes between two checks of a thread: other threads may have made
// its work useless.
inline constexpr std::uint64_t kSharedCheckNodes = 256;

// How the threads of a search divide its tree.
struct Division {
  // Nodes with this many empty cells or fewer are not divided.
  int undivided_empty;
  // Threads stay together in this many levels at the top, where siblings share most of their trees:
  // to search one after the other takes fewer nodes.
  std::size_t together;
  // From this thread on, they also avoid first children that others search.
  int first_avoiding;
  // The most nodes between two checks of a thread.
  std::uint64_t check_nodes;
};

// The nodes that a thread is searching, from the root down. When another thread has decided one of
// them, the search leaves everything below it and stores nothing on the way.
template <class Place>
class SharedPath {
 public:
  // Space for all nodes: a thread in a browser cannot allocate memory.
  SharedPath() { steps_.reserve(kMaxCells); }

  void clear() {
    steps_.clear();
    decided_ = kNone;
  }

  // The score of the root is likely to reach beta; of a node whose side to move is the other one,
  // it is likely if that of its parent is not.
  void push(const Place& place, int beta) {
    const bool is_likely_high =
        steps_.empty() || (beta == steps_.back().beta) == steps_.back().is_likely_high;
    steps_.push_back({place, beta, is_likely_high});
  }
  void pop() { steps_.pop_back(); }
  std::size_t size() const { return steps_.size(); }

  // A guess whether the score of the last node reaches its beta: no longer once a child has not.
  bool is_likely_high() const { return steps_.back().is_likely_high; }
  void lower_hopes() { steps_.back().is_likely_high = false; }

  // Asks *find*, which narrows the range of a place, for the topmost decided node. *all* contains
  // every score.
  template <class Find>
  void check(const ScoreRange& all, const Find& find) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      ScoreRange known = all;
      find(steps_[i].place, known);
      if (known.low < steps_[i].beta && known.high >= steps_[i].beta) continue;
      decided_ = i;
      score_ = known.low >= steps_[i].beta ? known.low : known.high;
      return;
    }
  }

  // Whether the search must return to the decided node.
  bool is_leaving() const { return decided_ != kNone; }

  // Called by the node popped last while the search is leaving. If it is the decided one, the
  // search continues above it with its bound, which is returned; otherwise returns *other*.
  int arrive(int other) {
    if (decided_ != steps_.size()) return other;
    decided_ = kNone;
    return score_;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Step {
    Place place;
    int beta;
    bool is_likely_high;
  };

  std::vector<Step> steps_;
  std::size_t decided_ = kNone;  // index of the topmost decided node
  int score_ = 0;                // its bound, on one side of beta
};

// What ends one test of a search early.
struct TestLimits {
  Control& control;
  std::uint64_t nodes;                      // of this test
  const std::atomic<bool>* halt = nullptr;  // set by another thread
  bool is_reporting = true;                 // whether this thread reports progress
};

// One thread's part in the work; each search has one.
template <class Table>
class TeamMember {
 public:
  using Place = typename Table::Place;

  // *busy* is nullptr if the thread searches alone; otherwise it is the *thread*th of those that
  // share it.
  TeamMember(BusySet* busy, int thread, const Division& division)
      : busy_(busy), thread_(thread), division_(division) {}

  void start(Table& table, const TestLimits& limits) {
    table_ = &table;
    limits_ = &limits;
    is_stopped_ = false;
    path_.clear();
    nodes_ = counted_ = 0;
    schedule_check();
  }
  void finish() { limits_->control.should_stop(nodes_ - counted_); }

  // Counts a node. Returns true from time to time: then call check().
  bool count_node() { return ++nodes_ >= next_check_; }
  // Counts a result that was stored in the shared table.
  void count_store() { ++stores_; }

  // Returns whether the search must leave the node. *proven* is the range of the root, to be
  // reported; *all* contains every score; *find* narrows the range of a place by the table.
  template <class Find>
  bool check(const ScoreRange& proven, const ScoreRange& all, const Find& find) {
    if (is_stopped_) return true;
    const std::uint64_t fresh = nodes_ - std::exchange(counted_, nodes_);
    table_->add_stores(std::exchange(stores_, 0));
    is_stopped_ = nodes_ > limits_->nodes || limits_->control.should_stop(fresh) ||
                  (limits_->halt != nullptr && limits_->halt->load(std::memory_order_relaxed));
    unreported_ += fresh;
    // Not at every check: a report asks for the time, which takes a browser as long as ten nodes.
    if (!is_stopped_ && limits_->is_reporting && unreported_ >= division_.check_nodes) {
      unreported_ = 0;
      limits_->control.report(proven);
    }
    schedule_check();
    path_.check(all, find);
    return is_leaving();
  }

  std::uint64_t nodes() const { return nodes_; }
  bool is_stopped() const { return is_stopped_; }
  // Whether the search must leave the node, without a result.
  bool is_leaving() const { return is_stopped_ || path_.is_leaving(); }

  // Whether threads divide the children of a node with *empty* empty cells between them. Such a
  // node calls enter() before it searches them, and leave() afterwards.
  bool divides(int empty) const { return busy_ != nullptr && empty > division_.undivided_empty; }
  void enter(const Place& place, int beta) { path_.push(place, beta); }
  // What a node returns that is_leaving(): the bound that another thread has found, or *other*.
  void leave() { path_.pop(); }
  int result_on_leaving(bool is_divided, int other) {
    return is_divided && !is_stopped_ ? path_.arrive(other) : other;
  }

  // Whether to search a child of a divided node after its siblings, because another thread searches
  // it already.
  //
  // Where all children must be searched, threads should start with different ones; where the first
  // decides the node, they should help with it, provided that it is divided as well. Which of the
  // two it is can only be guessed, so every fourth thread also avoids a first child that may
  // decide: 16 threads search a tenth fewer nodes than without a guess.
  bool defers(const Place& child, int empty, bool is_first) const {
    if (divides(empty)) {
      if (path_.size() <= division_.together) return false;
      const bool is_helping =
          thread_ < division_.first_avoiding || (path_.is_likely_high() && thread_ % 4 != 3);
      if (is_first && is_helping) return false;
    }
    return busy_->contains(Table::fingerprint(child));
  }
  // Other threads avoid the child of a divided node between these two.
  void begin_child(const Place& child) { busy_->insert(Table::fingerprint(child)); }
  void end_child(const Place& child) {
    busy_->erase(Table::fingerprint(child));
    path_.lower_hopes();
  }

 private:
  // Checks are rare, but frequent enough at first to keep a small node limit.
  void schedule_check() {
    const std::uint64_t step =
        std::min(std::max<std::uint64_t>(nodes_ / 8, 16), division_.check_nodes);
    next_check_ = std::min(nodes_ + step, limits_->nodes + 1);
  }

  BusySet* busy_;
  int thread_;
  Division division_;
  SharedPath<Place> path_;
  Table* table_ = nullptr;
  const TestLimits* limits_ = nullptr;
  std::uint64_t nodes_ = 0, counted_ = 0, next_check_ = 0;
  std::uint64_t stores_ = 0;  // to table_, since the last check
  std::uint64_t unreported_ = 0;
  bool is_stopped_ = false;
};

// The searches of a solver, one per thread, and the tables they use. Easy positions take one thread
// and, while the shared table is unused, a small table that stays in the cache.
template <class Search>
class SearchTeam {
 public:
  using Table = typename Search::Table;
  using Shared = SharedTable<typename Table::Key>;

  // After how many nodes of a position a search moves on to the shared table, and to all threads.
  struct Stages {
    std::size_t small_bytes;
    std::uint64_t small_nodes, thread_nodes;
  };

  // *make* returns the search of a thread, given the busy set (nullptr if it is alone) and the
  // number of the thread.
  template <class Make>
  SearchTeam(const Stages& stages, int key_bits, std::shared_ptr<Shared> table, int threads,
             const Make& make)
      : stages_(stages),
        small_(std::min(stages.small_bytes, table->table().bytes()), key_bits),
        shared_(std::move(table)),
        busy_(threads > 1 ? std::make_unique<BusySet>() : nullptr) {
    for (int i = 0; i < std::max(1, threads); ++i) searches_.push_back(make(busy_.get(), i));
  }

  // Narrows *proven*, the range of a position's score, by the answers to *questions*, until these
  // are answered or *control* stops the search. *root* is the position as the search needs it.
  template <class Root, class Questions>
  void prove(const Root& root, Questions questions, Control& control, ScoreRange& proven) {
    start_nodes_ = nodes_;
    while (questions.is_open(proven) && !control.stopped()) {
      const int beta = questions.next(proven);
      const std::uint64_t nodes_before = nodes_;
      test(root, beta, control, proven);
      questions.count(beta, nodes_ - nodes_before);
    }
  }

  // Narrows *range* by what is known about *root* without a search.
  template <class Root>
  void look_up(const Root& root, ScoreRange& range) {
    current_ = shared_->is_used() ? &shared_->table() : &small_;
    searches_[0]->look_up(root, *current_, range);
  }

  // Forgets everything.
  void clear() {
    small_.clear();
    for (const auto& search : searches_) search->clear();
    shared_->clear();
  }

 private:
  static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0} >> 1;

  // Narrows *proven* by the answer whether the score is at least *beta*, unless it is time for the
  // next stage, or *control* stops the search, before it is known.
  template <class Root>
  void test(const Root& root, int beta, Control& control, ScoreRange& proven) {
    const std::uint64_t used = nodes_ - start_nodes_;
    const bool is_parallel = searches_.size() > 1 && used >= stages_.thread_nodes;
    if (current_ == &small_ && (is_parallel || used >= stages_.small_nodes))
      current_ = &shared_->absorb(small_);
    if (is_parallel) return test_in_parallel(root, beta, control, proven);
    std::uint64_t limit = current_ == &small_ ? stages_.small_nodes : kUnlimited;
    if (searches_.size() > 1) limit = std::min(limit, stages_.thread_nodes);
    searches_[0]->test(root, beta, *current_, {control, limit - used}, proven);
    nodes_ += searches_[0]->nodes();
  }

  // All threads search the same root; the first to finish halts the others.
  template <class Root>
  void test_in_parallel(const Root& root, int beta, Control& control, ScoreRange& proven) {
    std::atomic<bool> halt{false};
    std::vector<ScoreRange> ranges(searches_.size(), proven);
    const auto run = [&](std::size_t i) {
      searches_[i]->test(root, beta, *current_, {control, kUnlimited, &halt, i == 0}, ranges[i]);
      halt.store(true, std::memory_order_relaxed);
    };
    {
      ThreadGroup group{[&] { halt.store(true, std::memory_order_relaxed); }, {}};
      for (std::size_t i = 1; i < searches_.size(); ++i) group.threads.emplace_back(run, i);
      run(0);
    }
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      nodes_ += searches_[i]->nodes();
      proven.low = std::max(proven.low, ranges[i].low);
      proven.high = std::min(proven.high, ranges[i].high);
    }
  }

  Stages stages_;
  Table small_;
  std::shared_ptr<Shared> shared_;
  Table* current_ = &small_;       // the small table or the shared one
  std::unique_ptr<BusySet> busy_;  // nullptr with one thread
  std::vector<std::unique_ptr<Search>> searches_;
  std::uint64_t nodes_ = 0;        // of all searches so far
  std::uint64_t start_nodes_ = 0;  // of the searches before this position
};

}  // namespace dropfour::solver
