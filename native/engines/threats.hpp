// The scoring table of the averaging engine. Its terms are explained in the Python version,
// tests/twins/threat_table.py.

#pragma once

#include "engines/evaluation.hpp"
#include "engines/line_counts.hpp"

namespace dropfour::engines {

inline constexpr int kForcedWin = 125;

template <class Shape>
class ThreatTable {
 public:
  using Word = typename Shape::Word;

  ThreatTable(const Shape& shape, Objective objective)
      : shape_(shape), lines_(shape), is_first_line_(objective == Objective::kFirstLine) {}

  // The score of *position* for the player, who may or may not be the side to move.
  int score(const Position<Shape>& position, bool player_is_to_move) const {
    if (is_first_line_) {
      if (const int forced = forced_win(position)) return player_is_to_move ? forced : -forced;
    }
    const Side mover = side(position, position.own, position.other());
    const Side waiting = side(position, position.other(), position.own);
    const Word playable = shape_.playable(position.occupied);
    const int full_columns = shape_.columns() - popcount(playable);
    const Side& player = player_is_to_move ? mover : waiting;
    const Side& opponent = player_is_to_move ? waiting : mover;
    const int impossible = full_columns + popcount(handing_over(playable, player, opponent));
    const int forced_hands = popcount(handing_over(playable, opponent, player));
    return player.score - opponent.score + 25 * forced_hands - 15 * impossible;
  }

  // The value of a decided FIRST_LINE game for the side to move: positive if it can complete a
  // line, else negative if the other side has two attacks, else 0.
  int forced_win(const Position<Shape>& position) const {
    if (any(attacks(position, position.own))) return kForcedWin;
    return more_than_one(attacks(position, position.other())) ? -kForcedWin : 0;
  }

  // The playable cells where *stones* would complete a line.
  Word attacks(const Position<Shape>& position, const Word& stones) const {
    return shape_.completing_cells(stones) & shape_.playable(position.occupied);
  }

 private:
  struct Side {
    Word completing;  // empty cells that complete a line
    Word attacks;     // those of them that are playable
    int score;        // for its twos, threats and attacks, and its lines in MOST_LINES
  };

  Side side(const Position<Shape>& position, const Word& own, const Word& other) const {
    const Word playable = shape_.playable(position.occupied);
    Side result{};
    result.completing = shape_.completing_cells(own) & ~position.occupied;
    result.attacks = result.completing & playable;
    result.score = 50 * popcount(result.attacks);
    for (const auto& [direction, starts] : lines_) {
      const Word open = shape_.line_starts(shape_.board_mask() & ~other, direction);
      result.score += 30 * popcount(threats(own, open, playable, direction));
      if (shape_.connect() > 3) result.score += 10 * popcount(twos(own, open, direction));
    }
    if (!is_first_line_) result.score += kForcedWin * shape_.count_lines(own);
    return result;
  }

  // Marks the first stone of each run of exactly *length* stones.
  Word runs(const Word& own, int direction, int length) const {
    Word run = own & ~(own << direction), step = own;
    for (int i = 1; i < length; ++i) {
      step = step >> direction;
      run &= step;
    }
    return run & ~(step >> direction);
  }

  // Runs of two (connect - 2) within a line that is still open.
  Word twos(const Word& own, const Word& open, int direction) const {
    const Word inside = open | (open << direction) | (open << (2 * direction));
    return runs(own, direction, shape_.connect() - 2) & inside;
  }

  // Runs of three (connect - 1) within an open line whose missing cell is not playable.
  Word threats(const Word& own, const Word& open, const Word& playable, int direction) const {
    const Word run = runs(own, direction, shape_.connect() - 1);
    const Word before = open << direction;
    const Word ready = (before & (playable << direction)) |
                       (open & (playable >> ((shape_.connect() - 1) * direction)));
    return run & (open | before) & ~ready;
  }

  // The moves of *mover* that let *next* complete a line on top of them and complete none
  // themselves.
  Word handing_over(const Word& playable, const Side& mover, const Side& next) const {
    return playable & (next.completing >> 1) & ~mover.attacks;
  }

  Shape shape_;
  LineField<Shape> lines_;
  bool is_first_line_;
};

template <class Shape>
class ThreatsEvaluation final : public Evaluation<Shape> {
 public:
  ThreatsEvaluation(const Shape& shape, Objective objective) : table_(shape, objective) {}
  double estimate(const Position<Shape>& position) const override {
    return table_.score(position, true);
  }

 private:
  ThreatTable<Shape> table_;
};

}  // namespace dropfour::engines
