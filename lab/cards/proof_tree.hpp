// The top of a search that thousands of lanes share: it decides which positions they search.
//
// A proof-number search. Each node has two numbers: about how many searches it still takes to show
// that its score reaches beta, and how many to show that it does not. For the first, one child
// suffices; for the second, all children are needed. A leaf is given to a lane with a budget of
// nodes (solve_position.cu); only if that is not enough does it get children of its own. What
// the lanes proved in vain remains in their table.
//
// Lanes wait for nobody: a leaf that is being searched keeps its numbers, and the next lane gets
// the best leaf that is left, so the first lanes do what is needed and the last ones speculate.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <span>
#include <utility>
#include <vector>

#include "board/random.hpp"
#include "board/sorting.hpp"
#include "cards/proof_graph.hpp"

namespace dropfour::cards {

template <class Shape>
class ProofTree {
 public:
  // Is the score of *position*, which is settled, at least *beta*?
  struct Leaf {
    Position<Shape> position;
    int beta = 0;
  };

  // Leaves to search, their numbers in the tree, and the shares of them and of all nodes above.
  struct Selection {
    std::vector<Leaf> leaves;
    std::vector<std::uint32_t> numbers;
    std::vector<ProofShare> shares;
  };

  // *root* is settled and its score undecided. The leaves depend on chance if there are several
  // *threads*.
  ProofTree(const Shape& shape, const Node<Shape>& root, int beta, std::size_t threads = 1)
      : nodes_(shape, root, beta, threads) {}

  Answer answer() const {
    const TreeNode& root = nodes_[0];
    return root.proof == 0 ? Answer::kYes : root.disproof == 0 ? Answer::kNo : Answer::kUnknown;
  }
  std::size_t size() const { return nodes_.size(); }

  // An estimate of how much of the work is done, from 0 to 1. Where the answer is expected to be
  // no, all children count the same; where it is yes, the best one counts.
  double progress() const { return progress(nodes_[0], 1); }
  // How many searches it takes at least until the question is answered, as far as the tree shows.
  double searches_left() const { return std::min(nodes_[0].proof, nodes_[0].disproof); }

  // Up to *count* decided leaves at random, as questions with their answers.
  std::vector<std::pair<Leaf, Answer>> sample(std::size_t count, Random& random) const {
    std::vector<std::pair<Leaf, Answer>> leaves;
    for (std::size_t tries = 0; leaves.size() < count && tries < 100 * count; ++tries) {
      const TreeNode& node = nodes_[std::size_t(random.below(int(nodes_.size())))];
      if (node.is_expanded || !node.is_decided()) continue;
      leaves.push_back({leaf_of(node), node.proof == 0 ? Answer::kYes : Answer::kNo});
    }
    return leaves;
  }

  // Writes the top of the tree, at most *most* nodes. Nobody may search meanwhile.
  void write(std::ostream& out, std::size_t most) const { nodes_.write(out, most); }

  // Continues where a tree of the same question was written; false if *in* has none.
  bool read(std::istream& in) { return nodes_.read(in); }

  // Forgets all but the top of the tree, at most *most* nodes. Nobody may search meanwhile.
  void prune(std::size_t most) { nodes_.prune(most); }

  // Chooses up to *count* leaves that are not being searched yet, the most useful first. Pass each
  // selection to take() once its answers are known.
  Selection choose(std::size_t count) {
    Selection selection;
    std::vector<std::uint32_t> blocked;
    for (std::size_t before = 0;; before = selection.leaves.size()) {
      choose_more(std::uint32_t(count - before), selection, blocked);
      if (selection.leaves.size() == count || selection.leaves.size() == before) break;
    }
    for (const std::uint32_t node : blocked) nodes_[node].is_taken = 0;
    // Where nothing is chosen, a decided child is news for its parents.
    if (selection.leaves.empty()) nodes_.update(selection.shares);
    return selection;
  }

