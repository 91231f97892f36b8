// The nodes of a proof-number search (proof_tree.hpp) with their numbers, and how they grow. There
// are hundreds of millions of them, so that the memory is what takes time: all threads read and
// write it at once.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <limits>
#include <memory>
#include <numeric>
#include <ostream>
#include <span>
#include <vector>

#include "board/dense_shape.hpp"
#include "board/sorting.hpp"
#include "cards/children.hpp"
#include "cards/crew.hpp"
#include "cards/proof_index.hpp"
#include "cards/proof_node.hpp"
#include "solver/null_window_search.hpp"
#include "solver/static_bounds.hpp"

namespace dropfour::cards {

// A node, and how many of the leaves below it are chosen.
struct ProofShare {
  std::uint32_t node = 0, count = 0;
};

template <class Shape>
class ProofGraph {
 public:
  using Word = typename Shape::Word;
  using Key = KeyOf<Shape>;
  using TreeNode = ProofNode<Word>;

  static constexpr float kNever = std::numeric_limits<float>::infinity();

  ProofGraph(const Shape& shape, const Node<Shape>& root, int beta, std::size_t threads)
      : shape_(shape),
        bounds_(shape),
        root_ply_(root.ply),
        beta_(beta),
        crew_(std::make_unique<Crew>(threads)),
        births_(threads * threads) {
    nodes_.reserve(1);
    nodes_[0] = make_leaf({root.own, root.occupied, root.ply});
    size_ = 1;
    fill_index();
  }

  std::size_t size() const { return size_; }
  std::size_t threads() const { return crew_->size(); }
  Crew& crew() const { return *crew_; }
  TreeNode& operator[](std::size_t number) { return nodes_[number]; }
  const TreeNode& operator[](std::size_t number) const { return nodes_[number]; }
  std::span<const std::uint32_t> children(const TreeNode& node) const {
    return std::span(children_).subspan(node.first, node.is_expanded ? node.count : 0u);
  }

  // What is asked about a node: does its score reach this?
  int beta_at(const TreeNode& node) const {
    return (node.ply - root_ply_) % 2 == 0 ? beta_ : 1 - beta_;
  }
  // The proof number of the parent if it has this child only.
  float proof_by(const TreeNode& parent, const TreeNode& child) const {
    return is_same_side(parent, child) ? child.proof : child.disproof;
  }

  void write(std::ostream& out, std::size_t most) const { top(most).write(out); }

  // Continues where a graph of the same root was written; false if *in* has none.
  bool read(std::istream& in) {
    ProofTop<Word> top;
    if (!top.read(in, Shape::columns())) return false;
    if (top.nodes[0].own != nodes_[0].own || top.nodes[0].occupied != nodes_[0].occupied)
      return false;
    restore(std::move(top));
    return true;
  }

  // Forgets all but the top. Nobody may search meanwhile.
  void prune(std::size_t most) { restore(top(most)); }

  // Decides leaves, or expands those without an answer. What is above them waits for update().
  void take(std::span<const std::uint32_t> leaves, std::span<const Answer> answers) {
    families_.resize(leaves.size());
    for (auto& births : births_) births.clear();
    crew_->run([&](std::size_t thread) {
      for (std::size_t i = thread; i < leaves.size(); i += threads()) {
        TreeNode& leaf = nodes_[leaves[i]];
        leaf.is_taken = 0;
        families_[i].count = 0;
        if (answers[i] != Answer::kUnknown) {
          decide(leaf, answers[i] == Answer::kYes);
          continue;
        }
        expand(leaf, families_[i]);
        for (int j = 0; j < families_[i].count; ++j) {
          const Child& child = families_[i].children[std::size_t(j)];
          births_[thread * threads() + Index::part(child.key, threads())].push_back(
              {&families_[i], j, nullptr});
        }
      }
    });
    add_children(leaves);
  }

