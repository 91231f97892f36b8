// A solution: the strategist's moves until a plan takes over, for positions that no single plan
// decides.
//
// It lists positions with the strategist to move; each stands for its mirror image as well. Where a
// line can be completed at once, that is the move, and the position is not listed. Plans are
// shared: one that serves several positions is stored once. A move is chosen by how many of its
// replies are left without a plan after a short search.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "plans/finder.hpp"

namespace dropfour::plans {

struct Solution {
  // A position, as the columns that lead to it: the place of a plan, or the column to play.
  struct Entry {
    std::vector<int> moves;
    int plan = -1;
    int column = -1;
  };

  std::vector<Plan> plans;
  std::vector<Entry> entries;  // those with the fewest moves first
};

template <class Shape>
class SolutionFinder {
 public:
  using Word = typename Shape::Word;

  SolutionFinder(const Shape& shape, Promise promise, ExactSolver& solver, const Board& like,
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
  std::optional<Solution> find(const View<Word>& root, bool is_own_turn, Control& control) {
    found_.plans.emplace_back();  // the moves that need no rule
    std::vector<int> moves;
    if (is_own_turn ? !build(root, moves, control) : !build_replies(root, moves, control))
      return std::nullopt;
    sort();
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

  // Lists a position with the strategist to move and what follows; false if that was not found.
  bool build(const View<Word>& view, std::vector<int>& moves, Control& control) {
    const Word playable = shape_.playable(view.occupied());
    if (!any(playable) || any(shape_.completing_cells(view.own) & playable)) return true;
    const View<Word> mirror{mirrored(shape_, view.own), mirrored(shape_, view.opponent), -1};
    if (listed_.contains(key_of(mirror)) || !listed_.insert(key_of(view)).second) return true;
    const std::size_t place = found_.entries.size();
    found_.entries.push_back({moves});
    if (const auto plan = find_plan(view, kPatient, control)) {
      found_.entries[place].plan = *plan;
      return true;
    }
    if (control.stopped()) return false;
    const std::optional<Word> move = choose_move(view, control);
    if (!move) return false;
    moves.push_back(found_.entries[place].column = shape_.column_of(lowest(*move)));
    const bool is_done = build_replies({view.own | *move, view.opponent, -1}, moves, control);
    moves.pop_back();
    return is_done;
  }

  bool build_replies(const View<Word>& view, std::vector<int>& moves, Control& control) {
    for (Word rest = shape_.playable(view.occupied()); any(rest); rest = without_lowest(rest)) {
      const int cell = lowest(rest);
      moves.push_back(shape_.column_of(cell));
      if (!build({view.own, view.opponent | bit<Word>(cell), -1}, moves, control)) return false;
      moves.pop_back();
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

  // Orders the positions, and keeps the plans that are used, in the order of their use.
  void sort() {
    std::stable_sort(found_.entries.begin(), found_.entries.end(),
                     [](const auto& a, const auto& b) { return a.moves.size() < b.moves.size(); });
    std::map<int, int> places;
    std::vector<Plan> used;
    for (auto& entry : found_.entries) {
      if (entry.plan < 0) continue;
      const auto [place, is_new] = places.try_emplace(entry.plan, int(used.size()));
      if (is_new) used.push_back(found_.plans[std::size_t(entry.plan)]);
      entry.plan = place->second;
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
  Solution found_;
  std::set<Limbs> listed_;
  // The plan found for a position, if any, and how hard it was looked for.
  std::map<Limbs, std::pair<std::optional<int>, std::uint64_t>> plan_of_;
};

}  // namespace dropfour::plans
