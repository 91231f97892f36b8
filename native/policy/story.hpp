// The story of a reviewed game: how exactly each side played, its mistakes and the reasons for
// them, and the move at which the game turned.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/facts.hpp"
#include "policy/phrase.hpp"
#include "policy/review.hpp"
#include "policy/view.hpp"

namespace dropfour::policy {

// A move of the game and what is proven of it, for the side that made it in *board*.
struct ReviewedMove {
  Board board;
  Colour colour;
  int column;
  ScoreRange best, played;
  std::vector<int> best_columns;

  std::optional<std::string_view> verdict() const { return judge(best, played, board.objective()); }
};

// The moves of one side that have a verdict.
struct SideStory {
  int moves = 0, mistakes = 0, blunders = 0, points = 0;

  // From 0 to 100: the mean of what each move kept.
  std::optional<int> accuracy() const {
    if (moves == 0) return std::nullopt;
    return int(std::lround(double(points) / moves));
  }
};

// A move that is proven worse than another: what was played, what was better, and why.
struct Mistake {
  int ply;
  Phrase played;
  std::optional<Phrase> better, reason;
};

struct Story {
  std::array<SideStory, 2> sides;  // red, yellow
  std::vector<Mistake> mistakes;
  std::optional<int> turning_point;  // its ply
  Phrase ending;                     // in one sentence
};

// Of 100 points, those that a move keeps: a half or whole point of the result costs most of them.
constexpr int kept_points(std::string_view verdict, const ScoreRange& best,
                          const ScoreRange& played) {
  if (verdict == "best" || verdict == "kept") return 100;
  if (verdict != "blunder") return 75;
  return outcome_of(best) == "win" && outcome_of(played) == "loss" ? 0 : 25;
}

// What a move allows the opponent: a win or a trap that it leaves open, or else the most urgent
// fact against its side that was not there before.
inline std::optional<Fact> reason_against(const Board& board, Colour mover, int column) {
  const Board after = board.play(column);
  if (after.is_over()) return std::nullopt;
  const std::vector<Fact> before = find_facts(board, mover, nullptr);
  const auto is_new = [&](const Fact& fact) {
    return std::none_of(before.begin(), before.end(), [&](const Fact& each) {
      return each.kind == fact.kind && each.colour == fact.colour && each.cells == fact.cells;
    });
  };
  const auto is_reason = [&](const Fact& fact) {
    switch (fact.kind) {
      case FactKind::kWin:
      case FactKind::kTrap:
        return fact.colour == opponent(mover);
      case FactKind::kLine:
      case FactKind::kTower:
        return fact.colour == opponent(mover) && is_new(fact);
      case FactKind::kNotUnder:
        return fact.colour == mover && is_new(fact);
      default:
        return false;
    }
  };
  std::vector<Fact> facts = find_facts(after, opponent(mover), nullptr);
  const auto found = std::find_if(facts.begin(), facts.end(), is_reason);
  return found == facts.end() ? std::nullopt : std::optional(std::move(*found));
}

// Tells the story to somebody; *reader* is addressed as "you".
class Narrator {
 public:
  Narrator(const std::vector<ReviewedMove>& moves, std::optional<Colour> winner,
           std::optional<Colour> reader)
      : moves_(moves), winner_(winner), reader_(reader) {}

  Story tell() const {
    Story story;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      const ReviewedMove& move = moves_[i];
      const auto verdict = move.verdict();
      if (!verdict) continue;
      SideStory& side = story.sides[std::size_t(move.colour)];
      ++side.moves;
      side.points += kept_points(*verdict, move.best, move.played);
      if (*verdict == "best" || *verdict == "kept") continue;
      ++side.mistakes;
      side.blunders += *verdict == "blunder";
      story.mistakes.push_back(mistake(int(i) + 1, move, *verdict));
    }
    tell_ending(story);
    return story;
  }

 private:
  // A sentence about *colour*, in the third person or to the reader.
  Phrase about(Colour colour, std::string_view third, std::string_view second,
               std::vector<Phrase::Word> words = {}) const {
    Phrase phrase(colour == reader_ ? second : third);
    phrase.words = std::move(words);
    phrase.words.push_back({"who", name_of(colour)});
    return phrase;
  }

