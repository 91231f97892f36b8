// Solves one position on a graphics card, by all its lanes together:
//
//   solve_position BOARD [MOVES] [outcome|exact] [NODES]
//
// BOARD is one of those listed in main(). MOVES are digits, from the empty board. `outcome`, the
// default, finds out who wins; `exact` also finds the score. The processor keeps the top of the
// tree (solver/proof_tree.hpp) and hands out its leaves; lanes search each of them with a budget of
// NODES and share one table in the card's memory.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gpu/card.cuh"
#include "solver/first_line_lane.hpp"
#include "solver/proof_tree.hpp"

namespace dropfour::gpu {
namespace {

using namespace board;
using namespace solver;
using Clock = std::chrono::steady_clock;

constexpr int kBlockLanes = 128;
constexpr int kBlocksPerProcessor = 6;
// While the card searches a batch, the processor takes the answers to another and chooses the next.
constexpr int kBatches = 2;

// Of the processor, for the top of the tree.
const std::size_t kThreads = std::clamp(std::thread::hardware_concurrency(), 1u, 16u);

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The leaves of a batch, in the card's memory.
template <class Shape>
struct Work {
  const typename ProofTree<Shape>::Leaf* leaves;
  Answer* answers;
  std::uint32_t count;        // of leaves
  std::uint32_t max_nodes;    // per leaf
  std::uint32_t* next;        // the first leaf that no lane has taken
  unsigned long long* nodes;  // of all lanes
};

// A single loop, so that the lanes of a warp converge after each node.
template <class Shape>
__global__ void __launch_bounds__(kBlockLanes, kBlocksPerProcessor)
    run(Work<Shape> work, LaneTable table) {
  const Shape shape;
  FirstLineLane<Shape> search(table);
  std::uint32_t current = 0, limit = 0;
  int beta = 0;
  bool is_searching = false;
  while (true) {
    if (!is_searching) {
      current = atomicAdd(work.next, 1);
      if (current >= work.count) break;
      const auto& leaf = work.leaves[current];
      const Settled<Shape> settled = settle(shape, make_node(shape, leaf.position));
      beta = leaf.beta;
      ScoreRange range = settled.range;
      table.find(table_key(shape, settled.node), range);
      if (range.low >= beta || range.high < beta) {
        work.answers[current] = range.low >= beta ? Answer::kYes : Answer::kNo;
        continue;
      }
      search.start(settled, range, beta);
      limit = search.nodes() + work.max_nodes;
      is_searching = true;
    }
    const bool is_answered = search.step();
    if (is_answered) work.answers[current] = search.value() >= beta ? Answer::kYes : Answer::kNo;
    is_searching = !is_answered && search.nodes() < limit;
  }
  atomicAdd(work.nodes, search.nodes());
}

// A batch on its way to the card and back.
template <class Shape>
class Flight {
 public:
  Flight(int blocks, std::uint32_t max_nodes)
      : blocks_(blocks),
        max_nodes_(max_nodes),
        leaves_(lanes()),
        answers_(lanes()),
        next_(1),
        nodes_(1) {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  }
  Flight(const Flight&) = delete;
  Flight& operator=(const Flight&) = delete;
  ~Flight() { cudaStreamDestroy(stream_); }

  std::size_t lanes() const { return std::size_t(blocks_) * kBlockLanes; }
  bool is_empty() const { return selection_.leaves.empty(); }

  void start(typename ProofTree<Shape>::Selection selection, const LaneTable& table) {
    selection_ = std::move(selection);
    if (is_empty()) return;
    leaves_.write(selection_.leaves.data(), selection_.leaves.size(), stream_);
    check(cudaMemsetAsync(answers_.get(), 0, selection_.leaves.size(), stream_));
    check(cudaMemsetAsync(next_.get(), 0, sizeof(std::uint32_t), stream_));
    run<Shape><<<blocks_, kBlockLanes, 0, stream_>>>(
        Work<Shape>{leaves_.get(), answers_.get(), std::uint32_t(selection_.leaves.size()),
                    max_nodes_, next_.get(), nodes_.get()},
        table);
    check(cudaGetLastError());
  }

  // Waits for the answers.
  void finish(ProofTree<Shape>& tree) {
    if (is_empty()) return;
    std::vector<Answer> answers(selection_.leaves.size());
    answers_.read(answers.data(), answers.size(), stream_);
    tree.take(selection_, answers);
    selection_ = {};
  }

  // The nodes of all batches so far.
  std::uint64_t nodes() const {
    unsigned long long count = 0;
    nodes_.read(&count, 1, stream_);
    return count;
  }

 private:
  int blocks_;
  std::uint32_t max_nodes_;
  OnCard<typename ProofTree<Shape>::Leaf> leaves_;
  OnCard<Answer> answers_;
  OnCard<std::uint32_t> next_;
  OnCard<unsigned long long> nodes_;
  cudaStream_t stream_;
  typename ProofTree<Shape>::Selection selection_;
};

template <class Shape>
class CardSolver {
 public:
  explicit CardSolver(std::uint32_t max_nodes)
      : blocks_(count_blocks(run<Shape>, kBlockLanes)),
        bits_(choose_bucket_bits()),
        slots_(std::size_t{LaneTable::kSlots} << bits_),
        table_(slots_.get(), bits_, Shape{}.bits()) {
    for (auto& flight : flights_) flight.emplace(blocks_ / kBatches, max_nodes);
    check(cudaDeviceSynchronize());
    print_card(blocks_, kBlockLanes, bits_);
  }

