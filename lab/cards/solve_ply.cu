// Solves all positions of a ply of 7x6 on a graphics card and writes them to the log of a book's
// build:
//
//   solve_ply PLY LOG [SECONDS] [NODES] [--objective first-line|most-lines] [--with-log LOG]
//             [--check COUNT]
//
// `python -m lab.books build --with-log LOG` continues from it. The log omits positions that take
// more than NODES nodes (the processor is faster at those) and those not solved within SECONDS;
// another run `--with-log`, that of the first, solves the rest. The scores are exact: it is the
// same search as on the processor, see lane.hpp. `--check` solves COUNT of them again on all cores
// of the processor.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

#include "cards/card.cuh"
#include "cards/check_scores.hpp"
#include "cards/first_line_lane.hpp"
#include "cards/most_lines_lane.hpp"
#include "cards/open_positions.hpp"
#include "cards/ply_log.hpp"
#include "solver/first_line_solver.hpp"
#include "solver/most_lines_solver.hpp"

namespace dropfour::cards {
namespace {

constexpr int kBlockLanes = 128;

struct FirstLine {
  static constexpr const char* kName = "first-line";
  static constexpr Objective kObjective = Objective::kFirstLine;
  static constexpr int kBlocksPerProcessor = 6;
  using Loop = LaneSolver<FirstLineLane<Standard>>;
  using Solver = FirstLineSolver<Standard>;
};
struct MostLines {
  static constexpr const char* kName = "most-lines";
  static constexpr Objective kObjective = Objective::kMostLines;
  static constexpr int kBlocksPerProcessor = 4;
  using Loop = LaneSolver<MostLinesLane<Standard>>;
  using Solver = MostLinesSolver<Standard>;
};

// Siblings and cousins are solved by the same lane in sequence, since their searches have most
// nodes in common; lanes that run in parallel would search these twice.
constexpr std::uint32_t kMostFamily = 8;
// The nodes between two checks whether the time is up.
constexpr std::uint32_t kCheckNodes = 64;

// The work that all lanes share, in the card's memory.
struct Work {
  const Position<Standard>* positions;  // in the order in which they are solved
  signed char* scores;                  // kUnsolved if not solved yet
  std::uint32_t count;                  // of positions
  std::uint32_t family;                 // how many in sequence a lane takes
  std::uint32_t max_nodes;              // per position
  std::uint32_t* next;                  // the first position that no lane has taken
  unsigned long long* nodes;            // of all lanes
  const volatile int* is_over;          // whether the time is up
};

// The next position for this lane, or *work.count* if none is left.
__device__ std::uint32_t next_position(const Work& work, std::uint32_t current) {
  if ((current + 1) % work.family != 0 && current + 1 < work.count) return current + 1;
  return min(atomicAdd(work.next, work.family), work.count);
}

// A single loop, so that the lanes of a warp converge after each node.
template <class Game>
__global__ void __launch_bounds__(kBlockLanes, Game::kBlocksPerProcessor)
    run(Work work, LaneTable table, typename Game::Loop::Path* paths) {
  typename Game::Loop lane(table, path_of_lane(paths));
  std::uint32_t current = min(atomicAdd(work.next, work.family), work.count);
  if (current == work.count) return;
  lane.start(work.positions[current]);
  while (true) {
    if (lane.is_done() || lane.nodes() >= work.max_nodes) {
      if (lane.is_done()) work.scores[current] = static_cast<signed char>(lane.score());
      atomicAdd(work.nodes, lane.nodes());
      current = next_position(work, current);
      if (current == work.count || *work.is_over) break;
      lane.start(work.positions[current]);
      continue;
    }
    lane.step();
    if (lane.nodes() % kCheckNodes == 0 && *work.is_over) {
      atomicAdd(work.nodes, lane.nodes());
      break;
    }
  }
}

// Shuffles the families, so that those with many nodes in common rarely run at the same time.
Positions shuffled(const Positions& positions, std::uint32_t family) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < positions.size(); i += family) starts.push_back(i);
  if (starts.empty()) return {};
  // An incomplete family stays last, so that family i always starts at position i * family.
  std::shuffle(starts.begin(), starts.end() - 1, std::mt19937(1));
  Positions result;
  result.reserve(positions.size());
  for (const std::size_t start : starts)
    for (std::size_t i = start; i < std::min(positions.size(), start + family); ++i)
      result.push_back(positions[i]);
  return result;
}

