// Machines that decide what to search: which position next, how far, what follows from what is
// known, and when to report it. A machine never searches itself. Python answers its questions one
// after the other, the workers of a page several at a time.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "policy/columns.hpp"
#include "policy/estimates.hpp"
#include "policy/json.hpp"
#include "policy/plans.hpp"

namespace dropfour::policy {

// A search that a machine asks for, of a position whose game is not over.
struct Question {
  enum class Kind {
    kSolve,      // the score, if it lies within *window*, or on which side of it
    kGlance,     // what a short search proves of each column, and the book of the position
    kVariation,  // best play with the score *window.low*; it begins with *column*, if there is one
    kEstimate,   // what to expect of *column*
    kPlan,       // a plan that keeps the promise of *task*; *text*, if there is one, does
    kStrategy    // the same with several plans
  };

  Kind kind;
  Board board;
  Limits limits = {};
  ScoreRange window = {};
  int column = -1;                                  // kSolve: the one that led to the position
  int place = -1;                                   // for the machine itself
  plans::Task task = {true, plans::Promise::kWin};  // of *strategist*
  Colour strategist = Colour::kRed;
  std::string text = {};
};

// What a plan is, in short; *rules* are the plans of a strategy.
struct PlanSummary {
  int rules = 0;  // 0: nothing was found
  bool is_empty = false;
  bool is_strategy = false;  // of several plans: *rules* counts them
  int reply = -1;            // what it plays next, if its side is to move
  plans::EndingKind ending = plans::EndingKind::kDouble;
  int ending_cell = -1;  // -1: the games have no ending that could be named
};

// What a search has found; a page passes it from one worker to another as bytes.
struct Proven {
  ScoreRange known = {};                          // of the position
  std::array<ScoreRange, kMaxSide> columns = {};  // kGlance
  std::array<std::int16_t, kMaxCells> variation = {};
  int variation_length = 0;
  ColumnEstimate estimate = {};  // of depth 0 if there is none
  PlanSummary plan = {};
  std::uint64_t nodes = 0;
  bool is_searched = false, is_looked_up = false;
};
// *text* is a plan in words and played out, as JSON, or a strategy as files have it.
struct Answer : Proven {
  std::string text = {};
};

// Looks for a plan or a strategy. Its solver remembers nothing, so that the same position always
// has the same plan.
inline void answer_with_plan(const Question& question, Control& control, Answer& found) {
  constexpr int kTableMib = 4, kMostPlans = 30;
  const Board& board = question.board;
  const plans::Task& task = question.task;
  ExactSolver solver(board, kTableMib, 1);
  PlanSummary& summary = found.plan;
  std::optional<plans::Plan> plan;
  if (question.kind == Question::Kind::kStrategy) {
    const auto strategy = plans::find_solution(solver, board, task, 0, kMostPlans, control);
    if (!strategy) return;
    const bool is_plan =
        task.is_own_turn && !strategy->entries.empty() && strategy->entries.front().plan >= 0;
    if (is_plan) {
      plan = strategy->plans[std::size_t(strategy->entries.front().plan)];
    } else {
      summary.is_strategy = true;
      summary.rules = int(strategy->plans.size());
      found.text = plans::write_solution(board, *strategy);
      if (task.is_own_turn && !strategy->entries.empty())
        summary.reply = strategy->entries.front().column;
    }
  } else if (question.text.empty()) {
    plan = plans::find_plan(solver, board, task, 0, control);
  } else {
    plan = plans::read_plan(board, question.text);
  }
  if (plan) {
    const Colour strategist = question.strategist;
    const auto verified = plans::verify(board, *plan, task, ~std::uint64_t{0});
    summary.rules = int(rules_of(board, *plan, verified, strategist).size());
    summary.is_empty = plan->is_empty();
    if (task.is_own_turn) summary.reply = std::get<0>(plans::reply(board, *plan, -1));
    if (!verified.endings.empty()) {
      summary.ending = verified.endings.front().kind;
      summary.ending_cell = verified.endings.front().cell;
    }
    Json json;
    json.open('[');
    write(json, board, *plan, task.promise, verified, strategist);
    write(json, board, verified, strategist);
    json.close(']');
    found.text = json.text();
  }
}

// Answers a question about exact scores or plans.
inline Answer answer(const Question& question, ExactSolver& solver, const StopFlag* stop = nullptr,
                     const ColumnSearch::Watch& watch = {}) {
  ColumnSearch search(solver, question.limits, stop, watch);
  const Board& board = question.board;
  Answer found;
  if (question.kind == Question::Kind::kSolve) {
    found.known = search.prove(board, question.window);
  } else if (question.kind == Question::Kind::kGlance) {
    const std::optional<int> score = solver.look_up(board);
    found.known = score ? ScoreRange{*score, *score} : score_limits(board);
    for (const int column : search.columns_to_search(board))
      found.columns[std::size_t(column)] = search.glance(board, column);
  } else if (question.kind != Question::Kind::kVariation) {
    Control control(stop);
    if (question.limits.time_s) control.set_time_limit(*question.limits.time_s);
    if (question.limits.nodes) control.set_node_limit(*question.limits.nodes);
    if (watch) watch(control);
    answer_with_plan(question, control, found);
    found.nodes = control.nodes();
    found.is_searched = true;
    return found;
  } else {
    const int score = question.window.low;
    std::optional<int> first = question.column;
    if (question.column < 0) first = search.find_best(board, score);
    if (first)
      for (const int column : search.find_variation(board, *first, score))
        found.variation[std::size_t(found.variation_length++)] = std::int16_t(column);
  }
  found.nodes = search.nodes();
  found.is_searched = search.is_searched();
  found.is_looked_up = search.is_looked_up();
  return found;
}

// The order of calls: next() until it has no question, for each question tell() its answer, again
// from the start, until next() has none while no answer is due. Then the last event is "done".
class Machine {
 public:
  Machine(const Limits& limits, const StopFlag* stop) : allowance_(limits, stop) {}
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  virtual ~Machine() = default;

