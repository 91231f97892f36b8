// Exact scores of many positions, on several threads that share one transposition table.

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>

#include "batch/positions.hpp"
#include "book/book.hpp"
#include "solver/exact_solver.hpp"

namespace dropfour::batch {

using book::Book;
using solver::Control;
using solver::ExactSolver;

// Safe for use from several threads.
class BatchSolver {
 public:
  using Masks = Positions<const std::uint64_t>;
  // Called about ten times a second with the number of positions done; may throw.
  using Watch = std::function<void(std::size_t)>;

  // For positions with the rules of *like*. *book* may be null and must outlive the solver.
  BatchSolver(const Board& like, int table_mib, int threads, const Book* book)
      : like_(like), threads_(std::size_t(threads)), solver_(like, table_mib, 1, book) {}

  const Board& like() const { return like_; }

  // Writes the score of each position; is_known[i] is false if *control* stopped before it was
  // solved.
  void solve(const Masks& positions, std::int16_t* scores, bool* is_known, Control& control,
             const Watch& watch) {
    for_each(positions.count(), control, watch, [&](std::size_t i) {
      const std::optional<int> score = score_of(positions.get(like_, i), -kLimit, control);
      scores[i] = std::int16_t(score.value_or(0));
      return is_known[i] = score.has_value();
    });
  }

  // Writes the score of each column for the side that plays it, and which columns can be played.
  void analyse(const Masks& positions, std::int16_t* scores, bool* is_playable, bool* is_known,
               Control& control, const Watch& watch) {
    const auto columns =
        std::size_t(like_.visit([](const auto& shape, const auto&) { return shape.columns(); }));
    for_each(positions.count(), control, watch, [&](std::size_t i) {
      const Board board = positions.get(like_, i);
      is_known[i] = true;
      if (board.is_over()) return true;
      // No column is better than the position.
      const int best = score_of(board, -kLimit, control).value_or(kLimit);
      for (const int column : board.legal_columns()) {
        const std::size_t place = i * columns + std::size_t(column);
        const std::optional<int> score = score_of(board.play(column), -best, control);
        is_playable[place] = true;
        is_known[i] &= score.has_value();
        scores[place] = std::int16_t(-score.value_or(0));
      }
      return is_known[i];
    });
  }

 private:
  // Above any score on any board.
  static constexpr int kLimit = 4 * kMaxCells;
  static constexpr auto kWatchInterval = std::chrono::milliseconds(100);

  // The score, which is known to be at least *low*; nullopt if *control* stopped the search.
  std::optional<int> score_of(const Board& board, int low, Control& control) {
    const std::optional<int> ruled = board.visit([&](const auto& shape, const auto& position) {
      return book::score_by_rules(shape, position, board.objective());
    });
    if (ruled) return ruled;
    const ScoreRange proven = solver_.solve(board, {low, kLimit}, control);
    if (std::max(proven.low, low) < proven.high) return std::nullopt;
    return proven.high;
  }

  // Calls work(i) for all i, distributed over the threads, until *control* stops it. *work* returns
  // whether it is done.
  template <class Work>
  void for_each(std::size_t count, Control& control, const Watch& watch, const Work& work) {
    std::atomic<std::size_t> next{0}, done{0};
    std::mutex mutex;
    std::condition_variable ended;
    std::size_t running = std::min(threads_, count);
    std::exception_ptr failure;  // such as too little memory: thrown to the caller
    const auto run = [&] {
      std::exception_ptr mine;
      try {
        while (!control.should_stop(0)) {
          const std::size_t i = next.fetch_add(1);
          if (i >= count) break;
          if (work(i)) done.fetch_add(1);
        }
      } catch (...) {
        mine = std::current_exception();
        control.stop();
      }
      const std::scoped_lock lock(mutex);
      if (mine) failure = mine;
      --running;
      ended.notify_one();
    };
    solver::ThreadGroup group{[&] { control.stop(); }, {}};
    for (std::size_t i = running; i > 0; --i) group.threads.emplace_back(run);
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, kWatchInterval, [&] { return running == 0; })) {
      lock.unlock();
      watch(done.load());
      lock.lock();
    }
    lock.unlock();
    if (failure) std::rethrow_exception(failure);
    watch(done.load());
  }

  Board like_;
  std::size_t threads_;
  ExactSolver solver_;
};

}  // namespace dropfour::batch
