// The nodes of a proof tree (proof_tree.hpp), and the top of such a tree in a file.

#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <limits>
#include <ostream>
#include <vector>

#include "board/words.hpp"
#include "solver/table_memory.hpp"

namespace dropfour::cards {

using namespace board;
using namespace solver;

// A zeroed array with more and more items, which stay where they are.
template <class T>
class GrowingArray {
 public:
  // Has space for *count* items from now on.
  void reserve(std::size_t count) {
    while (chunks_.size() << kChunkBits < count) chunks_.emplace_back(std::size_t{1} << kChunkBits);
  }

  T& operator[](std::size_t index) { return chunks_[index >> kChunkBits][index & kMask]; }
  const T& operator[](std::size_t index) const {
    return chunks_[index >> kChunkBits][index & kMask];
  }

 private:
  static constexpr int kChunkBits = 20;
  static constexpr std::size_t kMask = (std::size_t{1} << kChunkBits) - 1;

  std::vector<ZeroedArray<T>> chunks_;
};

// What a lane found out about a leaf: whether its score is at least beta.
enum class Answer : unsigned char { kUnknown, kYes, kNo };

template <class Word>
struct ProofNode {
  Word own{}, occupied{};
  float proof = 1, disproof = 1;
  std::uint32_t first = 0;     // of its children in the list of all children
  std::uint32_t searches = 0;  // under way below it
  std::uint32_t round = 0;     // of its last update
  unsigned char count = 0;     // of its undecided children when it was expanded
  unsigned char ply = 0;
  bool is_expanded = false;
  unsigned char is_taken = 0;  // as a leaf, or because all leaves below are

  bool is_decided() const { return proof == 0 || disproof == 0; }
};

// A node in a file; the numbers of its children follow.
template <class Word>
struct ProofRecord {
  Word own, occupied;
  float proof, disproof;
  std::uint64_t count;  // of its children
};

template <class Value>
void put(std::ostream& out, const Value& value) {
  out.write(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class Value>
bool get(std::istream& in, Value& value) {
  return bool(in.read(reinterpret_cast<char*>(&value), sizeof value));
}

// The top of a tree: at most *most* nodes, those nearest the root, the root first. Below decided
// nodes nothing is needed, and a node whose children are left out becomes a leaf again.
template <class Word>
struct ProofTop {
  std::vector<ProofNode<Word>> nodes;
  std::vector<std::uint32_t> children;  // numbers within the top

  ProofTop() = default;
  ProofTop(const GrowingArray<ProofNode<Word>>& all, std::size_t size,
           const std::vector<std::uint32_t>& all_children, std::size_t most) {
    std::vector<std::uint32_t> places(size);  // plus 1, of the nodes in the top
    places[0] = 1;
    nodes.push_back(all[0]);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const ProofNode<Word> node = nodes[i];
      const bool has_children =
          node.is_expanded && !node.is_decided() && nodes.size() + node.count <= most;
      nodes[i].first = std::uint32_t(children.size());
      nodes[i].is_expanded = has_children;
      for (std::uint32_t j = 0; has_children && j < node.count; ++j) {
        const std::uint32_t child = all_children[node.first + j];
        if (places[child] == 0) {
          nodes.push_back(all[child]);
          places[child] = std::uint32_t(nodes.size());
        }
        children.push_back(places[child] - 1);
      }
    }
  }

  void write(std::ostream& out) const {
    put(out, std::uint64_t(nodes.size()));
    for (const ProofNode<Word>& node : nodes) {
      const std::uint64_t count = node.is_expanded ? node.count : 0;
      put(out, ProofRecord<Word>{node.own, node.occupied, node.proof, node.disproof, count});
      for (std::uint64_t i = 0; i < count; ++i) put(out, children[node.first + i]);
    }
  }

  // Reads what write() wrote for a board of *columns* columns; false if that is not what *in* has.
  bool read(std::istream& in, int columns) {
    std::uint64_t count = 0;
    if (!get(in, count) || count == 0 || count > std::numeric_limits<std::uint32_t>::max())
      return false;
    for (std::uint64_t i = 0; i < count; ++i) {
      ProofRecord<Word> record;
      if (!get(in, record) || record.count > std::uint64_t(columns)) return false;
      ProofNode<Word>& node = nodes.emplace_back();
      node.own = record.own;
      node.occupied = record.occupied;
      node.ply = static_cast<unsigned char>(popcount(record.occupied));
      node.proof = record.proof;
      node.disproof = record.disproof;
      node.first = std::uint32_t(children.size());
      node.count = static_cast<unsigned char>(record.count);
      node.is_expanded = record.count > 0;
      for (std::uint64_t j = 0; j < record.count; ++j) {
        std::uint32_t child = 0;
        if (!get(in, child) || child >= count) return false;
        children.push_back(child);
      }
    }
    return true;
  }
};

}  // namespace dropfour::cards
