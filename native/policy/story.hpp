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

#include "policy/phrase.hpp"
#include "policy/review.hpp"
#include "policy/sight.hpp"
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

// A move that changed the result, or that a person could have seen to be worse than another: the
// sentences about it, what is proven of it, and why, if that can be seen.
struct Mistake {
  int ply;
  std::vector<Phrase> texts, exact;
  std::optional<Sight> sight;
};

struct Story {
  std::array<SideStory, 2> sides;  // red, yellow
  std::vector<Mistake> mistakes;
  std::optional<int> turning_point;  // the ply of the last move that changed the result
  std::optional<int> decisive;       // the ply of the mistake to look at first
  Phrase ending;                     // in one sentence
};

// Of 100 points, those that a move keeps: a half or whole point of the result costs most of them.
constexpr int kept_points(std::string_view verdict, const ScoreRange& best,
                          const ScoreRange& played) {
  if (verdict == "best" || verdict == "kept") return 100;
  if (verdict != "blunder") return 75;
  return outcome_of(best) == "win" && outcome_of(played) == "loss" ? 0 : 25;
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
      const bool is_blunder = verdict == "blunder";
      side.blunders += is_blunder;
      auto sight = sight_of(move.board, move.colour, move.column);
      if (!is_blunder && !sight && verdict != "fewer lines") continue;
      ++side.mistakes;
      Mistake made{int(i) + 1, {}, exact(move, *verdict), std::move(sight)};
      made.texts = made.sight ? std::vector{seen(move, *made.sight)} : made.exact;
      story.mistakes.push_back(std::move(made));
    }
    tell_ending(story);
    decide(story);
    return story;
  }

 private:
  // A side as a subject or an object; "you" for the reader.
  Phrase::Word named(std::string_view word, Colour colour) const {
    return {word, colour == reader_ ? "you" : name_of(colour)};
  }
  Phrase about(Colour colour, std::string_view name, std::vector<Phrase::Word> words = {}) const {
    Phrase phrase(name);
    phrase.words = std::move(words);
    phrase.words.push_back(named("who", colour));
    phrase.words.push_back(named("other", opponent(colour)));
    phrase.words.push_back({"was", colour == reader_ ? "were" : "was"});
    return phrase;
  }

  static Phrase result(const ScoreRange& known) {
    const auto outcome = outcome_of(known);
    if (outcome == "win") return Phrase("a win");
    return Phrase(outcome == "loss" ? "a loss" : "draw");
  }

  // Why a person could have seen that a move was a mistake.
  Phrase seen(const ReviewedMove& move, const Sight& sight) const {
    std::vector<Phrase::Word> words{{"deed", sight.deed.phrase}, {"column", sight.line[0] + 1}};
    const bool is_now = sight.moves == 1;
    if (is_now) words.push_back({"columns", columns_of(columns_in(sight.deed.cells))});
    if (sight.is_missed_win)
      return about(move.colour, is_now ? "missed now" : "missed", std::move(words));
    const View view(move.board, move.colour);
    if (is_now && !view.immediate(view.other()).empty())
      return about(move.colour, "not blocked", std::move(words));
    Phrase text = about(move.colour, "let", std::move(words));
    if (move.best_columns.empty()) return text;
    const bool is_all = move.best_columns.size() + 1 == move.board.legal_columns().size();
    const bool is_both = sight.deed.phrase.name == "deed, two";
    return {outcome_of(move.best) == "loss" ? "let, longer" : "let, stopped",
            {{"text", std::move(text)},
             {"columns", is_all ? Phrase("every other column") : columns_of(move.best_columns)},
             {"them", Phrase(is_both ? "both" : "that")}}};
  }

  // What is proven of a mistake: what was played, and what was better.
  std::vector<Phrase> exact(const ReviewedMove& move, std::string_view verdict) const {
    std::vector<Phrase> texts{played(move, verdict)};
    if (!move.best_columns.empty()) {
      const bool is_win = outcome_of(move.best) == "win";
      const auto keeps = is_win ? "mistake, keeps win" : "mistake, keeps draw";
      texts.push_back({verdict == "blunder" ? keeps : "mistake, better",
                       {{"columns", columns_of(move.best_columns)}}});
    }
    return texts;
  }

  Phrase played(const ReviewedMove& move, std::string_view verdict) const {
    std::vector<Phrase::Word> words{{"column", move.column + 1}};
    if (verdict == "blunder") {
      words.push_back({"before", result(move.best)});
      words.push_back({"after", result(move.played)});
      return about(move.colour, "mistake, blunder", std::move(words));
    }
    if (verdict == "fewer lines") return about(move.colour, "mistake, lines", std::move(words));
    const bool is_win = verdict == "slower win";
    if (!move.best.is_exact() || !move.played.is_exact())
      return about(move.colour, is_win ? "mistake, slower" : "mistake, sooner", std::move(words));
    words.push_back({"moves", moves_of(winning_stones(move.board, move.played.low))});
    words.push_back({"best", winning_stones(move.board, move.best.low)});
    return about(move.colour, is_win ? "mistake, wins in" : "mistake, loses in", std::move(words));
  }

  // The mistake to look at first is the last of the loser that a person could have seen, unless
  // the opponent gave the win back after it; then, the one that changed the result last.
  void decide(Story& story) const {
    story.decisive = story.turning_point;
    for (Mistake& mistake : story.mistakes) {
      const Colour colour = moves_[std::size_t(mistake.ply - 1)].colour;
      if (mistake.ply == story.turning_point && !mistake.sight) tell_later(mistake, colour);
      if (!mistake.sight || winner_ == colour) continue;
      if (mistake.sight->is_missed_win || mistake.ply >= story.turning_point.value_or(0))
        story.decisive = mistake.ply;
    }
  }

  // What came of a mistake of *colour* that nobody could see, later in the game.
  void tell_later(Mistake& mistake, Colour colour) const {
    for (auto i = std::size_t(mistake.ply); i < moves_.size(); ++i) {
      const View view(moves_[i].board, moves_[i].colour);
      if (view.mover() != colour || !view.safe_columns().empty()) continue;
      if (!view.immediate(colour).empty()) return;
      mistake.texts.push_back(
          about(colour, "mistake, later",
                {{"ply", int(i)}, {"deed", deed_of(view.board(), colour, {}).phrase}}));
      return;
    }
  }

  void tell_ending(Story& story) const {
    const auto loser = winner_ ? std::optional(opponent(*winner_)) : std::nullopt;
    if (loser && !moves_.empty()) {
      const ReviewedMove& last = moves_.back();
      const auto end = outcome_of(last.colour == *loser ? last.played : negated(last.played));
      if (end == "win") {
        story.ending = about(*loser, "ended winning");
        return;
      }
      if (end == "draw") {
        story.ending = about(*loser, "ended level");
        return;
      }
    }
    for (std::size_t i = moves_.size(); i-- > 0;) {
      const ReviewedMove& move = moves_[i];
      if (move.verdict() != "blunder" || (loser && move.colour != *loser)) continue;
      story.turning_point = int(i) + 1;
      const std::vector<Phrase::Word> ply{{"ply", int(i) + 1}};
      story.ending = outcome_of(move.best) == "win" ? about(move.colour, "turned, win", ply)
                                                    : about(move.colour, "turned, draw", ply);
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
        story.ending = about(*winner_, "won throughout");
        return;
      }
    }
    story.ending = Phrase("no mistake");
  }

  const std::vector<ReviewedMove>& moves_;
  std::optional<Colour> winner_, reader_;
};

inline Story tell_story(const std::vector<ReviewedMove>& moves, std::optional<Colour> winner,
                        std::optional<Colour> reader) {
  return Narrator(moves, winner, reader).tell();
}

}  // namespace dropfour::policy
