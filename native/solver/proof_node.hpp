// The nodes of a proof tree (proof_tree.hpp), and the top of such a tree in a file.

#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <limits>
#include <ostream>
#include <unordered_map>
#include <vector>

#include "board/words.hpp"

namespace dropfour::solver {

using namespace board;

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

// Writes at most *most* nodes of a tree, those nearest the root, the root first. Below decided
// nodes nothing is needed, and a node whose children are not written becomes a leaf again.
template <class Word>
void write_top(std::ostream& out, const std::vector<ProofNode<Word>>& nodes,
               const std::vector<std::uint32_t>& children, std::size_t most) {
  std::vector<std::uint32_t> order{0};
  std::unordered_map<std::uint32_t, std::uint32_t> places{{0, 0}};
  std::vector<ProofRecord<Word>> records;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const ProofNode<Word>& node = nodes[order[i]];
    ProofRecord<Word> record{node.own, node.occupied, node.proof, node.disproof, 0};
    if (node.is_expanded && !node.is_decided() && order.size() + node.count <= most)
      record.count = node.count;
    for (std::uint32_t j = 0; j < record.count; ++j) {
      const std::uint32_t child = children[node.first + j];
      if (places.try_emplace(child, std::uint32_t(order.size())).second) order.push_back(child);
    }
    records.push_back(record);
  }
  put(out, std::uint64_t(records.size()));
  for (std::size_t i = 0; i < records.size(); ++i) {
    put(out, records[i]);
    for (std::uint32_t j = 0; j < records[i].count; ++j)
      put(out, places.at(children[nodes[order[i]].first + j]));
  }
}

// Reads what write_top() wrote for a board of *columns* columns; false if that is not what *in*
// has.
template <class Word>
bool read_top(std::istream& in, int columns, std::vector<ProofNode<Word>>& nodes,
              std::vector<std::uint32_t>& children) {
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

}  // namespace dropfour::solver
