// The top of a search that thousands of lanes share: it decides which positions they search.
//
// A proof-number search. Each node has two numbers: about how many searches it still takes to show
// that its score reaches beta, and how many to show that it does not. For the first, one child
// suffices; for the second, all children are needed. A leaf is given to a lane with a budget of
// nodes (gpu/solve_position.cu); only if that is not enough does it get children of its own. What
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
#include <limits>
#include <ostream>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "board/dense_shape.hpp"
#include "board/random.hpp"
#include "board/sorting.hpp"
#include "solver/node.hpp"
#include "solver/null_window_search.hpp"
#include "solver/proof_index.hpp"
#include "solver/proof_node.hpp"
#include "solver/static_bounds.hpp"

namespace dropfour::solver {

// What a lane found out about a leaf: whether its score is at least beta.
enum class Answer : unsigned char { kUnknown, kYes, kNo };

template <class Shape>
class ProofTree {
 public:
  using Word = typename Shape::Word;
  using Key = KeyOf<Shape>;

  // Is the score of *position*, which is settled, at least *beta*?
  struct Leaf {
    Position<Shape> position;
    int beta = 0;
  };

  // Leaves to search, and the way to each of them in the tree.
  struct Selection {
    std::vector<Leaf> leaves;
    std::vector<std::uint32_t> paths;  // the nodes from the root to each leaf, one after the other
    std::vector<std::size_t> ends;     // of the paths
  };

