// The value of an empty board in Max-Connect4, by a plain search that shares nothing with the
// solver but the rules:
//
//   prove_most_lines COLUMNSxROWS [THREADS] [TABLE_MIB]
//
// Two players fill the board; every four in a row is a point for its colour. The value is the first
// player's points minus the second player's with best play. The program asks whether the first
// player can reach 0; if so, whether it can reach 1, 2, ..., otherwise -1, -2, ..., until the value
// lies between a yes and a no.
//
// The search tries all moves and uses just these four arguments to end early:
//
//   1. A player cannot make more lines than are still open to it, those without an enemy stone.
//   2. Where all columns have an even number of empty cells, the player not to move can answer
//      every stone in the same column. All cells are then assigned, so the outcome is a count.
//   3. Where the number of empty cells is odd, the player not to move can answer every stone until
//      one column of its choice is full. Elsewhere it answers above, counting pairs of cells from
//      the top; the lowest cells of columns with an odd number of empty cells are paired with each
//      other. So it gets at least one cell of each pair, and in the chosen column every second
//      cell, the top one being the opponent's. The opponent may choose its cell of each pair: the
//      argument counts its best choice.
//   4. The same position has the same value: a table of what was proven before, with full keys.
//
// With several threads, all search the same tree and exchange results through the table; they try
// moves in different orders and so rarely do the same work twice.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace dropfour::second_proof {
namespace {

using Cells = std::uint64_t;  // a set of cells, bit column * (rows + 1) + row; the top bit is spare

int columns, rows;
Cells board, bottom, lower;  // all cells; the lowest row; the 1st, 3rd, ... row from the bottom

void set_up(int width, int height) {
  columns = width, rows = height;
  board = bottom = lower = 0;
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row) {
      const Cells cell = Cells{1} << (column * (rows + 1) + row);
      board |= cell;
      if (row == 0) bottom |= cell;
      if (row % 2 == 0) lower |= cell;
    }
}

Cells column_of(Cells cell) {
  const int start = std::countr_zero(cell) / (rows + 1) * (rows + 1);
  return ((Cells{1} << rows) - 1) << start;
}

// The number of fours in a row in *stones*: vertical, horizontal and both diagonals.
int lines(Cells stones) {
  int count = 0;
  for (const int step : {1, rows + 1, rows + 2, rows}) {
    const Cells pairs = stones & stones >> step;
    count += std::popcount(pairs & pairs >> 2 * step);
  }
  return count;
}

// The cells that the next stone can take.
Cells playable(Cells own, Cells other) { return ((own | other) + bottom) & board; }

// A different number for each position: the stones of one player, and a bit above each column.
Cells key_of(Cells own, Cells other) { return own + (own | other) + bottom; }

// What is proven: the side to move gains at least `low` and at most `high` lines more than the
// other from here on. One word per position: | key | high + 64 | low + 64 |.
struct Bounds {
  int low = -63, high = 63;
};
constexpr int kBits = 7;
constexpr std::size_t kSlots = 4;
// Argument 3 is tried if at most this many lines for each empty cell would have to be stopped.
constexpr double kHopeful = 0.5;

class Table {
 public:
  explicit Table(std::size_t mib) : buckets_(std::bit_floor((mib << 20) / sizeof(Bucket))) {
    memory_ = std::make_unique<Bucket[]>(buckets_);
  }

  Bounds find(Cells key) const {
    for (const auto& slot : bucket(key))
      if (const std::uint64_t word = slot.load(std::memory_order_relaxed); word >> 2 * kBits == key)
        return {int(word & 127) - 64, int(word >> kBits & 127) - 64};
    return {};
  }

  // Replaces the entry with the most stones: the one that is quickest to find again.
  void store(Cells key, const Bounds& known) {
    Bucket& slots = bucket(key);
    const std::uint64_t word =
        key << 2 * kBits | std::uint64_t(known.high + 64) << kBits | std::uint64_t(known.low + 64);
    std::atomic<std::uint64_t>* victim = nullptr;
    Cells most = 0;
    for (auto& slot : slots) {
      const std::uint64_t held = slot.load(std::memory_order_relaxed);
      if (held == 0 || held >> 2 * kBits == key) return slot.store(word, std::memory_order_relaxed);
      const Cells size = height_sum(held >> 2 * kBits);
      if (victim == nullptr || size > most) victim = &slot, most = size;
    }
    victim->store(word, std::memory_order_relaxed);
  }

