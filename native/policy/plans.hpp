// A plan in words: its idea, its rules, and how its games end.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "plans/plan.hpp"
#include "plans/plans.hpp"
#include "policy/phrase.hpp"
#include "policy/view.hpp"

namespace dropfour::policy {

// The words of the API, in the order of plans::Reason, plans::EndingKind and plans::Promise.
inline constexpr std::array<std::string_view, 6> kPlanReasons{"win",  "block",  "take",
                                                              "pair", "answer", "otherwise"};
inline constexpr std::array<std::string_view, 3> kPlanEndings{"double", "above", "zugzwang"};
inline constexpr std::array<std::string_view, 2> kPromises{"win", "draw"};

// *kind* is one of the last four reasons.
struct PlanRule {
  plans::Reason kind;
  std::vector<Cell> cells;
  std::vector<int> columns;
  Phrase phrase;
};

inline Cell cell_at(const Board& board, int bit_index) {
  return board.visit([&](const auto& shape, const auto&) {
    return Cell{shape.column_of(bit_index), shape.row_of(bit_index)};
  });
}

// Cells in their order; those of one column, of which only one can be played at a time, together.
inline Phrase cells_phrase(const std::vector<Cell>& cells) {
  std::vector<Phrase> places;
  for (std::size_t i = 0; i < cells.size();) {
    std::vector<int> rows;
    const std::size_t first = i;
    for (; i < cells.size() && cells[i].column == cells[first].column; ++i)
      rows.push_back(cells[i].row);
    std::sort(rows.begin(), rows.end());
    if (rows.size() == 1)
      places.push_back(place_of(cells[first]));
    else
      places.push_back({"cells of column",
                        {{"column", cells[first].column + 1},
                         {"rows", numbers_of({rows.begin(), rows.end() - 1})},
                         {"last", rows.back() + 1}}});
  }
  Phrase list = std::move(places.back());
  for (std::size_t i = places.size() - 1; i-- > 0;)
    list = {"plan cells", {{"first", std::move(places[i])}, {"rest", std::move(list)}}};
  return list;
}

// Says in which columns to answer, or in which not to, whichever are fewer. Full columns do not
// count.
inline Phrase answer_phrase(const Board& board, const plans::Plan& plan, Colour strategist) {
  std::vector<int> answered, others;
  for (const int column : board.legal_columns())
    (plan.answers_in(column) ? answered : others).push_back(column);
  const std::string_view rival = name_of(opponent(strategist));
  if (others.empty()) return {"plan answer everywhere", {{"opponent", rival}}};
  if (others.size() < answered.size())
    return {"plan answer but", {{"opponent", rival}, {"columns", columns_of(others)}}};
  if (answered.empty()) answered = others;  // it will never apply
  return {"plan answer", {{"opponent", rival}, {"columns", columns_of(answered)}}};
}

// *order* has all open columns if *is_whole*, otherwise those that the plan will need.
inline Phrase order_phrase(std::vector<int> order, bool is_whole) {
  if (order.size() == 1) return {"plan column", {{"column", order[0] + 1}}};
  const std::size_t sweep = is_whole ? std::size_t(plans::sweep_of(order)) : 0;
  if (sweep == 0) return {"plan columns", {{"columns", numbers_of(order)}}};
  const bool is_rightward = order[order.size() - 2] < order.back();
  order.resize(order.size() - sweep);
  if (order.empty()) return Phrase(is_rightward ? "plan leftmost" : "plan rightmost");
  return {is_rightward ? "plan columns, then left" : "plan columns, then right",
          {{"columns", numbers_of(order)}}};
}

// The last rule in its fewest words; nothing if playing the plan out did not need it.
inline std::optional<Phrase> order_phrase(const Board& board, const plans::Plan& plan,
                                          const plans::Verification& found) {
  if (!found.is_kept && plan.order.empty()) return std::nullopt;
  if (!found.is_kept) return order_phrase(plan.order, false);
  const std::vector<int> open = board.legal_columns();
  std::vector<int> whole;
  for (const int column : plan.full_order(kMaxSide))
    if (std::find(open.begin(), open.end(), column) != open.end()) whole.push_back(column);
  std::vector<int> needed = whole;
  std::erase_if(needed, [&](int column) { return !(found.ordered >> column & 1); });
  if (needed.empty()) return std::nullopt;
  const bool is_whole = whole.size() + 1 < needed.size() + std::size_t(plans::sweep_of(whole));
  return order_phrase(is_whole ? whole : needed, is_whole);
}

// The rules of a plan for a position in which *strategist* may be to move or not.
inline std::vector<PlanRule> rules_of(const Board& board, const plans::Plan& plan,
                                      const plans::Verification& found, Colour strategist) {
  std::vector<PlanRule> rules;
  if (!plan.takes.empty()) {
    std::vector<Cell> cells;
    for (const int cell : plan.takes) cells.push_back(cell_at(board, cell));
    const std::string_view name = cells.size() == 1 ? "plan take" : "plan take several";
    rules.push_back({plans::Reason::kTake, cells, {}, {name, {{"cells", cells_phrase(cells)}}}});
  }
  for (const auto& [a, b] : plan.pairs) {
    const Cell first = cell_at(board, a), second = cell_at(board, b);
    rules.push_back({plans::Reason::kPair,
                     {first, second},
                     {},
                     {"plan pair", {{"first", place_of(first)}, {"second", place_of(second)}}}});
  }
  if (plan.answers != 0) {
    std::vector<int> columns;
    for (int column = 0; column < kMaxSide; ++column)
      if (plan.answers_in(column)) columns.push_back(column);
    rules.push_back({plans::Reason::kAnswer, {}, columns, answer_phrase(board, plan, strategist)});
  }
  const bool is_first = rules.empty();
  std::optional<Phrase> order = order_phrase(board, plan, found);
  if (order || is_first) {
    const std::vector<int> columns = order ? plan.order : std::vector<int>();
    if (!order) order = Phrase(found.is_kept ? "plan nothing" : "plan leftmost");
    rules.push_back({plans::Reason::kOtherwise,
                     {},
                     columns,
                     is_first ? *order : Phrase("plan otherwise", {{"rule", *order}})});
  }
  return rules;
}

inline Phrase ending_phrase(plans::EndingKind kind, const Cell& cell, Colour strategist) {
  constexpr std::array<std::string_view, 3> kNames{"plan double", "plan above", "plan zugzwang"};
  return {kNames[std::size_t(kind)],
          {{"colour", name_of(strategist)},
           {"opponent", name_of(opponent(strategist))},
           {"cell", place_of(cell)}}};
}

// What makes a plan easy to remember, as its choices and the endings of its games show.
struct PlanIdea {
  std::optional<Phrase> phrase;  // nothing if it has no name
  std::optional<Phrase> ending;  // how games end, which is the reason why a plan wins
};

// Of the games that are decided by force, those that end in one way, or with one cell.
class Endings {
 public:
  Endings(const Board& board, const plans::Verification& found, Colour strategist)
      : board_(board), strategist_(strategist), endings_(found.endings) {
    for (const plans::Ending& ending : endings_) {
      all_ += ending.count;
      if (ending.kind == EndingKind::kZugzwang) zugzwangs_ += ending.count;
      if (ending.kind != EndingKind::kDouble) below_[ending.cell] += ending.count;
    }
  }

