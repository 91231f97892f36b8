// How far a person has to look to see who wins, without knowing any scores.
//
// A win is plain once the winner can complete a line, or the other side is to move and cannot
// prevent it: it faces two threats at once, a threat right above the one that it has to block, or
// every column left gives a line away. Who looks n moves ahead sees that a side wins if it forces
// a plain win with n - 1 moves of its choice, whatever the other side replies. A move that has to
// block a threat is no choice. Moves that make a threat do count: without them, half as many again
// of the moves that the solver calls the best would seem to be mistakes.
//
// Example: after 4455, red wins by column 3 or 6, which threaten two lines at once. Red chooses
// one move, so red has to look 2 moves ahead, and yellow did before playing the last 5:
//
//      . . . Y Y . .
//      . . . R R . .
//
// The sight of a move that the solver proves worse than another is the smallest n with which a
// person sees why: the move lets the other side win, and there is another after which nobody who
// looks kSight moves ahead sees that; or the move misses a win, and nobody sees one after it.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "policy/view.hpp"

namespace dropfour::policy {

// What a person can see. In 70 games that a level lost, those who look 5 moves ahead would see a
// mistake in 4 more.
inline constexpr int kSight = 4;

// A win: how many moves ahead one has to look to see it, and the moves that lead there.
struct SeenWin {
  int moves;
  std::vector<int> line;
};

template <class Shape>
class Lookahead {
 public:
  using Word = typename Shape::Word;
  using Stones = Position<Shape>;

  explicit Lookahead(const Shape& shape) : shape_(shape) {}

  // Whether the side to move forces a plain win with *choices* moves of its choice at most.
  bool wins(const Stones& stones, int choices) {
    if (any(completing(stones.own, stones))) return true;
    const Word menaces = completing(stones.other(), stones);
    const bool is_forced = any(menaces);
    if (any(without_lowest(menaces)) || (choices == 0 && !is_forced) || ++nodes_ > kNodes)
      return false;
    return any_of(is_forced ? menaces : safe(stones),
                  [&](const Word& move) { return loses(stones.play(move), choices - !is_forced); });
  }

  // Whether the other side forces one, choosing *choices* moves.
  bool loses(const Stones& stones, int choices) {
    if (any(completing(stones.own, stones))) return false;
    const Word menaces = completing(stones.other(), stones), replies = replies_to(stones);
    if (!any(replies)) return !stones.is_full(shape_);
    if (choices == 0 && !any(menaces)) return false;
    return !any_of(replies, [&](const Word& move) { return !wins(stones.play(move), choices); });
  }

  // The fewest choices with which the side to move wins, at most *most*.
  std::optional<int> choices_to_win(const Stones& stones, int most) {
    for (int choices = 0; choices <= most; ++choices) {
      if (wins(stones, choices)) return choices;
      if (nodes_ > kNodes) break;
    }
    return std::nullopt;
  }

  // The moves to the win that *choices* moves force: until it is plain, or complete a line at once.
  std::vector<int> line(Stones stones, int choices) {
    std::vector<int> columns;
    const auto is_lost = [&](const Stones& after) {
      nodes_ = 0;  // the proof of each of them is known to be short
      return loses(after, choices);
    };
    const auto play = [&](const Word& move) {
      columns.push_back(shape_.column_of(lowest(move)));
      stones = stones.play(move);
    };
    while (!any(completing(stones.own, stones))) {
      const Word menaces = completing(stones.other(), stones);
      choices -= !any(menaces);
      any_of(any(menaces) ? menaces : safe(stones), [&](const Word& move) {
        if (!is_lost(stones.play(move))) return false;
        play(move);
        return true;
      });
      const Word replies = replies_to(stones);
      if (!any(replies)) return columns;
      Word longest{};
      int most = -1;
      any_of(replies, [&](const Word& move) {
        nodes_ = 0;
        const int needed = choices_to_win(stones.play(move), choices).value_or(choices);
        if (needed > most) {
          most = needed;
          longest = move;
        }
        return false;
      });
      play(longest);
    }
    any_of(completing(stones.own, stones), [&](const Word& move) {
      play(move);
      return true;
    });
    return columns;
  }

 private:
  // So many nodes are a matter of milliseconds; what takes more is not seen.
  static constexpr std::uint64_t kNodes = 100'000;

