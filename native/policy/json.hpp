// The results of policies as JSON, for browsers. Columns and rows count from 1 there.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "plans/plans.hpp"
#include "policy/choice.hpp"
#include "policy/facts.hpp"
#include "policy/mood.hpp"
#include "policy/plans.hpp"
#include "policy/scores.hpp"
#include "policy/story.hpp"

namespace dropfour::policy {

// Appends values to a text; a comma precedes every value but the first of a list or an object.
class Json {
 public:
  const std::string& text() const { return text_; }

  Json& open(char bracket) {
    separate();
    text_ += bracket;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    return *this;
  }
  Json& key(std::string_view name) {
    value(name);
    text_ += ':';
    return *this;
  }
  Json& value(int number) {
    separate();
    text_ += std::to_string(number);
    return *this;
  }
  Json& value(std::uint64_t number) {
    separate();
    text_ += std::to_string(number);
    return *this;
  }
  Json& value(bool is_true) { return literal(is_true ? "true" : "false"); }
  Json& value(std::string_view text) {
    separate();
    text_ += '"';
    for (const char each : text) {
      if (each == '"' || each == '\\') text_ += '\\';
      text_ += each;
    }
    text_ += '"';
    return *this;
  }
  Json& value(const char*) = delete;  // it would be a bool
  template <class Value>
  Json& value(const std::optional<Value>& maybe) {
    return maybe ? value(*maybe) : literal("null");
  }
  Json& value(Colour colour) { return value(name_of(colour)); }
  Json& cells(const std::vector<Cell>& cells) {
    open('[');
    for (const Cell& cell : cells)
      open('{').key("column").value(cell.column + 1).key("row").value(cell.row + 1).close('}');
    return close(']');
  }
  Json& columns(const std::vector<int>& columns) {
    open('[');
    for (const int column : columns) value(column + 1);
    return close(']');
  }

 private:
  Json& literal(std::string_view word) {
    separate();
    text_ += word;
    return *this;
  }
  void separate() {
    if (text_.empty()) return;
    const char last = text_.back();
    if (last != '[' && last != '{' && last != ':') text_ += ',';
  }

