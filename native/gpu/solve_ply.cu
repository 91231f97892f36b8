// Solves all positions of a ply of 7x6 on a graphics card and writes them to the log of a book's
// build:
//
//   solve_ply PLY LOG [SECONDS] [NODES]
//
// `dropfour book build --with-log LOG` continues from it. The log omits positions that take more
// than NODES nodes (the processor is faster at those) and those not solved within SECONDS. The
// scores are exact: it is the same search as on the processor, see solver/lane.hpp.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "book/openings.hpp"
#include "gpu/card.cuh"
#include "solver/lane.hpp"

namespace dropfour::gpu {
namespace {

using namespace board;
using namespace solver;

constexpr int kBlockLanes = 128;
constexpr int kBlocksPerProcessor = 6;
// Siblings and cousins are solved by the same lane in sequence, since their searches have most
// nodes in common; lanes that run in parallel would search these twice.
constexpr std::uint32_t kFamily = 8;
// Stands for the score of a position that is not solved.
constexpr signed char kUnsolved = 127;
// The nodes between two checks whether the time is up.
constexpr std::uint32_t kCheckNodes = 64;

// The work that all lanes share, in the card's memory.
struct Work {
  const Position<Standard>* positions;  // in the order in which they are solved
  signed char* scores;                  // kUnsolved if not solved yet
  std::uint32_t count;                  // of positions
  std::uint32_t max_nodes;              // per position
  std::uint32_t* next;                  // the first position that no lane has taken
  unsigned long long* nodes;            // of all lanes
  const volatile int* is_over;          // whether the time is up
};

// The next position for this lane, or *work.count* if none is left.
__device__ std::uint32_t next_position(const Work& work, std::uint32_t current) {
  if ((current + 1) % kFamily != 0 && current + 1 < work.count) return current + 1;
  return min(atomicAdd(work.next, kFamily), work.count);
}

// A single loop, so that the lanes of a warp converge after each node.
__global__ void __launch_bounds__(kBlockLanes, kBlocksPerProcessor)
    run(Work work, LaneTable table) {
  Lane<Standard> lane(table);
  std::uint32_t current = min(atomicAdd(work.next, kFamily), work.count);
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
    if (lane.nodes() % kCheckNodes == 0 && *work.is_over) break;
  }
}

using Positions = std::vector<Position<Standard>>;

// Shuffles the families, so that those with many nodes in common rarely run at the same time.
Positions shuffled(const Positions& positions) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < positions.size(); i += kFamily) starts.push_back(i);
  // An incomplete family stays last, so that family i always starts at position i * kFamily.
  std::shuffle(starts.begin(), starts.end() - 1, std::mt19937(1));
  Positions result;
  result.reserve(positions.size());
  for (const std::size_t start : starts)
    for (std::size_t i = start; i < std::min(positions.size(), start + kFamily); ++i)
      result.push_back(positions[i]);
  return result;
}

std::vector<signed char> solve_all(const Positions& positions, double seconds,
                                   std::uint32_t max_nodes) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::vector<signed char> scores(positions.size(), kUnsolved);
  OnCard<Position<Standard>> card_positions(positions.size());
  OnCard<signed char> card_scores(positions.size());
  OnCard<std::uint32_t> next(1);
  OnCard<unsigned long long> nodes(1);
  OnCard<int> is_over(1);
  card_positions.write(positions.data(), positions.size());
  card_scores.write(scores.data(), scores.size());
  const int blocks = count_blocks(run, kBlockLanes);
  const int bits = choose_bucket_bits();
  OnCard<std::uint64_t> slots(std::size_t{LaneTable::kSlots} << bits);
  print_card(blocks, kBlockLanes, bits);
  cudaStream_t working, watching;
  check(cudaStreamCreateWithFlags(&working, cudaStreamNonBlocking));
  check(cudaStreamCreateWithFlags(&watching, cudaStreamNonBlocking));
  check(cudaDeviceSynchronize());
  run<<<blocks, kBlockLanes, 0, working>>>(
      Work{card_positions.get(), card_scores.get(), std::uint32_t(positions.size()), max_nodes,
           next.get(), nodes.get(), is_over.get()},
      LaneTable(slots.get(), bits, Standard{}.bits()));
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
  card_scores.read(scores.data(), scores.size());
  return scores;
}

std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
  }
  return ~crc;
}

// Appends the bytes of *value*, lowest first.
void append(std::vector<std::uint8_t>& bytes, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) bytes.push_back(std::uint8_t(value >> (8 * i)));
}

// The format is described in dropfour.book.checkpoint.
void write_log(const char* path, const Positions& positions,
               const std::vector<signed char>& scores) {
  constexpr std::size_t kBatch = 1 << 20;
  std::ofstream log(path, std::ios::binary);
  log << "d4book-log 1 7x6 connect=4 first-line\n";
  for (std::size_t start = 0; start < positions.size(); start += kBatch) {
    std::vector<std::uint8_t> records;
    std::uint32_t count = 0;
    for (std::size_t i = start; i < std::min(positions.size(), start + kBatch); ++i) {
      if (scores[i] == kUnsolved) continue;
      append(records, positions[i].key(Standard{}), (Standard{}.bits() + 7) / 8);
      append(records, std::uint64_t(scores[i]), 2);
      ++count;
    }
    std::vector<std::uint8_t> head{'S'};
    append(head, count, 4);
    append(head, 0, 8);
    append(head, crc32(records), 4);
    log.write(reinterpret_cast<const char*>(head.data()), std::streamsize(head.size()));
    log.write(reinterpret_cast<const char*>(records.data()), std::streamsize(records.size()));
  }
  log.close();
  if (!log) throw std::runtime_error(std::string("cannot write ") + path);
}

}  // namespace
}  // namespace dropfour::gpu

int main(int count, char** words) {
  using namespace dropfour;
  using namespace dropfour::board;
  using namespace dropfour::gpu;
  const int ply = count > 1 ? std::atoi(words[1]) : -1;
  const double seconds = count > 3 ? std::atof(words[3]) : 1e9;
  const double max_nodes = count > 4 ? std::atof(words[4]) : 3e6;
  const bool is_sound = ply >= 1 && ply <= 20 && seconds > 0 && max_nodes >= 1 && max_nodes < 4e9;
  if (count < 3 || count > 5 || !is_sound) {
    std::fprintf(stderr, "usage: solve_ply PLY LOG [SECONDS] [NODES], with a PLY of 1 to 20\n");
    return 2;
  }
  try {
    const Positions positions =
        shuffled(book::open_positions(Standard{}, ply, Objective::kFirstLine));
    const auto scores = solve_all(positions, seconds, std::uint32_t(max_nodes));
    const auto left = std::size_t(std::count(scores.begin(), scores.end(), kUnsolved));
    std::printf("%zu solved, %zu left\n", positions.size() - left, left);
    write_log(words[2], positions, scores);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
