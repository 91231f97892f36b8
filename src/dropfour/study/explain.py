"""What matters in a position, as sentences with their cells: facts that the rules or a proof imply.

The page finds the same facts in the browser, with ``static/js/core/explain.js``: a test compares the two
on a thousand games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from dropfour.arguments import position_of
from dropfour.engines.proof import Analysis
from dropfour.position import Colour, Position
from dropfour.rules import Cell, Direction, Objective
from dropfour.scores import plies_to_end, winning_stones
from dropfour.study.sentences import say
from dropfour.threats import completing_lines, falls_to

if TYPE_CHECKING:
    from dropfour.drawing.scene import Overlay


class FactKind(Enum):
    """What a fact is about, the most urgent first; the values are the words of the API."""

    OVER = "the game is over"
    VERDICT = "proven"
    SCORE = "lines made"
    WIN = "immediate win"
    LOST = "cannot be stopped"
    BLOCK = "forced block"
    ONLY_MOVE = "only move"
    TRAP = "trap"
    LINE = "immediate line"
    NOT_UNDER = "do not play under"
    TOWER = "threats on top of each other"
    THREAT = "threat"
    NO_LINE = "no line left"


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: the colour it belongs to (None: both), its place, and its text, a clause.

    *cells* are the cells it is about, *columns* those to play or to avoid because of it. *profits* is
    the colour that gets a threatened cell once the other columns are full.
    """

    kind: FactKind
    colour: Colour | None
    cells: tuple[Cell, ...]
    columns: tuple[int, ...]
    text: str
    profits: Colour | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, as the page's API gives it; the text is a sentence."""
        return {
            "kind": self.kind.value,
            "colour": None if self.colour is None else str(self.colour),
            "cells": [{"column": cell.column, "row": cell.row} for cell in self.cells],
            "columns": list(self.columns),
            "text": str(self),
            "profits": None if self.profits is None else str(self.profits),
        }

    def __str__(self) -> str:
        return f"{self.text[0].upper()}{self.text[1:]}."


@dataclass(frozen=True, slots=True)
class Explanation:
    """The facts of a position, the most urgent first."""

    position: Position
    facts: tuple[Fact, ...]

    def of_kind(self, kind: FactKind) -> tuple[Fact, ...]:
        """Return the facts of one kind."""
        return tuple(fact for fact in self.facts if fact.kind is kind)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values, as the API does."""
        return {"facts": [fact.to_dict() for fact in self.facts]}

    @property
    def overlay(self) -> Overlay:
        """What a drawing adds to the position: the facts, numbered, and their numbers in empty cells.

        A cell has the number of its most urgent fact.
        """
        from dropfour.drawing.scene import Overlay

        marks: dict[Cell, str] = {}
        for number, fact in enumerate(self.facts, start=1):
            for cell in fact.cells:
                if self.position[cell] is None:
                    marks.setdefault(cell, str(number))
        caption = [f"{number}. {fact}" for number, fact in enumerate(self.facts, start=1)]
        return Overlay(marks=marks, caption=caption or (str(self),))

    def _repr_svg_(self) -> str:
        from dropfour.drawing.svg import draw_svg

        return draw_svg(self)

    def __repr__(self) -> str:
        return f"<Explanation: {' '.join(map(str, self.facts)) or self}>"

    def __str__(self) -> str:
        """One sentence for each fact, each on a row of its own."""
        return "\n".join(map(str, self.facts)) or "No line is threatened yet."


def explain(position: Position | str, analysis: Analysis | None = None) -> Explanation:
    """Return what matters in *position*; with an *analysis* of it, also what that proves.

    A move string is the position it leads to on 7x6. Raises ValueError if the analysis is of another
    position.

    >>> print(d4.explain("44556"))
    Red wins next: in columns 3 and 7, and yellow can block only one.
    """
    position = position_of(position)
    if analysis is not None and analysis.position != position:
        raise ValueError("the analysis is of another position")
    facts = list(_over(position) if position.is_over else _facts(position))
    if analysis is not None and not position.is_over:
        facts += _verdict(analysis)
    kinds = list(FactKind)
    facts.sort(key=lambda fact: kinds.index(fact.kind))  # stable: the side to move comes first
    return Explanation(position, tuple(facts))


def result_text(position: Position, score: int) -> str:
    """Return what an exact *score* of *position* means, such as ``red wins in 3 moves``."""
    if score == 0:
        return say("draw")
    winner = position.to_move if score > 0 else position.to_move.opponent
    if position.rules.objective is Objective.MOST_LINES:
        return say("lines ahead", winner=winner, lines=_count(abs(score), "line"))
    if plies_to_end(position, score) == 1:
        return say("win now", winner=winner)
    return say("win in", winner=winner, moves=_count(winning_stones(position, score), "move"))


# --- finished games and proofs ----------------------------------------------------------------------


def _over(position: Position) -> Iterator[Fact]:
    outcome = position.outcome
    assert outcome is not None
    if position.rules.objective is Objective.MOST_LINES:
        yield _score(position)
    if outcome.winner is None:
        yield Fact(FactKind.OVER, None, (), (), say("over, draw"))
        return
    winner, cells = outcome.winner, tuple(sorted(outcome.cells))
    if position.rules.objective is Objective.MOST_LINES:
        text = say("over, lines", winner=winner)
    else:
        text = say("over, win", winner=winner, connect=position.rules.connect)
    yield Fact(FactKind.OVER, winner, cells, (), text)


def _verdict(analysis: Analysis) -> Iterator[Fact]:
    """Yield what is proven, if anything is."""
    position, known = analysis.position, analysis.range
    mover, other = position.to_move, position.to_move.opponent
    leader = {"win": mover, "loss": other}.get(known.outcome or "draw")
    if known.score is not None:
        text = say("exact", result=result_text(position, known.score))
    elif leader is not None:
        is_race = position.rules.objective is Objective.MOST_LINES
        text = say("proven lines" if is_race else "proven win", leader=leader)
    elif known.low == 0:
        text = say("proven at least", mover=mover)
    elif known.high == 0:
        text = say("proven at most", mover=mover)
    else:
        return
    if len(analysis.best) == len(analysis.columns) > 1:
        text = say("all equal", text=text)
    elif analysis.best:
        text = say("best", text=text, columns=_columns(analysis.best))
    yield Fact(FactKind.VERDICT, leader, (), analysis.best, text)


# --- unfinished games -------------------------------------------------------------------------------


class _View:
    """A position with the cells that complete lines, found once."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.mover, self.other = position.to_move, position.to_move.opponent
        self.is_race = position.rules.objective is Objective.MOST_LINES
        self.completing = {colour: completing_lines(position, colour) for colour in Colour}

    def is_playable(self, cell: Cell) -> bool:
        return cell.row == self.position.height(cell.column) + 1

    def immediate(self, colour: Colour) -> tuple[Cell, ...]:
        """The cells in which *colour* would complete a line with a stone dropped now."""
        return tuple(cell for cell in self.completing[colour] if self.is_playable(cell))

    def safe_columns(self) -> tuple[int, ...]:
        """The columns after which the other side cannot complete a line immediately."""
        cells = map(self.position.landing_cell, self.position.legal_columns)
        menaces = self.immediate(self.other)
        return tuple(
            cell.column
            for cell in cells
            if set(menaces) <= {cell} and _above(cell) not in self.completing[self.other]
        )

    def lines(self, colour: Colour, cell: Cell) -> str:
        return _count(len(self.completing[colour][cell]), "line")


