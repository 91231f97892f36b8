// Limits of a running search: stop flag, deadline, node count; its progress reports, and where its
// results come from.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "board/score.hpp"

namespace dropfour::solver {

using namespace board;

// Stops a search from another thread; one flag may stop several searches.
class StopFlag {
 public:
  void set() { flag_.store(true, std::memory_order_relaxed); }
  bool is_set() const { return flag_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> flag_{false};
};

// The limits of one search. Each of its threads calls `should_stop` from time to time with the
// number of nodes visited since its last call. Once it has returned true it always does.
class Control {
 public:
  using Clock = std::chrono::steady_clock;
  // The most nodes that a thread visits between two calls: well under a millisecond.
  static constexpr std::uint64_t kCheckNodes = 1024;

  explicit Control(const StopFlag* stop = nullptr) : stop_(stop) {}

  // From now on.
  void set_time_limit(double seconds) {
    deadline_ = Clock::now() +
                std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  void set_node_limit(std::uint64_t nodes) { node_limit_ = nodes; }
  // `report` calls *hook* at most once per *interval*, in its own thread. The hook may throw.
  void set_hook(std::function<void(const ScoreRange&, std::uint64_t)> hook,
                Clock::duration interval) {
    hook_ = std::move(hook);
    interval_ = interval;
    next_report_ = Clock::now() + interval;
  }

  bool should_stop(std::uint64_t new_nodes) {
    const std::uint64_t nodes = nodes_.fetch_add(new_nodes, std::memory_order_relaxed) + new_nodes;
    if (stopped_.load(std::memory_order_relaxed)) return true;
    if (nodes < node_limit_ && !(stop_ != nullptr && stop_->is_set()) && !is_late()) return false;
    stopped_.store(true, std::memory_order_relaxed);
    return true;
  }

  // Called by the thread that owns the search, each time after `should_stop`.
  void report(const ScoreRange& proven) {
    if (!hook_ || Clock::now() < next_report_) return;
    hook_(proven, nodes());
    next_report_ = Clock::now() + interval_;
  }

  // Where the results under this control come from.
  void set_searched() { is_searched_.store(true, std::memory_order_relaxed); }
  bool is_searched() const { return is_searched_.load(std::memory_order_relaxed); }
  void set_looked_up() { is_looked_up_.store(true, std::memory_order_relaxed); }
  bool is_looked_up() const { return is_looked_up_.load(std::memory_order_relaxed); }

  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

 private:
  // Asks for the time only if there is a deadline: the clock's code and data may not be in the
  // caches.
  bool is_late() const {
    return deadline_ != Clock::time_point::max() && Clock::now() >= deadline_;
  }

  const StopFlag* stop_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::uint64_t node_limit_ = ~std::uint64_t{0};
  std::function<void(const ScoreRange&, std::uint64_t)> hook_;
  Clock::duration interval_{};
  Clock::time_point next_report_{};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<bool> stopped_{false}, is_searched_{false}, is_looked_up_{false};
};

}  // namespace dropfour::solver
