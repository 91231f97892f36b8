// Solves one position on a graphics card, by all its lanes together:
//
//   solve_position BOARD [MOVES] [OPTION VALUE]...
//
// BOARD is one of those listed in main(). MOVES are columns, from the empty board; `-` is none. The
// options are in options.hpp. The processor keeps the top of the tree (solver/proof_tree.hpp) and
// hands out its leaves; lanes search each of them with a budget of nodes and share one table in the
// card's memory.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
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

#include "cards/card.cuh"
#include "cards/first_line_lane.hpp"
#include "cards/options.hpp"
#include "cards/proof_tree.hpp"
#include "cards/saved_tree.hpp"
#include "solver/first_line_solver.hpp"

namespace dropfour::cards {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kBlockLanes = 128;
constexpr int kBlocksPerProcessor = 6;
// While the card searches some batches, the processor takes the answers to another and chooses the
// next.
constexpr int kBatches = 4;
// Of the processor, for a leaf that it checks.
constexpr std::uint64_t kCheckNodes = 5'000'000;

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
  typename FirstLineLane<Shape>::Path* paths;  // of the lanes
  std::uint32_t count;                         // of leaves
  std::uint32_t max_nodes;                     // per leaf
  std::uint32_t* next;                         // the first leaf that no lane has taken
  unsigned long long* nodes;                   // of all lanes
};

// A single loop, so that the lanes of a warp converge after each step.
template <class Shape>
__global__ void __launch_bounds__(kBlockLanes, kBlocksPerProcessor)
    run(Work<Shape> work, LaneTable table) {
  const Shape shape;
  FirstLineLane<Shape> search(table, path_of_lane(work.paths));
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
  Flight(int blocks, const Options& options)
      : blocks_(blocks),
        max_nodes_(options.nodes),
        per_lane_(options.leaves_per_lane),
        leaves_(leaves()),
        answers_(leaves()),
        paths_(lanes()),
        next_(1),
        nodes_(1) {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  }
  Flight(const Flight&) = delete;
  Flight& operator=(const Flight&) = delete;
  ~Flight() { cudaStreamDestroy(stream_); }

  std::size_t lanes() const { return std::size_t(blocks_) * kBlockLanes; }
  std::size_t leaves() const { return lanes() * per_lane_; }
  bool is_empty() const { return selection_.leaves.empty(); }

  void start(typename ProofTree<Shape>::Selection selection, const LaneTable& table) {
    selection_ = std::move(selection);
    if (is_empty()) return;
    leaves_.write(selection_.leaves.data(), selection_.leaves.size(), stream_);
    check(cudaMemsetAsync(answers_.get(), 0, selection_.leaves.size(), stream_));
    check(cudaMemsetAsync(next_.get(), 0, sizeof(std::uint32_t), stream_));
    run<Shape><<<blocks_, kBlockLanes, 0, stream_>>>(
        Work<Shape>{leaves_.get(), answers_.get(), paths_.get(),
                    std::uint32_t(selection_.leaves.size()), max_nodes_, next_.get(), nodes_.get()},
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
  std::uint32_t max_nodes_, per_lane_;
  OnCard<typename ProofTree<Shape>::Leaf> leaves_;
  OnCard<Answer> answers_;
  OnCard<typename FirstLineLane<Shape>::Path> paths_;
  OnCard<std::uint32_t> next_;
  OnCard<unsigned long long> nodes_;
  cudaStream_t stream_;
  typename ProofTree<Shape>::Selection selection_;
};

template <class Shape>
class CardSolver {
 public:
  explicit CardSolver(const Options& options)
      : options_(options),
        most_nodes_(options.tree_millions > 0 ? std::size_t(1e6 * options.tree_millions)
                                              : count_space()),
        blocks_(count_blocks(run<Shape>, kBlockLanes)),
        bits_(choose_bucket_bits(Shape{}.key_bits(), options.table_gib)),
        slots_(std::size_t{LaneTable::kSlots} << bits_),
        table_(slots_.get(), bits_, Shape{}) {
    for (auto& flight : flights_) flight.emplace(blocks_ / kBatches, options);
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
    // with few empty cells; and of a loss that is expected, whether it is one.
    FirstLineQuestions questions(wanted, root.range, 0);
    ScoreRange proven = root.range;
    const auto ask = [&](int beta) {
      if (is_at_least(root.node, beta))
        proven.low = beta;
      else
        proven.high = beta - 1;
    };
    const bool is_loss = options_.expected && root.for_parent(*options_.expected) < 0;
    if (is_loss && proven.low < 0 && proven.high >= 0) ask(0);
    while (questions.is_open(proven)) ask(questions.next(proven));
    return root.for_parent(proven);
  }

  std::uint64_t nodes() const {
    std::uint64_t count = 0;
    for (const auto& flight : flights_) count += flight->nodes();
    return count;
  }

 private:
  bool is_at_least(const Node<Shape>& root, int beta) {
    const auto start = Clock::now();
    auto shown = start, saved = start;
    ProofTree<Shape> tree(Shape{}, root, beta, kThreads);
    SavedTree<Shape> file(options_, beta);
    if (file.load(tree)) report(tree, 0);
    tree.grow(flights_[0]->lanes() * kBatches);
    for (std::size_t i = 0; tree.answer() == Answer::kUnknown; i = (i + 1) % kBatches) {
      flights_[i]->finish(tree);
      flights_[i]->start(tree.choose(flights_[i]->leaves()), table_);
      if (seconds_since(shown) >= options_.report_s) {
        shown = Clock::now();
        report(tree, seconds_since(start));
      }
      const bool is_full = tree.size() > most_nodes_;
      const bool is_late = file.is_wanted() && seconds_since(saved) >= options_.save_s;
      if (!is_full && !is_late) continue;
      for (auto& flight : flights_) flight->finish(tree);
      if (is_full) tree.prune(most_nodes_ / 8);
      if (!is_late) continue;
      file.save(tree);
      saved = Clock::now();
    }
    for (auto& flight : flights_) flight->finish(tree);
    file.save(tree);
    const bool is_yes = tree.answer() == Answer::kYes;
    std::printf("score %s %d: %.1f s, a tree of %.1f million\n", is_yes ? ">=" : "<", beta,
                seconds_since(start), double(tree.size()) / 1e6);
    std::fflush(stdout);
    if (options_.check > 0) check_leaves(tree);
    return is_yes;
  }

  void report(const ProofTree<Shape>& tree, double seconds) const {
    std::printf("  %6.1f s: %.1f G nodes, a tree of %.1f million; left: %.3g %%, >= %.0f leaves\n",
                seconds, double(nodes()) / 1e9, double(tree.size()) / 1e6,
                100 * (1 - tree.progress()), tree.searches_left());
    std::fflush(stdout);
  }

  // Has the processor's solver answer leaves of the tree. Those that the card decided by its table
  // may take too long.
  void check_leaves(const ProofTree<Shape>& tree) const {
    Random random(options_.seed);
    const auto leaves = tree.sample(options_.check, random);
    const auto table = make_table(Shape{}, 1024);
    std::atomic<std::size_t> next{0}, wrong{0}, open{0};
    const auto work = [&] {
      FirstLineSolver<Shape> solver(Shape{}, table, 1);
      for (std::size_t i; (i = next.fetch_add(1)) < leaves.size();) {
        const auto& [leaf, answer] = leaves[i];
        Control control;
        control.set_node_limit(kCheckNodes);
        const ScoreRange found = solver.solve(leaf.position, {leaf.beta - 1, leaf.beta}, control);
        if (found.low >= leaf.beta || found.high < leaf.beta)
          wrong += (found.low >= leaf.beta) != (answer == Answer::kYes);
        else
          ++open;
      }
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) threads.emplace_back(work);
    for (auto& thread : threads) thread.join();
    std::printf("  %zu leaves checked by the processor, %zu wrong, %zu too hard for it\n",
                leaves.size(), wrong.load(), open.load());
    if (wrong != 0) throw std::runtime_error("the processor contradicts the card");
  }

  // The nodes of a tree that the processor has memory for.
  static std::size_t count_space() {
    constexpr std::size_t kNodeBytes = 240;  // with index, children and what a growing index needs
    return std::size_t(sysconf(_SC_PHYS_PAGES)) * std::size_t(sysconf(_SC_PAGESIZE)) / kNodeBytes;
  }

  Options options_;
  std::size_t most_nodes_;
  int blocks_, bits_;
  OnCard<std::uint64_t> slots_;
  LaneTable table_;
  std::array<std::optional<Flight<Shape>>, kBatches> flights_;
};

template <class Shape>
Position<Shape> read_moves(std::string_view moves) {
  const Shape shape;
  Position<Shape> position;
  for (const char letter : moves) {
    const int column = letter >= 'a' ? letter - 'a' + 9 : letter - '1';
    const auto playable = shape.playable(position.occupied);
    if (column < 0 || column >= shape.columns() || position.is_won(shape) ||
        !any(playable & shape.column_mask(column)))
      throw std::invalid_argument(std::string("the move ") + letter + " is not possible");
    position = position.play(playable & shape.column_mask(column));
  }
  if (is_over(shape, position, Objective::kFirstLine))
    throw std::invalid_argument("the game is over");
  return position;
}

template <class Shape>
void solve(const Options& options) {
  const Position<Shape> position = read_moves<Shape>(options.moves);
  CardSolver<Shape> solver(options);
  const auto start = Clock::now();
  const int bound = options.is_exact ? Shape{}.cells() : 1;
  const ScoreRange score = solver.solve(position, {-bound, bound});
  const double seconds = seconds_since(start);
  if (options.is_exact)
    std::printf("score %d", score.low);
  else
    std::printf("%s", score.low >= 1 ? "win" : score.high <= -1 ? "loss" : "draw");
  const double nodes = double(solver.nodes());
  std::printf(", %.2f s, %.2f G nodes, %.0f M a second\n", seconds, nodes / 1e9,
              nodes / 1e6 / seconds);
}

}  // namespace
}  // namespace dropfour::cards

