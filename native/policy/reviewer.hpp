// The review of a game: what each move was worth, from the last one to the first.

#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "policy/machine.hpp"
#include "policy/story.hpp"

namespace dropfour::policy {

class Reviewer final : public Machine {
 public:
  // *boards* are the positions of the game, the start first, *columns* the moves between them;
  // *first* is to move at the start. With *names_all* the best columns of moves that were among
  // them are named, too.
  Reviewer(std::vector<Board> boards, const std::vector<int>& columns, Colour first,
           const Limits& limits, const StopFlag* stop, bool names_all)
      : Machine(limits, stop), boards_(std::move(boards)), names_all_(names_all) {
    for (const Board& board : boards_) known_.push_back(by_rules(board));
    is_tried_.resize(boards_.size());
    details_.resize(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i)
      moves_.push_back({boards_[i],
                        i % 2 == 0 ? first : opponent(first),
                        columns[i],
                        score_limits(boards_[i]),
                        score_limits(boards_[i]),
                        {}});
    begin(Phase::kGlance);
  }

 private:
  // How long a position is searched at first, once all others have had their turn, and for each
  // column that may be one of the best. Below the least time nothing is searched.
  static constexpr double kGlanceTime = 0.7, kLongTime = 10, kColumnTime = 2, kLeastTime = 0.01;

  // First what is proven quickly, then the best columns, then the same for the rest of the time.
  enum class Phase { kGlance, kName, kProve, kNameAgain, kNameAll, kEnd };

  // A position to prove, or a column of it that may be one of the best.
  struct Step {
    std::size_t place;
    int column = -1;
  };

  // Of a move: the columns whose answers are missing, those that are as good as the best so far.
  struct Detail {
    int due = 0;
    bool is_unclear = false, is_reported = false;
    std::vector<int> best;
  };

  std::optional<Question> ask() override {
    while (phase_ != Phase::kEnd) {
      while (!steps_.empty()) {
        const Step step = steps_.front();
        steps_.pop_front();
        const auto question = step.column < 0 ? ask_position(step.place) : ask_column(step);
        if (question) return question;
      }
      if (is_waiting()) return std::nullopt;  // the answers decide how it goes on
      begin(Phase(int(phase_) + 1));
    }
    return std::nullopt;
  }

  void begin(Phase phase) {
    phase_ = phase;
    if (phase == Phase::kGlance || phase == Phase::kProve)
      for (std::size_t i = boards_.size(); i-- > 0;) steps_.push_back({i});
    if (phase == Phase::kName || phase == Phase::kNameAgain) add_columns(false);
    if (phase == Phase::kNameAll && names_all_) add_columns(true);
  }

  // What remains of the time for a search; nothing if that is too little.
  std::optional<Limits> time_for(double most_s) const {
    Limits rest = left();
    if (allowance().is_spent(rest) || rest.time_s.value_or(1) <= kLeastTime) return std::nullopt;
    // Without a limit of the review, a position is searched until it is proven.
    if (rest.time_s || phase_ == Phase::kGlance)
      rest.time_s = std::min(most_s, rest.time_s.value_or(most_s));
    return rest;
  }

  // --- positions --------------------------------------------------------------------------------

  std::optional<Question> ask_position(std::size_t i) {
    const bool is_glance = phase_ == Phase::kGlance;
    const auto limits = time_for(is_glance ? kGlanceTime : kLongTime);
    if (known_[i].is_exact() || !limits) {
      is_tried_[i] = true;
      judge_all();
      return std::nullopt;
    }
    return Question{Question::Kind::kSolve, boards_[i], *limits, known_[i], -1, int(i)};
  }

  void hear_position(std::size_t i, const ScoreRange& found) {
    known_[i] = both(known_[i], found);
    is_tried_[i] = true;
    judge_all();
  }

  // Reports the moves of which more is known than before, from the last to the first.
  void judge_all() {
    for (std::size_t i = moves_.size(); i-- > 0;) {
      // A position is worth at least what the move made of it.
      const int least = -known_[i + 1].high;
      known_[i] = {std::max(known_[i].low, least), std::max(known_[i].high, least)};
      if (!is_tried_[i] || !is_tried_[i + 1]) continue;
      ReviewedMove& move = moves_[i];
      const ScoreRange best = known_[i], played = negated(known_[i + 1]);
      const auto is_same = [](const ScoreRange& a, const ScoreRange& b) {
        return a.low == b.low && a.high == b.high;
      };
      if (details_[i].is_reported && is_same(move.best, best) && is_same(move.played, played))
        continue;
      move.best = best;
      move.played = played;
      report_move(i);
    }
  }

  void report_move(std::size_t i) {
    details_[i].is_reported = true;
    report("move", [&](Json& json) { write(json, int(i) + 1, moves_[i]); });
  }

  // --- columns ----------------------------------------------------------------------------------

  // The columns of moves whose best ones are not named yet, those of blunders first. With *all*,
  // also of moves that were among the best themselves.
  void add_columns(bool all) {
    for (const bool is_blunder : {true, false})
      for (std::size_t i = 0; i < moves_.size(); ++i) {
        const ReviewedMove& move = moves_[i];
        const auto verdict = move.verdict();
        if (!verdict || !move.best.is_exact() || !move.best_columns.empty()) continue;
        if ((*verdict == "blunder") != is_blunder || (*verdict == "best" && !all)) continue;
        details_[i].best.clear();
        details_[i].is_unclear = false;
        for (const int column : move.board.legal_columns()) {
          ++details_[i].due;
          steps_.push_back({i, column});
        }
      }
  }

  std::optional<Question> ask_column(const Step& step) {
    const ReviewedMove& move = moves_[step.place];
    const int score = move.best.low;
    if (step.column == move.column) {
      hear_column(step.place, step.column, move.played);
      return std::nullopt;
    }
    const Board child = move.board.play(step.column);
    const auto limits = time_for(kColumnTime);
    if (child.is_over() || !limits) {
      hear_column(step.place, step.column, negated(by_rules(child)));
      return std::nullopt;
    }
    return Question{Question::Kind::kSolve, child,       *limits,
                    {-score, -score + 1},   step.column, int(step.place)};
  }

  // Takes note of what is proven of a column, and names the best ones once all are known.
  void hear_column(std::size_t i, int column, const ScoreRange& known) {
    Detail& detail = details_[i];
    const int score = moves_[i].best.low;
    if (known.low >= score) detail.best.push_back(column);
    if (known.low < score && known.high >= score) detail.is_unclear = true;
    if (--detail.due > 0 || detail.is_unclear) return;
    std::sort(detail.best.begin(), detail.best.end());
    moves_[i].best_columns = detail.best;
    report_move(i);
  }

  void hear(const Question& question, const Answer& found) override {
    const auto place = std::size_t(question.place);
    if (question.column < 0)
      hear_position(place, found.known);
    else
      hear_column(place, question.column, negated(found.known));
  }

  void write_end(Json& json) const override { json.open('{').close('}'); }

  std::vector<Board> boards_;
  std::vector<ScoreRange> known_;
  std::vector<bool> is_tried_;  // whether a position has had its turn
  std::vector<ReviewedMove> moves_;
  std::vector<Detail> details_;
  std::deque<Step> steps_;
  Phase phase_ = Phase::kGlance;
  bool names_all_;
};

}  // namespace dropfour::policy
