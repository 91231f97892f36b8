// Stands in for what a solver includes but does not use with one thread and without files, and what
// the C++ library for browsers lacks: a lock is always free, no thread is started, no file opens.

#ifndef DROPFOUR_PEERS_BROWSER_HPP
#define DROPFOUR_PEERS_BROWSER_HPP

#include <cstdlib>
#include <filesystem>
#include <istream>
#include <mutex>
#include <ostream>

namespace std {

class mutex {
 public:
  void lock() {}
  void unlock() {}
};

class condition_variable {
 public:
  void notify_one() {}
  void wait(unique_lock<mutex>&) { abort(); }
};

class thread {
 public:
  thread() = default;
  template <class Function, class... Arguments>
  explicit thread(Function&&, Arguments&&...) {
    abort();
  }
  bool joinable() const { return false; }
  void join() {}
};

template <>
class basic_ifstream<char> : public istream {
 public:
  template <class Path>
  explicit basic_ifstream(const Path&, ios_base::openmode = ios_base::in) : istream(nullptr) {}
};

template <>
class basic_ofstream<char> : public ostream {
 public:
  basic_ofstream() : ostream(nullptr) {}
  template <class Path>
  void open(const Path&, ios_base::openmode) {}
};

}  // namespace std

inline std::filesystem::path::__string_view std::filesystem::path::__root_directory() const {
  return {};
}

inline std::filesystem::path::__string_view std::filesystem::path::__filename() const { return {}; }

// Nothing is thrown either.
extern "C" {
[[gnu::weak]] void* __cxa_allocate_exception(std::size_t) { std::abort(); }
[[gnu::weak]] void __cxa_throw(void*, void*, void*) { std::abort(); }
}

#endif
