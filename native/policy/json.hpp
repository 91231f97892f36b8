// The results of policies as JSON, for browsers. Columns and rows count from 1 there.

#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "plans/plans.hpp"
#include "plans/text.hpp"
#include "policy/choice.hpp"
#include "policy/facts.hpp"
#include "policy/mood.hpp"
#include "policy/plans.hpp"
#include "policy/review.hpp"
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
  // Rounded to six decimal places.
  Json& value(double number) {
    separate();
    const auto millionths = std::uint64_t(std::llround(std::abs(number) * 1e6));
    std::string decimals = std::to_string(millionths % 1'000'000);
    decimals.insert(0, 6 - decimals.size(), '0');
    if (number < 0 && millionths != 0) text_ += '-';
    text_ += std::to_string(millionths / 1'000'000) + '.' + decimals;
    return *this;
  }
  Json& value(bool is_true) { return literal(is_true ? "true" : "false"); }
  Json& value(std::string_view text) {
    separate();
    text_ += '"';
    for (const char each : text) {
      if (each == '"' || each == '\\' || each == '\n') text_ += '\\';
      text_ += each == '\n' ? 'n' : each;
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
  // What is JSON already.
  Json& raw(std::string_view json) { return literal(json); }
  Json& cell(const Cell& cell) {
    open('{').key("column").value(cell.column + 1).key("row").value(cell.row + 1);
    return close('}');
  }
  Json& cells(const std::vector<Cell>& cells) {
    open('[');
    for (const Cell& each : cells) cell(each);
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

// What a spec asks for, or why there is no such engine.
inline void write(Json& json, const ParsedSpec& parsed) {
  json.open('{');
  if (parsed.spec)
    json.key("isExact").value(parsed.spec->engine.method == Method::kExact);
  else
    json.key("problem").value(std::string_view(parsed.problem));
  json.close('}');
}

// The parts of an AnalysisState that are conclusions, within an object.
inline void write_conclusions(Json& json, const ColumnScores& columns) {
  json.key("score");
  write(json, columns.board(), columns.position());
  json.key("columns").open('[');
  for (const auto& [column, known] : columns.columns()) {
    json.open('{').key("column").value(column + 1).key("score");
    write(json, columns.board(), known);
    json.close('}');
  }
  json.close(']').key("exact").value(columns.is_exact());
  json.key("best").columns(columns.best());
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
  json.columns(choice.found.variation);
  if (choice.swap) json.key("swap").value(true);
  json.close('}');
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

inline void write(Json& json, const std::vector<Phrase>& phrases) {
  json.open('[');
  for (const Phrase& phrase : phrases) write(json, phrase);
  json.close(']');
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

inline void write(Json& json, const Warning& warning) {
  json.open('{').key("open").value(warning.is_open).key("severity").value(warning.severity);
  json.key("phrase");
  if (warning.severity.empty())
    write(json, std::optional<Phrase>());
  else
    write(json, warning.phrase);
  json.close('}');
}

// The ReviewedMoveState of the API.
inline void write(Json& json, int ply, const ReviewedMove& move) {
  const auto verdict = move.verdict();
  json.open('{').key("ply").value(ply).key("colour").value(move.colour);
  json.key("column").value(move.column + 1).key("verdict").value(verdict).key("best");
  write(json, move.board, move.best);
  json.key("played");
  write(json, move.board, move.played);
  const bool is_itself = verdict == "best" && move.best_columns.empty();
  json.key("best_columns").columns(is_itself ? std::vector{move.column} : move.best_columns);
  json.close('}');
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
    json.open('{').key("ply").value(mistake.ply).key("sight");
    const auto& sight = mistake.sight;
    json.value(sight ? std::optional(sight->moves) : std::nullopt);
    json.key("line").columns(sight ? sight->line : std::vector<int>{});
    json.key("cells").cells(sight ? sight->deed.cells : std::vector<Cell>{});
    json.key("text");
    write(json, mistake.texts);
    json.key("exact");
    write(json, mistake.exact);
    json.close('}');
  }
  json.close(']').key("turning_point").value(story.turning_point);
  json.key("decisive").value(story.decisive).key("ending");
  write(json, story.ending);
  json.close('}');
}

// What a plan replies.
inline void write(Json& json, const std::tuple<int, plans::Reason, int>& reply) {
  const auto [column, reason, index] = reply;
  json.open('{').key("column").value(column + 1).key("reason");
  json.value(kPlanReasons[std::size_t(reason)]).key("index").value(index).close('}');
}

// A plan in words: its idea, what comes before its rules, the rules, and how its games end.
inline void write(Json& json, const Board& board, const plans::Plan& plan, plans::Promise promise,
                  const plans::Verification& found, Colour strategist) {
  const PlanIdea idea = idea_of(board, promise, found, strategist);
  json.open('{').key("colour").value(strategist);
  json.key("promise").value(kPromises[std::size_t(promise)]);
  json.key("written").value(std::string_view(plans::write_plan(board, plan))).key("phrase");
  write(json, head_phrase(promise, idea, strategist));
  json.key("idea");
  write(json,
        idea.phrase ? std::optional(Phrase("plan idea", {{"idea", *idea.phrase}})) : std::nullopt);
  json.key("first");
  write(json, Phrase("plan first", {{"opponent", name_of(opponent(strategist))}}));
  json.key("rules").open('[');
  for (const PlanRule& rule : rules_of(board, plan, found, strategist)) {
    json.open('{').key("rule").value(kPlanReasons[std::size_t(rule.kind)]).key("cells");
    json.cells(rule.cells).key("columns").columns(rule.columns).key("phrase");
    write(json, rule.phrase);
    json.close('}');
  }
  json.close(']').key("ending");
  write(json, idea.ending);
  json.close('}');
}

// What playing a plan out has shown.
inline void write(Json& json, const Board& board, const plans::Verification& found,
                  Colour strategist) {
  json.open('{').key("kept").value(found.is_kept).key("complete").value(found.is_complete);
  json.key("positions").value(found.positions).key("replies").value(found.replies);
  json.key("line").columns(found.line).key("endings").open('[');
  for (const plans::Ending& ending : found.endings) {
    const Cell cell = cell_at(board, ending.cell);
    std::vector<Cell> line;
    for (const int each : ending.line) line.push_back(cell_at(board, each));
    json.open('{').key("kind").value(kPlanEndings[std::size_t(ending.kind)]).key("cell");
    json.cell(cell).key("line").cells(line).key("count").value(ending.count).key("phrase");
    write(json, ending_phrase(ending.kind, cell, strategist));
    json.close('}');
  }
  json.close(']').close('}');
}

// A plan with what playing it out has shown.
inline void write(Json& json, const Board& board, const plans::Plan& plan, const plans::Task& task,
                  Colour strategist, std::uint64_t most_positions = ~std::uint64_t{0}) {
  const plans::Verification found = plans::verify(board, plan, task, most_positions);
  json.open('[');
  write(json, board, plan, task.promise, found, strategist);
  write(json, board, found, strategist);
  json.close(']');
}

}  // namespace dropfour::policy
