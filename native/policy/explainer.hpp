// The answer to "why?": who wins, by what, and what to do next. What the rules show is said at
// once, then what the solution has, best play, a plan, a plan later on and several plans, as the
// limits allow. Each answer that is better than the one before is reported.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plans/listed.hpp"
#include "policy/facts.hpp"
#include "policy/machine.hpp"
#include "policy/threats.hpp"

namespace dropfour::policy {

enum class AnswerKind {
  kOver,
  kLine,
  kLost,
  kThreats,
  kSolution,
  kPlan,
  kPlanLater,
  kStrategy,
  kBestPlay,
  kUnproven
};

// The words of the API.
inline constexpr std::array<std::string_view, 10> kAnswerKinds{
    "over", "line",       "cannot be stopped", "threats",   "solution",
    "plan", "plan later", "strategy",          "best play", "unproven",
};
static_assert(kAnswerKinds.size() == std::size_t(AnswerKind::kUnproven) + 1);

class Explainer final : public Machine {
 public:
  // *known* is what is proven of the columns, *listed* what a solution has for the position.
  Explainer(const Board& board, Colour mover, const ColumnScores& known,
            const std::optional<plans::Listed>& listed, const Limits& limits, const StopFlag* stop)
      : Machine(limits, stop),
        view_(board, mover),
        known_(known.position()),
        facts_(find_facts(board, mover, &known)) {
    if (answer_by_rules()) return;
    if (listed) {
      answer_by_solution(*listed);
    } else if (outcome_of(known_)) {
      hear_verdict();
    } else {
      answer_by_estimate();
      const bool is_whole = view_.counts_lines();
      ask_later({Question::Kind::kSolve, board, {}, is_whole ? known_ : both(known_, {-1, 1})});
    }
  }

 private:
  struct Said {
    AnswerKind kind = AnswerKind::kUnproven;
    Phrase headline = {};
    std::vector<int> columns = {};  // to play next
    std::vector<int> line = {};     // best play, or the moves before a plan
    std::vector<Phrase> reasons = {};
    std::string plan = {}, strategy = {};
  };

  static constexpr int kMostThreats = 5;  // moves of a win by threats
  static constexpr int kMostBefore = 8;   // moves of best play before a plan
  static constexpr std::size_t kShownMoves = 12;
  static constexpr std::uint64_t kEstimateNodes = 500;  // of a column
  // The most for a plan here, for one after some moves, and for a strategy.
  static constexpr std::uint64_t kPlanNodes = 5'000'000, kLaterNodes = 1'000'000,
                                 kStrategyNodes = 100'000'000;

  const Board& board() const { return view_.board(); }
  Colour mover() const { return view_.mover(); }

  // --- what to search ---------------------------------------------------------------------------

  void ask_later(Question question) { waiting_.push_back(std::move(question)); }

  // Each search may take half of what is left, the last one all.
  std::optional<Question> ask() override {
    while (!is_waiting() && !waiting_.empty()) {
      Question question = std::move(waiting_.front());
      waiting_.pop_front();
      question.limits = left();
      if (said_.kind == AnswerKind::kPlanLater && question.kind == Question::Kind::kPlan &&
          question.place >= int(said_.line.size()))
        continue;                                        // no better than what is found
      const bool is_described = !question.text.empty();  // which takes no search
      if (!is_described && allowance().is_spent(question.limits)) continue;
      if (question.kind == Question::Kind::kVariation) {
        if (!known_.is_exact() && known_.low <= 0) continue;
        question.window.low = known_.is_exact() ? known_.low : 1;
      }
      auto& [time_s, nodes, depth] = question.limits;
      const bool is_last = question.kind == Question::Kind::kStrategy;
      if (time_s && !is_last) *time_s /= 2;
      if (nodes && !is_last) *nodes /= 2;
      if (question.kind == Question::Kind::kPlan || is_last) {
        const auto most = is_last ? kStrategyNodes : question.place ? kLaterNodes : kPlanNodes;
        nodes = std::min(nodes.value_or(most), most);
      }
      return question;
    }
    return std::nullopt;
  }

