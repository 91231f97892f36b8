// What matters in a position: facts that the rules or a proof imply, as data.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/phrase.hpp"
#include "policy/scores.hpp"
#include "policy/view.hpp"

namespace dropfour::policy {

// The most urgent first.
enum class FactKind {
  kOver,
  kWin,
  kLost,
  kProven,
  kLinesMade,
  kBlock,
  kOnlyMove,
  kTrap,
  kLine,
  kNotUnder,
  kTower,
  kThreat,
  kNoLine
};

// The words of the API.
inline constexpr std::array<std::string_view, 13> kFactKinds{
    "the game is over",
    "immediate win",
    "cannot be stopped",
    "proven",
    "lines made",
    "forced block",
    "only move",
    "trap",
    "immediate line",
    "do not play under",
    "threats on top of each other",
    "threat",
    "no line left",
};
static_assert(kFactKinds.size() == std::size_t(FactKind::kNoLine) + 1);

// *colour* is the one it belongs to; none: both. *cells* are those it is about, *columns* those to
// play or to avoid because of it. *profits* gets a threatened cell once the other columns are full.
struct Fact {
  FactKind kind;
  std::optional<Colour> colour;
  std::vector<Cell> cells;
  std::vector<int> columns;
  Phrase phrase;
  std::optional<Colour> profits = std::nullopt;
};

// What an exact *score* means, such as: red wins in 3 moves.
inline Phrase result_of(const Board& board, Colour mover, int score) {
  if (score == 0) return Phrase("draw");
  const auto winner = name_of(score > 0 ? mover : opponent(mover));
  if (board.objective() == Objective::kMostLines)
    return {"lines ahead", {{"winner", winner}, {"lines", lines_of(std::abs(score))}}};
  if (plies_to_end(board, score) == 1) return {"win now", {{"winner", winner}}};
  return {"win in", {{"winner", winner}, {"moves", moves_of(winning_stones(board, score))}}};
}

// Whether a fact argues against the proven win of *leader*: what the other side threatens, or a
// threat of its own that will be stopped.
inline bool is_against(const Fact& fact, Colour leader) {
  if (fact.kind == FactKind::kThreat) return fact.profits != leader;
  const bool is_chance = fact.kind == FactKind::kTrap || fact.kind == FactKind::kTower;
  return is_chance && fact.colour != leader;
}
// Whether it is a reason for that win.
inline bool is_support(const Fact& fact, Colour leader) {
  if (fact.kind == FactKind::kNotUnder) return fact.colour == opponent(leader);
  const bool is_chance = fact.kind == FactKind::kTrap || fact.kind == FactKind::kTower ||
                         fact.kind == FactKind::kThreat;
  return is_chance && fact.colour == leader && !is_against(fact, leader);
}
inline void put_support_first(std::vector<Fact>& facts, Colour leader) {
  std::stable_partition(facts.begin(), facts.end(),
                        [&](const Fact& fact) { return !is_against(fact, leader); });
}

class FactFinder {
 public:
  FactFinder(const Board& board, Colour mover) : view_(board, mover) {}

  // The most urgent facts first; of equally urgent ones, those of the side to move.
  std::vector<Fact> find(const ColumnScores* proven) && {
    if (view_.board().is_over()) {
      find_over();
    } else {
      find_unfinished();
      if (proven != nullptr) find_proven(*proven);
    }
    std::stable_sort(facts_.begin(), facts_.end(),
                     [](const Fact& a, const Fact& b) { return a.kind < b.kind; });
    const auto verdict = std::find_if(facts_.begin(), facts_.end(), [](const Fact& fact) {
      return fact.kind == FactKind::kProven;
    });
    if (verdict != facts_.end() && verdict->colour) put_support_first(facts_, *verdict->colour);
    return std::move(facts_);
  }

 private:
  void add(Fact fact) { facts_.push_back(std::move(fact)); }

  // --- finished games and proofs ----------------------------------------------------------------