  // Takes the *answers* to a selection.
  void take(const Selection& selection, std::span<const Answer> answers) {
    nodes_.take(selection.numbers, answers);
    nodes_.update(selection.shares);
  }

  // Expands leaves until about *count* are left to search.
  void grow(std::size_t count) {
    while (answer() == Answer::kUnknown) {
      const Selection selection = choose(count);
      const bool is_enough = selection.leaves.size() >= count;
      if (is_enough) return forget(selection);
      take(selection, std::vector<Answer>(selection.leaves.size(), Answer::kUnknown));
    }
  }

 private:
  using TreeNode = ProofNode<typename Shape::Word>;

  static constexpr auto kOrder = std::memory_order_relaxed;
  // A search under way below a node counts as this much of a proof number.
  static constexpr float kSearchCost = 0.1f;
  // The tasks that a selection is divided into, for each thread.
  static constexpr std::size_t kTasks = 8;
  // The leaves of a task that is not divided further.
  static constexpr std::uint32_t kLeastTask = 30;
  static constexpr double kLeastShare = 1e-6;

  // *share* is that of the node in all the work.
  double progress(const TreeNode& node, double share) const {
    if (node.is_decided()) return 1;
    if (!node.is_expanded || share < kLeastShare) return 0;
    const bool is_yes = node.proof < node.disproof;
    double sum = 0;
    const TreeNode* best = nullptr;
    for (const std::uint32_t number : nodes_.children(node)) {
      const TreeNode& child = nodes_[number];
      if (best == nullptr || nodes_.proof_by(node, child) < nodes_.proof_by(node, *best))
        best = &child;
      if (!is_yes) sum += progress(child, share / node.count);
    }
    return is_yes ? progress(*best, share) : sum / node.count;
  }

  Leaf leaf_of(const TreeNode& node) const {
    return {{node.own, node.occupied, node.ply}, nodes_.beta_at(node)};
  }

  // What one thread has chosen.
  struct Choice {
    Selection selection;
    // The nodes with nothing left to choose: all leaves below are taken, or they are decided.
    std::vector<std::uint32_t> blocked;
  };
  // A share that is divided, or given to a thread.
  struct Task {
    ProofShare share;
    std::size_t parent = 0;
    bool is_divided = false;
  };

  // Divides the top of the tree into tasks, which the threads share, and adds up to *count* leaves
  // to *selection*.
  void choose_more(std::uint32_t count, Selection& selection, std::vector<std::uint32_t>& blocked) {
    nodes_[0].searches += count;
    std::vector<Task> tasks{{{0, count}}};
    const auto most = std::max(kLeastTask, count / std::uint32_t(kTasks * nodes_.threads()));
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (tasks[i].share.count <= most) continue;
      const Shares shares = divide(nodes_[tasks[i].share.node], tasks[i].share.count);
      tasks[i].is_divided = shares.count > 0;
      for (int j = 0; j < shares.count; ++j) tasks.push_back({shares.items[std::size_t(j)], i});
    }
    std::vector<Choice> choices(nodes_.threads());
    std::atomic<std::size_t> next{0};
    const auto work = [&](std::size_t thread) {
      for (std::size_t i; (i = next.fetch_add(1, kOrder)) < tasks.size();)
        if (!tasks[i].is_divided)
          tasks[i].share.count =
              choose_below(tasks[i].share.node, tasks[i].share.count, choices[thread]);
    };
    if (tasks.size() == 1)
      work(0);
    else
      nodes_.crew().run(work);
    std::vector<std::uint32_t> chosen(tasks.size());
    for (std::size_t i = tasks.size(); i-- > 0;) {
      const ProofShare& share = tasks[i].share;
      if (tasks[i].is_divided) {
        nodes_[share.node].searches -= share.count - chosen[i];
        selection.shares.push_back({share.node, chosen[i]});
      } else {
        chosen[i] = share.count;
      }
      if (i > 0) chosen[tasks[i].parent] += chosen[i];
    }
    for (const Choice& choice : choices) {
      append(selection.leaves, choice.selection.leaves);
      append(selection.numbers, choice.selection.numbers);
      append(selection.shares, choice.selection.shares);
      append(blocked, choice.blocked);
    }
  }