  // Updates the nodes of *shares*, from the leaves up, and takes their counts off the searches.
  void update(std::span<const ProofShare> shares) {
    using List = std::vector<std::uint32_t>;
    const std::size_t plies = std::size_t(shape_.cells() + 1);
    ++round_;
    crew_->run([&](std::size_t thread) {
      std::vector<List> by_ply(plies);
      const std::size_t end = shares.size() * (thread + 1) / threads();
      for (std::size_t i = shares.size() * thread / threads(); i < end; ++i) {
        TreeNode& node = nodes_[shares[i].node];
        std::atomic_ref(node.searches).fetch_sub(shares[i].count, std::memory_order_relaxed);
        if (std::atomic_ref(node.round).exchange(round_, std::memory_order_relaxed) != round_)
          by_ply[node.ply].push_back(shares[i].node);
      }
      for (std::size_t ply = plies; ply-- > std::size_t(root_ply_);) {
        for (const std::uint32_t node : by_ply[ply]) update(nodes_[node]);
        crew_->meet();
      }
    });
  }

 private:
  using Index = ProofIndex<Key>;

  // The initial proof number of a node's next child exceeds that of the child before by this much.
  static constexpr float kRankCost = 1.5f;
  // How many children ahead the index is prefetched.
  static constexpr std::size_t kAhead = 16;

  struct Child {
    Key key{};  // table_key
    Position<Shape> position;
    int rank = 0;
  };
  // The undecided children of a leaf, highest priority first.
  struct Family {
    std::array<Child, Shape::columns()> children;
    int count = 0, ply = 0;
    std::uint32_t first = 0;  // its place in the list of all children
  };
  // A child that its parent gets.
  struct Birth {
    const Family* family;
    int i;                  // of the child
    std::uint32_t* number;  // in the index

    const Child& child() const { return family->children[std::size_t(i)]; }
  };

  bool is_same_side(const TreeNode& a, const TreeNode& b) const { return (a.ply - b.ply) % 2 == 0; }
  float disproof_by(const TreeNode& parent, const TreeNode& child) const {
    return is_same_side(parent, child) ? child.disproof : child.proof;
  }
  static TreeNode make_leaf(const Position<Shape>& position) {
    TreeNode node;
    node.own = position.own;
    node.occupied = position.occupied;
    node.ply = static_cast<unsigned char>(position.ply);
    return node;
  }
  static void decide(TreeNode& node, bool is_yes) {
    node.proof = is_yes ? 0 : kNever;
    node.disproof = is_yes ? kNever : 0;
  }

  void update(TreeNode& node) {
    if (node.is_decided() || !node.is_expanded) return;
    float proof = kNever, disproof = 0;
    for (const std::uint32_t number : children(node)) {
      const TreeNode& child = nodes_[number];
      proof = std::min(proof, proof_by(node, child));
      disproof += disproof_by(node, child);
    }
    node.proof = proof;
    node.disproof = proof == 0 ? kNever : disproof;
  }

  // Finds the children of a leaf, unless they decide it.
  void expand(TreeNode& leaf, Family& family) const {
    const int beta = beta_at(leaf);
    const Settled<Shape> parent =
        settle(shape_, make_node(shape_, Position<Shape>{leaf.own, leaf.occupied, leaf.ply}));
    bool is_won = false;
    for (Word moves = parent.moves; any(moves); moves = without_lowest(moves)) {
      const int cell = lowest(moves);
      Settled<Shape> next = settle_child(shape_, parent.node, bit<Word>(cell));
      if (!next.range.is_exact())
        next.range = bounds_.narrow(next.node, next.is_other_side ? 1 - beta : beta, next.range);
      const ScoreRange known = next.for_parent(next.range);
      is_won |= known.low >= beta;
      if (known.high < beta) continue;
      Child child{table_key(shape_, next.node),
                  {next.node.own, next.node.occupied, next.node.ply},
                  priority(shape_, bounds_, parent.node, cell, next)};
      insert_sorted(family.children, family.count++, child,
                    [](const Child& each) { return each.rank; });
    }
    if (is_won) family.count = 0;
    if (family.count == 0) decide(leaf, is_won);
  }

