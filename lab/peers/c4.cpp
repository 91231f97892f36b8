// Drives Christophe Steininger's c4 with one thread.
//
// c4 hands each search to a pool of threads, and the hand-over takes longer than an easy position.
// This file takes the place of the pool and searches in the calling thread; c4's own Solver asks
// the windows.

#define POOL_H_

#include <memory>

#include "driver.hpp"
#include "search.h"

class Pool {
 public:
  Pool(const Table& table, std::shared_ptr<Progress> progress)
      : stats_(std::make_shared<Stats>()), search_(0, table, stats_, std::move(progress)) {}

  int search(const Position& position, int alpha, int beta) {
    Position searched(position);
    search_.start();
    return search_.search(searched, alpha, beta, 0);
  }

  void cancel() { search_.stop(); }
  const Stats& get_merged_stats() const { return *stats_; }
  void reset_stats() { stats_->reset(); }
  int get_num_workers() const { return 1; }

 private:
  std::shared_ptr<Stats> stats_;
  Search search_;
};

#include "solver.cpp"

namespace {

class Peer {
 public:
  const char* set_up(const std::string& moves) {
    position_ = Position();
    for (const char move : moves) {
      if (position_.is_game_over()) return "the game is over";
      const int column = move - '1';
      if (column < 0 || column >= BOARD_WIDTH || !position_.is_move_valid(column))
        return "a column is full or does not exist";
      position_.move(column);
    }
    return position_.is_game_over() ? "the game is over" : nullptr;
  }

  void clear() { solver_.clear_state(); }

  driver::Answer solve() {
    const int score = solver_.solve_strong(position_);
    return {score, solver_.get_merged_stats().get_num_nodes()};
  }

 private:
  Position position_;
  Solver solver_;
};

}  // namespace

int main() {
  Peer peer;
  return driver::answer_positions(peer);
}