  [[gnu::noinline]] Word completing(const Word& side, const Stones& stones) const {
    return shape_.completing_cells(side) & shape_.playable(stones.occupied);
  }
  // The moves on top of which the other side does not complete a line.
  [[gnu::noinline]] Word safe(const Stones& stones) const {
    return shape_.playable(stones.occupied) & ~(shape_.completing_cells(stones.other()) >> 1);
  }
  // The moves that do not lose at once; none if the win of the other side is plain.
  Word replies_to(const Stones& stones) const {
    const Word menaces = completing(stones.other(), stones);
    if (any(without_lowest(menaces))) return {};
    return any(menaces) ? menaces & safe(stones) : safe(stones);
  }

  template <class Test>
  static bool any_of(Word moves, const Test& test) {
    for (; any(moves); moves = without_lowest(moves))
      if (test(bit<Word>(lowest(moves)))) return true;
    return false;
  }

  const Shape& shape_;
  std::uint64_t nodes_ = 0;
};

// Looks at a board in one type, to keep the browser's core small. On boards of more than 128 bits,
// nothing is seen.
template <class Look>
auto look_at(const Board& board, const Look& look) {
  return board.visit([&](const auto& shape, const auto& position) {
    using Common = AnyShape<Wide<2>>;
    const Common common(shape.columns(), shape.rows(), shape.connect());
    const auto word = [](const auto& own) {
      return word_from_limbs(limbs_in(own), static_cast<Wide<2>*>(nullptr));
    };
    return look(Lookahead(common),
                Position<Common>{word(position.own), word(position.occupied), position.ply});
  });
}

inline bool can_look(const Board& board) {
  const bool fits = board.visit([](const auto& shape, const auto&) { return shape.bits() <= 128; });
  return fits && board.objective() == Objective::kFirstLine && !board.is_over();
}

// The win that the side to move sees.
inline std::optional<SeenWin> see_win(const Board& board) {
  if (!can_look(board)) return std::nullopt;
  return look_at(board, [&](auto look, const auto& position) -> std::optional<SeenWin> {
    const auto choices = look.choices_to_win(position, kSight - 1);
    if (!choices) return std::nullopt;
    return SeenWin{*choices + 1, look.line(position, *choices)};
  });
}

// Whether it sees that it loses, whatever it plays.
inline bool sees_loss(const Board& board) {
  return can_look(board) && look_at(board, [&](auto look, const auto& position) {
           return look.loses(position, kSight - 1);
         });
}

// What the winner achieves by the end of a line of moves, as a verb: the words, and its cells.
struct Deed {
  Phrase phrase;
  std::vector<Cell> cells;
};

// *mover* is to move in *board*, from which *line* leads to a plain win or completes a line.
inline Deed deed_of(Board board, Colour mover, const std::vector<int>& line) {
  for (const int column : line) {
    const View view(board, mover);
    if (const auto wins = view.immediate(mover); !wins.empty())
      return {{"deed, win", {{"columns", columns_of(columns_in(wins))}}}, wins};
    board = board.play(column);
    mover = opponent(mover);
  }
  const View view(board, mover);
  std::vector<Cell> cells = view.immediate(view.other());
  if (cells.size() > 1)
    return {{cells.size() == 2 ? "deed, two" : "deed, more",
             {{"columns", columns_of(columns_in(cells))}}},
            cells};
  if (cells.size() == 1) {
    cells.push_back(cells[0].above());
    return {{"deed, tower", {{"column", cells[0].column + 1}}}, cells};
  }
  for (const int column : view.legal_columns()) cells.push_back(view.landing(column).above());
  return {Phrase("deed, nowhere"), cells};
}

// Why a move that is proven worse than another is a mistake, as a person sees it. *line* begins in
// the position of the move, with the move or with the win that it misses.
struct Sight {
  int moves;
  bool is_missed_win;
  std::vector<int> line;
  Deed deed;
};

inline std::optional<Sight> sight_of(const Board& board, Colour mover, int column) {
  if (board.objective() == Objective::kMostLines) return std::nullopt;
  const Board after = board.play(column);
  if (after.is_over()) return std::nullopt;
  const auto lost = sees_loss(board) ? std::nullopt : see_win(after);
  const auto missed = sees_loss(after) ? std::nullopt : see_win(board);
  if (!lost && !missed) return std::nullopt;
  if (missed && (!lost || missed->moves <= lost->moves))
    return Sight{missed->moves, true, missed->line, deed_of(board, mover, missed->line)};
  std::vector<int> line{column};
  line.insert(line.end(), lost->line.begin(), lost->line.end());
  return Sight{lost->moves, false, line, deed_of(board, mover, line)};
}

}  // namespace dropfour::policy
