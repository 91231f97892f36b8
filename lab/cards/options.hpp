// The options of solve_position.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dropfour::cards {

inline constexpr const char* kUsage =
    "usage: solve_position BOARD [MOVES] [OPTION VALUE]...\n"
    "  --find outcome|exact    who wins, or the score (default: outcome)\n"
    "  --expect win|draw|loss  what the side to move expects: asks that first\n"
    "  --save FILE             keeps the top of the tree in FILE, and continues from there\n"
    "  --save-every SECONDS    (default: 60)\n"
    "  --save-nodes COUNT      the most nodes of the tree in FILE (default: 10 million)\n"
    "  --check COUNT           leaves of the tree that the processor checks (default: 0)\n"
    "  --seed NUMBER           of the choice of leaves to check (default: 1)\n"
    "  --nodes COUNT           budget of a leaf (default: 1000)\n"
    "  --leaves COUNT          of each lane in a batch (default: 1)\n"
    "  --table GIB             the most memory of the table (default: all)\n"
    "  --tree MILLIONS         of nodes in the processor's memory (default: as it has space)\n"
    "BOARD is one of";

struct Options {
  std::string board, moves, save;
  bool is_exact = false;
  std::optional<int> expected;  // 1: a win
  double save_s = 60, report_s = 2, table_gib = 1e9, tree_millions = 0;
  std::size_t save_nodes = 10'000'000, check = 0;
  std::uint64_t seed = 1;
  std::uint32_t nodes = 1000, leaves_per_lane = 1;
};

// *what* names the option in the message of the std::invalid_argument that a bad number raises.
inline double read_number(std::string_view what, const std::string& text, double least,
                          double most) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= least && value <= most))
    throw std::invalid_argument(std::string(what) + ": not a number in its range: " + text);
  return value;
}

inline int read_choice(std::string_view what, const std::string& text,
                       std::initializer_list<const char*> choices) {
  int i = 0;
  for (const char* choice : choices) {
    if (text == choice) return i;
    ++i;
  }
  throw std::invalid_argument(std::string(what) + ": unknown value " + text);
}

// Raises std::invalid_argument.
inline Options read_options(std::span<char* const> words) {
  Options options;
  if (words.empty()) throw std::invalid_argument("BOARD is missing");
  options.board = words[0];
  std::size_t i = 1;
  if (i < words.size() && words[i][0] != '-')
    options.moves = words[i++];
  else if (i < words.size() && std::string_view(words[i]) == "-")
    ++i;
  for (; i < words.size(); i += 2) {
    const std::string_view name = words[i];
    if (i + 1 == words.size()) throw std::invalid_argument(std::string(name) + " needs a value");
    const std::string value = words[i + 1];
    const auto number = [&](double least, double most) {
      return read_number(name, value, least, most);
    };
    if (name == "--find")
      options.is_exact = read_choice(name, value, {"outcome", "exact"}) == 1;
    else if (name == "--expect")
      options.expected = read_choice(name, value, {"loss", "draw", "win"}) - 1;
    else if (name == "--save")
      options.save = value;
    else if (name == "--save-every")
      options.save_s = number(1, 1e6);
    else if (name == "--save-nodes")
      options.save_nodes = std::size_t(number(1, 4e9));
    else if (name == "--check")
      options.check = std::size_t(number(0, 1e9));
    else if (name == "--seed")
      options.seed = std::uint64_t(number(0, 1e15));
    else if (name == "--nodes")
      options.nodes = std::uint32_t(number(1, 1e9));
    else if (name == "--leaves")
      options.leaves_per_lane = std::uint32_t(number(1, 100));
    else if (name == "--table")
      options.table_gib = number(0.001, 1e6);
    else if (name == "--tree")
      options.tree_millions = number(0.001, 4000);
    else
      throw std::invalid_argument("unknown option " + std::string(name));
  }
  return options;
}

}  // namespace dropfour::cards
