// What the programs for graphics cards share: memory on the card, and how much it can run.

#pragma once

#include <cstddef>
#include <cstdio>
#include <stdexcept>

#include "cards/lane_table.hpp"

namespace dropfour::cards {

inline void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

template <class T>
class OnCard {
 public:
  explicit OnCard(std::size_t count) {
    check(cudaMalloc(&items_, count * sizeof(T)));
    check(cudaMemset(items_, 0, count * sizeof(T)));
  }
  OnCard(const OnCard&) = delete;
  OnCard& operator=(const OnCard&) = delete;
  ~OnCard() { cudaFree(items_); }

  T* get() const { return items_; }
  void write(const T* items, std::size_t count, cudaStream_t stream = nullptr) {
    check(cudaMemcpyAsync(items_, items, count * sizeof(T), cudaMemcpyHostToDevice, stream));
    check(cudaStreamSynchronize(stream));
  }
  void read(T* items, std::size_t count, cudaStream_t stream = nullptr) const {
    check(cudaMemcpyAsync(items, items_, count * sizeof(T), cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
  }

 private:
  T* items_ = nullptr;
};

// That of this lane. The nodes of a path lie side by side: lanes at different depths need fewer
// transactions than with local memory, in which the words of a warp's lanes take turns.
template <class Path>
__device__ Path& path_of_lane(Path* paths) {
  return paths[blockIdx.x * blockDim.x + threadIdx.x];
}

// The blocks of *kernel* that run at the same time.
template <class Kernel>
int count_blocks(Kernel kernel, int lanes) {
  cudaDeviceProp card;
  check(cudaGetDeviceProperties(&card, 0));
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, lanes, 0));
  return card.multiProcessorCount * blocks;
}

// As many as the card's memory allows, with space left for the lanes' stacks, and at most
// *most_gib*.
inline int choose_bucket_bits(int key_bits, double most_gib = 1e9) {
  constexpr std::size_t kSpare = std::size_t{3} << 30;
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  int bits = 16;
  while (LaneTable::bytes(bits + 1) + kSpare <= free &&
         double(LaneTable::bytes(bits + 1)) <= most_gib * double(1 << 30))
    ++bits;
  if (bits < LaneTable::least_bucket_bits(key_bits))
    throw std::runtime_error("the card's memory is too small for the keys of this board");
  return bits;
}

inline void print_card(int blocks, int lanes, int bucket_bits) {
  cudaDeviceProp card;
  check(cudaGetDeviceProperties(&card, 0));
  std::printf("%s: %d x %d lanes, a table of %.1f GiB\n", card.name, blocks, lanes,
              double(LaneTable::bytes(bucket_bits)) / double(1 << 30));
}

}  // namespace dropfour::cards