  void find_over() {
    if (view_.counts_lines()) find_lines_made();
    const int red = view_.lines_made(Colour::kRed), yellow = view_.lines_made(Colour::kYellow);
    if (red == yellow) {
      add({FactKind::kOver, {}, {}, {}, Phrase("over, draw")});
      return;
    }
    const Colour winner = red > yellow ? Colour::kRed : Colour::kYellow;
    Phrase phrase("over, lines", {{"winner", name_of(winner)}});
    if (!view_.counts_lines())
      phrase = {"over, win", {{"winner", name_of(winner)}, {"connect", view_.connect()}}};
    add({FactKind::kOver, winner, view_.cells_in_lines({winner}), {}, std::move(phrase)});
  }

  void find_proven(const ColumnScores& columns) {
    const ScoreRange known = columns.position();
    const std::vector<int> best = columns.best();
    std::optional<Colour> leader;
    if (known.low > 0) leader = view_.mover();
    if (known.high < 0) leader = view_.other();
    Phrase phrase;
    if (known.is_exact())
      phrase = {"exact", {{"result", result_of(view_.board(), view_.mover(), known.low)}}};
    else if (leader)
      phrase = {view_.counts_lines() ? "proven lines" : "proven win",
                {{"leader", name_of(*leader)}}};
    else if (known.low == 0)
      phrase = {"proven at least", {{"mover", name_of(view_.mover())}}};
    else if (known.high == 0)
      phrase = {"proven at most", {{"mover", name_of(view_.mover())}}};
    else
      return;
    if (best.size() > 1 && best.size() == columns.columns().size())
      phrase = {leader == view_.other() ? "no column helps" : "all equal",
                {{"text", std::move(phrase)}}};
    else if (!best.empty())
      phrase = {"best", {{"text", std::move(phrase)}, {"columns", columns_of(best)}}};
    add({FactKind::kProven, leader, {}, best, std::move(phrase)});
  }

  // --- unfinished games -------------------------------------------------------------------------

  void find_unfinished() {
    const std::array sides{view_.mover(), view_.other()};
    if (view_.counts_lines()) {
      find_lines_made();
      for (const Colour colour : sides) find_immediate_lines(colour);
    } else if (find_decision()) {
      return;
    } else {
      find_forced();
    }
    for (const Colour colour : sides) find_not_under(colour);
    find_nobody_under();
    for (const Colour colour : sides) find_threats(colour);
    find_no_line();
  }

  void find_lines_made() {
    const int red = view_.lines_made(Colour::kRed), yellow = view_.lines_made(Colour::kYellow);
    std::optional<Colour> leader;
    if (red != yellow) leader = red > yellow ? Colour::kRed : Colour::kYellow;
    add({FactKind::kLinesMade,
         leader,
         view_.cells_in_lines({Colour::kRed, Colour::kYellow}),
         {},
         {"score", {{"red", lines_of(red)}, {"yellow", lines_of(yellow)}}}});
  }

  // Max-Connect4: the lines that a stone dropped now completes.
  void find_immediate_lines(Colour colour) {
    for (const Cell& cell : view_.immediate(colour))
      add({FactKind::kLine,
           colour,
           {cell},
           {cell.column},
           {colour == view_.mover() ? "line now" : "line next",
            {{"colour", name_of(colour)},
             {"lines", lines_of(view_.lines_completed(colour, cell))},
             {"cell", place_of(cell)}}}});
  }

  // Classic: a win with this move or the next, whatever is played. Returns true if there is one:
  // what would matter later does not matter any more.
  bool find_decision() {
    const std::vector<Cell> wins = view_.immediate(view_.mover());
    if (!wins.empty()) {
      const std::vector<int> columns = columns_in(wins);
      add({FactKind::kWin,
           view_.mover(),
           wins,
           columns,
           {"win", {{"mover", name_of(view_.mover())}, {"columns", columns_of(columns)}}}});
      return true;
    }
    if (!view_.safe_columns().empty()) return false;
    find_lost(view_.immediate(view_.other()));
    return true;
  }

