// The engines by name, and their specs: a name and its options, such as alphabeta:lines,depth=6.
// The name of an evaluation alone is alpha-beta with it.

#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace dropfour::policy {

enum class Method { kAlphabeta, kMinimax, kAveraging, kTreeSearch, kRandom, kLevel, kExact };

inline constexpr std::array<std::string_view, 8> kEvaluations{
    "cells",    "convolution", "lines",   "parity",
    "patterns", "streaks",     "threats", "weighted-streaks"};
inline constexpr std::string_view kDefaultEvaluation = "parity";
inline constexpr int kTopLevel = 10;

struct Option {
  std::string_view name;
  std::string_view type;  // integer, number or text
  std::string_view default_text = "";
};

inline constexpr Option kEvaluation{"evaluation", "text", kDefaultEvaluation};
inline constexpr Option kDepth{"depth", "integer"}, kDiscount{"discount", "number", "1.0"};
inline constexpr Option kPlayouts{"playouts", "integer"}, kThreads{"threads", "integer", "1"};
inline constexpr Option kSeed{"seed", "integer"}, kSeedZero{"seed", "integer", "0"};

// An engine as the list shows it. An option `evaluation` may be given without its name, and first.
struct EngineEntry {
  std::string name;
  Method method;
  std::vector<Option> options;
  int level = 0;
  bool is_evaluation = false;
};

inline const std::vector<EngineEntry>& engine_table() {
  static const std::vector<EngineEntry> table = [] {
    std::vector<EngineEntry> engines{
        {"alphabeta", Method::kAlphabeta, {kEvaluation, kDepth, kDiscount}},
        {"minimax", Method::kMinimax, {kEvaluation, kDepth, kDiscount}},
        {"averaging", Method::kAveraging, {kDepth}},
        {"discounting", Method::kAlphabeta, {kDepth}},
        {"exact", Method::kExact, {kThreads, kSeed}},
        {"mcts", Method::kTreeSearch, {kPlayouts, kSeedZero}},
        {"random", Method::kRandom, {kSeed}},
        {"easy", Method::kLevel, {kSeed}, 2},
        {"medium", Method::kLevel, {kSeed}, 5},
        {"hard", Method::kLevel, {kSeed}, 8},
        {"perfect", Method::kExact, {kSeed}, kTopLevel},
    };
    for (int level = 1; level <= kTopLevel; ++level)
      engines.push_back({std::to_string(level),
                         level < kTopLevel ? Method::kLevel : Method::kExact,
                         {kSeed},
                         level});
    for (const std::string_view name : kEvaluations)
      engines.push_back({std::string(name), Method::kAlphabeta, {kDepth, kDiscount}, 0, true});
    return engines;
  }();
  return table;
}

// What a spec asks for.
struct Spec {
  EngineEntry engine;
  std::string evaluation;     // of alpha-beta and minimax
  std::string discount_text;  // as it was written; empty: 1
  double discount = 1;
  std::optional<int> depth;
  std::optional<std::uint64_t> playouts;
  int threads = 1;
  std::optional<std::uint64_t> seed;

  bool is_discounting() const { return engine.name == "discounting"; }
  bool takes_seed() const {
    return std::any_of(engine.options.begin(), engine.options.end(),
                       [](const Option& option) { return option.name == "seed"; });
  }

  // The spec in its shortest form.
  std::string name() const {
    std::string text = engine.is_evaluation ? "alphabeta" : engine.name;
    bool is_first = true;
    const auto add = [&](const std::string& part) {
      text += is_first ? ":" : ",";
      text += part;
      is_first = false;
    };
    const bool has_word = engine.method <= Method::kMinimax && !is_discounting();
    if (has_word) add(evaluation);
    if (depth) add("depth=" + std::to_string(*depth));
    if (discount != 1 && !is_discounting()) add("discount=" + discount_text);
    if (playouts) add("playouts=" + std::to_string(*playouts));
    if (threads > 1) add("threads=" + std::to_string(threads));
    if (seed && (*seed != 0 || engine.method != Method::kTreeSearch))
      add("seed=" + std::to_string(*seed));
    return text;
  }
};

// A spec, or why there is none.
struct ParsedSpec {
  std::optional<Spec> spec;
  std::string problem;
};

class SpecParser {
 public:
  // *more_evaluations* are known besides those of the table.
  SpecParser(std::string_view text, const std::vector<std::string>& more_evaluations)
      : text_(text), more_(more_evaluations) {}

  ParsedSpec parse() && {
    const auto [name, options, has_options] = split(text_, ':');
    if (find_engine(name) && read_options(options)) return {std::move(spec_), ""};
    return {std::nullopt, problem_};
  }

 private:
  struct Parts {
    std::string_view before, after;
    bool is_split;
  };