  void hear(const Question& question, const Answer& found) override {
    switch (question.kind) {
      case Question::Kind::kSolve: {
        const bool was_proven = outcome_of(known_).has_value();
        known_ = both(known_, found.known);
        if (!was_proven && outcome_of(known_)) hear_verdict();
        break;
      }
      case Question::Kind::kVariation:
        line_.assign(found.variation.begin(), found.variation.begin() + found.variation_length);
        answer_by_best_play();
        if (!view_.counts_lines() && said_.kind == AnswerKind::kBestPlay) ask_plans_later();
        break;
      default:
        if (found.plan.rules > 0) answer_by_plan(question, found);
    }
  }

  // Once the result is proven. Best play is found sooner than a plan.
  void hear_verdict() {
    if (known_.low > 0) leader_ = mover();
    if (known_.high < 0) leader_ = view_.other();
    if (leader_) put_support_first(facts_, *leader_);
    if (leader_ == view_.other() && !view_.counts_lines())
      if (const auto line = ThreatSearch().find_against(view_, kMostThreats))
        return answer_by_threats(*line);
    answer_by_best_play();
    ask_best_play();
    if (!view_.counts_lines()) ask_plans(board(), 0, Question::Kind::kPlan);
  }

  void ask_best_play() {
    if (!known_.is_exact()) ask_later({Question::Kind::kSolve, board(), {}, known_});
    ask_later({Question::Kind::kVariation, board()});
  }

  // For the side that wins; in a draw, for either. *place* is the number of moves before.
  void ask_plans(const Board& from, int place, Question::Kind kind, const std::string& text = {}) {
    const Colour to_move = place % 2 == 0 ? mover() : view_.other();
    for (const Colour colour : {mover(), view_.other()}) {
      if (leader_ && colour != *leader_) continue;
      Question question{kind, from};
      question.place = place;
      question.strategist = colour;
      question.text = text;
      question.task = {colour == to_move, leader_ ? plans::Promise::kWin : plans::Promise::kDraw};
      ask_later(std::move(question));
    }
  }

  // After some moves of best play, many first, because plans are found sooner there; and with
  // several plans from here.
  void ask_plans_later() {
    std::vector<View> views{view_};
    for (const int column : line_) {
      views.push_back(views.back().after(column));
      const View& view = views.back();
      if (view.board().is_over() || !view.immediate(view.mover()).empty() ||
          view.safe_columns().empty())
        break;
    }
    for (int moves = std::min(kMostBefore, int(views.size()) - 2); moves > 0; --moves)
      ask_plans(views[std::size_t(moves)].board(), moves, Question::Kind::kPlan);
    ask_plans(board(), 0, Question::Kind::kStrategy);
  }

  // --- answers ----------------------------------------------------------------------------------

  void say(Said said, bool is_final = true) {
    if (is_final) waiting_.clear();
    said_ = std::move(said);
    report("answer", [this](Json& json) { write_end(json); });
  }

  // What the next moves decide.
  bool answer_by_rules() {
    for (const auto& [fact, kind] : {std::pair(FactKind::kOver, AnswerKind::kOver),
                                     std::pair(FactKind::kWin, AnswerKind::kLine),
                                     std::pair(FactKind::kLost, AnswerKind::kLost)})
      if (!facts_.empty() && facts_.front().kind == fact) {
        leader_ = facts_.front().colour;
        const bool is_line = kind == AnswerKind::kLine;
        say({kind, facts_.front().phrase, is_line ? facts_.front().columns : std::vector<int>()});
        return true;
      }
    if (view_.counts_lines()) return false;
    const auto line = ThreatSearch().find(view_, kMostThreats);
    if (!line) return false;
    leader_ = mover();
    put_support_first(facts_, *leader_);
    answer_by_threats(*line);
    return true;
  }

  void answer_by_threats(const std::vector<int>& line) {
    Said said{AnswerKind::kThreats};
    said.line = line;
    said.reasons = line_reasons(line);
    if (leader_ == view_.other()) {
      said.headline = phrase("why threats, replies");
    } else {
      said.columns = {line[0]};
      said.headline =
          phrase(line.size() > 1 ? "why threats" : "why trap", {{"column", line[0] + 1}});
      for (const Fact& fact : facts_)
        if (line.size() == 1 && fact.kind == FactKind::kTrap && fact.columns == line)
          said.reasons = {fact.phrase};
    }
    say(std::move(said));
  }

