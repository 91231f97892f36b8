// Makes a plan easier to remember, as long as it keeps its promise.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "plans/plan.hpp"

namespace dropfour::plans {

// *Kept* plays a plan out: it returns the columns that the order chose, nothing if the promise is
// broken.
template <class Shape, class Kept>
class Simplifier {
 public:
  Simplifier(const Shape& shape, Plan& plan, const Kept& kept)
      : shape_(shape), columns_(shape.columns()), plan_(plan), kept_(kept) {}

  // Tries one change after the other; a plan that does not keep its promise stays as it is.
  void run() {
    const std::optional<std::uint32_t> chosen = kept_(plan_);
    if (!chosen) return;
    plan_ = settled(plan_, *chosen);
    for (int before = 0; before != size();) {
      before = size();
      shorten_order();
      drop_or_split_pairs();
      drop_each(&Plan::takes);
      shorten_answers();
    }
    sort();
  }

 private:
  int size() const { return plan_.size(columns_); }

  // What is left of the order is what makes choices, unless all columns are said more quickly.
  Plan settled(Plan plan, std::uint32_t chosen) const {
    plan.order = plan.full_order(columns_);
    Plan named = plan;
    std::erase_if(named.order, [&](int column) { return !(chosen >> column & 1); });
    return plan.size(columns_) < named.size(columns_) ? plan : named;
  }

  // Replaces the plan by one that has less to remember, or *also_as_much*.
  bool accept(Plan changed, bool also_as_much = false) {
    if (changed.size(columns_) > size()) return false;
    const std::optional<std::uint32_t> chosen = kept_(changed);
    if (!chosen) return false;
    changed = settled(std::move(changed), *chosen);
    if (changed.size(columns_) >= size() + also_as_much) return false;
    plan_ = std::move(changed);
    return true;
  }

  template <class Part>
  void drop_each(Part part) {
    for (std::size_t i = (plan_.*part).size(); i-- > 0;)
      if (i < (plan_.*part).size()) accept(without(part, i));
  }
  template <class Part>
  Plan without(Part part, std::size_t i) const {
    Plan changed = plan_;
    (changed.*part).erase((changed.*part).begin() + std::ptrdiff_t(i));
    return changed;
  }

  // A cell is easier to remember than a pair; and of two cells in one column, only one can be
  // played at a time.
  void drop_or_split_pairs() {
    for (std::size_t i = plan_.pairs.size(); i-- > 0;) {
      const auto [a, b] = plan_.pairs[i];
      const Plan rest = without(&Plan::pairs, i);
      const auto with_takes = [&](std::vector<int> cells, bool are_first) {
        Plan changed = rest;
        auto& takes = changed.takes;
        takes.insert(are_first ? takes.begin() : takes.end(), cells.begin(), cells.end());
        return changed;
      };
      const bool is_upright = shape_.column_of(a) == shape_.column_of(b);
      accept(rest) || accept(with_takes({a}, false)) || accept(with_takes({b}, false)) ||
          accept(with_takes({a}, true)) || accept(with_takes({b}, true)) ||
          (is_upright &&
           (accept(with_takes({a, b}, false), true) || accept(with_takes({a, b}, true), true)));
    }
  }

  void shorten_answers() {
    const std::uint32_t all = (std::uint32_t{1} << columns_) - 1;
    const auto with_answers = [&](std::uint32_t answers) {
      Plan changed = plan_;
      changed.answers = answers;
      return changed;
    };
    if (plan_.answers == 0 || accept(with_answers(0))) return;
    if (plan_.answers == all || accept(with_answers(all))) return;
    for (int column = 0; column < columns_; ++column)
      accept(with_answers(plan_.answers ^ std::uint32_t{1} << column));
  }

  // An order from either side, after two columns at most; or without a column.
  void shorten_order() {
    const std::vector<int> order = plan_.order;
    const auto sweep = [&](const std::vector<int>& first) {
      if (int(first.size()) + 1 >= plan_.order_size(columns_)) return;
      Plan changed = plan_;
      changed.order = first;
      changed.order = changed.full_order(columns_);
      if (accept(changed)) return;
      std::reverse(changed.order.begin() + std::ptrdiff_t(first.size()), changed.order.end());
      accept(changed);
    };
    sweep({});
    for (const int column : order) sweep({column});
    if (order.size() > 2) sweep({order[0], order[1]});
    if (sweep_of(plan_.order) == 0) drop_each(&Plan::order);
  }

  // Where the order of cells and columns makes no difference, it is that of the board.
  void sort() {
    Plan sorted = plan_;
    for (auto& [a, b] : sorted.pairs)
      if (a > b) std::swap(a, b);
    plan_ = sorted;
    std::sort(sorted.takes.begin(), sorted.takes.end());
    if (sorted.takes != plan_.takes) accept(sorted, true);
    sorted = plan_;
    std::sort(sorted.pairs.begin(), sorted.pairs.end());
    if (sorted.pairs != plan_.pairs) accept(sorted, true);
    sorted = plan_;
    std::sort(sorted.order.begin(), sorted.order.end());
    if (sorted.order != plan_.order) accept(sorted, true);
  }

  Shape shape_;
  int columns_;
  Plan& plan_;
  const Kept& kept_;
};

}  // namespace dropfour::plans