int main(int count, char** words) {
  using namespace dropfour::board;
  using namespace dropfour::cards;
  struct Board {
    std::string_view name;
    void (*solve)(const Options&);
  };
  constexpr Board kBoards[] = {
      {"6x6", solve<FixedShape<6, 6, 4>>}, {"7x6", solve<FixedShape<7, 6, 4>>},
      {"7x7", solve<FixedShape<7, 7, 4>>}, {"8x6", solve<FixedShape<8, 6, 4>>},
      {"8x7", solve<FixedShape<8, 7, 4>>}, {"9x6", solve<FixedShape<9, 6, 4>>},
      {"8x8", solve<DenseShape<8, 8>>},    {"9x7", solve<DenseShape<9, 7>>},
      {"10x6", solve<DenseShape<10, 6>>},  {"12x5", solve<DenseShape<12, 5>>},
      {"13x4", solve<DenseShape<13, 4>>},
  };
  try {
    const Options options = read_options({words + 1, words + count});
    for (const Board& board : kBoards) {
      if (board.name != options.board) continue;
      board.solve(options);
      return 0;
    }
    throw std::invalid_argument("BOARD must be one of those listed");
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "%s\n%s", error.what(), kUsage);
    for (const Board& board : kBoards) std::fprintf(stderr, " %s", std::string(board.name).c_str());
    std::fprintf(stderr, "\n");
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
