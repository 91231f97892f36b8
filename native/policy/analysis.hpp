// The analysis of a position: its score, those of its columns, best play, and what to expect of the
// columns that take long to prove.

#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "policy/machine.hpp"

namespace dropfour::policy {

// The score of one position.
class Proof final : public Machine {
 public:
  Proof(const Board& board, const Limits& limits, const StopFlag* stop)
      : Machine(limits, stop), board_(board), known_(by_rules(board)) {}

 private:
  std::optional<Question> ask() override {
    if (is_asked_ || known_.is_exact()) return std::nullopt;
    is_asked_ = true;
    return Question{Question::Kind::kSolve, board_, left(), known_};
  }

  void hear(const Question&, const Answer& found) override { known_ = found.known; }

  void write_end(Json& json) const override {
    json.open('{').key("low").value(known_.low).key("high").value(known_.high);
    json.key("nodes").value(nodes()).key("source").value(source()).close('}');
  }

  Board board_;
  ScoreRange known_;
  bool is_asked_ = false;
};

class Analysis final : public Machine {
 public:
  // With *has_variation* the end has best play as well.
  Analysis(const Board& board, const Limits& limits, const StopFlag* stop, bool has_variation)
      : Machine(limits, stop),
        board_(board),
        known_(board),
        is_symmetric_(board.mirror().key() == board.key()),
        has_variation_(has_variation) {
    // The rest is searched once a short search has told easy columns from hard ones.
    is_glanced_ = board.is_over();
  }

  const ColumnScores& known() const { return known_; }

 private:
  // Estimates begin with this depth and become deeper by two plies; the longest search, so that
  // an engine's move never waits for long.
  static constexpr int kFirstDepth = 6;
  static constexpr double kEstimateTime = 0.4;

  std::optional<Question> ask() override {
    if (!is_glanced_) {
      if (is_waiting()) return std::nullopt;
      return Question{Question::Kind::kGlance, board_, left()};
    }
    if (next_open_ < open_.size()) {
      const int column = open_[next_open_++];
      return Question{Question::Kind::kSolve, board_.play(column), left(),
                      negated(known_.of(column)), column};
    }
    const std::vector<int> best = known_.best();
    if (is_waiting() || !has_variation_ || best.empty() || !known_.position().is_exact())
      return std::nullopt;
    has_variation_ = false;
    const int score = known_.position().low;
    return Question{
        Question::Kind::kVariation, board_, left(), {score, score}, nearest_middle(board_, best)};
  }

  void hear(const Question& question, const Answer& found) override {
    switch (question.kind) {
      case Question::Kind::kGlance:
        is_glanced_ = true;
        sort_columns(found);
        break;
      case Question::Kind::kSolve:
        learn(question.column, negated(found.known), found.nodes);
        break;
      case Question::Kind::kVariation:
        variation_.assign(found.variation.begin(),
                          found.variation.begin() + found.variation_length);
        break;
      case Question::Kind::kEstimate:
        is_estimating_ = false;
        hear_estimate(question.column, found.estimate);
        break;
      default:
        break;  // is not asked
    }
  }

  // The columns that a short search solves are known; of the others, the most promising is first.
  void sort_columns(const Answer& found) {
    for (const int column : ColumnSearch::columns_to_search(board_)) {
      const ScoreRange glanced = found.columns[std::size_t(column)];
      if (glanced.is_exact()) {
        learn(column, glanced, 0);
        continue;
      }
      // No column is better than the score of the position in the book.
      known_.learn(column, {glanced.low, std::min(glanced.high, found.known.high)});
      open_.push_back(column);
    }
    std::stable_sort(open_.begin(), open_.end(), [&](int a, int b) {
      const ScoreRange one = known_.of(a), other = known_.of(b);
      return one.low + one.high > other.low + other.high;
    });
  }

  void learn(int column, const ScoreRange& proven, std::uint64_t nodes) {
    const int width = board_.visit([](const auto& shape, const auto&) { return shape.columns(); });
    const int twin = is_symmetric_ ? width - 1 - column : column;
    for (int each = column;; each = twin) {
      known_.learn(each, proven);
      report("column", [&](Json& json) {
        json.open('{').key("column").value(each + 1).key("score");
        write(json, board_, known_.of(each));
        json.key("position");
        write(json, board_, known_.position());
        json.key("nodes").value(each == column ? nodes : 0).close('}');
      });
      if (each == twin) return;
    }
  }

  // --- estimates --------------------------------------------------------------------------------

  // Whether what matters about a column is still to be proven.
  bool is_unproven(int column) const {
    const ScoreRange known = known_.of(column);
    return board_.objective() == Objective::kMostLines ? !known.is_exact() : !outcome_of(known);
  }

  // The columns in turn, deeper each time, until none gets deeper in its time.
  std::optional<Question> ask_estimate() override {
    if (is_estimating_) return std::nullopt;
    const std::vector<int> order = playable_from_middle(board_);
    for (; next_estimate_ < order.size() || is_deeper_; depth_ += 2) {
      while (next_estimate_ < order.size()) {
        const int column = order[next_estimate_++];
        if (!is_unproven(column)) continue;
        is_estimating_ = true;
        return Question{Question::Kind::kEstimate, board_, {kEstimateTime, {}, depth_}, {}, column};
      }
      next_estimate_ = 0;
      if (!is_deeper_) break;
      is_deeper_ = false;
    }
    next_estimate_ = order.size();
    return std::nullopt;
  }

  void hear_estimate(int column, const ColumnEstimate& found) {
    int& reached = estimated_[column];
    if (found.depth <= reached) return;
    reached = found.depth;
    is_deeper_ = true;
    report("estimate", [&](Json& json) {
      json.open('{').key("column").value(column + 1).key("value").value(found.value);
      json.key("depth").value(found.depth).close('}');
    });
  }

  // --- the end ----------------------------------------------------------------------------------

  void write_end(Json& json) const override {
    json.open('{');
    write_conclusions(json, known_);
    json.key("variation").columns(variation_).key("nodes").value(nodes());
    json.key("source").value(source()).close('}');
  }

  Board board_;
  ColumnScores known_;
  bool is_symmetric_, has_variation_, is_glanced_;
  std::vector<int> open_, variation_;
  std::size_t next_open_ = 0, next_estimate_ = 0;
  std::map<int, int> estimated_;  // the depths
  int depth_ = kFirstDepth;
  bool is_estimating_ = false, is_deeper_ = false;
};

}  // namespace dropfour::policy