  static Phrase result(const ScoreRange& known) {
    const auto outcome = outcome_of(known);
    if (outcome == "win") return Phrase("a win");
    return Phrase(outcome == "loss" ? "a loss" : "draw");
  }

  Mistake mistake(int ply, const ReviewedMove& move, std::string_view verdict) const {
    const bool is_blunder = verdict == "blunder";
    Mistake made{ply, played(move, verdict), {}, {}};
    if (!move.best_columns.empty()) {
      const Phrase columns = columns_of(move.best_columns);
      if (!is_blunder)
        made.better = Phrase("mistake, better", {{"columns", columns}});
      else if (outcome_of(move.best) == "win")
        made.better = Phrase("mistake, keeps win", {{"columns", columns}});
      else
        made.better = Phrase("mistake, keeps draw", {{"columns", columns}});
    }
    if (is_blunder || verdict == "sooner loss")
      if (auto reason = reason_against(move.board, move.colour, move.column))
        made.reason = std::move(reason->phrase);
    return made;
  }

  Phrase played(const ReviewedMove& move, std::string_view verdict) const {
    std::vector<Phrase::Word> words{{"column", move.column + 1}};
    if (verdict == "blunder") {
      words.push_back({"before", result(move.best)});
      words.push_back({"after", result(move.played)});
      return about(move.colour, "mistake, blunder", "mistake, blunder, you", std::move(words));
    }
    if (verdict == "fewer lines")
      return about(move.colour, "mistake, lines", "mistake, lines, you", std::move(words));
    const bool is_win = verdict == "slower win";
    if (!move.best.is_exact() || !move.played.is_exact())
      return is_win
                 ? about(move.colour, "mistake, slower", "mistake, slower, you", std::move(words))
                 : about(move.colour, "mistake, sooner", "mistake, sooner, you", std::move(words));
    words.push_back({"moves", moves_of(winning_stones(move.board, move.played.low))});
    words.push_back({"best", winning_stones(move.board, move.best.low)});
    return is_win
               ? about(move.colour, "mistake, wins in", "mistake, wins in, you", std::move(words))
               : about(move.colour, "mistake, loses in", "mistake, loses in, you",
                       std::move(words));
  }

  void tell_ending(Story& story) const {
    const auto loser = winner_ ? std::optional(opponent(*winner_)) : std::nullopt;
    if (loser && !moves_.empty()) {
      const ReviewedMove& last = moves_.back();
      const auto end = outcome_of(last.colour == *loser ? last.played : negated(last.played));
      if (end == "win") {
        story.ending = about(*loser, "ended winning", "ended winning, you");
        return;
      }
      if (end == "draw") {
        story.ending = about(*loser, "ended level", "ended level, you");
        return;
      }
    }
    for (std::size_t i = moves_.size(); i-- > 0;) {
      const ReviewedMove& move = moves_[i];
      if (move.verdict() != "blunder" || (loser && move.colour != *loser)) continue;
      story.turning_point = int(i) + 1;
      const std::vector<Phrase::Word> ply{{"ply", int(i) + 1}};
      story.ending = outcome_of(move.best) == "win"
                         ? about(move.colour, "turned, win", "turned, win, you", ply)
                         : about(move.colour, "turned, draw", "turned, draw, you", ply);
      return;
    }
    tell_no_turn(story);
  }

  void tell_no_turn(Story& story) const {
    const int judged = story.sides[0].moves + story.sides[1].moves;
    if (judged < int(moves_.size())) {
      story.ending = judged == 0 ? Phrase("nothing proven")
                                 : Phrase("no mistake proven", {{"moves", moves_of(judged)}});
      return;
    }
    if (winner_ && !moves_.empty()) {
      const ReviewedMove& first = moves_.front();
      if (outcome_of(first.colour == *winner_ ? first.best : negated(first.best)) == "win") {
        story.ending = about(*winner_, "won throughout", "won throughout, you");
        return;
      }
    }
    story.ending = Phrase("no mistake");
  }

  static ScoreRange negated(const ScoreRange& known) { return {-known.high, -known.low}; }

  const std::vector<ReviewedMove>& moves_;
  std::optional<Colour> winner_, reader_;
};

inline Story tell_story(const std::vector<ReviewedMove>& moves, std::optional<Colour> winner,
                        std::optional<Colour> reader) {
  return Narrator(moves, winner, reader).tell();
}

}  // namespace dropfour::policy
