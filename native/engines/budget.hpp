// The nodes that a search may spend: each is counted, and every few of them the Control is asked
// whether to go on.

#pragma once

#include <algorithm>
#include <cstdint>

#include "../control.hpp"

namespace dropfour {

// Thrown out of a search that has spent its budget; what it had begun is forgotten.
struct OutOfBudget {};

class Budget {
 public:
  // Asking costs as much as a node: once in this many, a third of a millisecond at worst.
  static constexpr std::uint64_t kNodesBetweenLooks = 64;

  Budget(Control& control, std::uint64_t node_limit,
         std::uint64_t nodes_between_looks = kNodesBetweenLooks)
      : control_(control), limit_(node_limit), nodes_between_looks_(nodes_between_looks) {
    set_next_look();
  }

  // Counts one node; throws when the budget is spent.
  void spend() {
    if (spent_ >= next_look_) look();
    ++spent_;
  }

  std::uint64_t spent() const { return spent_; }

 private:
  void look() {
    if (control_.should_stop(spent_ - control_.nodes()) || spent_ >= limit_) throw OutOfBudget{};
    control_.report({});
    set_next_look();
  }
  void set_next_look() { next_look_ = spent_ + std::min(nodes_between_looks_, limit_ - spent_); }

  Control& control_;
  std::uint64_t limit_;
  std::uint64_t nodes_between_looks_;
  std::uint64_t spent_ = 0;
  std::uint64_t next_look_ = 0;
};

}  // namespace dropfour