  // Classic, undecided: the forced reply and the traps of both sides.
  void find_forced() {
    const auto mover = name_of(view_.mover()), other = name_of(view_.other());
    const std::vector<Cell> menaces = view_.immediate(view_.other());
    const std::vector<int> safe = view_.safe_columns();
    if (!menaces.empty()) {
      add({FactKind::kBlock,
           view_.mover(),
           menaces,
           columns_in(menaces),
           {"block", {{"mover", mover}, {"cell", place_of(menaces[0])}, {"other", other}}}});
    } else if (safe.size() == 1 && view_.legal_columns().size() > 1) {
      add({FactKind::kOnlyMove,
           view_.mover(),
           {view_.landing(safe[0])},
           safe,
           {"only move", {{"column", safe[0] + 1}, {"other", other}}}});
    }
    find_traps(view_, "gives");
    if (menaces.empty()) find_traps(view_.turned(), "would give");
  }

  // Classic: the side to move has no column after which the other cannot win immediately.
  void find_lost(const std::vector<Cell>& menaces) {
    const auto mover = name_of(view_.mover()), other = name_of(view_.other());
    std::vector<Cell> cells = menaces;
    Phrase phrase("lost everywhere", {{"other", other}, {"mover", mover}});
    if (menaces.size() > 1) {
      phrase = {"lost to two",
                {{"other", other}, {"columns", columns_of(columns_in(cells))}, {"mover", mover}}};
    } else if (!menaces.empty()) {
      const Cell cell = menaces[0];
      cells = {cell, cell.above()};
      phrase = {"lost to tower",
                {{"other", other},
                 {"mover", mover},
                 {"column", cell.column + 1},
                 {"row", cell.row + 1},
                 {"above", cell.row + 2}}};
    } else {
      for (const int column : view_.legal_columns()) cells.push_back(view_.landing(column).above());
    }
    const std::vector<int> columns = columns_in(cells);
    add({FactKind::kLost, view_.other(), std::move(cells), columns, std::move(phrase)});
  }