  void answer_by_solution(const plans::Listed& listed) {
    // The solution is that of the side to move, unless it has an answer to each reply.
    leader_ = listed.is_reply ? view_.other() : mover();
    put_support_first(facts_, *leader_);
    known_ =
        both(known_, leader_ == mover() ? ScoreRange{1, known_.high} : ScoreRange{known_.low, -1});
    Said said{AnswerKind::kSolution};
    if (listed.is_reply) {
      said.headline = phrase("why solution, replies");
    } else if (listed.column >= 0) {
      said.headline = phrase("why solution", {{"column", listed.column + 1}});
      said.columns = {listed.column};
    } else {
      ask_plans(board(), 0, Question::Kind::kPlan, listed.plan);
      said.headline = phrase("why solution, plan");
    }
    if (listed.plan.empty()) ask_best_play();
    is_listed_ = true;
    say(std::move(said), false);
  }

  void answer_by_plan(const Question& question, const Answer& found) {
    const PlanSummary& plan = found.plan;
    const bool is_strategy = plan.is_strategy;
    const int before = question.place;
    Said said{is_listed_    ? AnswerKind::kSolution
              : is_strategy ? AnswerKind::kStrategy
              : before > 0  ? AnswerKind::kPlanLater
                            : AnswerKind::kPlan};
    const Colour colour = question.strategist;
    if (is_strategy) {
      const auto promise = kPromises[std::size_t(question.task.promise)];
      Json json;
      json.open('{').key("colour").value(colour).key("promise").value(promise);
      json.key("text").value(std::string_view(found.text)).close('}');
      said.strategy = json.text();
    } else {
      said.plan = found.text;
    }
    said.line.assign(line_.begin(), line_.begin() + before);
    Phrase by = is_strategy     ? count_of(plan.rules, "plan count", "plans count")
                : plan.is_empty ? Phrase("why no rules")
                                : count_of(plan.rules, "rule", "rules");
    const Phrase result(leader_ ? "plan win" : "plan draw", {{"colour", name_of(colour)}});
    const bool is_lost = leader_ == view_.other();
    const int column = before > 0 ? line_[0] : plan.reply;
    const auto name = before > 1    ? (is_lost ? "why plan, later reply" : "why plan, later")
                      : before == 1 ? (colour == mover() ? "why plan, next" : "why plan, reply")
                      : column >= 0 ? "why plan"
                                    : "why plan, replies";
    said.headline = {name,
                     {{"result", result},
                      {"by", std::move(by)},
                      {"other", name_of(opponent(colour))},
                      {"column", column + 1},
                      {"moves", list_of(said.line)}}};
    if (column >= 0 && (before == 0 || !is_lost)) said.columns = {column};
    if (leader_ && plan.ending_cell >= 0)  // a plan that holds the draw may win, too
      said.reasons = {ending_phrase(plan.ending, cell_at(board(), plan.ending_cell), colour)};
    const bool is_final = said.kind != AnswerKind::kPlanLater;
    say(std::move(said), is_final);
  }

  // Also while no more than the result is known.
  void answer_by_best_play() {
    Said said = said_;
    said.line = line_;
    said.reasons = line_.empty() ? std::vector<Phrase>() : line_reasons(line_);
    for (const Fact& fact : facts_) {
      const bool is_forced = fact.kind == FactKind::kBlock || fact.kind == FactKind::kOnlyMove;
      if (is_forced && line_.empty()) said.columns = fact.columns;
      if (is_forced || fact.kind == FactKind::kNoLine || (leader_ && is_support(fact, *leader_)))
        said.reasons.push_back(fact.phrase);
    }
    if (!is_listed_) {
      said.kind = AnswerKind::kBestPlay;
      if (!line_.empty()) said.columns = {line_[0]};
      const bool holds_out = leader_ == view_.other() && !view_.counts_lines();
      const auto name = line_.empty() ? "why result"
                        : holds_out   ? "why best play, lost"
                                      : "why best play";
      said.headline = {name, {{"result", result()}, {"column", line_.empty() ? 0 : line_[0] + 1}}};
    }
    say(std::move(said), false);
  }

