// A strategy: the strategist's moves until a plan takes over, for positions that no single plan
// decides.
//
// Each node is a position with the strategist to move. It has either a plan, or a move and, for
// each reply, another node. Plans are shared: one that serves several nodes is stored once. A move
// is chosen by how many of its replies are left without a plan after a short search.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "plans/finder.hpp"

namespace dropfour::plans {

struct StrategyNode {
  int plan = -1;                             // its place among the plans, or -1
  int move = -1;                             // a column, if there is no plan
  std::vector<std::pair<int, int>> replies;  // the opponent's column, and the node it leads to
};

// The first node is the position itself; if the opponent is to move there, it has replies but
// neither plan nor move.
struct Strategy {
  std::vector<StrategyNode> nodes;
  std::vector<Plan> plans;
};

template <class Shape>
class StrategyFinder {
 public:
  using Word = typename Shape::Word;

  StrategyFinder(const Shape& shape, Promise promise, ExactSolver& solver, const Board& like,
                 std::uint64_t seed, int most_plans)
      : shape_(shape),
        promise_(promise),
        solver_(solver),
        like_(like),
        oracle_(solver, like, promise, kOracleNodes),
        verifier_(shape, promise),
        random_(seed),
        most_plans_(std::size_t(most_plans)) {}

  // Nothing if *control* stops the search first, or if more plans are needed than allowed.
  std::optional<Strategy> find(const View<Word>& root, bool is_own_turn, Control& control) {
    found_.plans.emplace_back();  // the moves that need no rule
    if (is_own_turn) {
      if (!build(root, kPatient, control)) return std::nullopt;
    } else {
      found_.nodes.emplace_back();
      if (!build_replies(0, root, control)) return std::nullopt;
    }
    drop_unused_plans();
    return found_;
  }

 private:
  // Positions that a search for one plan visits: at first sight, and where it matters.
  static constexpr std::uint64_t kQuick = 150'000;
  static constexpr std::uint64_t kPatient = 3'000'000;
  static constexpr std::uint64_t kOracleNodes = 2'000'000;

  Limbs key_of(const View<Word>& view) const {
    return limbs_of(view.own + view.occupied() + shape_.bottom_mask());
  }

  // The node of a position with the strategist to move; nothing if none was found.
  std::optional<int> build(const View<Word>& view, std::uint64_t effort, Control& control) {
    const Limbs key = key_of(view);
    if (const auto known = node_of_.find(key); known != node_of_.end()) return known->second;
    const int node = int(found_.nodes.size());
    found_.nodes.emplace_back();
    node_of_[key] = node;
    if (const auto plan = find_plan(view, effort, control)) {
      found_.nodes[std::size_t(node)].plan = *plan;
      return node;
    }
    if (control.stopped()) return std::nullopt;
    const std::optional<Word> move = choose_move(view, control);
    if (!move) return std::nullopt;
    found_.nodes[std::size_t(node)].move = shape_.column_of(lowest(*move));
    const View<Word> next{view.own | *move, view.opponent, -1};
    if (!build_replies(node, next, control)) return std::nullopt;
    return node;
  }

  bool build_replies(int node, const View<Word>& view, Control& control) {
    for (Word rest = shape_.playable(view.occupied()); any(rest); rest = without_lowest(rest)) {
      const Word cell = bit<Word>(lowest(rest));
      const std::optional<int> child =
          build({view.own, view.opponent | cell, -1}, kPatient, control);
      if (!child) return false;
      found_.nodes[std::size_t(node)].replies.emplace_back(shape_.column_of(lowest(cell)), *child);
    }
    return true;
  }

  // The place of a plan for the position: one that is there already if it serves.
  std::optional<int> find_plan(const View<Word>& view, std::uint64_t effort, Control& control) {
    const Limbs key = key_of(view);
    const auto known = plan_of_.find(key);
    if (known != plan_of_.end() && (known->second.first || known->second.second >= effort))
      return known->second.first;
    std::optional<int> place;
    for (std::size_t i = 0; i < found_.plans.size() && !place; ++i) {
      if (verifier_.run(found_.plans[i], view, true, {.share = 0, .positions = kMostPositions},
                        random_) &&
          !verifier_.is_broken())
        place = int(i);
      control.report({});
      if (control.should_stop(verifier_.positions())) return std::nullopt;
    }
    if (!place && found_.plans.size() < most_plans_) {
      Finder<Shape> finder(shape_, view, true, promise_, solver_, like_, random_.next());
      // The last plans were made for positions nearby.
      const std::size_t count = std::min(kStarts, found_.plans.size());
      const std::vector<Plan> near(found_.plans.end() - std::ptrdiff_t(count), found_.plans.end());
      if (auto plan = finder.find(control, effort, near)) {
        place = int(found_.plans.size());
        found_.plans.push_back(std::move(*plan));
      }
    }
    plan_of_[key] = {place, effort};
    return place;
  }

  // The move after which fewest replies are left without a plan, among those that keep the promise.
  std::optional<Word> choose_move(const View<Word>& view, Control& control) {
    const Word playable = shape_.playable(view.occupied());
    const Word blocks = shape_.completing_cells(view.opponent) & playable;
    std::optional<Word> best;
    int fewest = 0;
    for (Word rest = any(blocks) ? blocks : playable; any(rest); rest = without_lowest(rest)) {
      const Word cell = bit<Word>(lowest(rest));
      const View<Word> next{view.own | cell, view.opponent, -1};
      if (!oracle_.is_kept(shape_, next, false).value_or(false)) continue;
      int open = 0;
      for (Word replies = shape_.playable(next.occupied()); any(replies) && !control.stopped();
           replies = without_lowest(replies)) {
        const View<Word> after{next.own, next.opponent | bit<Word>(lowest(replies)), -1};
        open += !find_plan(after, kQuick, control);
        if (best && open >= fewest) break;
      }
      if (!best || open < fewest) {
        best = cell;
        fewest = open;
      }
      if (control.stopped()) return std::nullopt;
      if (fewest == 0) break;
    }
    return best;
  }

  void drop_unused_plans() {
    std::map<int, int> places;
    std::vector<Plan> used;
    for (StrategyNode& node : found_.nodes) {
      if (node.plan < 0) continue;
      const auto [place, is_new] = places.try_emplace(node.plan, int(used.size()));
      if (is_new) used.push_back(found_.plans[std::size_t(node.plan)]);
      node.plan = place->second;
    }
    found_.plans = std::move(used);
  }

  static constexpr std::uint64_t kMostPositions = 300'000;
  static constexpr std::size_t kStarts = 8;

  Shape shape_;
  Promise promise_;
  ExactSolver& solver_;
  Board like_;
  Oracle<Shape> oracle_;
  Verifier<Shape> verifier_;
  Random random_;
  std::size_t most_plans_;
  Strategy found_;
  std::map<Limbs, int> node_of_;
  // The plan found for a position, if any, and how hard it was looked for.
  std::map<Limbs, std::pair<std::optional<int>, std::uint64_t>> plan_of_;
};

}  // namespace dropfour::plans
