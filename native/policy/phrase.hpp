// Sentences as data: the name of an entry in words/en/sentences.json, and what fills it in.
// They are for people, so columns and rows count from 1 in them.

#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace dropfour::policy {

struct Phrase {
  struct Word;

  Phrase() = default;
  explicit Phrase(std::string_view entry);
  Phrase(std::string_view entry, std::initializer_list<Word> words);

  std::string_view name;
  std::vector<Word> words;
};

// The value of one name in an entry: text, or another phrase.
struct Phrase::Word {
  Word(std::string_view word, std::string_view text) : name(word), value(std::string(text)) {}
  Word(std::string_view word, int number) : name(word), value(std::to_string(number)) {}
  Word(std::string_view word, Phrase phrase) : name(word), value(std::move(phrase)) {}

  std::string_view name;
  std::variant<std::string, Phrase> value;
};

inline Phrase::Phrase(std::string_view entry) : name(entry) {}
inline Phrase::Phrase(std::string_view entry, std::initializer_list<Word> list)
    : name(entry), words(list) {}

// A number of things, such as 1 line or 3 lines.
inline Phrase count_of(int count, std::string_view one, std::string_view several) {
  return {count == 1 ? one : several, {{"count", count}}};
}
inline Phrase lines_of(int count) { return count_of(count, "line", "lines"); }
inline Phrase moves_of(int count) { return count_of(count, "move", "moves"); }

// Columns or rows, which count from 0, as a list.
inline std::string numbers_of(std::span<const int> places) {
  std::string list;
  for (const int place : places) list += (list.empty() ? "" : ", ") + std::to_string(place + 1);
  return list;
}

// Columns in a row of words; those of the arguments count from 0.
inline Phrase columns_of(const std::vector<int>& columns) {
  if (columns.size() == 1) return {"column", {{"column", columns[0] + 1}}};
  return {"columns",
          {{"columns", numbers_of({columns.begin(), columns.end() - 1})},
           {"last", columns.back() + 1}}};
}

}  // namespace dropfour::policy
