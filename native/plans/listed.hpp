// Looks positions up in the text of a solution, which is taken to be valid.

#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plans/text.hpp"

namespace dropfour::plans {

// What a solution has for a position: the column to play or the plan to follow, as on the board;
// or, with the other side to move, an answer to each reply.
struct Listed {
  int column = -1;
  std::string plan = {};
  bool is_reply = false;
};

class ListedSolution {
 public:
  // *empty* is the board before the first move, which the moves of the positions count from.
  ListedSolution(const Board& empty, std::string_view text) : empty_(empty) {
    for (const std::string_view line : split(text, "\n")) {
      const std::vector<std::string_view> words = split(line, " ");
      if (words[0] == "plan") {
        plans_.emplace_back(line.substr(words[0].size() + words[1].size() + 2));
      } else if (words[0] == "position") {
        Board board = empty;
        for (const char move : words[1])
          if (move != '-') board = board.play(int(kLetters.find(move)));
        int number = -1;  // from 0
        std::from_chars(words[3].data(), words[3].data() + words[3].size(), number);
        --number;
        entries_[board.key()] = words[2] == "plan" ? Entry{-1, number} : Entry{number, -1};
      } else if (words[0] == "promise") {
        is_first_ = words[1] == "red";
      }
    }
  }

  // Nothing if the solution does not lead there.
  std::optional<Listed> find(const Board& board) const {
    if (!board.has_rules_of(empty_) || board.is_over()) return std::nullopt;
    if (is_own_turn(board)) return look_up(board);
    for (const int reply : board.legal_columns()) {
      const Board after = board.play(reply);
      if (after.is_over() || !(look_up(after) || wins_now(after))) return std::nullopt;
    }
    return Listed{-1, {}, true};
  }

 private:
  struct Entry {
    int column, plan;
  };

  static constexpr std::string_view kLetters = "123456789abcdefghijk";

  bool is_own_turn(const Board& board) const {
    const int ply = board.visit([](const auto&, const auto& position) { return position.ply; });
    return (ply % 2 == 0) == is_first_;
  }

  static bool wins_now(const Board& board) {
    const std::vector<int> columns = board.legal_columns();
    return std::any_of(columns.begin(), columns.end(),
                       [&](int column) { return board.play(column).count_lines().second > 0; });
  }

  std::optional<Listed> look_up(const Board& board) const {
    for (const bool is_mirrored : {false, true}) {
      const auto found = entries_.find((is_mirrored ? board.mirror() : board).key());
      if (found == entries_.end()) continue;
      const auto [column, plan] = found->second;
      if (plan < 0) {
        const int width =
            board.visit([](const auto& shape, const auto&) { return shape.columns(); });
        return Listed{is_mirrored ? width - 1 - column : column};
      }
      const std::string& text = plans_[std::size_t(plan)];
      if (!is_mirrored) return Listed{-1, text};
      return Listed{-1, write_plan(board, mirrored(board, *read_plan(board, text)))};
    }
    return std::nullopt;
  }

  Board empty_;
  bool is_first_ = true;  // whose solution it is
  std::vector<std::string> plans_;
  std::map<Limbs, Entry> entries_;
};

}  // namespace dropfour::plans
