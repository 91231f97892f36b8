// The rules of a plan and the endings of its games, in words.

#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "plans/plan.hpp"
#include "plans/verifier.hpp"
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
inline Phrase place_of(const Cell& cell) {
  return {"cell", {{"column", cell.column + 1}, {"row", cell.row + 1}}};
}

inline Phrase take_phrase(const std::vector<Cell>& cells) {
  if (cells.size() == 1) return {"plan take", {{"cell", place_of(cells[0])}}};
  Phrase list = place_of(cells.back());
  for (std::size_t i = cells.size() - 1; i-- > 0;)
    list = {"plan cells", {{"first", place_of(cells[i])}, {"rest", std::move(list)}}};
  return {"plan take several", {{"cells", std::move(list)}}};
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

inline Phrase otherwise_phrase(const std::vector<int>& order) {
  if (order.empty()) return Phrase("plan otherwise any");
  if (order.size() == 1) return {"plan otherwise one", {{"column", order[0] + 1}}};
  std::string list;
  for (const int column : order) list += (list.empty() ? "" : ", ") + std::to_string(column + 1);
  return {"plan otherwise", {{"columns", list}}};
}

// The rules of a plan for a position in which *strategist* may be to move or not.
inline std::vector<PlanRule> rules_of(const Board& board, const plans::Plan& plan,
                                      Colour strategist) {
  std::vector<PlanRule> rules;
  if (!plan.takes.empty()) {
    std::vector<Cell> cells;
    for (const int cell : plan.takes) cells.push_back(cell_at(board, cell));
    rules.push_back({plans::Reason::kTake, cells, {}, take_phrase(cells)});
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
  if (!plan.order.empty() || rules.empty())
    rules.push_back({plans::Reason::kOtherwise, {}, plan.order, otherwise_phrase(plan.order)});
  return rules;
}

// What the plan promises, and what it does before its rules.
inline Phrase promise_phrase(plans::Promise promise, Colour strategist) {
  const bool is_win = promise == plans::Promise::kWin;
  return {is_win ? "plan win, head" : "plan draw, head",
          {{"colour", name_of(strategist)}, {"opponent", name_of(opponent(strategist))}}};
}

inline Phrase ending_phrase(plans::EndingKind kind, const Cell& cell, Colour strategist) {
  constexpr std::array<std::string_view, 3> kNames{"plan double", "plan above", "plan zugzwang"};
  return {kNames[std::size_t(kind)],
          {{"colour", name_of(strategist)},
           {"opponent", name_of(opponent(strategist))},
           {"cell", place_of(cell)}}};
}

}  // namespace dropfour::policy