  // The idea and the ending: a cell to claim, zugzwang anywhere, or two threats.
  std::optional<std::pair<Phrase, Phrase>> describe() const {
    if (all_ == 0) return std::nullopt;
    const Ending* zugzwang = commonest(true);
    if (zugzwang != nullptr && 10 * zugzwang->count >= all_ && 2 * below(*zugzwang) >= all_) {
      const Cell cell = cell_at(board_, zugzwang->cell);
      return std::pair(Phrase(cell.row % 2 == 0 ? "idea odd cell" : "idea even cell",
                              {{"cell", place_of(cell)}}),
                       ending_of(*zugzwang, below(*zugzwang)));
    }
    const bool is_zugzwang = 2 * zugzwangs_ >= all_;
    const Ending* ending = commonest(is_zugzwang);
    const std::uint64_t count = is_zugzwang ? zugzwangs_ : all_ - zugzwangs_;
    const auto name = [&](std::string_view entry) {
      return Phrase(
          entry, {{"colour", name_of(strategist_)}, {"opponent", name_of(opponent(strategist_))}});
    };
    return std::pair(name(is_zugzwang ? "idea zugzwang" : "idea trap"),
                     2 * ending->count > count
                         ? ending_of(*ending, ending->count)
                         : share(name(is_zugzwang ? "plan any zugzwang" : "plan trap"), count));
  }

 private:
  using Ending = plans::Ending;
  using EndingKind = plans::EndingKind;

  std::uint64_t below(const Ending& ending) const { return below_.at(ending.cell); }
  // The commonest one that is zugzwang or not; they are sorted.
  const Ending* commonest(bool is_zugzwang) const {
    for (const Ending& ending : endings_)
      if ((ending.kind == EndingKind::kZugzwang) == is_zugzwang) return &ending;
    return nullptr;
  }
  Phrase ending_of(const Ending& ending, std::uint64_t count) const {
    return share(ending_phrase(ending.kind, cell_at(board_, ending.cell), strategist_), count);
  }
  Phrase share(Phrase ending, std::uint64_t count) const {
    const std::string_view name = count == all_       ? "plan ends"
                                  : 2 * count >= all_ ? "plan ends mostly"
                                                      : "plan ends often";
    return {name, {{"ending", std::move(ending)}}};
  }

  const Board& board_;
  Colour strategist_;
  const std::vector<Ending>& endings_;
  std::uint64_t all_ = 0, zugzwangs_ = 0;
  std::map<int, std::uint64_t> below_;  // by cell, if the opponent makes it playable
};

inline PlanIdea idea_of(const Board& board, plans::Promise promise,
                        const plans::Verification& found, Colour strategist) {
  using plans::Reason;
  std::uint64_t ruled = 0;
  for (std::size_t i = std::size_t(Reason::kTake); i < plans::kReasons; ++i)
    ruled += found.choices[i];
  PlanIdea idea;
  if (!found.is_kept) return idea;
  if (2 * found.choices[std::size_t(Reason::kAnswer)] > ruled)
    idea.phrase = Phrase("idea follow up");
  if (promise == plans::Promise::kDraw) return idea;
  if (auto end = Endings(board, found, strategist).describe()) {
    auto& [name, ending] = *end;
    idea.phrase =
        idea.phrase ? Phrase("idea and", {{"first", *idea.phrase}, {"second", name}}) : name;
    idea.ending = ending;
  }
  return idea;
}

// What the plan promises, and by which idea.
inline Phrase head_phrase(plans::Promise promise, const PlanIdea& idea, Colour strategist) {
  const bool is_win = promise == plans::Promise::kWin;
  Phrase result(is_win ? "plan win" : "plan draw", {{"colour", name_of(strategist)}});
  if (!idea.phrase) return {"plan head", {{"result", std::move(result)}}};
  return {"plan head, idea", {{"result", std::move(result)}, {"idea", *idea.phrase}}};
}

}  // namespace dropfour::policy
