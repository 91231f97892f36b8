// Threads that wait for work and do it together.

#pragma once

#include <barrier>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace dropfour::cards {

class Crew {
 public:
  explicit Crew(std::size_t size) : size_(size), gate_(std::ptrdiff_t(size)) {
    for (std::size_t i = 1; i < size; ++i)
      threads_.emplace_back([this, i] {
        while (true) {
          meet();
          if (!work_) return;
          work_(i);
          meet();
        }
      });
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() {
    work_ = nullptr;
    meet();
    for (auto& thread : threads_) thread.join();
  }

  std::size_t size() const { return size_; }

  // Calls *work* with 0, 1, ... in as many threads as there are.
  void run(std::function<void(std::size_t)> work) {
    work_ = std::move(work);
    meet();
    work_(0);
    meet();
  }

  // Within run(): waits for the others.
  void meet() { gate_.arrive_and_wait(); }

 private:
  std::size_t size_;
  std::barrier<> gate_;
  std::function<void(std::size_t)> work_;
  std::vector<std::thread> threads_;
};

}  // namespace dropfour::cards