  // Gives the leaves the children in their families. Each thread adds those that belong to its part
  // of the index, so that nobody waits.
  void add_children(std::span<const std::uint32_t> leaves) {
    std::size_t count = children_.size();
    for (Family& family : families_) {
      family.first = std::uint32_t(count);
      count += std::size_t(family.count);
    }
    nodes_.reserve(size_ + count - children_.size());
    children_.resize(count);
    std::vector<std::size_t> fresh_counts(threads());
    crew_->run([&](std::size_t thread) {
      for (std::size_t i = thread; i < leaves.size(); i += threads())
        if (families_[i].count > 0) link(nodes_[leaves[i]], families_[i]);
      const std::vector<Birth*> fresh = number_children(thread);
      fresh_counts[thread] = fresh.size();
      crew_->meet();
      const auto before = std::uint32_t(std::accumulate(
          fresh_counts.begin(), fresh_counts.begin() + std::ptrdiff_t(thread), std::size_t{0}));
      for (const Birth* birth : fresh) {
        TreeNode& node = nodes_[(*birth->number += before) - 1];
        node = make_leaf(birth->child().position);
        const bool is_same_side = (birth->family->ply - node.ply) % 2 == 0;
        (is_same_side ? node.proof : node.disproof) += kRankCost * float(birth->i);
      }
      for (std::size_t i = thread; i < births_.size(); i += threads())
        for (const Birth& birth : births_[i])
          children_[birth.family->first + std::size_t(birth.i)] = *birth.number - 1;
    });
    size_ += std::accumulate(fresh_counts.begin(), fresh_counts.end(), std::size_t{0});
  }

  static void link(TreeNode& leaf, Family& family) {
    family.ply = leaf.ply;
    leaf.is_expanded = true;
    leaf.first = family.first;
    leaf.count = static_cast<unsigned char>(family.count);
  }

  // Finds the children of a part in the index and returns those that are new, numbered as if no
  // other part had any.
  std::vector<Birth*> number_children(std::size_t part) {
    Index& index = indexes_[part];
    std::vector<Birth*> births, fresh;
    for (std::size_t i = part; i < births_.size(); i += threads())
      for (Birth& birth : births_[i]) births.push_back(&birth);
    index.reserve(births.size());
    for (std::size_t i = 0; i < births.size(); ++i) {
      if (i + kAhead < births.size()) index.prefetch(births[i + kAhead]->child().key);
      births[i]->number = &index[births[i]->child().key];
      if (*births[i]->number != 0) continue;
      fresh.push_back(births[i]);
      *births[i]->number = std::uint32_t(size_ + fresh.size());
    }
    return fresh;
  }

  ProofTop<Word> top(std::size_t most) const { return {nodes_, size_, children_, most}; }

  void restore(ProofTop<Word> top) {
    size_ = top.nodes.size();
    nodes_ = {};
    nodes_.reserve(size_);
    for (std::size_t i = 0; i < size_; ++i) nodes_[i] = top.nodes[i];
    children_ = std::move(top.children);
    fill_index();
  }

  void fill_index() {
    indexes_.clear();
    indexes_.resize(threads());
    crew_->run([&](std::size_t thread) {
      for (std::size_t i = 0; i < size_; ++i) {
        const TreeNode& node = nodes_[i];
        const Key key = table_key(shape_, Node<Shape>{node.own, node.occupied, {}, {}, node.ply});
        if (Index::part(key, threads()) != thread) continue;
        indexes_[thread].reserve(1);
        indexes_[thread][key] = std::uint32_t(i + 1);
      }
    });
  }

  Shape shape_;
  StaticBounds<Shape> bounds_;
  int root_ply_, beta_;
  std::unique_ptr<Crew> crew_;
  std::size_t size_ = 0;
  GrowingArray<TreeNode> nodes_;  // the root is the first
  std::vector<std::uint32_t> children_;
  std::vector<Index> indexes_;    // by table_key: the number of a node plus 1
  std::vector<Family> families_;  // of the leaves of a selection
  // The births that each thread found for each part of the index.
  std::vector<std::vector<Birth>> births_;
  std::uint32_t round_ = 0;
};

}  // namespace dropfour::cards