  struct Asked {
    int id;
    Question question;
  };

  // The next search that is needed; nothing while answers are needed first, and at the end.
  std::optional<Asked> next() {
    std::optional<Question> question;
    if (!is_done_) question = ask();
    if (question) return open(std::move(*question));
    if (due_ == 0 && !is_done_) {
      is_done_ = true;
      report("done", [this](Json& json) { write_end(json); });
    }
    return std::nullopt;
  }

  // The next estimate; they are made beside the searches, one at a time.
  std::optional<Asked> next_estimate() {
    std::optional<Question> question;
    if (!is_done_) question = ask_estimate();
    return question ? std::optional(open(std::move(*question))) : std::nullopt;
  }

  void tell(int id, const Answer& found) {
    const auto asked = asked_.find(id);
    if (asked == asked_.end()) return;
    const Question question = std::move(asked->second);
    asked_.erase(asked);
    running_.erase(id);
    if (question.kind != Question::Kind::kVariation) {  // which proves nothing new
      nodes_ += found.nodes;
      is_searched_ |= found.is_searched;
      is_looked_up_ |= found.is_looked_up;
    }
    due_ -= question.kind != Question::Kind::kEstimate;
    if (!is_done_) hear(question, found);
  }

  // Takes note of how far the search of a question is; *known* is what it has proven of it so far.
  void progress(int id, std::uint64_t nodes, const std::optional<ScoreRange>& known = {}) {
    const auto asked = asked_.find(id);
    if (asked == asked_.end()) return;
    running_[id] = nodes;
    std::uint64_t sum = nodes_;
    for (const auto& [other, count] : running_) sum += count;
    const int column = asked->second.column;
    report("progress", [&](Json& json) {
      json.open('{').key("column").value(column < 0 ? std::nullopt : std::optional(column + 1));
      json.key("nodes").value(sum);
      if (known) {
        const ScoreRange own = column < 0 ? *known : negated(*known);
        json.key("low").value(own.low).key("high").value(own.high);
      }
      json.close('}');
    });
  }

  // What has happened since the last call, each as JSON: {"event": …, "data": …}.
  std::vector<std::string> take_events() { return std::exchange(events_, {}); }

 protected:
  virtual std::optional<Question> ask() = 0;
  virtual std::optional<Question> ask_estimate() { return std::nullopt; }
  virtual void hear(const Question& question, const Answer& found) = 0;
  // What is known at the end.
  virtual void write_end(Json& json) const = 0;

  template <class Write>
  void report(std::string_view event, const Write& write_data) {
    Json json;
    json.open('{').key("event").value(event).key("data");
    write_data(json);
    json.close('}');
    events_.push_back(json.text());
  }

  const Allowance& allowance() const { return allowance_; }
  // What remains of the limits.
  Limits left() const { return allowance_.left(nodes_); }
  std::uint64_t nodes() const { return nodes_; }
  // Where the results so far come from, as a word of the API.
  std::string_view source() const {
    if (is_searched_) return "search";
    return is_looked_up_ ? "book" : "rules";
  }
  // Whether answers to questions, but estimates, are due.
  bool is_waiting() const { return due_ > 0; }

 private:
  Asked open(Question question) {
    due_ += question.kind != Question::Kind::kEstimate;
    const int id = ++last_id_;
    asked_.emplace(id, question);
    return {id, std::move(question)};
  }

  Allowance allowance_;
  std::map<int, Question> asked_;         // without an answer so far
  std::map<int, std::uint64_t> running_;  // their nodes
  std::vector<std::string> events_;
  std::uint64_t nodes_ = 0;
  int last_id_ = 0, due_ = 0;
  bool is_done_ = false, is_searched_ = false, is_looked_up_ = false;
};

}  // namespace dropfour::policy