  template <class Item>
  static void append(std::vector<Item>& items, const std::vector<Item>& more) {
    items.insert(items.end(), more.begin(), more.end());
  }

  // Chooses up to *count* leaves below a node, which count as searches already, and returns how
  // many there are. Other threads choose at the same time; proof numbers do not change meanwhile.
  std::uint32_t choose_below(std::uint32_t number, std::uint32_t count, Choice& choice) {
    TreeNode& node = nodes_[number];
    std::uint32_t chosen = 0;
    while (chosen < count) {
      const Shares shares = divide(node, count - chosen);
      if (shares.count == 0) break;
      for (int i = 0; i < shares.count; ++i) {
        const ProofShare& share = shares.items[std::size_t(i)];
        chosen += choose_below(share.node, share.count, choice);
      }
    }
    if (chosen < count && std::atomic_ref(node.is_taken).exchange(1, kOrder) == 0) {
      if (node.is_expanded || node.is_decided()) {
        choice.blocked.push_back(number);
      } else {
        chosen = 1;
        choice.selection.leaves.push_back(leaf_of(node));
        choice.selection.numbers.push_back(number);
      }
    }
    if (chosen < count) std::atomic_ref(node.searches).fetch_sub(count - chosen, kOrder);
    choice.selection.shares.push_back({number, chosen});
    return chosen;
  }

  // The shares of a node's children.
  struct Shares {
    std::array<ProofShare, Shape::columns()> items;
    int count = 0;
  };

  // Divides *count* searches between the children of a node as if each went to the child that costs
  // the least then, which makes that one dearer. There are none if the node has nothing to choose.
  Shares divide(const TreeNode& node, std::uint32_t count) {
    struct Cost {
      float cost;
      std::uint32_t node;
    };
    std::array<Cost, Shape::columns()> costs;
    int open = 0;
    Shares shares;
    if (!node.is_expanded || node.is_decided()) return shares;
    for (const std::uint32_t number : nodes_.children(node)) {
      TreeNode& child = nodes_[number];
      const float proof = nodes_.proof_by(node, child);
      if (proof == 0) return shares;  // news that the node has not been told
      if (proof == ProofGraph<Shape>::kNever || std::atomic_ref(child.is_taken).load(kOrder) != 0)
        continue;
      const auto searches = std::atomic_ref(child.searches).load(kOrder);
      insert_sorted(costs, open++, Cost{proof + kSearchCost * float(searches), number},
                    [](const Cost& each) { return -each.cost; });
    }
    // The cost of all that get a share, in the end.
    float sum = kSearchCost * float(count), level = 0;
    while (shares.count < open &&
           (shares.count == 0 || costs[std::size_t(shares.count)].cost < level)) {
      sum += costs[std::size_t(shares.count)].cost;
      level = sum / float(++shares.count);
    }
    std::uint32_t left = count;
    for (int i = shares.count - 1; i >= 0; --i) {
      const Cost& each = costs[std::size_t(i)];
      const float part = std::clamp((level - each.cost) / kSearchCost, 0.0f, float(left));
      const std::uint32_t share = i == 0 ? left : std::min(left, std::uint32_t(part));
      shares.items[std::size_t(i)] = {each.node, share};
      left -= share;
      std::atomic_ref(nodes_[each.node].searches).fetch_add(share, kOrder);
    }
    return shares;
  }

  // Undoes choose().
  void forget(const Selection& selection) {
    for (const ProofShare& share : selection.shares) nodes_[share.node].searches -= share.count;
    for (const std::uint32_t leaf : selection.numbers) nodes_[leaf].is_taken = 0;
  }

  ProofGraph<Shape> nodes_;
};

}  // namespace dropfour::cards