  // Classic: the columns after which the mover has immediate wins that no single block stops.
  void find_traps(const View& view, std::string_view gives) {
    const Colour mover = view.mover();
    for (const int column : view.safe_columns()) {
      const View after = view.after(column);
      std::vector<Cell> cells = after.immediate(mover);
      const auto tower = std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) {
        return after.completes(mover, cell.above());
      });
      Phrase wins;
      if (cells.size() > 1) {
        wins = {"two wins",
                {{"columns", columns_of(columns_in(cells))}, {"other", name_of(view.other())}}};
      } else if (tower != cells.end()) {
        const Cell cell = *tower;
        cells = {cell, cell.above()};
        wins = {"tower win", {{"cell", place_of(cell)}}};
      } else {
        continue;
      }
      add({FactKind::kTrap,
           mover,
           std::move(cells),
           {column},
           {gives,
            {{"column", column + 1}, {"mover", name_of(mover)}, {"wins", std::move(wins)}}}});
    }
  }

  // The columns in which *colour* would let the other side complete a line on top.
  void find_not_under(Colour colour) {
    const Colour other = opponent(colour);
    for (const int column : view_.legal_columns()) {
      const Cell below = view_.landing(column), cell = below.above();
      if (!view_.completes(other, cell) || view_.completes(colour, cell)) continue;
      const bool wins_itself = !view_.counts_lines() && view_.completes(colour, below);
      if (wins_itself) continue;
      Phrase phrase(view_.counts_lines() ? "not under, lines" : "not under, win",
                    {{"colour", name_of(colour)},
                     {"column", column + 1},
                     {"other", name_of(other)},
                     {"lines", lines_of(view_.lines_completed(other, cell))},
                     {"row", cell.row + 1}});
      add({FactKind::kNotUnder, colour, {cell}, {column}, std::move(phrase)});
    }
  }

  // The cells that complete a line of either side, and that nobody should play under.
  void find_nobody_under() {
    for (const auto& [cell, lines] : view_.threats(view_.mover())) {
      if (!view_.completes(view_.other(), cell) || view_.is_playable(cell)) continue;
      if (is_too_late(cell)) continue;
      Phrase phrase(view_.counts_lines() ? "nobody under, line" : "nobody under, win",
                    {{"cell", place_of(cell)}});
      add({FactKind::kNotUnder, {}, {cell}, {cell.column}, std::move(phrase)});
    }
  }

  // Classic: whether a cell below, not playable yet, completes a line of the side it falls to. Then
  // the game is over before *cell* can be played.
  bool is_too_late(const Cell& cell) const {
    if (view_.counts_lines()) return false;
    const int lowest = view_.landing(cell.column).row + 1;
    for (Cell below{cell.column, lowest}; below.row < cell.row; below = below.above())
      if (view_.completes(view_.falls_to(below), below)) return true;
    return false;
  }

  // Whether a fact found before says what *colour* threatens in *cell*: the other side must not
  // play under it, or (classic) either side wins there and the other one gets it.
  bool is_told(Colour colour, const Cell& cell) const {
    const bool is_lost = !view_.counts_lines() && view_.falls_to(cell) != colour;
    return std::any_of(facts_.begin(), facts_.end(), [&](const Fact& fact) {
      if (fact.kind != FactKind::kNotUnder || fact.cells[0] != cell) return false;
      return fact.colour ? *fact.colour != colour : is_lost;
    });
  }

  // The cells that complete a line of *colour* but cannot be played yet.
  void find_threats(Colour colour) {
    for (const auto& [cell, lines] : view_.threats(colour)) {
      if (view_.is_playable(cell) || is_too_late(cell)) continue;
      if (!view_.counts_lines() && view_.completes(colour, cell.above()))
        add({FactKind::kTower,
             colour,
             {cell, cell.above()},
             {cell.column},
             {"tower",
              {{"colour", name_of(colour)},
               {"column", cell.column + 1},
               {"row", cell.row + 1},
               {"above", cell.row + 2},
               {"other", name_of(opponent(colour))}}}});
      if (is_told(colour, cell)) continue;
      const Colour profits = view_.falls_to(cell);
      const bool is_stopped = profits != colour;
      Phrase phrase(is_stopped ? "threat stopped" : "threat",
                    {{"colour", name_of(colour)},
                     {"lines", lines_of(lines)},
                     {"cell", place_of(cell)},
                     {"parity", Phrase(cell.row % 2 == 0 ? "odd row" : "even row")},
                     {"profits", name_of(profits)}});
      if (view_.counts_lines())
        phrase.name = is_stopped ? "threat of lines stopped" : "threat of lines";
      add({FactKind::kThreat, colour, {cell}, {cell.column}, std::move(phrase), profits});
    }
  }

  // The colours that cannot complete a line any more, because the other has a stone in each.
  void find_no_line() {
    const bool red = view_.has_open_line(Colour::kRed),
               yellow = view_.has_open_line(Colour::kYellow);
    if (!red && !yellow) {
      add({FactKind::kNoLine,
           {},
           {},
           {},
           Phrase(view_.counts_lines() ? "no line, score" : "no line, draw")});
    } else if (!red || !yellow) {
      const Colour stuck = red ? Colour::kYellow : Colour::kRed;
      add({FactKind::kNoLine, stuck, {}, {}, {"no line", {{"colour", name_of(stuck)}}}});
    }
  }

  View view_;
  std::vector<Fact> facts_;
};

// *proven*, of the same position, adds what it proves; it may be null.
inline std::vector<Fact> find_facts(const Board& board, Colour mover, const ColumnScores* proven) {
  return FactFinder(board, mover).find(proven);
}

// After how many moves of *line* nothing can change the result any more, and why: one side can no
// longer be saved, or nobody can complete a line.
inline std::optional<std::pair<std::size_t, Fact>> find_decision(Board board, Colour mover,
                                                                 const std::vector<int>& line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    board = board.play(line[i]);
    mover = opponent(mover);
    for (Fact& fact : find_facts(board, mover, nullptr)) {
      const bool is_draw = fact.kind == FactKind::kNoLine && !fact.colour;
      if (fact.kind == FactKind::kLost || is_draw) return std::pair(i + 1, std::move(fact));
    }
  }
  return std::nullopt;
}

}  // namespace dropfour::policy
