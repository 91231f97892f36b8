// Finds a plan by local search: mends a plan where it breaks until it no longer does.
//
// Each candidate is played out against a sample of the replies. Where it breaks, the solver tells
// which choice gave the promise away and which ones would have kept it, and the plan is changed so
// that it makes one of those: by a further rule, without the rule that chose, or in another order.
// A change is kept unless more games break than before. A candidate that survives the sample is
// played out against all replies; if it breaks, that line joins the sample. When nothing helps any
// more, the search starts again with a random plan.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "board/board.hpp"
#include "board/random.hpp"
#include "plans/oracle.hpp"
#include "plans/plan.hpp"
#include "plans/simplify.hpp"
#include "plans/verifier.hpp"
#include "solver/exact_solver.hpp"

namespace dropfour::plans {

template <class Shape>
class Finder {
 public:
  using Word = typename Shape::Word;

  Finder(const Shape& shape, const View<Word>& root, bool is_own_turn, Promise promise,
         ExactSolver& solver, const Board& like, std::uint64_t seed)
      : shape_(shape),
        root_(root),
        is_own_turn_(is_own_turn),
        oracle_(solver, like, promise),
        verifier_(shape, promise),
        random_(seed) {}

  // A plan that keeps the promise against every reply; nothing if *control* stops the search first.
  // Once a plan is found, some more time is spent on shorter ones; *deadline* is how many positions
  // are visited at most. Of the *known* plans, made for other positions, one that keeps the promise
  // is returned at once; the search starts at times from one that does not.
  std::optional<Plan> find(Control& control, std::uint64_t deadline = ~std::uint64_t{0},
                           const std::vector<Plan>& known = {}) {
    for (const Plan& plan : known)
      if (is_kept(plan, control)) return plan;
    known_ = known;
    std::optional<Plan> best;
    while (spent_ < deadline && !control.stopped()) {
      std::optional<Plan> found = climb(control, deadline);
      if (!found) continue;
      simplify(*found, control);
      if (!best || size_of(*found) < size_of(*best)) best = std::move(found);
      most_rules_ = int(best->takes.size() + best->pairs.size()) - 1;
      if (size_of(*best) <= kShort || most_rules_ < 0) break;
      deadline = std::min(deadline, 4 * spent_ + kAllPositions);
    }
    return best;
  }

 private:
  using Steps = typename Verifier<Shape>::Steps;
  using Limits = typename Verifier<Shape>::Limits;

  static constexpr std::uint64_t kPositions = 30'000;  // of a sampled run
  static constexpr std::uint64_t kAllPositions = 300'000;
  static constexpr unsigned kDensity = 150;
  static constexpr int kPatience = 250;
  static constexpr int kShort = 3;  // a plan of this size is short enough
  static constexpr double kUnknown = 1e9;

  int size_of(const Plan& plan) const { return plan.size(shape_.columns()); }

  // Returns the share of games that break the promise, kUnknown if it is more than *most*.
  double evaluate(const Plan& plan, double most, Control& control, bool with_all = false) {
    Limits limits{.share = most, .positions = kPositions, .density = kDensity, .salt = salt_};
    if (with_all) limits = {.share = most, .positions = kAllPositions};
    const bool is_done = verifier_.run(plan, root_, is_own_turn_, limits, random_);
    const std::uint64_t nodes = verifier_.positions() + oracle_.take_nodes() + 1;
    spent_ += nodes;
    control.should_stop(nodes);
    control.report({});
    return is_done ? verifier_.share() : kUnknown;
  }
  bool is_kept(const Plan& plan, Control& control) { return evaluate(plan, 0, control, true) == 0; }

  // One climb, the first from a plan that is easy to remember, the others from random ones.
  std::optional<Plan> climb(Control& control, std::uint64_t deadline) {
    salt_ = random_.next();
    Plan plan = spent_ == 0 ? make_natural() : make_random();
    if (!known_.empty() && random_.below(2) == 0) start_from(plan, known_[pick(known_.size())]);
    double share = evaluate(plan, kUnknown, control);
    Steps line = verifier_.broken_line();
    for (int failures = 0; failures < kPatience && !control.stopped() && spent_ < deadline;) {
      if (share == 0) {
        if (is_kept(plan, control)) return plan;
        if (verifier_.broken_line().empty()) return std::nullopt;  // too many positions
        line = verifier_.broken_line();
        verifier_.keep_trying(line);
        share = evaluate(plan, kUnknown, control);
        if (!verifier_.broken_line().empty()) line = verifier_.broken_line();
        if (share > 0) continue;
        // The line is not in the sample because two of its positions share a place.
        salt_ = random_.next();
        ++failures;
        continue;
      }
      Plan next = plan;
      ++failures;
      if (!mend(next, line)) {
        if (line.empty()) return std::nullopt;
        continue;
      }
      const double most = random_.below(100) < kNoise ? 1.5 * share : share;
      const double changed = evaluate(next, most + 1e-12, control);
      if (changed > most + 1e-12) continue;
      if (changed < share - 1e-12) failures = 0;
      share = changed;
      plan = std::move(next);
      line = verifier_.broken_line();
    }
    return std::nullopt;
  }

