// Exact scores: 0 is a draw; a win is worth 1 with the winner's last stone, 2 with the one before
// it, and so on; a loss is the negative of the opponent's win. A score is for the side to move.

#pragma once

namespace dropfour::board {

// The score of completing a line with the *stone*-th stone on the board, for the winner.
constexpr int win_score(int cells, int stone) {
  return static_cast<int>(static_cast<unsigned>(cells - stone) / 2) + 1;
}

// Proven bounds of a score.
struct ScoreRange {
  int low = 0;
  int high = 0;

  constexpr bool is_exact() const { return low == high; }
  // The same range from the opponent's point of view.
  constexpr ScoreRange operator-() const { return {-high, -low}; }
  friend constexpr bool operator==(const ScoreRange&, const ScoreRange&) = default;
};

}  // namespace dropfour::board
