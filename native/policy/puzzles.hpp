// Puzzles: what is asked for, what to look for, and why a try is wrong.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/facts.hpp"
#include "policy/machine.hpp"
#include "policy/sight.hpp"

namespace dropfour::policy {

// Something to achieve on the board. To stop the opponent is to leave no win with the next stone.
struct Aim {
  std::string_view goal;       // win, draw or stop
  std::optional<int> moves{};  // within which to win
};

inline Phrase aim_phrase(const Aim& aim, Colour other) {
  if (aim.goal == "draw") return Phrase("aim, draw");
  if (aim.goal == "stop") return {"aim, stop", {{"other", name_of(other)}}};
  if (!aim.moves) return Phrase("aim, win");
  if (*aim.moves == 1) return Phrase("aim, win now");
  return {"aim, win in", {{"moves", moves_of(*aim.moves)}}};
}

inline Phrase task_phrase(const Aim& aim, const Board& board, Colour mover) {
  const bool is_draw = aim.goal == "draw";
  std::string_view name = is_draw ? "task, draw" : "task, win";
  if (board.objective() == Objective::kMostLines)
    name = is_draw ? "task, lines draw" : "task, lines";
  else if (aim.moves)
    name = "task, win in";
  return {name, {{"mover", name_of(mover)}, {"moves", moves_of(aim.moves.value_or(0))}}};
}

// What to look for, without naming a column: what is urgent for the side to move, otherwise one of
// the *themes* of the puzzle.
inline Phrase idea_phrase(const Board& board, Colour mover,
                          const std::vector<std::string_view>& themes) {
  constexpr std::array<std::string_view, 8> kIdeas{
      "hint, immediate win", "hint, forced block", "hint, only move",    "hint, trap",
      "hint, zugzwang",      "hint, draw",         "hint, max-connect4", "hint, win"};
  std::vector<std::string_view> words;
  for (const Fact& fact : find_facts(board, mover, nullptr))
    if (fact.colour == mover) words.push_back(kFactKinds[std::size_t(fact.kind)]);
  words.insert(words.end(), themes.begin(), themes.end());
  for (const std::string_view word : words)
    for (const std::string_view idea : kIdeas)
      if (idea.substr(6) == word)
        return {idea, {{"mover", name_of(mover)}, {"other", name_of(opponent(mover))}}};
  return {kIdeas.back(), {{"mover", name_of(mover)}, {"other", name_of(opponent(mover))}}};
}

// Why a move does not achieve the aim: the win that a person can see, otherwise the best reply and
// how the game ends. `wins` is true if the move wins, only not as fast as the aim asks.
class Refutation final : public Machine {
 public:
  Refutation(const Board& before, Colour mover, int column, const Aim& aim, const Limits& limits,
             const StopFlag* stop)
      : Machine(limits, stop), before_(before), after_(before.play(column)), mover_(mover) {
    variation_.push_back(column);
    if (after_.is_over()) {
      texts_.push_back({"try drawn", {{"column", column + 1}}});
    } else {
      words_ = {{"column", column + 1},
                {"aim", aim_phrase(aim, opponent(mover))},
                {"other", name_of(opponent(mover))}};
      texts_.push_back(phrase("try unproven"));
      tell_sight();
    }
  }

 private:
  // What happens later than this many moves after a wrong one is no reason that a person could see.
  static constexpr std::size_t kFarthest = 16;

  std::optional<Question> ask() override {
    if (is_waiting() || after_.is_over() || is_seen_ || step_ > 1) return std::nullopt;
    if (step_++ == 0) return Question{Question::Kind::kSolve, after_, left(), score_limits(after_)};
    if (!score_) return std::nullopt;
    return Question{Question::Kind::kVariation, after_, left(), {*score_, *score_}};
  }

  void hear(const Question& question, const Answer& found) override {
    if (question.kind == Question::Kind::kSolve) {
      if (found.known.is_exact()) score_ = found.known.low;
      return;
    }
    if (found.variation_length == 0) return;
    for (int i = 0; i < found.variation_length; ++i)
      variation_.push_back(found.variation[std::size_t(i)]);
    tell_end();
  }

