// What holds a search on its rein: a stop flag, a deadline, a node limit; and what it has proven.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace dropfour {

// Proven bounds of a score, for the side to move.
struct ScoreRange {
  int low = 0;
  int high = 0;

  constexpr bool is_exact() const { return low == high; }
  friend constexpr bool operator==(const ScoreRange&, const ScoreRange&) = default;
};

// A switch that another thread may set; it may outlive the search and stop several.
class StopFlag {
 public:
  void set() { flag_.store(true, std::memory_order_relaxed); }
  bool is_set() const { return flag_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> flag_{false};
};

// The limits of one search. All its threads call `should_stop` now and then with the nodes they
// have seen since they last did; once it has said yes it always does.
class Control {
 public:
  using Clock = std::chrono::steady_clock;
  // How many nodes a thread may see between two calls: well under a millisecond.
  static constexpr std::uint64_t kCheckNodes = 1024;

  explicit Control(const StopFlag* stop = nullptr) : stop_(stop) {}

  void set_deadline(Clock::time_point deadline) { deadline_ = deadline; }
  void set_node_limit(std::uint64_t nodes) { node_limit_ = nodes; }
  // *hook* is called about every *interval* by the thread that calls `report`; it may throw.
  void set_hook(std::function<void(const ScoreRange&, std::uint64_t)> hook,
                Clock::duration interval) {
    hook_ = std::move(hook);
    interval_ = interval;
    next_report_ = Clock::now() + interval;
  }

  bool should_stop(std::uint64_t new_nodes) {
    const std::uint64_t nodes = nodes_.fetch_add(new_nodes, std::memory_order_relaxed) + new_nodes;
    if (stopped_.load(std::memory_order_relaxed)) return true;
    if (nodes < node_limit_ && !(stop_ != nullptr && stop_->is_set()) && Clock::now() < deadline_)
      return false;
    stopped_.store(true, std::memory_order_relaxed);
    return true;
  }

  // For the thread that owns the search, each time after `should_stop`: tells what is proven so
  // far.
  void report(const ScoreRange& proven) {
    if (!hook_ || Clock::now() < next_report_) return;
    hook_(proven, nodes());
    next_report_ = Clock::now() + interval_;
  }

  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

 private:
  const StopFlag* stop_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::uint64_t node_limit_ = ~std::uint64_t{0};
  std::function<void(const ScoreRange&, std::uint64_t)> hook_;
  Clock::duration interval_{};
  Clock::time_point next_report_{};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<bool> stopped_{false};
};

}  // namespace dropfour
