// The top of a tree in a file, one for each question: a solution may take several sittings, and a
// lost machine loses the work since the last save.

#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "cards/options.hpp"
#include "cards/proof_tree.hpp"

namespace dropfour::cards {

template <class Shape>
class SavedTree {
 public:
  // *beta* is that of the question.
  SavedTree(const Options& options, int beta)
      : path_(options.save.empty() ? "" : options.save + "." + std::to_string(beta)),
        most_(options.save_nodes),
        title_("dropfour proof tree 1 " + options.board + " " + std::to_string(beta) + "\n") {}

  bool is_wanted() const { return !path_.empty(); }

  // Continues *tree* from the file if there is one; raises std::invalid_argument if it is
  // another's.
  bool load(ProofTree<Shape>& tree) const {
    std::ifstream in(path_, std::ios::binary);
    if (!is_wanted() || !in) return false;
    std::string title;
    std::getline(in, title);
    if (title + "\n" != title_ || !tree.read(in))
      throw std::invalid_argument(path_ + " is not a tree of this question");
    return true;
  }

  void save(const ProofTree<Shape>& tree) const {
    if (!is_wanted()) return;
    const std::string fresh = path_ + ".new";
    {
      std::ofstream out(fresh, std::ios::binary);
      out << title_;
      tree.write(out, most_);
      if (!out.flush()) throw std::runtime_error("cannot write " + fresh);
    }
    std::filesystem::rename(fresh, path_);
  }

 private:
  std::string path_;
  std::size_t most_;
  std::string title_;
};

}  // namespace dropfour::cards