  std::string text_;
};

// The ScoreState of the API.
inline void write(Json& json, const Board& board, const ScoreRange& known) {
  const bool is_exact = known.is_exact();
  std::optional<int> score, stones;
  if (is_exact) score = known.low;
  if (is_exact && known.low != 0 && !board.is_over()) stones = winning_stones(board, known.low);
  json.open('{').key("value").value(score);
  json.key("low").value(known.low).key("high").value(known.high).key("exact").value(is_exact);
  json.key("outcome").value(outcome_of(known)).key("stones").value(stones).close('}');
}

inline void write(Json& json, const std::optional<std::string_view>& word) { json.value(word); }
inline void write(Json& json, const std::vector<int>& columns) { json.columns(columns); }

// What a short search proves of the columns, each with its bounds.
inline void write(Json& json, const ColumnSearch& search, const ColumnSearch::Glances& found) {
  const auto write_columns = [&](const std::vector<ColumnScores::Column>& columns) {
    json.open('[');
    for (const auto& [column, known] : columns) {
      json.open('{').key("column").value(column + 1).key("low").value(known.low);
      json.key("high").value(known.high).close('}');
    }
    json.close(']');
  };
  json.open('{').key("solved");
  write_columns(found.solved);
  json.key("open");
  write_columns(found.open);
  json.key("isSymmetric").value(found.is_symmetric).key("nodes").value(search.nodes());
  json.key("source").value(search.source()).close('}');
}

// What a spec asks for, or why there is no such engine.
inline void write(Json& json, const ParsedSpec& parsed) {
  json.open('{');
  if (parsed.spec)
    json.key("isExact").value(parsed.spec->engine.method == Method::kExact);
  else
    json.key("problem").value(std::string_view(parsed.problem));
  json.close('}');
}

// The parts of an AnalysisState that are conclusions.
inline void write(Json& json, const ColumnScores& columns) {
  json.open('{').key("score");
  write(json, columns.board(), columns.position());
  json.key("columns").open('[');
  for (const auto& [column, known] : columns.columns()) {
    json.open('{').key("column").value(column + 1).key("score");
    write(json, columns.board(), known);
    json.close('}');
  }
  json.close(']').key("exact").value(columns.is_exact());
  json.key("best").columns(columns.best()).close('}');
}

// The Choice of the API, without the time and the value of its score, which is no integer.
inline void write(Json& json, const Choice& choice) {
  json.open('{').key("column").value(choice.found.column + 1).key("score");
  if (choice.score) {
    const auto& [value, scale] = *choice.score;
    json.open('{').key("exact").value(scale == "exact");
    json.key("scale").value(std::string_view(scale)).close('}').key("mood");
    const Mood& mood = mood_of(value, scale);
    json.open('{').key("emoji").value(mood.emoji).key("word").value(mood.word).close('}');
  } else {
    json.value(std::optional<int>()).key("mood").value(std::optional<int>());
  }
  json.key("depth");
  json.value(choice.found.depth ? std::optional(choice.found.depth) : std::nullopt);
  json.key("nodes").value(choice.found.nodes).key("variation");
  json.columns(choice.found.variation).close('}');
}

// A phrase is its name and its words: ["line",{"count":"1"}].
inline void write(Json& json, const Phrase& phrase) {
  json.open('[').value(phrase.name).open('{');
  for (const auto& [name, word] : phrase.words) {
    json.key(name);
    if (const auto* text = std::get_if<std::string>(&word))
      json.value(std::string_view(*text));
    else
      write(json, std::get<Phrase>(word));
  }
  json.close('}').close(']');
}

inline void write(Json& json, const std::vector<Fact>& facts) {
  json.open('[');
  for (const Fact& fact : facts) {
    json.open('{').key("kind").value(kFactKinds[std::size_t(fact.kind)]);
    json.key("colour").value(fact.colour).key("cells").cells(fact.cells);
    json.key("columns").columns(fact.columns).key("phrase");
    write(json, fact.phrase);
    json.key("profits").value(fact.profits).close('}');
  }
  json.close(']');
}

inline void write(Json& json, const std::optional<Phrase>& phrase) {
  if (phrase)
    write(json, *phrase);
  else
    json.value(std::optional<int>());
}

inline void write(Json& json, const Story& story) {
  json.open('{');
  for (const Colour colour : kColours) {
    const SideStory& side = story.sides[std::size_t(colour)];
    json.key(name_of(colour)).open('{').key("moves").value(side.moves);
    json.key("mistakes").value(side.mistakes).key("blunders").value(side.blunders);
    json.key("accuracy").value(side.accuracy()).close('}');
  }
  json.key("mistakes").open('[');
  for (const Mistake& mistake : story.mistakes) {
    json.open('{').key("ply").value(mistake.ply).key("played");
    write(json, mistake.played);
    json.key("better");
    write(json, mistake.better);
    json.key("reason");
    write(json, mistake.reason);
    json.close('}');
  }
  json.close(']').key("turning_point").value(story.turning_point).key("ending");
  write(json, story.ending);
  json.close('}');
}

// What a plan replies.
inline void write(Json& json, const std::tuple<int, plans::Reason, int>& reply) {
  const auto [column, reason, index] = reply;
  json.open('{').key("column").value(column + 1).key("reason");
  json.value(kPlanReasons[std::size_t(reason)]).key("index").value(index).close('}');
}

inline void write_rules(Json& json, const Board& board, const plans::Plan& plan,
                        Colour strategist) {
  json.open('[');
  for (const PlanRule& rule : rules_of(board, plan, strategist)) {
    json.open('{').key("rule").value(kPlanReasons[std::size_t(rule.kind)]).key("cells");
    json.cells(rule.cells).key("columns").columns(rule.columns).key("phrase");
    write(json, rule.phrase);
    json.close('}');
  }
  json.close(']');
}

// A plan with what playing it out has shown; of the endings, the commonest.
inline void write(Json& json, const Board& board, const plans::Plan& plan, const plans::Task& task,
                  Colour strategist) {
  constexpr std::size_t kMostEndings = 3;
  const plans::Verification found = plans::verify(board, plan, task, ~std::uint64_t{0});
  json.open('{').key("colour").value(strategist);
  json.key("promise").value(kPromises[std::size_t(task.promise)]).key("phrase");
  write(json, promise_phrase(task.promise, strategist));
  json.key("rules");
  write_rules(json, board, plan, strategist);
  json.key("kept").value(found.is_kept).key("positions").value(int(found.positions));
  json.key("replies").value(int(found.replies)).key("endings").open('[');
  for (std::size_t i = 0; i < found.endings.size() && i < kMostEndings; ++i) {
    const plans::Ending& ending = found.endings[i];
    std::vector<Cell> line;
    for (const int cell : ending.line) line.push_back(cell_at(board, cell));
    json.open('{').key("kind").value(kPlanEndings[std::size_t(ending.kind)]).key("cells");
    json.cells(line).key("count").value(int(ending.count)).key("phrase");
    write(json, ending_phrase(ending.kind, cell_at(board, ending.cell), strategist));
    json.close('}');
  }
  json.close(']').close('}');
}

// A strategy: the rules of its plans, and its steps.
inline void write(Json& json, const Board& board, const plans::Strategy& strategy,
                  const plans::Task& task, Colour strategist) {
  json.open('{').key("colour").value(strategist);
  json.key("promise").value(kPromises[std::size_t(task.promise)]).key("plans").open('[');
  for (const plans::Plan& plan : strategy.plans) write_rules(json, board, plan, strategist);
  json.close(']').key("steps").open('[');
  for (const plans::StrategyNode& node : strategy.nodes) {
    std::optional<int> plan, column;
    if (node.plan >= 0) plan = node.plan;
    if (node.move >= 0) column = node.move + 1;
    json.open('{').key("plan").value(plan).key("column").value(column).key("replies").open('{');
    for (const auto& [reply, step] : node.replies) json.key(std::to_string(reply + 1)).value(step);
    json.close('}').close('}');
  }
  json.close(']').close('}');
}

// A plan or a strategy, or null.
template <class Found>
void write(Json& json, const Board& board, const std::optional<Found>& found,
           const plans::Task& task, Colour strategist) {
  if (found)
    write(json, board, *found, task, strategist);
  else
    json.value(std::optional<int>());
}

}  // namespace dropfour::policy
