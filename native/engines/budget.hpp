// The node budget of a search. Each node is counted; every few nodes the Control is consulted.

#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/control.hpp"

namespace dropfour::engines {

using solver::Control;

class Budget {
 public:
  // A check costs as much as a node, so there is one per this many: a third of a millisecond at
  // most.
  static constexpr std::uint64_t kNodesBetweenChecks = 64;

  Budget(Control& control, std::uint64_t node_limit,
         std::uint64_t nodes_between_checks = kNodesBetweenChecks)
      : control_(control), limit_(node_limit), nodes_between_checks_(nodes_between_checks) {
    set_next_check();
  }

  // Counts a node. Once a limit is reached it returns false forever: the search unwinds with any
  // value, and its current iteration is discarded.
  [[nodiscard]] bool spend() {
    if (spent_ >= next_check_ && !check()) return false;
    ++spent_;
    return true;
  }

  std::uint64_t spent() const { return spent_; }
  bool is_over() const { return is_over_; }

 private:
  // Returns false if the search is over.
  bool check() {
    if (is_over_) return false;
    is_over_ = control_.should_stop(spent_ - control_.nodes()) || spent_ >= limit_;
    if (is_over_) return false;
    control_.report({});
    set_next_check();
    return true;
  }
  void set_next_check() { next_check_ = spent_ + std::min(nodes_between_checks_, limit_ - spent_); }

  Control& control_;
  std::uint64_t limit_;
  std::uint64_t nodes_between_checks_;
  std::uint64_t spent_ = 0;
  std::uint64_t next_check_ = 0;
  bool is_over_ = false;
};

}  // namespace dropfour::engines