  // Answers everywhere, otherwise the columns from the left.
  Plan make_natural() const {
    Plan plan;
    plan.answers = (std::uint32_t{1} << shape_.columns()) - 1;
    plan.order = plan.full_order(shape_.columns());
    return plan;
  }

  Plan make_random() {
    Plan plan;
    for (int column = 0; column < shape_.columns(); ++column) plan.order.push_back(column);
    for (std::size_t i = plan.order.size(); i > 1; --i)
      std::swap(plan.order[i - 1], plan.order[pick(i)]);
    const std::uint32_t all = (std::uint32_t{1} << shape_.columns()) - 1;
    plan.answers = all & std::uint32_t(random_.next());
    const int kind = random_.below(3);
    if (kind == 0) plan.answers = all;
    if (kind == 1) plan.answers |= all & std::uint32_t(random_.next());
    return plan;
  }

  // Makes *plan* the known one; columns that it does not name keep their order.
  static void start_from(Plan& plan, const Plan& known) {
    std::vector<int> order = known.order;
    for (const int column : plan.order)
      if (std::find(order.begin(), order.end(), column) == order.end()) order.push_back(column);
    plan = known;
    plan.order = std::move(order);
  }

  std::size_t pick(std::size_t count) { return std::size_t(random_.below(int(count))); }
  template <class T>
  void drop_any(std::vector<T>& from) {
    from.erase(from.begin() + std::ptrdiff_t(pick(from.size())));
  }
  // One of the cells.
  int pick_cell(Word cells) {
    for (std::size_t skip = pick(std::size_t(popcount(cells))); skip > 0; --skip)
      cells = without_lowest(cells);
    return lowest(cells);
  }

  // Changes the plan so that it may survive *line*, which breaks it. Returns false without an idea.
  bool mend(Plan& plan, const Steps& line) {
    if (random_.below(100) < kRandomChanges) return change_any(plan), true;
    bool is_sure = random_.below(100) < kAsked;
    const std::optional<std::size_t> at = is_sure ? blame(line, is_sure) : pick_choice(line);
    if (!at) return false;
    const Step<Word>& step = line[*at];
    const Word playable = shape_.playable(step.view.occupied());
    const Word safe = playable & ~(shape_.completing_cells(step.view.opponent) >> 1);
    const Word others = safe & ~step.choice.cell;
    Word better{};
    if (is_sure)
      for (Word rest = others; any(rest); rest = without_lowest(rest)) {
        const Word cell = bit<Word>(lowest(rest));
        const View<Word> next{step.view.own | cell, step.view.opponent, -1};
        if (oracle_.is_kept(shape_, next, false).value_or(true)) better |= cell;
      }
    if (!any(better)) better = others;
    if (!any(better)) return false;
    make_choose(plan, step, pick_cell(better));
    trim(plan);
    return true;
  }

  static bool is_rule(const Step<Word>& step) {
    return !step.is_lost && step.choice.reason != Reason::kBlock;
  }
  std::optional<std::size_t> pick_choice(const Steps& line) {
    std::vector<std::size_t> rules;
    for (std::size_t i = 0; i < line.size(); ++i)
      if (is_rule(line[i])) rules.push_back(i);
    if (rules.empty()) return std::nullopt;
    return rules[pick(rules.size())];
  }
  // The last choice from which the promise could be kept. If the solver does not know, *is_sure*
  // becomes false and the choice is any.
  std::optional<std::size_t> blame(const Steps& line, bool& is_sure) {
    for (std::size_t i = line.size(); i-- > 0;) {
      if (line[i].is_lost) continue;
      const auto kept = oracle_.is_kept(shape_, line[i].view, true);
      if (!kept) break;
      if (!*kept) continue;
      if (is_rule(line[i])) return i;
      break;
    }
    is_sure = false;
    return pick_choice(line);
  }

  void change_any(Plan& plan) {
    switch (random_.below(4)) {
      case 0:
        if (!plan.takes.empty()) drop_any(plan.takes);
        break;
      case 1:
        if (!plan.pairs.empty()) drop_any(plan.pairs);
        break;
      case 2:
        plan.answers ^= std::uint32_t{1} << pick(plan.order.size());
        break;
      default:
        std::swap(plan.order[pick(plan.order.size())], plan.order[pick(plan.order.size())]);
    }
  }

