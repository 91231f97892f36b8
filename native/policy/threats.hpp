// Wins by threats: each move of one side threatens to complete a line, so that the other has only
// one reply, until two lines can be completed at once.

#pragma once

#include <optional>
#include <vector>

#include "policy/view.hpp"

namespace dropfour::policy {

class ThreatSearch {
 public:
  // The moves of the shortest such win of the side to move, with the replies to them; the last one
  // makes the threats that cannot be stopped. Nothing if it takes more than *most* moves.
  std::optional<std::vector<int>> find(const View& view, int most) {
    for (int moves = 1; moves <= most; ++moves) {
      left_ = kMostPositions;
      std::vector<int> line;
      if (wins(view, moves, line)) return line;
    }
    return std::nullopt;
  }

  // The same for the other side, against every reply: the line that lasts longest.
  std::optional<std::vector<int>> find_against(const View& view, int most) {
    std::vector<int> longest;
    for (const int reply : view.safe_columns()) {
      const auto line = find(view.after(reply), most);
      if (!line) return std::nullopt;
      if (line->size() < longest.size()) continue;
      longest = {reply};
      longest.insert(longest.end(), line->begin(), line->end());
    }
    if (longest.empty()) return std::nullopt;
    return longest;
  }

 private:
  static constexpr int kMostPositions = 2'000;  // of one depth

  bool wins(const View& view, int moves, std::vector<int>& line) {
    const Colour mover = view.mover();
    const std::vector<Cell> now = view.immediate(mover);
    if (!now.empty()) return line.push_back(now[0].column), true;
    if (moves == 0) return false;
    for (const int column : view.safe_columns()) {
      if (--left_ < 0) return false;
      const View after = view.after(column);
      const std::vector<Cell> threats = after.immediate(mover);
      if (threats.empty()) continue;
      line.push_back(column);
      const int block = threats[0].column;
      if (threats.size() > 1 || after.completes(mover, threats[0].above())) return true;
      line.push_back(block);
      if (moves > 1 && wins(after.after(block), moves - 1, line)) return true;
      line.resize(line.size() - 2);
    }
    return false;
  }

  int left_ = 0;
};

}  // namespace dropfour::policy
