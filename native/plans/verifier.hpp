// Plays a plan out against every reply: visits each position that can arise, once.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "board/random.hpp"
#include "plans/plan.hpp"
#include "solver/control.hpp"

namespace dropfour::plans {

using solver::Control;

// How a won game is decided, whatever the opponent replies.
enum class EndingKind {
  kDouble,    // two lines can be completed at once
  kAbove,     // blocking one line makes the cell above playable, which completes another
  kZugzwang,  // the opponent must play below a cell that completes a line
};

// How often games are decided by completing a line at *cell*, with the cells of one such line.
struct Ending {
  EndingKind kind;
  int cell;
  std::uint64_t count;
  std::vector<int> line;
};

// What was found of a visited position: the share of its games, played against random replies, in
// which the promise breaks.
template <class Word>
class VisitedPositions {
 public:
  explicit VisitedPositions(std::size_t size = 1 << 12) : entries_(size) {}

  void clear() {
    ++generation_;
    count_ = 0;
  }
  std::size_t count() const { return count_; }

  // The share stored for the position, or nullptr after adding it.
  const float* find_or_add(const Word& key, int last) {
    if (2 * count_ >= entries_.size()) grow();
    const std::size_t i = place(key, last);
    if (entries_[i].generation == generation_) return &entries_[i].share;
    entries_[i] = {key, generation_, 0, last};
    ++count_;
    return nullptr;
  }
  void set(const Word& key, int last, float share) { entries_[place(key, last)].share = share; }

  static std::uint64_t hash(const Word& key, int last) {
    std::uint64_t mix = std::uint64_t(last + 1);
    for (const std::uint64_t limb : limbs_in(key)) {
      mix = (mix ^ limb) * 0x9E3779B97F4A7C15u;
      mix ^= mix >> 32;
    }
    return mix * 0xBF58476D1CE4E5B9u;
  }

 private:
  struct Entry {
    Word key{};
    std::uint32_t generation = 0;
    float share = 0;
    int last = -1;
  };

  // Where the position is, or where it would be added.
  std::size_t place(const Word& key, int last) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t i = std::size_t(hash(key, last) >> 20) & mask;
    while (entries_[i].generation == generation_ &&
           !(entries_[i].key == key && entries_[i].last == last))
      i = (i + 1) & mask;
    return i;
  }

  void grow() {
    std::vector<Entry> old(2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old)
      if (entry.generation == generation_) entries_[place(entry.key, entry.last)] = entry;
  }

  std::vector<Entry> entries_;
  std::uint32_t generation_ = 1;
  std::size_t count_ = 0;
};

// A position with the strategist to move, and its choice.
template <class Word>
struct Step {
  View<Word> view;
  Choice<Word> choice;
  bool is_lost = false;  // the promise is broken already: there is no choice
};

template <class Shape>
class Verifier {
 public:
  using Word = typename Shape::Word;
  using Steps = std::vector<Step<Word>>;

  struct Limits {
    double share = 0;  // give up once more than this share of the games break the promise
    std::uint64_t positions = ~std::uint64_t{0};
    // Of 256 replies, chosen by *salt*, how many are tried, besides those on lines that broke.
    unsigned density = 256;
    std::uint64_t salt = 0;
    bool with_endings = false;
    // Whether the plan ends at a position that a reply leads to: something else applies from there on.
    std::function<bool(const View<Word>&)> ends_at = {};
  };

  Verifier(const Shape& shape, Promise promise)
      : shape_(shape), promise_(promise), broken_(std::size_t{1} << kBrokenBits) {}

  // Returns whether every game was played out within the limits; then `share` says how many break
  // the promise: none, if the plan keeps it.
  bool run(const Plan& plan, const View<Word>& root, bool is_own_turn, const Limits& limits,
           Random& random) {
    strategist_ = Strategist<Shape>(shape_, plan);
    limits_ = limits;
    random_ = &random;
    visited_.clear();
    path_.clear();
    broken_line_.clear();
    endings_.clear();
    choices_.fill(0);
    ordered_ = 0;
    share_ = 0;
    breaks_ = 0;
    replies_ = 0;
    is_cut_ = false;
    if (is_own_turn)
      visit({root.own, root.opponent, -1}, 1);
    else
      try_replies(root, 1);
    return !is_cut_;
  }

  // Of the last run.
  double share() const { return share_; }
  bool is_broken() const { return breaks_ > 0; }
  std::uint64_t positions() const { return visited_.count(); }
  std::uint64_t replies() const { return replies_; }
  const Steps& broken_line() const { return broken_line_; }
  // How often each kind of rule made the choice, and the columns that the last order chose.
  const std::array<std::uint64_t, kReasons>& choices() const { return choices_; }
  std::uint32_t ordered() const { return ordered_; }

  // The commonest first.
  std::vector<Ending> endings() const {
    std::vector<Ending> all;
    for (const auto& [place, end] : endings_)
      all.push_back({place.first, place.second, end.count, line_at(end.own, place.second)});
    std::sort(all.begin(), all.end(), [](const Ending& a, const Ending& b) {
      return a.count != b.count ? a.count > b.count : a.cell < b.cell;
    });
    return all;
  }

  // Replies on this line are tried in every later run.
  void keep_trying(const Steps& line) {
    for (const auto& step : line) {
      const std::uint64_t hash = hash_of(step.view);
      broken_[hash >> (64 - kBrokenBits)] = hash;
    }
  }

 private:
  static constexpr int kBrokenBits = 14;

