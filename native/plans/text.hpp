// The text of plans and solutions, which docs/solution.md describes: their form in files and
// on the way to and from Python and the page. Columns and rows count from 1 there.

#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/board.hpp"
#include "plans/plan.hpp"
#include "plans/solution.hpp"

namespace dropfour::plans {

inline std::string write_plan(const Board& board, const Plan& plan) {
  std::string text;
  const auto begin = [&](const char* kind) { (text += text.empty() ? "" : "; ") += kind; };
  const auto add_column = [&](int column) { text += ' ' + std::to_string(column + 1); };
  const auto add_cell = [&](int cell) {
    board.visit([&](const auto& shape, const auto&) {
      add_column(shape.column_of(cell));
      text += '.' + std::to_string(shape.row_of(cell) + 1);
    });
  };
  if (!plan.takes.empty()) {
    begin("take");
    for (const int cell : plan.takes) add_cell(cell);
  }
  for (const auto& [a, b] : plan.pairs) {
    begin("pair");
    add_cell(a);
    add_cell(b);
  }
  if (plan.answers != 0) {
    begin("answer");
    for (int column = 0; column < kMaxSide; ++column)
      if (plan.answers_in(column)) add_column(column);
  }
  if (!plan.order.empty() || text.empty()) {
    begin("otherwise");
    for (const int column : plan.order) add_column(column);
  }
  return text;
}

// The parts of *text* between separators.
inline std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

// The numbers, counted from 0, of a column such as "4" or a cell such as "4.3"; nothing unless they
// are on the board.
inline std::optional<int> read_place(const Board& board, std::string_view word, bool is_cell) {
  const auto read = [](std::string_view digits, int most) -> std::optional<int> {
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return number >= 1 && number <= most ? std::optional(number - 1) : std::nullopt;
  };
  return board.visit([&](const auto& shape, const auto&) -> std::optional<int> {
    if (!is_cell) return read(word, shape.columns());
    const std::vector<std::string_view> numbers = split(word, ".");
    if (numbers.size() != 2) return std::nullopt;
    const auto column = read(numbers[0], shape.columns()), row = read(numbers[1], shape.rows());
    return column && row ? std::optional(shape.bit_of(*column, *row)) : std::nullopt;
  });
}

// Nothing if the text is not a plan for this board.
inline std::optional<Plan> read_plan(const Board& board, std::string_view text) {
  Plan plan;
  for (const std::string_view rule : split(text, "; ")) {
    const std::vector<std::string_view> words = split(rule, " ");
    const std::string_view kind = words[0];
    std::vector<int> places;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto place = read_place(board, words[i], kind == "take" || kind == "pair");
      if (!place) return std::nullopt;
      places.push_back(*place);
    }
    if (kind == "take")
      plan.takes = places;
    else if (kind == "pair" && places.size() == 2)
      plan.pairs.emplace_back(places[0], places[1]);
    else if (kind == "answer")
      for (const int column : places) plan.answers |= std::uint32_t{1} << column;
    else if (kind == "otherwise")
      plan.order = places;
    else
      return std::nullopt;
  }
  return plan;
}

// The plan for the mirror image. It names all columns in their order, since those that a plan does
// not name come from the left on either side of the mirror.
inline Plan mirrored(const Board& board, const Plan& plan) {
  return board.visit([&](const auto& shape, const auto&) {
    const auto column = [&](int each) { return shape.columns() - 1 - each; };
    const auto cell = [&](int each) {
      return shape.bit_of(column(shape.column_of(each)), shape.row_of(each));
    };
    Plan other;
    for (const int each : plan.takes) other.takes.push_back(cell(each));
    for (const auto& [a, b] : plan.pairs) other.pairs.emplace_back(cell(a), cell(b));
    for (int each = 0; each < shape.columns(); ++each)
      if (plan.answers_in(each)) other.answers |= std::uint32_t{1} << column(each);
    for (const int each : plan.full_order(shape.columns())) other.order.push_back(column(each));
    return other;
  });
}

// The plans and positions of a solution, whose moves count from its start.
inline std::string write_solution(const Board& board, const Solution& solution) {
  const auto letter = [](int column) { return "123456789abcdefghijk"[column]; };
  std::string text;
  for (std::size_t i = 0; i < solution.plans.size(); ++i)
    text += "plan " + std::to_string(i + 1) + ' ' + write_plan(board, solution.plans[i]) + '\n';
  for (const auto& [moves, plan, column] : solution.entries) {
    text += "position ";
    for (const int move : moves) text += letter(move);
    if (moves.empty()) text += '-';
    const bool is_plan = plan >= 0;
    text += (is_plan ? " plan " : " play ") + std::to_string((is_plan ? plan : column) + 1) + '\n';
  }
  return text;
}

}  // namespace dropfour::plans