  Phrase phrase(std::string_view name) const {
    Phrase made(name);
    made.words = words_;
    return made;
  }

  // The win of the other side that a person sees after the move.
  void tell_sight() {
    const auto win = see_win(after_);
    if (!win) return;
    is_seen_ = true;
    words_.push_back({"deed", deed_of(after_, opponent(mover_), win->line).phrase});
    texts_ = {phrase("try seen")};
    finish(win->line);
  }

  // Plays the game to its end: a line is completed, or else blocked.
  void finish(const std::vector<int>& line) {
    Board board = after_;
    Colour colour = opponent(mover_);
    for (std::size_t i = 0; !board.is_over(); ++i, colour = opponent(colour)) {
      const View view(board, colour);
      std::vector<Cell> cells = view.immediate(colour);
      if (cells.empty()) cells = view.immediate(view.other());
      if (cells.empty()) cells.push_back(view.landing(board.legal_columns()[0]));
      variation_.push_back(i < line.size() ? line[i] : cells[0].column);
      board = board.play(variation_.back());
    }
  }

  void tell_end() {
    const int reply = variation_[1];
    words_.push_back({"reply", reply + 1});
    const Board answered = after_.play(reply);
    if (wins()) {
      // The moves are counted from the board before it.
      words_.push_back({"result", result_of(before_, mover_, -*score_)});
      texts_ = {phrase("try slower")};
    } else if (answered.is_over() && finished_score(answered) < 0) {
      texts_ = {phrase("try lost")};
    } else if (*score_ == 0) {
      texts_ = {phrase("try refuted, draw")};
    } else {
      words_.push_back({"result", result_of(before_, mover_, -*score_)});
      texts_ = {phrase("try refuted")};
    }
    if (wins() || answered.is_over()) return;
    if (auto reason = why()) texts_.push_back(std::move(*reason));
  }

  bool wins() const { return score_ && *score_ < 0; }

  // The cells that the side which made the wrong move threatens.
  std::vector<Cell> threats() const {
    std::vector<Cell> cells;
    for (const Fact& fact : find_facts(before_, mover_, nullptr))
      if ((fact.kind == FactKind::kThreat && fact.colour == mover_) ||
          (fact.kind == FactKind::kNotUnder && fact.colour == opponent(mover_)))
        cells.insert(cells.end(), fact.cells.begin(), fact.cells.end());
    return cells;
  }

  // Why best play ends as it does: the side that loses runs out of safe moves, or a threat is
  // filled.
  std::optional<Phrase> why() const {
    const std::vector<Cell> cells = threats();
    Board board = before_;
    Colour colour = mover_;
    for (std::size_t i = 0; i < std::min(kFarthest, variation_.size()); ++i) {
      const int column = variation_[i];
      const Cell cell = View(board, colour).landing(column);
      if (colour != mover_ && std::find(cells.begin(), cells.end(), cell) != cells.end()) {
        const bool is_given = i > 0 && variation_[i - 1] == column;
        return Phrase{
            is_given ? "try, given" : "try, stopped",
            {{"other", name_of(colour)}, {"mover", name_of(mover_)}, {"cell", place_of(cell)}}};
      }
      board = board.play(column);
      colour = opponent(colour);
      if (board.is_over()) return std::nullopt;
      for (const Fact& fact : find_facts(board, colour, nullptr)) {
        if (fact.kind != FactKind::kLost) continue;
        if (fact.colour == mover_) return std::nullopt;  // a win that is too slow
        return Phrase{i == 1 ? "try, then" : "try, later",
                      {{"moves", moves_of(int(i) + 1)}, {"fact", fact.phrase}}};
      }
    }
    return std::nullopt;
  }

  void write_end(Json& json) const override {
    json.open('{').key("texts");
    write(json, texts_);
    json.key("variation").columns(variation_).key("wins").value(wins()).close('}');
  }

  Board before_, after_;
  Colour mover_;
  std::vector<Phrase::Word> words_;
  std::vector<Phrase> texts_;
  std::vector<int> variation_;  // from the wrong move on
  std::optional<int> score_;
  int step_ = 0;
  bool is_seen_ = false;
};

}  // namespace dropfour::policy