  // While nothing is proven: what a short search expects of the columns.
  void answer_by_estimate() {
    const double level = view_.counts_lines() ? 0 : 0.5, lead = view_.counts_lines() ? 0.5 : 0.1;
    Said said{.columns = {playable_from_middle(board()).front()}};
    std::optional<double> most;
    for (const int column : playable_from_middle(board())) {
      const auto run = [](auto, auto nodes, auto between, const auto& search) {
        Control control;
        Budget budget(control, *nodes, between);
        return search(budget);
      };
      const auto found = estimate_column(board(), column, {{}, kEstimateNodes, {}}, run);
      if (!found || (most && found->value <= *most)) continue;
      said.columns = {column};
      most = found->value;
    }
    std::optional<Colour> ahead;
    if (most && *most > level + lead) ahead = mover();
    if (most && *most < level - lead) ahead = view_.other();
    Phrase standing("why level");
    if (ahead) standing = {"why ahead", {{"colour", name_of(*ahead)}}};
    said.headline = {"why unproven",
                     {{"standing", std::move(standing)}, {"column", said.columns[0] + 1}}};
    for (const Fact& fact : facts_) said.reasons.push_back(fact.phrase);
    say(std::move(said), false);
  }

  // --- words ------------------------------------------------------------------------------------

  // A sentence about the side that wins.
  Phrase phrase(std::string_view name, std::vector<Phrase::Word> words = {}) const {
    Phrase made(name);
    made.words = std::move(words);
    made.words.push_back({"colour", name_of(*leader_)});
    made.words.push_back({"other", name_of(opponent(*leader_))});
    return made;
  }

  Phrase result() const {
    if (known_.is_exact()) return result_of(board(), mover(), known_.low);
    if (!leader_) return Phrase("draw");
    return {view_.counts_lines() ? "why more lines" : "plan win", {{"colour", name_of(*leader_)}}};
  }

  // The moves of best play until the result cannot change any more, and why it cannot.
  std::vector<Phrase> line_reasons(const std::vector<int>& line) const {
    const auto end = find_decision(board(), mover(), line);
    const std::size_t count = end ? end->first : line.size();
    const Phrase::Word moves("moves",
                             list_of({line.begin(), line.begin() + std::ptrdiff_t(count)}));
    const bool is_long = count > kShownMoves;
    if (!end && view_.counts_lines())
      return {{is_long ? "why line, begins" : "why line, end", {moves}}};
    const Phrase::Word after("count", moves_of(int(count)));
    const Phrase::Word fact("fact", end ? end->second.phrase : Phrase("line full"));
    return {{is_long ? "why line, long" : "why line", {moves, after, fact}}};
  }

  static std::string list_of(const std::vector<int>& columns) {
    std::string list;
    for (std::size_t i = 0; i < std::min(columns.size(), kShownMoves); ++i)
      list += (i == 0 ? "" : " ") + std::to_string(columns[i] + 1);
    return list;
  }

  void write_end(Json& json) const override {
    json.open('{').key("kind").value(kAnswerKinds[std::size_t(said_.kind)]);
    json.key("colour").value(leader_).key("headline");
    write(json, said_.headline);
    json.key("reasons").open('[');
    for (const Phrase& reason : said_.reasons) write(json, reason);
    json.close(']').key("columns").columns(said_.columns).key("line").columns(said_.line);
    json.key("low").value(known_.low).key("high").value(known_.high);
    json.key("plan").raw(said_.plan.empty() ? "null" : said_.plan).key("strategy");
    json.raw(said_.strategy.empty() ? "null" : said_.strategy);
    json.key("facts");
    write(json, facts_);
    json.key("nodes").value(nodes()).close('}');
  }

  View view_;
  ScoreRange known_;
  std::vector<Fact> facts_;
  std::optional<Colour> leader_;
  std::vector<int> line_;  // best play
  bool is_listed_ = false;
  std::deque<Question> waiting_;
  Said said_;
};

}  // namespace dropfour::policy
