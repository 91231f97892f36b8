// Drives John Tromp's Fhourstones 88, without its opening book. It finds a win (1), a draw (0) or a
// loss
// (-1), not the score.

#include <memory>
#include <string>

#include "Window.h"
#include "driver.hpp"

namespace {

class Peer {
 public:
  // The solver reads its book when it starts and appends to it; this one is empty and stays so.
  Peer() : search_(nullptr, game_, "/dev/null") {}

  const char* set_up(const std::string& moves) {
    game_.reset();
    for (const char move : moves) {
      if (game_.haswon(game_.color[0]) || game_.haswon(game_.color[1])) return "the game is over";
      if (!game_.isplayable(move - '1')) return "a column is full or does not exist";
      game_.makemove(move - '1');
    }
    if (game_.haswon(game_.color[0]) || game_.haswon(game_.color[1])) return "the game is over";
    return nullptr;
  }

  void clear() { search_.clear(); }

  driver::Answer solve() {
    search_.nodes = 0;
    return {outcome(), search_.nodes};
  }

 private:
  // Search::solve would first look eight plies ahead for positions of the book. Search::ab, which
  // it calls then, takes positions without a win in one move.
  int outcome() {
    const bitboard stones = game_.color[game_.nplies & 1];
    for (int column = 0; column < WIDTH; ++column)
      if (game_.islegalhaswon(stones | static_cast<bitboard>(1) << game_.hight[column])) return 1;
    const score found = search_.ab(LOSS, WIN);
    return found == WIN ? 1 : found == LOSS ? -1 : 0;
  }

  Game game_;
  Search search_;
};

}  // namespace

int main() {
  const std::unique_ptr<Peer> peer(new Peer);
  return driver::answer_positions(*peer);
}