  Word key_of(const View<Word>& view) const {
    return view.own + view.occupied() + shape_.bottom_mask();
  }
  std::uint64_t hash_of(const View<Word>& view) const {
    return VisitedPositions<Word>::hash(key_of(view), view.last);
  }
  bool is_tried(const View<Word>& view) const {
    if (limits_.density >= 256) return true;
    const std::uint64_t hash = hash_of(view);
    return ((hash ^ limits_.salt) * 0x9E3779B97F4A7C15u >> 56) < limits_.density ||
           broken_[hash >> (64 - kBrokenBits)] == hash;
  }

  float break_here(double weight) {
    share_ += weight;
    // Each of the broken lines is equally likely to be kept.
    if (random_->below(++breaks_) == 0) broken_line_ = path_;
    return 1;
  }
  float lose(const View<Word>& view, double weight) {
    path_.push_back({view, {}, true});
    break_here(weight);
    path_.pop_back();
    return 1;
  }

  // The strategist is to move. Returns the share of games in which the promise breaks from here;
  // *weight* is the share of all games that get here.
  float visit(const View<Word>& view, double weight) {
    const Word occupied = view.occupied();
    const Word playable = shape_.playable(occupied);
    if (any(shape_.completing_cells(view.own) & playable)) return 0;
    if (limits_.ends_at && view.last >= 0 && limits_.ends_at(view)) return 0;
    if (!any(playable)) return promise_ == Promise::kWin ? lose(view, weight) : 0;
    const Word empty = shape_.board_mask() & ~occupied;
    if (promise_ == Promise::kDraw) {
      if (!shape_.has_line(view.opponent | empty)) return 0;
    } else if (!shape_.has_line(view.own | empty)) {
      return lose(view, weight);
    }
    const Word lost = shape_.completing_cells(view.opponent);
    const Word blocks = lost & playable;
    const Word safe = playable & ~(lost >> 1);
    if (more_than_one(blocks) || !any(safe) || (any(blocks) && !any(blocks & safe)))
      return lose(view, weight);
    const Word key = key_of(view);
    if (const float* known = visited_.find_or_add(key, view.last)) {
      share_ += weight * double(*known);
      return *known;
    }
    if (visited_.count() > limits_.positions) {
      is_cut_ = true;
      return 0;
    }
    const Choice<Word> choice = any(blocks) ? Choice<Word>{blocks, Reason::kBlock, 0}
                                            : strategist_.choose(view, playable, safe);
    ++choices_[std::size_t(choice.reason)];
    if (choice.reason == Reason::kOtherwise) ordered_ |= std::uint32_t{1} << choice.index;
    path_.push_back({view, choice});
    const float share = try_replies({view.own | choice.cell, view.opponent, -1}, weight);
    path_.pop_back();
    if (share > 0) visited_.set(key, view.last, share);
    return share;
  }

  // The opponent is to move.
  float try_replies(const View<Word>& view, double weight) {
    const Word replies = shape_.playable(view.occupied());
    if (!any(replies)) return promise_ == Promise::kWin ? break_here(weight) : 0;
    if (any(shape_.completing_cells(view.opponent) & replies)) return break_here(weight);
    if (is_decided(view, replies)) return 0;
    const int count = popcount(replies);
    float share = 0;
    for (Word rest = replies; any(rest) && !is_cut_; rest = without_lowest(rest)) {
      const int cell = lowest(rest);
      const View<Word> next{view.own, view.opponent | bit<Word>(cell), shape_.column_of(cell)};
      if (!is_tried(next)) continue;
      ++replies_;
      share += visit(next, weight / count) / float(count);
      if (share_ > limits_.share) is_cut_ = true;
    }
    return share;
  }

  // Whether the strategist completes a line after every reply.
  bool is_decided(const View<Word>& view, const Word& replies) {
    const Word wins = shape_.completing_cells(view.own) & ~view.occupied();
    const Word now = wins & replies;
    if (more_than_one(now)) return count_ending(EndingKind::kDouble, now, view);
    const Word above = wins & (replies << 1);
    if (any(now)) {
      const Word next = above & (now << 1);
      return any(next) && count_ending(EndingKind::kAbove, next, view);
    }
    return (above >> 1) == replies && count_ending(EndingKind::kZugzwang, above, view);
  }
  bool count_ending(EndingKind kind, Word cells, const View<Word>& view) {
    if (!limits_.with_endings) return true;
    for (; any(cells); cells = without_lowest(cells)) {
      auto& end = endings_[{kind, lowest(cells)}];
      if (end.count++ == 0) end.own = view.own;
    }
    return true;
  }

  // The cells of a line that *cell* completes.
  std::vector<int> line_at(const Word& own, int cell) const {
    const Word stones = own | bit<Word>(cell);
    for (const int direction : shape_.directions()) {
      const Word starts = shape_.line_starts(stones, direction);
      for (int back = 0; back < shape_.connect(); ++back) {
        const int start = cell - back * direction;
        if (start < 0 || !any(starts & bit<Word>(start))) continue;
        std::vector<int> line;
        for (int i = 0; i < shape_.connect(); ++i) line.push_back(start + i * direction);
        return line;
      }
    }
    return {};
  }

  struct End {
    std::uint64_t count = 0;
    Word own{};
  };

  Shape shape_;
  Promise promise_;
  Strategist<Shape> strategist_{shape_, {}};
  Limits limits_;
  Random* random_ = nullptr;
  VisitedPositions<Word> visited_;
  std::vector<std::uint64_t> broken_;  // hashes of positions on lines that broke
  Steps path_, broken_line_;
  std::map<std::pair<EndingKind, int>, End> endings_;
  std::array<std::uint64_t, kReasons> choices_{};
  std::uint32_t ordered_ = 0;
  double share_ = 0;
  int breaks_ = 0;
  std::uint64_t replies_ = 0;
  bool is_cut_ = false;
};

}  // namespace dropfour::plans