 private:
  using Bucket = std::array<std::atomic<std::uint64_t>, kSlots>;

  Bucket& bucket(Cells key) const {
    key *= 0x9E3779B97F4A7C15u;
    return memory_[(key ^ key >> 32) * 0xD6E8FEB86659FD93u >> 20 & (buckets_ - 1)];
  }

  // The number of stones in a position with this key.
  static Cells height_sum(Cells key) {
    Cells sum = 0;
    for (int column = 0; column < columns; ++column, key >>= rows + 1)
      sum += Cells(std::bit_width(key & ((Cells{2} << rows) - 1)));
    return sum;
  }

  std::size_t buckets_;
  std::unique_ptr<Bucket[]> memory_;
};

class Search {
 public:
  Search(Table& table, const std::atomic<bool>& halt, unsigned seed)
      : table_(table), halt_(halt), seed_(seed) {}

  std::uint64_t nodes = 0;

  // Whether the side to move, with the stones *own*, can gain *need* lines more than the other side
  // from here on. Meaningless once `halt` is set.
  bool reaches(Cells own, Cells other, int need) {
    const auto known = settled(own, other, need);
    return known ? *known : try_moves(own, other, need);
  }

 private:
  // The same as reaches() if one of the four arguments decides it.
  std::optional<bool> settled(Cells own, Cells other, int need) {
    ++nodes;
    const Cells empty = board & ~(own | other);
    if (empty == 0) return 0 >= need;
    const int own_lines = lines(own), other_lines = lines(other);
    if (lines(own | empty) - own_lines < need) return false;      // argument 1, for own
    if (other_lines - lines(other | empty) >= need) return true;  // argument 1, for other
    const Bounds known = table_.find(key_of(own, other));         // argument 4
    if (known.low >= need) return true;
    if (known.high < need) return false;
    if (rows % 2 != 0) return {};
    const Cells next = playable(own, other);
    const int most = own_lines - other_lines + need - 1;
    if ((next & ~lower) == 0) {  // argument 2: own gets the lower cells
      if (lines(own | (empty & lower)) - lines(other | (empty & ~lower)) <= most) return false;
    } else if (std::popcount(empty) % 2 == 1) {  // argument 3
      if (is_held(own, other, next, most)) return false;
    }
    return {};
  }

  bool try_moves(Cells own, Cells other, int need) {
    if (halt_.load(std::memory_order_relaxed)) return false;
    auto moves = ordered(own, other);
    bool yes = false;
    for (Move& move : moves) {
      move.answer = settled(other, own | move.cell, move.gain - need + 1);
      if ((yes = move.answer == false)) break;
    }
    for (auto move = moves.begin(); !yes && move != moves.end(); ++move)
      if (!move->answer) yes = !reaches(other, own | move->cell, move->gain - need + 1);
    if (halt_.load(std::memory_order_relaxed)) return false;
    const Cells key = key_of(own, other);
    Bounds known = table_.find(key);
    if (yes)
      known.low = need;
    else
      known.high = need - 1;
    table_.store(key, known);
    return yes;
  }

  // Argument 3: whether *other* keeps *own*, to move, from ending more than *most* lines ahead.
  static bool is_held(Cells own, Cells other, Cells next, int most) {
    const Cells empty = board & ~(own | other);
    for (Cells rest = next; rest != 0; rest &= rest - 1) {
      const Cells lowest = rest & -rest;
      const Cells column = empty & (column_of(lowest) & ~lowest);
      const Cells singles = (next & ~lower) ^ lowest;
      const Cells mine = column & ~lower, theirs = column & lower;
      const Cells first = singles & lowest ? 0 : lowest;  // an odd column: its lowest cell is own's
      const Cells open = empty & ~(column | first);
      const int excess = lines(own | mine | first | open) - lines(other | theirs) - most;
      if (excess <= kHopeful * std::popcount(empty) &&
          !can_exceed(own | mine | first, other | theirs, open, singles, most))
        return true;
    }
    return false;
  }