// *blocks* of lanes solve *positions*, which are in families.
template <class Game>
std::vector<signed char> solve_all(const Positions& positions, std::uint32_t family, int blocks,
                                   double seconds, std::uint32_t max_nodes) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::vector<signed char> scores(positions.size(), kUnsolved);
  OnCard<Position<Standard>> card_positions(positions.size());
  OnCard<signed char> card_scores(positions.size());
  OnCard<std::uint32_t> next(1);
  OnCard<unsigned long long> nodes(1);
  OnCard<int> is_over(1);
  OnCard<typename Game::Loop::Path> paths(std::size_t(blocks) * kBlockLanes);
  card_positions.write(positions.data(), positions.size());
  card_scores.write(scores.data(), scores.size());
  const int bits = choose_bucket_bits(Standard{}.key_bits());
  OnCard<std::uint64_t> slots(std::size_t{LaneTable::kSlots} << bits);
  print_card(blocks, kBlockLanes, bits);
  cudaStream_t working, watching;
  check(cudaStreamCreateWithFlags(&working, cudaStreamNonBlocking));
  check(cudaStreamCreateWithFlags(&watching, cudaStreamNonBlocking));
  check(cudaDeviceSynchronize());
  run<Game><<<blocks, kBlockLanes, 0, working>>>(
      Work{card_positions.get(), card_scores.get(), std::uint32_t(positions.size()), family,
           max_nodes, next.get(), nodes.get(), is_over.get()},
      LaneTable(slots.get(), bits, Standard{}), paths.get());
  check(cudaGetLastError());
  bool is_stopping = false;
  for (int tick = 1; cudaStreamQuery(working) == cudaErrorNotReady; ++tick) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const double passed = std::chrono::duration<double>(Clock::now() - start).count();
    if (passed >= seconds && !is_stopping) {
      const int yes = 1;
      is_over.write(&yes, 1, watching);
      is_stopping = true;
    }
    if (tick % 25 != 0) continue;
    std::uint32_t taken = 0;
    unsigned long long seen = 0;
    next.read(&taken, 1, watching);
    nodes.read(&seen, 1, watching);
    std::printf("%6.1f s: %u of %zu taken, %.1f G nodes, %.0f M a second\n", passed,
                std::min<std::uint32_t>(taken, std::uint32_t(positions.size())), positions.size(),
                double(seen) / 1e9, double(seen) / 1e6 / passed);
    std::fflush(stdout);
  }
  check(cudaStreamSynchronize(working));
  unsigned long long all_nodes = 0;
  nodes.read(&all_nodes, 1);
  const double passed = std::chrono::duration<double>(Clock::now() - start).count();
  std::printf("%.1f s, %.1f G nodes, %.0f M a second\n", passed, double(all_nodes) / 1e9,
              double(all_nodes) / 1e6 / passed);
  card_scores.read(scores.data(), scores.size());
  return scores;
}

struct Options {
  int ply = -1;
  const char* log = nullptr;
  const char* earlier = nullptr;  // the log of an earlier run
  double seconds = 1e9;
  double max_nodes = 3e6;
  std::size_t checked = 0;
};

template <class Game>
void solve_ply(const Options& options) {
  const int blocks = count_blocks(run<Game>, kBlockLanes);
  auto open = open_positions(Standard{}, options.ply, Game::kObjective);
  if (options.earlier != nullptr) {
    const auto solved = read_solved_keys(options.earlier, Game::kName);
    std::erase_if(open,
                  [&](const auto& position) { return solved.contains(position.key(Standard{})); });
    std::printf("%zu solved before, %zu left\n", solved.size(), open.size());
  }
  // Small plies do not have enough families for all lanes.
  const std::size_t lanes = std::size_t(blocks) * kBlockLanes;
  const auto family = std::uint32_t(std::clamp<std::size_t>(open.size() / lanes, 1, kMostFamily));
  const Positions positions = shuffled(open, family);
  const auto scores =
      solve_all<Game>(positions, family, blocks, options.seconds, std::uint32_t(options.max_nodes));
  const auto left = std::size_t(std::count(scores.begin(), scores.end(), kUnsolved));
  std::printf("%zu solved, %zu left\n", positions.size() - left, left);
  write_log(options.log, Game::kName, positions, scores);
  if (options.checked > 0) check_scores<typename Game::Solver>(positions, scores, options.checked);
}

}  // namespace
}  // namespace dropfour::cards

int main(int count, char** words) {
  using namespace dropfour::cards;
  Options options;
  std::string_view objective = FirstLine::kName;
  std::vector<const char*> plain;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--objective" && i + 1 < count)
      objective = words[++i];
    else if (word == "--with-log" && i + 1 < count)
      options.earlier = words[++i];
    else if (word == "--check" && i + 1 < count)
      options.checked = std::size_t(std::max(0, std::atoi(words[++i])));
    else
      plain.push_back(words[i]);
  }
  if (plain.size() > 0) options.ply = std::atoi(plain[0]);
  if (plain.size() > 1) options.log = plain[1];
  if (plain.size() > 2) options.seconds = std::atof(plain[2]);
  if (plain.size() > 3) options.max_nodes = std::atof(plain[3]);
  const bool is_sound = plain.size() >= 2 && plain.size() <= 4 && options.ply >= 1 &&
                        options.ply <= 20 && options.seconds > 0 && options.max_nodes >= 1 &&
                        options.max_nodes < 4e9;
  if (!is_sound || (objective != FirstLine::kName && objective != MostLines::kName)) {
    std::fprintf(stderr,
                 "usage: solve_ply PLY LOG [SECONDS] [NODES] [--objective first-line|most-lines] "
                 "[--with-log LOG] [--check COUNT], with a PLY of 1 to 20\n");
    return 2;
  }
  try {
    if (objective == FirstLine::kName)
      solve_ply<FirstLine>(options);
    else
      solve_ply<MostLines>(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