  // *root* is settled and its score undecided. The leaves depend on chance if there are several
  // *threads*.
  ProofTree(const Shape& shape, const Node<Shape>& root, int beta, std::size_t threads = 1)
      : shape_(shape), bounds_(shape), root_ply_(root.ply), beta_(beta), threads_(threads) {
    add({table_key(shape, root), {root.own, root.occupied, root.ply}});
  }

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
      leaves.push_back({{{node.own, node.occupied, node.ply}, beta_at(node)},
                        node.proof == 0 ? Answer::kYes : Answer::kNo});
    }
    return leaves;
  }

  // Writes the top of the tree, at most *most* nodes. Nobody may search meanwhile.
  void write(std::ostream& out, std::size_t most) const { write_top(out, nodes_, children_, most); }

  // Continues where a tree of the same question was written; false if *in* has none.
  bool read(std::istream& in) {
    std::vector<TreeNode> nodes;
    std::vector<std::uint32_t> children;
    if (!read_top(in, Shape::columns(), nodes, children)) return false;
    if (nodes[0].own != nodes_[0].own || nodes[0].occupied != nodes_[0].occupied) return false;
    nodes_ = std::move(nodes);
    children_ = std::move(children);
    index_ = {};
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node<Shape> node{nodes_[i].own, nodes_[i].occupied, {}, {}, nodes_[i].ply};
      index_.insert(table_key(shape_, node), std::uint32_t(i));
    }
    return true;
  }

  // Chooses up to *count* leaves that are not being searched yet, the most useful first. Pass each
  // selection to take() once its answers are known.
  Selection choose(std::size_t count) {
    std::vector<Choice> choices(threads_);
    in_parallel([&](std::size_t i) {
      choose(count * (i + 1) / threads_ - count * i / threads_, choices[i]);
    });
    Selection selection;
    for (Choice& choice : choices) {
      for (const auto& path : choice.blocked) {
        nodes_[path.back()].is_taken = 0;
        for (std::size_t i = path.size(); i-- > 0;) update(nodes_[path[i]]);
      }
      const std::size_t before = selection.paths.size();
      for (const std::size_t end : choice.selection.ends) selection.ends.push_back(before + end);
      selection.paths.insert(selection.paths.end(), choice.selection.paths.begin(),
                             choice.selection.paths.end());
      selection.leaves.insert(selection.leaves.end(), choice.selection.leaves.begin(),
                              choice.selection.leaves.end());
    }
    return selection;
  }

  // Takes the *answers* to a selection.
  void take(const Selection& selection, std::span<const Answer> answers) {
    if (families_.size() < answers.size()) families_.resize(answers.size());
    in_parallel([&](std::size_t thread) {
      for (std::size_t i = thread; i < answers.size(); i += threads_)
        if (answers[i] == Answer::kUnknown) families_[i] = family_of(nodes_[leaf_of(selection, i)]);
    });
    const auto prefetch = [&](std::size_t i) {
      if (i >= answers.size() || answers[i] != Answer::kUnknown) return;
      for (int j = 0; j < families_[i].count; ++j)
        index_.prefetch(families_[i].children[std::size_t(j)].key);
    };
    std::vector<std::vector<std::uint32_t>> by_ply(std::size_t(shape_.cells() + 1));
    ++round_;
    std::size_t start = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const std::uint32_t leaf = leaf_of(selection, i);
      prefetch(i + kAhead);
      nodes_[leaf].is_taken = 0;
      if (answers[i] == Answer::kUnknown)
        expand(leaf, families_[i]);
      else
        decide(nodes_[leaf], answers[i] == Answer::kYes);
      for (; start < selection.ends[i]; ++start) {
        TreeNode& node = nodes_[selection.paths[start]];
        --node.searches;
        if (node.round == round_) continue;
        node.round = round_;
        by_ply[node.ply].push_back(selection.paths[start]);
      }
    }
    for (std::size_t ply = by_ply.size(); ply-- > 0;)
      for (const std::uint32_t node : by_ply[ply]) update(nodes_[node]);
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
  static constexpr auto kOrder = std::memory_order_relaxed;
  static constexpr float kNever = std::numeric_limits<float>::infinity();
  // The initial proof number of a node's next child exceeds that of the child before by this much.
  static constexpr float kRankCost = 1.5f;
  // A search under way below a node counts as this much of a proof number.
  static constexpr float kSearchCost = 0.1f;
  // How many leaves ahead the index is prefetched.
  static constexpr std::size_t kAhead = 4;

  using TreeNode = ProofNode<Word>;

  // *share* is that of the node in all the work.
  double progress(const TreeNode& node, double share) const {
    if (node.is_decided()) return 1;
    if (!node.is_expanded || share < kLeastShare) return 0;
    const bool is_yes = node.proof < node.disproof;
    double sum = 0;
    const TreeNode* best = nullptr;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const TreeNode& child = nodes_[children_[i]];
      if (best == nullptr || proof_by(node, child) < proof_by(node, *best)) best = &child;
      if (!is_yes) sum += progress(child, share / node.count);
    }
    return is_yes ? progress(*best, share) : sum / node.count;
  }
  static constexpr double kLeastShare = 1e-6;

  // What one thread has chosen.
  struct Choice {
    Selection selection;
    // Paths to nodes with nothing left to choose: all leaves below are taken, or they are decided.
    std::vector<std::vector<std::uint32_t>> blocked;
  };

  struct Child {
    Key key{};  // table_key
    Position<Shape> position;
    int rank = 0;
  };
  // The undecided children of a node, highest priority first.
  struct Family {
    std::array<Child, Shape::columns()> children;
    int count = 0;
    bool is_won = false;  // a child reaches beta
  };

  // Calls *work* with 0, 1, ... in as many threads.
  template <class Function>
  void in_parallel(const Function& work) const {
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads_; ++i) others.emplace_back(work, i);
    work(std::size_t{0});
    for (auto& other : others) other.join();
  }

  bool is_same_side(const TreeNode& a, const TreeNode& b) const { return (a.ply - b.ply) % 2 == 0; }
  int beta_at(const TreeNode& node) const {
    return (node.ply - root_ply_) % 2 == 0 ? beta_ : 1 - beta_;
  }
  static void decide(TreeNode& node, bool is_yes) {
    node.proof = is_yes ? 0 : kNever;
    node.disproof = is_yes ? kNever : 0;
  }

  // The proof number of the parent if it has this child only, and the child's part of the parent's
  // disproof number.
  float proof_by(const TreeNode& parent, const TreeNode& child) const {
    return is_same_side(parent, child) ? child.proof : child.disproof;
  }
  float disproof_by(const TreeNode& parent, const TreeNode& child) const {
    return is_same_side(parent, child) ? child.disproof : child.proof;
  }

  void update(TreeNode& node) {
    if (node.is_decided() || !node.is_expanded) return;
    float proof = kNever, disproof = 0;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const TreeNode& child = nodes_[children_[i]];
      proof = std::min(proof, proof_by(node, child));
      disproof += disproof_by(node, child);
    }
    node.proof = proof;
    node.disproof = proof == 0 ? kNever : disproof;
  }

  static std::uint32_t leaf_of(const Selection& selection, std::size_t i) {
    return selection.paths[selection.ends[i] - 1];
  }

  // Other threads choose at the same time; the numbers of the nodes do not change meanwhile.
  void choose(std::size_t count, Choice& choice) {
    std::vector<std::uint32_t> path;
    Selection& selection = choice.selection;
    while (selection.leaves.size() < count && choice.blocked.size() < count) {
      descend(path);
      TreeNode& last = nodes_[path.back()];
      const bool is_leaf = !last.is_decided() && !last.is_expanded;
      if (std::atomic_ref(last.is_taken).exchange(1, kOrder) != 0) {
        if (path.size() == 1) return;  // nothing is left
        continue;                      // another thread was faster
      }
      if (!is_leaf) {
        choice.blocked.push_back(path);
        continue;
      }
      for (const std::uint32_t node : path)
        std::atomic_ref(nodes_[node].searches).fetch_add(1, kOrder);
      selection.leaves.push_back({{last.own, last.occupied, last.ply}, beta_at(last)});
      selection.paths.insert(selection.paths.end(), path.begin(), path.end());
      selection.ends.push_back(selection.paths.size());
    }
  }

  // Follows the best child from the root to a leaf, or to a node with no child left to choose.
  void descend(std::vector<std::uint32_t>& path) {
    path.assign(1, 0);
    while (nodes_[path.back()].is_expanded && !nodes_[path.back()].is_decided()) {
      const TreeNode& node = nodes_[path.back()];
      float least = kNever;
      std::uint32_t best = 0;
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
        TreeNode& child = nodes_[children_[i]];
        const auto searches = std::atomic_ref(child.searches).load(kOrder);
        const float cost = proof_by(node, child) + kSearchCost * float(searches);
        if (cost >= least || std::atomic_ref(child.is_taken).load(kOrder) != 0) continue;
        least = cost;
        best = children_[i];
      }
      if (best == 0) return;
      path.push_back(best);
    }
  }

  std::uint32_t add(const Child& child) {
    const auto [found, is_new] = index_.insert(child.key, std::uint32_t(nodes_.size()));
    if (is_new) {
      TreeNode& node = nodes_.emplace_back();
      node.own = child.position.own;
      node.occupied = child.position.occupied;
      node.ply = static_cast<unsigned char>(child.position.ply);
    }
    return found;
  }

  Family family_of(const TreeNode& node) const {
    Family family;
    const int beta = beta_at(node);
    const Settled<Shape> parent =
        settle(shape_, make_node(shape_, Position<Shape>{node.own, node.occupied, node.ply}));
    for (Word moves = parent.moves; any(moves); moves = without_lowest(moves)) {
      const int cell = lowest(moves);
      Settled<Shape> next = settle_child(shape_, parent.node, bit<Word>(cell));
      if (!next.range.is_exact())
        next.range = bounds_.narrow(next.node, next.is_other_side ? 1 - beta : beta, next.range);
      const ScoreRange known = next.for_parent(next.range);
      family.is_won |= known.low >= beta;
      if (known.high < beta) continue;
      Child child{table_key(shape_, next.node),
                  {next.node.own, next.node.occupied, next.node.ply},
                  priority(shape_, bounds_, parent.node, cell, next)};
      insert_sorted(family.children, family.count++, child,
                    [](const Child& each) { return each.rank; });
    }
    return family;
  }

  // Gives a leaf its children, unless they decide it.
  void expand(std::uint32_t leaf, const Family& family) {
    if (family.is_won || family.count == 0) return decide(nodes_[leaf], family.is_won);
    nodes_[leaf].is_expanded = true;
    nodes_[leaf].first = std::uint32_t(children_.size());
    nodes_[leaf].count = static_cast<unsigned char>(family.count);
    for (int i = 0; i < family.count; ++i) {
      const std::size_t size = nodes_.size();
      const std::uint32_t id = add(family.children[std::size_t(i)]);
      TreeNode& child = nodes_[id];
      if (nodes_.size() > size)
        (is_same_side(nodes_[leaf], child) ? child.proof : child.disproof) += kRankCost * float(i);
      children_.push_back(id);
    }
    update(nodes_[leaf]);
  }

  // Undoes choose().
  void forget(const Selection& selection) {
    for (const std::uint32_t node : selection.paths) --nodes_[node].searches;
    for (const std::size_t end : selection.ends) nodes_[selection.paths[end - 1]].is_taken = 0;
  }

  Shape shape_;
  StaticBounds<Shape> bounds_;
  int root_ply_, beta_;
  std::size_t threads_;
  std::vector<TreeNode> nodes_;  // the root is the first
  std::vector<std::uint32_t> children_;
  std::vector<Family> families_;  // of the leaves of a selection
  ProofIndex<Key> index_;         // by table_key
  std::uint32_t round_ = 0;
};

}  // namespace dropfour::solver