def _facts(position: Position) -> Iterator[Fact]:
    view = _View(position)
    if view.is_race:
        yield _score(position)
        for colour in (view.mover, view.other):
            yield from _immediate_lines(view, colour)
    else:
        yield from _forced(view)
    for colour in (view.mover, view.other):
        yield from _not_under(view, colour)
    yield from _nobody_under(view)
    for colour in (view.mover, view.other):
        yield from _threats(view, colour)
    yield from _no_line(view)


def _score(position: Position) -> Fact:
    red, yellow = (position.count_lines(colour) for colour in Colour)
    leader = None if red == yellow else Colour.RED if red > yellow else Colour.YELLOW
    cells = {cell for colour in Colour for line in position.lines(colour) for cell in line}
    text = say("score", red=_count(red, "line"), yellow=_count(yellow, "line"))
    return Fact(FactKind.SCORE, leader, tuple(sorted(cells)), (), text)


def _immediate_lines(view: _View, colour: Colour) -> Iterator[Fact]:
    """Max-Connect4: the lines that a stone dropped now completes."""
    for cell in view.immediate(colour):
        name = "line now" if colour is view.mover else "line next"
        text = say(name, colour=colour, lines=view.lines(colour, cell), cell=_place(cell))
        yield Fact(FactKind.LINE, colour, (cell,), (cell.column,), text)


def _forced(view: _View) -> Iterator[Fact]:
    """Classic: an immediate win; without one, the forced reply and the traps of both sides."""
    position, mover, other = view.position, view.mover, view.other
    wins = view.immediate(mover)
    if wins:
        text = say("win", mover=mover, columns=_columns_of(wins))
        yield Fact(FactKind.WIN, mover, wins, _columns_in(wins), text)
        return
    menaces, safe = view.immediate(other), view.safe_columns()
    if not safe:
        yield _lost(view)
    elif menaces:
        text = say("block", mover=mover, cell=_place(menaces[0]), other=other)
        yield Fact(FactKind.BLOCK, mover, menaces, _columns_in(menaces), text)
    elif len(safe) == 1 and len(position.legal_columns) > 1:
        cells = (position.landing_cell(safe[0]),)
        text = say("only move", column=safe[0], other=other)
        yield Fact(FactKind.ONLY_MOVE, mover, cells, safe, text)
    yield from _traps(view, "gives")
    if not menaces:
        masks = (position.red_mask, position.yellow_mask)
        turned = Position.from_masks(*masks, position.rules, to_move=other)
        yield from _traps(_View(turned), "would give")


