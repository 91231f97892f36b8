// Games of alpha-beta against itself, for lab.train.
//
//   play games BOARD EVALUATION GAMES NODES SEED FILE   positions to learn from
//   play match BOARD EVALUATION OTHER GAMES NODES SEED  prints wins, draws and losses
//
// EVALUATION is the name of one, or a file of weights such as native/engines/pattern_weights.inc.
// FILE is binary, in numbers of 16 bits: how many there are
// to a position; then for each position its ply, the result for the side to move (0 a loss, 1 a
// draw, 2 a win), and the indices of its patterns.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "board/random.hpp"
#include "engines/alphabeta.hpp"
#include "engines/by_name.hpp"

namespace {

using namespace dropfour::board;
using namespace dropfour::engines;

constexpr int kOpening = 8, kRandomPercent = 6;  // of the games to learn from
constexpr int kMatchOpening = 6;

struct Player {
  std::string evaluation;
  std::vector<std::int16_t> weights;

  explicit Player(const std::string& name) : evaluation(name) {
    std::ifstream file(name);
    int weight;
    char comma;
    while (file >> weight >> comma) weights.push_back(std::int16_t(weight));
    if (file.is_open() && weights.size() != kLearntWeights.size())
      throw std::runtime_error(name + " holds no weights");
  }

  template <class Shape>
  Findings search(const Shape& shape, const Position<Shape>& position, std::uint64_t nodes) const {
    std::unique_ptr<Evaluation<Shape>> made;
    if (weights.empty())
      made = make_evaluation(evaluation, shape, Objective::kFirstLine);
    else
      made = std::make_unique<PatternEvaluation<Shape>>(shape, PatternWeights(weights));
    Control control;
    Budget budget(control, nodes);
    AlphaBeta<Shape> search(shape, position, Objective::kFirstLine, *made, 1, budget);
    return deepen(search, shape.cells() - position.ply, budget);
  }
};

template <class Shape>
typename Shape::Word random_move(const Shape& shape, const Position<Shape>& position,
                                 Random& random) {
  auto moves = shape.playable(position.occupied);
  for (int skipped = random.below(popcount(moves)); skipped > 0; --skipped)
    moves = without_lowest(moves);
  return lowest_bit(moves);
}

// The result for red: 1 a win, -1 a loss. *choose* returns a move, or none with a settled value.
template <class Shape, class Choose>
int play_out(const Shape& shape, Position<Shape> position, const Choose& choose) {
  for (;;) {
    const int sign = position.ply % 2 == 0 ? 1 : -1;
    const Findings found = choose(position);
    if (found.is_settled) return found.value > 0 ? sign : found.value < 0 ? -sign : 0;
    position = position.play(shape.playable(position.occupied) & shape.column_mask(found.column));
    if (position.is_won(shape)) return sign;
    if (position.is_full(shape)) return 0;
  }
}

template <class Shape>
void write_games(const Shape& shape, const Player& player, int games, std::uint64_t nodes,
                 std::uint64_t seed, std::ofstream& file) {
  using Row = std::vector<std::uint16_t>;
  const PatternEvaluation<Shape> patterns(shape);
  const auto write = [&](const Row& row) {
    file.write(reinterpret_cast<const char*>(row.data()), std::streamsize(2 * row.size()));
  };
  for (int game = 0; game < games; ++game) {
    Random random(Random(seed + std::uint64_t(game)).next());
    const int opening = random.below(kOpening + 1);
    std::vector<Row> rows;
    const int result = play_out(shape, Position<Shape>{}, [&](const Position<Shape>& position) {
      Row row{std::uint16_t(position.ply), 0};
      const auto add = [&](int index) { row.push_back(std::uint16_t(index)); };
      // Of neighbouring positions, which are alike, one is enough.
      if (position.ply >= kOpening / 2 && random.below(3) == 0 && patterns.each(position, add))
        rows.push_back(row);
      Findings found;
      if (position.ply < opening || random.below(100) < kRandomPercent)
        found.column = shape.column_of(lowest(random_move(shape, position, random)));
      else
        found = player.search(shape, position, nodes);
      return found;
    });
    for (Row& row : rows) {
      row[1] = std::uint16_t(1 + (row[0] % 2 == 0 ? result : -result));
      if (file.tellp() == 0) write({std::uint16_t(row.size())});
      write(row);
    }
  }
}

// Each opening is played twice, with sides swapped.
template <class Shape>
void print_match(const Shape& shape, const Player& player, const Player& other, int games,
                 std::uint64_t nodes, std::uint64_t seed) {
  std::array<int, 3> results{};
  Random random(seed);
  for (int pair = 0; pair < games / 2; ++pair) {
    Position<Shape> opening;
    while (opening.ply < kMatchOpening || opening.is_won(shape)) {
      if (opening.ply >= kMatchOpening) opening = {};
      opening = opening.play(random_move(shape, opening, random));
    }
    for (const int sign : {1, -1}) {
      const int red = play_out(shape, opening, [&](const Position<Shape>& position) {
        const bool is_first = (position.ply % 2 == 0) == (sign == 1);
        return (is_first ? player : other).search(shape, position, nodes);
      });
      ++results[std::size_t(1 - sign * red)];
    }
  }
  std::cout << results[0] << " " << results[1] << " " << results[2] << "\n";
}

}  // namespace

int main(int count, char** words) {
  try {
    const std::string act = count > 3 ? words[1] : "", size = count > 3 ? words[2] : "";
    const std::size_t cross = size.find('x');
    if (count < 5 || cross == std::string::npos) throw std::runtime_error("see play.cpp");
    const Board board(std::stoi(size), std::stoi(size.substr(cross + 1)), 4, Objective::kFirstLine,
                      {}, {});
    const Player player(words[3]);
    const auto number = [&](int i) {
      return i < count ? std::stoull(words[i]) : throw std::runtime_error("an argument is missing");
    };
    board.visit([&]<class Shape>(const Shape& shape, const Position<Shape>&) {
      if (act == "games" && count > 7) {
        std::ofstream file(words[7], std::ios::binary);
        write_games(shape, player, int(number(4)), number(5), number(6), file);
      } else if (act == "match") {
        print_match(shape, player, Player(words[4]), int(number(5)), number(6), number(7));
      } else {
        throw std::runtime_error("see play.cpp");
      }
    });
  } catch (const std::exception& error) {
    std::cerr << "play: " << error.what() << "\n";
    return 2;
  }
  return 0;
}
