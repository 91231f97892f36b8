// Looks positions up in the text of a solution, which is taken to be valid.

#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "plans/plans.hpp"
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
        const int place = int(entries_.size());
        entries_[board.key()] = words[2] == "play" ? Entry{place, number, -1}
                                                   : Entry{place, -1, number, words[2] == "follow"};
      } else if (words[0] == "promise") {
        is_first_ = words[1] == "red";
        promise_ = words[2] == "wins" ? Promise::kWin : Promise::kDraw;
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

  // Plays a plan out from a position until listed positions come up; adds their places to *met*.
  Verification follow(const Board& board, const Plan& plan, bool is_own_turn,
                      std::uint64_t most_positions, std::set<int>& met) const {
    const auto ends_at = [&](const Limbs& key, const Limbs& mirror_key) {
      auto found = entries_.find(key);
      if (found == entries_.end()) found = entries_.find(mirror_key);
      if (found == entries_.end()) return false;
      met.insert(found->second.place);
      return true;
    };
    return verify(board, plan, {is_own_turn, promise_}, most_positions, false, ends_at);
  }

 private:
  struct Entry {
    int place, column, plan;  // the place in the text, from 0
    bool is_until_listed = false;
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
      const auto [place, column, plan, is_until_listed] = found->second;
      if (plan < 0) {
        const int width =
            board.visit([](const auto& shape, const auto&) { return shape.columns(); });
        return Listed{is_mirrored ? width - 1 - column : column};
      }
      const std::string& text = plans_[std::size_t(plan)];
      const Plan written = *read_plan(board, text);
      const Plan seen = is_mirrored ? mirrored(board, written) : written;
      if (is_until_listed) return Listed{std::get<0>(reply(board, seen, -1))};  // not the whole
      return Listed{-1, is_mirrored ? write_plan(board, seen) : text};
    }
    return std::nullopt;
  }

  Board empty_;
  bool is_first_ = true;  // whose solution it is
  Promise promise_ = Promise::kWin;
  std::vector<std::string> plans_;
  std::map<Limbs, Entry> entries_;
};

}  // namespace dropfour::plans