def _lost(view: _View) -> Fact:
    """Classic: the side to move has no column after which the other cannot win immediately."""
    mover, other = view.mover, view.other
    menaces = view.immediate(other)
    if len(menaces) > 1:
        cells = menaces
        text = say("lost to two", other=other, columns=_columns_of(cells), mover=mover)
    elif menaces:
        cell = menaces[0]
        cells = (cell, _above(cell))
        text = say(
            "lost to tower",
            other=other,
            mover=mover,
            column=cell.column,
            row=cell.row,
            above=cell.row + 1,
        )
    else:
        position = view.position
        cells = tuple(_above(position.landing_cell(column)) for column in position.legal_columns)
        text = say("lost everywhere", other=other, mover=mover)
    return Fact(FactKind.LOST, other, cells, _columns_in(cells), text)


def _traps(view: _View, gives: str) -> Iterator[Fact]:
    """Classic: the columns after which the mover has immediate wins that no single block stops."""
    for column in view.safe_columns():
        after = _View(view.position.play(column))
        wins = after.immediate(view.mover)
        towers = [cell for cell in wins if _above(cell) in after.completing[view.mover]]
        if len(wins) > 1:
            cells = wins
            what = say("two wins", columns=_columns_of(wins), other=view.other)
        elif towers:
            cells = (towers[0], _above(towers[0]))
            what = say("tower win", cell=_place(towers[0]))
        else:
            continue
        text = say(gives, column=column, mover=view.mover, wins=what)
        yield Fact(FactKind.TRAP, view.mover, cells, (column,), text)


def _not_under(view: _View, colour: Colour) -> Iterator[Fact]:
    """The columns in which *colour* would let the other side complete a line on top."""
    other = colour.opponent
    for column in view.position.legal_columns:
        below = view.position.landing_cell(column)
        cell = _above(below)
        if cell not in view.completing[other] or cell in view.completing[colour]:
            continue
        if not view.is_race and below in view.completing[colour]:
            continue  # it wins there itself
        text = say(
            "not under, lines" if view.is_race else "not under, win",
            colour=colour,
            column=column,
            other=other,
            lines=view.lines(other, cell),
            row=cell.row,
        )
        yield Fact(FactKind.NOT_UNDER, colour, (cell,), (column,), text)


def _nobody_under(view: _View) -> Iterator[Fact]:
    """The cells that complete a line of either side, and that nobody should play under."""
    for cell in view.completing[view.mover]:
        if cell not in view.completing[view.other] or view.is_playable(cell):
            continue
        name = "nobody under, line" if view.is_race else "nobody under, win"
        text = say(name, cell=_place(cell))
        yield Fact(FactKind.NOT_UNDER, None, (cell,), (cell.column,), text)


def _threats(view: _View, colour: Colour) -> Iterator[Fact]:
    """The cells that complete a line of *colour* but cannot be played yet."""
    other = colour.opponent
    for cell in view.completing[colour]:
        if view.is_playable(cell):
            continue
        if not view.is_race and _above(cell) in view.completing[colour]:
            cells = (cell, _above(cell))
            text = say(
                "tower",
                colour=colour,
                column=cell.column,
                row=cell.row,
                above=cell.row + 1,
                other=other,
            )
            yield Fact(FactKind.TOWER, colour, cells, (cell.column,), text)
        profits = falls_to(view.position, cell)
        name = "threat of lines" if view.is_race else "threat"
        text = say(
            name if profits is colour else f"{name} stopped",
            colour=colour,
            lines=view.lines(colour, cell),
            cell=_place(cell),
            parity=say("odd row" if cell.row % 2 else "even row"),
            profits=profits,
        )
        yield Fact(FactKind.THREAT, colour, (cell,), (cell.column,), text, profits)


def _no_line(view: _View) -> Iterator[Fact]:
    """The colours that cannot complete a line any more, because the other has a stone in each."""
    position = view.position
    stuck = [colour for colour in Colour if not _has_open_line(position, colour)]
    if len(stuck) == 2:
        text = say("no line, score" if view.is_race else "no line, draw")
        yield Fact(FactKind.NO_LINE, None, (), (), text)
    elif stuck:
        text = say("no line", colour=stuck[0])
        yield Fact(FactKind.NO_LINE, stuck[0], (), (), text)


def _has_open_line(position: Position, colour: Colour) -> bool:
    theirs = frozenset(position.stones(colour.opponent))
    return any(
        theirs.isdisjoint(line) and any(position[cell] is None for cell in line)
        for line in position.rules.lines
    )


# --- words ------------------------------------------------------------------------------------------


def _above(cell: Cell) -> Cell:
    return cell.step(Direction.UP)


def _place(cell: Cell) -> str:
    return say("cell", column=cell.column, row=cell.row)


def _columns_in(cells: Iterable[Cell]) -> tuple[int, ...]:
    return tuple(sorted({cell.column for cell in cells}))


def _columns_of(cells: Iterable[Cell]) -> str:
    return _columns(_columns_in(cells))


def _columns(columns: tuple[int, ...]) -> str:
    if len(columns) == 1:
        return say("column", column=columns[0])
    return say("columns", columns=", ".join(map(str, columns[:-1])), last=columns[-1])


def _count(number: int, noun: str) -> str:
    return say(noun if number == 1 else f"{noun}s", count=number)