  // The score if it lies within *window*, otherwise on which side of it the score lies.
  ScoreRange solve(const Position<Shape>& position, const ScoreRange& window) {
    const Shape shape;
    const Node<Shape> node = make_node(shape, position);
    if (any(node.own_wins & shape.playable(node.occupied))) {
      const int score = win_score(shape.cells(), node.ply + 1);
      return {score, score};
    }
    const Settled<Shape> root = settle(shape, node);
    const ScoreRange wanted = root.for_parent(window);
    // Every question keeps the entire card busy for a while, so who wins is asked first, as it is
    // with few empty cells.
    FirstLineQuestions questions(wanted, root.range, 0);
    ScoreRange proven = root.range;
    while (questions.is_open(proven)) {
      const int beta = questions.next(proven);
      if (is_at_least(root.node, beta))
        proven.low = beta;
      else
        proven.high = beta - 1;
    }
    return root.for_parent(proven);
  }

  std::uint64_t nodes() const { return flights_[0]->nodes() + flights_[1]->nodes(); }

 private:
  bool is_at_least(const Node<Shape>& root, int beta) {
    const auto start = Clock::now();
    auto shown = start;
    ProofTree<Shape> tree(Shape{}, root, beta, kThreads);
    tree.grow(flights_[0]->lanes() * kBatches);
    for (std::size_t i = 0; tree.answer() == Answer::kUnknown; i = (i + 1) % kBatches) {
      flights_[i]->finish(tree);
      flights_[i]->start(tree.choose(flights_[i]->lanes()), table_);
      if (seconds_since(shown) < 2) continue;
      shown = Clock::now();
      std::printf("  %6.1f s: %.1f G nodes, a tree of %.1f million\n", seconds_since(start),
                  double(nodes()) / 1e9, double(tree.size()) / 1e6);
      std::fflush(stdout);
    }
    for (auto& flight : flights_) flight->finish(tree);
    const bool is_yes = tree.answer() == Answer::kYes;
    std::printf("score %s %d: %.1f s, a tree of %.1f million\n", is_yes ? ">=" : "<", beta,
                seconds_since(start), double(tree.size()) / 1e6);
    return is_yes;
  }

  int blocks_, bits_;
  OnCard<std::uint64_t> slots_;
  LaneTable table_;
  std::array<std::optional<Flight<Shape>>, kBatches> flights_;
};

template <class Shape>
Position<Shape> read_moves(std::string_view moves) {
  const Shape shape;
  Position<Shape> position;
  for (const char digit : moves) {
    const int column = digit - '1';
    const auto playable = shape.playable(position.occupied);
    if (column < 0 || column >= shape.columns() || position.is_won(shape) ||
        !any(playable & shape.column_mask(column)))
      throw std::invalid_argument(std::string("the move ") + digit + " is not possible");
    position = position.play(playable & shape.column_mask(column));
  }
  if (is_over(shape, position, Objective::kFirstLine))
    throw std::invalid_argument("the game is over");
  return position;
}

template <class Shape>
void solve(std::string_view moves, bool is_exact, std::uint32_t max_nodes) {
  const Position<Shape> position = read_moves<Shape>(moves);
  CardSolver<Shape> solver(max_nodes);
  const auto start = Clock::now();
  const int bound = is_exact ? Shape{}.cells() : 1;
  const ScoreRange score = solver.solve(position, {-bound, bound});
  const double seconds = seconds_since(start);
  if (is_exact)
    std::printf("score %d", score.low);
  else
    std::printf("%s", score.low >= 1 ? "win" : score.high <= -1 ? "loss" : "draw");
  const double nodes = double(solver.nodes());
  std::printf(", %.2f s, %.2f G nodes, %.0f M a second\n", seconds, nodes / 1e9,
              nodes / 1e6 / seconds);
}

}  // namespace
}  // namespace dropfour::gpu

int main(int count, char** words) {
  using namespace dropfour::board;
  using namespace dropfour::gpu;
  struct Board {
    std::string_view name;
    void (*solve)(std::string_view, bool, std::uint32_t);
  };
  constexpr Board kBoards[] = {
      {"6x6", solve<FixedShape<6, 6, 4>>}, {"7x6", solve<FixedShape<7, 6, 4>>},
      {"7x7", solve<FixedShape<7, 7, 4>>}, {"8x6", solve<FixedShape<8, 6, 4>>},
      {"8x7", solve<FixedShape<8, 7, 4>>}, {"9x6", solve<FixedShape<9, 6, 4>>},
  };
  const std::string_view name = count > 1 ? words[1] : "";
  const std::string_view moves = count > 2 ? words[2] : "";
  const std::string_view aim = count > 3 ? words[3] : "outcome";
  const double max_nodes = count > 4 ? std::atof(words[4]) : 4000;
  const bool is_sound = count <= 5 && max_nodes >= 1 && max_nodes < 1e9;
  for (const Board& board : kBoards) {
    if (board.name != name || (aim != "outcome" && aim != "exact") || !is_sound) continue;
    try {
      board.solve(moves, aim == "exact", std::uint32_t(max_nodes));
      return 0;
    } catch (const std::invalid_argument& error) {
      std::fprintf(stderr, "%s\n", error.what());
      return 2;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      return 1;
    }
  }
  std::fprintf(stderr, "usage: solve_position BOARD [MOVES] [outcome|exact] [NODES], BOARD one of");
  for (const Board& board : kBoards) std::fprintf(stderr, " %s", std::string(board.name).c_str());
  std::fprintf(stderr, "\n");
  return 2;
}