  static std::string_view trimmed(std::string_view text) {
    constexpr std::string_view spaces = " \t\r\n";
    const std::size_t first = text.find_first_not_of(spaces);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(spaces) - first + 1);
  }

  static Parts split(std::string_view text, char mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) return {trimmed(text), {}, false};
    return {trimmed(text.substr(0, at)), trimmed(text.substr(at + 1)), true};
  }

  static std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

  bool refuse(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }

  bool is_evaluation(std::string_view name) const {
    return std::find(kEvaluations.begin(), kEvaluations.end(), name) != kEvaluations.end() ||
           std::find(more_.begin(), more_.end(), name) != more_.end();
  }

  bool find_engine(std::string_view name) {
    const auto& table = engine_table();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const EngineEntry& each) { return each.name == name; });
    if (found != table.end())
      spec_.engine = *found;
    else if (is_evaluation(name))
      spec_.engine = {std::string(name), Method::kAlphabeta, {kDepth, kDiscount}, 0, true};
    else
      return refuse("there is no engine " + quoted(name) + "; there are: " + names());
    spec_.evaluation = spec_.engine.is_evaluation ? name : kDefaultEvaluation;
    if (spec_.is_discounting()) {
      spec_.evaluation = "convolution";
      spec_.discount = 0.9;
    }
    return true;
  }

  static std::string names() {
    std::string list;
    for (const EngineEntry& engine : engine_table())
      list += (list.empty() ? "" : ", ") + engine.name;
    return list;
  }

  bool read_options(std::string_view rest) {
    std::vector<std::string_view> given;
    for (bool is_first = true; !rest.empty();) {
      const auto [part, after, is_split] = split(rest, ',');
      rest = after;
      if (part.empty()) continue;
      auto [name, value, has_name] = split(part, '=');
      const bool is_word = !has_name && is_first && !spec_.engine.options.empty() &&
                           spec_.engine.options[0].name == kEvaluation.name;
      if (is_word) {
        value = name;
        name = kEvaluation.name;
      }
      is_first = false;
      if (std::find(given.begin(), given.end(), name) != given.end())
        return refuse(spec_.engine.name + " has the option " + std::string(name) + " twice");
      given.push_back(name);
      if (!read_option(name, value)) return false;
    }
    return true;
  }

  bool read_option(std::string_view name, std::string_view value) {
    const auto& options = spec_.engine.options;
    const auto option = std::find_if(options.begin(), options.end(),
                                     [&](const Option& each) { return each.name == name; });
    if (option == options.end()) {
      std::string list;
      for (const Option& each : options)
        list += (list.empty() ? "" : ", ") + std::string(each.name);
      return refuse(spec_.engine.name + " has no option " + quoted(name) + "; it has: " + list);
    }
    if (option->type == "text") return read_evaluation(value);
    if (option->type == "number") return read_discount(value);
    return read_integer(name, value);
  }

  bool read_evaluation(std::string_view value) {
    if (!is_evaluation(value)) {
      std::string list;
      for (const std::string_view each : kEvaluations)
        list += (list.empty() ? "" : ", ") + std::string(each);
      for (const std::string& each : more_) list += ", " + each;
      return refuse("there is no evaluation " + quoted(value) + "; there are: " + list);
    }
    spec_.evaluation = value;
    return true;
  }

  bool refuse_type(std::string_view name, std::string_view type, std::string_view value) {
    return refuse(std::string(name) + " of " + spec_.engine.name + ": expected " +
                  std::string(type) + ", not " + quoted(value));
  }

  // By hand: with at most 15 digits the nearest number of floating point is this quotient, and
  // std::strtod takes 6 kB of a page's core.
  bool read_discount(std::string_view text) {
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::string_view decimals = text.substr(std::min(point + 1, text.size()));
    const std::string digits = std::string(text.substr(0, point)) += decimals;
    if (digits.empty() || digits.size() > 15 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
      return refuse_type("discount", "number", text);
    double number = 0, scale = 1;
    for (const char digit : digits) number = 10 * number + (digit - '0');
    for (std::size_t i = 0; i < decimals.size(); ++i) scale *= 10;
    spec_.discount = number / scale;
    if (!(spec_.discount > 0 && spec_.discount <= 1))
      return refuse("a discount must be more than 0 and at most 1, not " + std::string(text));
    spec_.discount_text = text;
    return true;
  }

  bool read_integer(std::string_view name, std::string_view value) {
    const std::string_view digits = value.substr(!value.empty() && value[0] == '-');
    const bool is_integer =
        !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    if (!is_integer) return refuse_type(name, "integer", value);
    // A number below 0, or above what native code can count, is out of every range.
    std::optional<std::uint64_t> number = 0;
    const auto [at, error] = std::from_chars(digits.data(), digits.data() + digits.size(), *number);
    if (error != std::errc() || (digits != value && *number != 0)) number = std::nullopt;

    const auto within = [&](std::string_view what, std::uint64_t least, std::uint64_t most,
                            std::string_view unit) {
      if (number && *number >= least && *number <= most) return true;
      return refuse(std::string(what) + std::to_string(least) + " to " + std::to_string(most) +
                    std::string(unit) + ", not " + std::string(value));
    };
    if (name == "depth") {
      if (!within("a depth must be ", 1, std::numeric_limits<std::int32_t>::max(), ""))
        return false;
      spec_.depth = int(*number);
    } else if (name == "playouts") {
      if (!within("the number of playouts must be ", 1, std::numeric_limits<std::int64_t>::max(),
                  ""))
        return false;
      spec_.playouts = number;
    } else if (name == "threads") {
      if (!within("a search can use ", 1, 256, " threads")) return false;
      spec_.threads = int(*number);
    } else {
      if (!within("a seed must be ", 0, std::numeric_limits<std::uint64_t>::max(), ""))
        return false;
      spec_.seed = number;
    }
    return true;
  }

  std::string_view text_;
  const std::vector<std::string>& more_;
  Spec spec_;
  std::string problem_;
};

inline ParsedSpec parse_spec(std::string_view text,
                             const std::vector<std::string>& more_evaluations = {}) {
  return SpecParser(text, more_evaluations).parse();
}

}  // namespace dropfour::policy
