// The loop that all drivers share. A driver reads move strings, one on each line (columns from 1),
// and answers each with `score nodes seconds`: the score is for the side to move, the nodes are
// counted as the solver counts them. The table is cleared before the clock starts. A line that is
// not a position of a running game is answered with `error` and the reason.
//
// A peer is written against the standard its author chose, hence C++11.

#ifndef DROPFOUR_PEERS_DRIVER_HPP
#define DROPFOUR_PEERS_DRIVER_HPP

#include <chrono>
#include <iostream>
#include <string>

namespace driver {

struct Answer {
  int score;
  unsigned long long nodes;
};

// A Peer has `const char* set_up(const std::string&)`, which returns the reason if it refuses the
// moves and a null pointer otherwise, `void clear()` and `Answer solve()`.
template <class Peer>
int answer_positions(Peer& peer) {
  using Clock = std::chrono::steady_clock;
  std::cout.precision(9);
  std::cout << "ready" << std::endl;
  std::string moves;
  while (std::getline(std::cin, moves)) {
    const char* refusal = peer.set_up(moves);
    if (refusal != nullptr) {
      std::cout << "error " << refusal << std::endl;
      continue;
    }
    peer.clear();
    const Clock::time_point started = Clock::now();
    const Answer answer = peer.solve();
    const std::chrono::duration<double> seconds = Clock::now() - started;
    std::cout << answer.score << ' ' << answer.nodes << ' ' << seconds.count() << std::endl;
  }
  return 0;
}

}  // namespace driver

#endif