  // Whether *own* can end more than *most* lines ahead if it gets one cell of each pair in *open*,
  // as it likes, and *other* the other one. Pairs are two cells of *singles*, or one above the
  // other.
  static bool can_exceed(Cells own, Cells other, Cells open, Cells singles, int most) {
    if (lines(own | open) - lines(other) <= most) return false;
    if (open == 0) return true;
    const Cells among = singles != 0 ? singles : open, a = among & -among;
    const Cells b = singles != 0 ? (among ^ a) & -(among ^ a) : a << 1;
    open &= ~(a | b), singles &= ~(a | b);
    return can_exceed(own | a, other | b, open, singles, most) ||
           can_exceed(own | b, other | a, open, singles, most);
  }

  struct Move {
    Cells cell;
    int gain, rank;
    std::optional<bool> answer;  // whether the opponent reaches what it needs, if known
  };

  // All moves, the most promising first: which is which decides the time, not the answer.
  std::vector<Move> ordered(Cells own, Cells other) {
    std::vector<Move> moves;
    const Cells empty = board & ~(own | other);
    const int before = lines(own);
    for (Cells rest = playable(own, other); rest != 0; rest &= rest - 1) {
      const Cells cell = rest & -rest;
      const int gain = lines(own | cell) - before;
      const int balance = lines(own | empty) - lines(other | (empty & ~cell));
      seed_ = seed_ * 1664525 + 1013904223;
      const int above = (cell & lower) == 0 ? 4 : 0;
      moves.push_back({cell, gain, 8 * (2 * gain + balance) + above + int(seed_ >> 30 & 1), {}});
    }
    std::sort(moves.begin(), moves.end(),
              [](const Move& a, const Move& b) { return a.rank > b.rank; });
    return moves;
  }

  Table& table_;
  const std::atomic<bool>& halt_;
  unsigned seed_;
};

// Whether the first player reaches *need* on the empty board; the first thread to finish answers.
bool first_player_reaches(int need, int threads, Table& table) {
  const auto start = std::chrono::steady_clock::now();
  std::atomic<bool> halt{false}, answer{false};
  std::atomic<std::uint64_t> nodes{0};
  const auto run = [&](unsigned seed) {
    Search search(table, halt, seed);
    const bool yes = search.reaches(0, 0, need);
    if (!halt.exchange(true)) answer = yes;
    nodes += search.nodes;
  };
  std::vector<std::thread> group;
  for (int i = 0; i < threads; ++i) group.emplace_back(run, unsigned(i));
  for (auto& thread : group) thread.join();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("the first player reaches %+d: %s (%llu nodes, %.1f s)\n", need,
              answer ? "yes" : "no", static_cast<unsigned long long>(nodes), seconds.count());
  std::fflush(stdout);
  return answer;
}

}  // namespace
}  // namespace dropfour::second_proof

int main(int count, char** words) {
  using namespace dropfour::second_proof;
  int width = 0, height = 0;
  char rest = 0;
  const bool is_size = count > 1 && std::sscanf(words[1], "%dx%d%c", &width, &height, &rest) == 2;
  const int threads = count > 2 ? std::atoi(words[2]) : 1;
  const int mib = count > 3 ? std::atoi(words[3]) : 1024;
  if (!is_size || width < 1 || height < 1 || width > 20 || height > 20 ||
      width * (height + 1) > 64 - 2 * kBits || threads < 1 || threads > 256 || mib < 1) {
    std::fprintf(stderr,
                 "usage: prove_most_lines COLUMNSxROWS [THREADS] [TABLE_MIB], "
                 "with COLUMNS * (ROWS + 1) of at most 50\n");
    return 2;
  }
  set_up(width, height);
  Table table{std::size_t(mib)};
  int value = 0;
  if (first_player_reaches(0, threads, table))
    while (first_player_reaches(value + 1, threads, table)) ++value;
  else
    do --value;
    while (!first_player_reaches(value, threads, table));
  std::printf("value %d\n", value);
}
