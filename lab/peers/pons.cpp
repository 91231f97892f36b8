// Drives Pascal Pons' connect4, without its opening book.

#include <memory>

#include "Solver.hpp"
#include "driver.hpp"

namespace {

namespace pons = GameSolver::Connect4;

class Peer {
 public:
  const char* set_up(const std::string& moves) {
    position_ = pons::Position();
    if (position_.play(moves) != moves.size()) return "a column is full, or the game is over";
    return nullptr;
  }

  void clear() { solver_.reset(); }

  driver::Answer solve() {
    const int score = solver_.solve(position_);
    return {score, solver_.getNodeCount()};
  }

 private:
  pons::Position position_;
  pons::Solver solver_;
};

}  // namespace

int main() {
  const std::unique_ptr<Peer> peer(new Peer);
  return driver::answer_positions(*peer);
}
