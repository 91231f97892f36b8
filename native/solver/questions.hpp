// The order of the questions, one null window each, that determine a score: "is it at least beta?"
//
// In FIRST_LINE, whether a win or a loss is near is asked first, on both sides in turn and ever
// deeper: "is it won within eight plies?", "is it lost within eight plies?", then within ten plies,
// and so on. Such a question takes some hundred nodes wherever the game ends, so easy positions are
// solved quickly. It matters that both sides are asked to the same depth, not at the same cost.
//
// Then the score is guessed from these costs: the nearer a side is to a win, the more nodes it
// takes to show that it does not win soon. The next questions start at the guess and move away from
// it step by step. Compared with questions that become ever deeper, this saves 13 % of the nodes on
// hard random positions of plies 15 to 27 and 4 % on those of plies 6 to 14; to know the score
// would save 26 and 23 %.

#pragma once

#include <algorithm>
#include <cstdint>

#include "board/score.hpp"
#include "board/words.hpp"

namespace dropfour::solver {

using namespace board;

// The first questions are this deep, counted in stones of the side that wins.
inline constexpr int kFirstDepth = 4;
// From this depth on, questions become deeper by two stones instead of one.
inline constexpr int kLongStepDepth = 6;
// With so few cells left, who wins is asked first.
inline constexpr int kFewEmpty = 14;

// The questions about one position. The caller keeps the proven range of its score.
class Questions {
 public:
  Questions() = default;
  // The aim is the score if it lies within *window*, otherwise on which side of it the score lies.
  constexpr explicit Questions(const ScoreRange& window) : window_(window) {}

  // Whether *proven* does not reach that aim yet.
  constexpr bool is_open(const ScoreRange& proven) const {
    return std::max(proven.low, window_.low) < std::min(proven.high, window_.high);
  }

 protected:
  ScoreRange window_;
};

class FirstLineQuestions : public Questions {
 public:
  FirstLineQuestions() = default;
  // *possible* is the range of scores that a position with *empty* empty cells can have.
  constexpr FirstLineQuestions(const ScoreRange& window, const ScoreRange& possible, int empty)
      : Questions(window),
        possible_(possible),
        empty_(empty),
        is_direct_(empty <= kFewEmpty || window.high - window.low <= 1) {}

  // The beta of the next question; only while is_open().
  constexpr int next(const ScoreRange& proven) {
    const int low = std::max(proven.low, window_.low), high = std::min(proven.high, window_.high);
    const int win_depth = possible_.high - proven.high, loss_depth = proven.low - possible_.low;
    if (is_direct_) return high > 0 ? std::max(low, 0) + 1 : high;
    is_guessed_ = is_guessed_ || is_deep(high > 0 ? win_depth : loss_depth + 1,
                                         low < 0 ? loss_depth : win_depth + 1);
    if (is_guessed_) return std::clamp(guess(), low + 1, high);
    const bool is_for_win = high > 0 && (low >= 0 || win_depth <= loss_depth);
    if (is_for_win) return std::max(proven.high - step(win_depth) + 1, std::max(low, 0) + 1);
    return std::min(proven.low + step(loss_depth), std::min(high, 0));
  }

  // Takes note that the last question, *beta*, has taken *nodes*, whether it is answered or not.
  constexpr void count(int beta, std::uint64_t nodes) {
    if (!is_guessed_) (beta > 0 ? win_nodes_ : loss_nodes_) += nodes;
  }

 private:
  // How much deeper than *depth*, which is answered, to ask next.
  static constexpr int step(int depth) {
    if (depth < kFirstDepth) return kFirstDepth - depth;
    return depth < kLongStepDepth ? 1 : 2;
  }

  // Whether the questions about a win and a loss that are answered were deep enough for a guess.
  constexpr bool is_deep(int win_depth, int loss_depth) const {
    return 2 * std::min(win_depth, loss_depth) + (win_depth != loss_depth) >= empty_ * 11 / 25;
  }

  // The score that the costs suggest. Fitted to the scores of 3,300 random positions, from which it
  // differs by 1.5 on average.
  constexpr int guess() const {
    return ((empty_ - 10) * (logarithm(win_nodes_) - logarithm(loss_nodes_)) + 448) >> 9;
  }

  // Of 1 + *nodes*, to the base 2, in sixteenths.
  static constexpr int logarithm(std::uint64_t nodes) {
    const int bits = highest(nodes + 1);
    return 16 * (bits - 1) + int((nodes + 1) << 4 >> bits);
  }

  ScoreRange possible_;
  int empty_ = 0;
  bool is_direct_ = false, is_guessed_ = false;
  std::uint64_t win_nodes_ = 0, loss_nodes_ = 0;
};

// In MOST_LINES, the questions move in steps of one from the middle of the range: those far from
// the score are cheap, the last two take most of the time.
class MostLinesQuestions : public Questions {
 public:
  MostLinesQuestions() = default;
  // *proven* is the range before the first question.
  constexpr MostLinesQuestions(const ScoreRange& window, const ScoreRange& proven)
      : Questions(window), beta_((proven.low + proven.high + 1) / 2) {}

  constexpr int next(const ScoreRange& proven) {
    if (proven.low >= beta_) beta_ = proven.low + 1;
    if (proven.high < beta_) beta_ = proven.high;
    beta_ = std::clamp(beta_, std::max(proven.low, window_.low) + 1,
                       std::min(proven.high, window_.high));
    return beta_;
  }

  constexpr void count(int, std::uint64_t) {}

 private:
  int beta_ = 0;
};

}  // namespace dropfour::solver