  // Changes the plan so that it rather chooses *cell* at *step*.
  void make_choose(Plan& plan, const Step<Word>& step, int cell) {
    const int column = shape_.column_of(cell);
    const bool is_above = step.view.last == column;
    const Reason reason = step.choice.reason;
    const std::size_t index = std::size_t(step.choice.index);
    for (int tries = 0; tries < 8; ++tries) switch (random_.below(6)) {
        case 0: {
          std::erase(plan.takes, cell);
          std::size_t places = plan.takes.size() + 1;
          if (reason == Reason::kTake) places = std::min(places, index + 1);
          plan.takes.insert(plan.takes.begin() + std::ptrdiff_t(pick(places)), cell);
          return;
        }
        case 1:
        case 2: {
          if (reason == Reason::kTake && random_.below(2) == 0) continue;
          const std::optional<int> partner = pick_partner(step.view, cell);
          if (!partner) continue;
          if (reason == Reason::kTake) drop_rule(plan, step.choice);
          const std::size_t places = reason == Reason::kPair ? index + 1 : plan.pairs.size() + 1;
          plan.pairs.insert(plan.pairs.begin() + std::ptrdiff_t(pick(places)), {cell, *partner});
          return;
        }
        case 3:
          if (reason == Reason::kOtherwise) continue;
          drop_rule(plan, step.choice);
          if (random_.below(2) == 0) return;
          if (is_above)
            plan.answers |= std::uint32_t{1} << column;
          else
            put_before(plan.order, column, plan.order.front());
          return;
        case 4:
          if (!is_above || reason != Reason::kOtherwise) continue;
          plan.answers |= std::uint32_t{1} << column;
          return;
        default:
          if (reason != Reason::kOtherwise) continue;
          put_before(plan.order, column, step.choice.index);
          return;
      }
  }

  static void drop_rule(Plan& plan, const Choice<Word>& choice) {
    if (choice.reason == Reason::kTake) plan.takes.erase(plan.takes.begin() + choice.index);
    if (choice.reason == Reason::kPair) plan.pairs.erase(plan.pairs.begin() + choice.index);
    if (choice.reason == Reason::kAnswer) plan.answers &= ~(std::uint32_t{1} << choice.index);
  }
  static void put_before(std::vector<int>& order, int column, int other) {
    if (column == other) return;
    std::erase(order, column);
    order.insert(std::find(order.begin(), order.end(), other), column);
  }

  // A cell of another column that is not playable while *cell* is: the opponent's last, or one near
  // the surface.
  std::optional<int> pick_partner(const View<Word>& view, int cell) {
    const Word playable = shape_.playable(view.occupied());
    Word cells{};
    if (view.last >= 0 && random_.below(3) == 0)
      cells = bit<Word>(highest(shape_.column_mask(view.last) & view.opponent));
    else
      cells = (playable << 1) | (playable << 2) | (view.opponent & ~root_.opponent);
    cells = cells & shape_.board_mask() & ~playable & ~shape_.column_mask(shape_.column_of(cell));
    if (!any(cells)) return std::nullopt;
    return pick_cell(cells);
  }

  void trim(Plan& plan) {
    while (int(plan.takes.size()) > kMostTakes) drop_any(plan.takes);
    while (int(plan.pairs.size()) > kMostPairs) drop_any(plan.pairs);
    while (int(plan.takes.size() + plan.pairs.size()) > most_rules_) {
      if (plan.pairs.empty() || (!plan.takes.empty() && random_.below(2) == 0))
        drop_any(plan.takes);
      else
        drop_any(plan.pairs);
    }
  }

  void simplify(Plan& plan, Control& control) {
    const auto kept = [&](const Plan& changed) -> std::optional<std::uint32_t> {
      if (control.stopped() || !is_kept(changed, control)) return std::nullopt;
      return verifier_.ordered();
    };
    Simplifier(shape_, plan, kept).run();
  }

  static constexpr int kMostTakes = 4;
  static constexpr int kMostPairs = 4;
  static constexpr int kNoise = 3;          // per cent of changes that may make it worse
  static constexpr int kRandomChanges = 4;  // per cent
  static constexpr int kAsked = 80;         // per cent of changes for which the solver is asked

  Shape shape_;
  View<Word> root_;
  bool is_own_turn_;
  Oracle<Shape> oracle_;
  Verifier<Shape> verifier_;
  Random random_;
  std::vector<Plan> known_;
  int most_rules_ = 6;  // besides the answers and the order
  std::uint64_t salt_ = 0;
  std::uint64_t spent_ = 0;
};

}  // namespace dropfour::plans
