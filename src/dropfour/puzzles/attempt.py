"""An attempt at a puzzle: each move is right, and answered, or wrong, and refuted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dropfour.engines.engine import NO_LIMITS, Limits
from dropfour.engines.exact import analyse
from dropfour.moves import format_moves
from dropfour.position import IllegalMove, Position
from dropfour.puzzles.puzzle import Puzzle
from dropfour.study.explain import FactKind, explain, result_text
from dropfour.study.sentences import has_sentence, say, sentence

# What happens later than this many moves after a wrong one is no reason that a person could see.
_FARTHEST = 16


@dataclass(frozen=True, slots=True)
class AttemptedMove:
    """A move of an attempt, right or wrong, and what came of it.

    *position* is the board after it and the opponent's *reply*; after a wrong move, *variation* is how
    best play continues from the board before it.
    """

    column: int
    is_right: bool
    position: Position
    reply: int | None
    variation: tuple[int, ...]
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "column": self.column,
            "right": self.is_right,
            "reply": self.reply,
            "variation": format_moves(self.variation),
            "text": self.text,
        }


class Attempt:
    """An attempt at *puzzle*. A wrong move is counted and taken back."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.position = puzzle.position
        self.wrong = 0
        self._played = 0

    @property
    def is_solved(self) -> bool:
        """Whether every move of the solution has been found."""
        return self._played == len(self.puzzle.solution)

    @property
    def moves_left(self) -> int:
        """How many moves of the side that solves the puzzle are left."""
        return (len(self.puzzle.solution) - self._played + 1) // 2

    @property
    def next_column(self) -> int:
        """The right column; raises ValueError once the puzzle is solved."""
        if self.is_solved:
            raise ValueError("the puzzle is solved")
        return self.puzzle.solution[self._played]

    @property
    def idea(self) -> str:
        """What to look for, without naming a column: what is urgent, otherwise a theme of the puzzle."""
        mover = self.position.to_move
        urgent = [fact.kind.value for fact in explain(self.position).facts if fact.colour is mover]
        names = (f"hint, {word}" for word in (*urgent, *self.puzzle.themes, "win"))
        name = next(filter(has_sentence, names))
        return sentence(name, mover=mover, other=mover.opponent)

    def play(self, column: int, limits: Limits = NO_LIMITS) -> AttemptedMove:
        """Try *column*; raise IllegalMove if it cannot be played, or the puzzle is solved.

        The refutation of a wrong one is searched within the *limits*.
        """
        if self.is_solved:
            raise IllegalMove(f"column {column} cannot be played: the puzzle is solved")
        after = self.position.play(column)
        if column != self.next_column:
            self.wrong += 1
            return _refuted(self.puzzle, self.position, column, limits)
        self.position = after
        self._played += 1
        reply = None
        if not self.is_solved:
            reply = self.puzzle.solution[self._played]
            self.position = after.play(reply)
            self._played += 1
        text = sentence("try right", column=column)
        if reply is not None:
            text += f" {sentence('try answered', other=after.to_move, reply=reply)}"
        variation = (column,) if reply is None else (column, reply)
        return AttemptedMove(column, True, self.position, reply, variation, text)


def _refuted(puzzle: Puzzle, before: Position, column: int, limits: Limits) -> AttemptedMove:
    """Return why *column* does not solve the puzzle: the best reply, and how the game ends."""
    after = before.play(column)
    if after.is_over:
        return AttemptedMove(
            column, False, after, None, (column,), sentence("try drawn", column=column)
        )
    words = {"column": column, "aim": _aim(puzzle), "other": after.to_move}
    analysis = analyse(after, limits=limits)
    rest = analysis.find_variation(limits=limits)
    if not rest or analysis.score is None:
        text = sentence("try unproven", **words)
        return AttemptedMove(column, False, after, None, (column,), text)
    words["reply"] = rest[0]
    answered = after.play(rest[0])
    if answered.winner is after.to_move:
        text = sentence("try lost", **words)
    elif analysis.score == 0:
        text = sentence("try refuted, draw", **words)
    else:
        # Of a win that is too slow, the moves are counted from the board before the wrong one.
        text = sentence("try refuted", **words, result=result_text(before, -analysis.score))
    if not answered.is_over:
        text = f"{text} {_reason(before, (column, *rest))}".rstrip()
    return AttemptedMove(column, False, answered, rest[0], (column, *rest), text)


def _reason(before: Position, variation: tuple[int, ...]) -> str:
    """Return why best play after a wrong move ends as it does: the side that loses runs out of safe
    moves, or a threat is filled."""
    mover, other = before.to_move, before.to_move.opponent
    threatening = ((FactKind.THREAT, mover), (FactKind.NOT_UNDER, other))
    facts = explain(before).facts
    threats = {
        cell for fact in facts if (fact.kind, fact.colour) in threatening for cell in fact.cells
    }
    position, last = before, None
    for number, column in enumerate(variation[:_FARTHEST], 1):
        cell = position.landing_cell(column)
        if position.to_move is other and cell in threats:
            place = say("cell", column=cell.column, row=cell.row)
            name = "try, given" if column == last else "try, stopped"
            return sentence(name, other=other, mover=mover, cell=place)
        position, last = position.play(column), column
        if position.is_over:
            break
        for lost in explain(position).of_kind(FactKind.LOST):
            if lost.colour is mover:
                return ""  # a win that is too slow
            moves = say("moves", count=number)
            return sentence(
                "try, then" if number == 2 else "try, later", moves=moves, fact=lost.text
            )
    return ""


def _aim(puzzle: Puzzle) -> str:
    if puzzle.goal == "draw":
        return say("aim, draw")
    return say("aim, win in" if puzzle.is_fast else "aim, win", moves=f"{puzzle.stones} moves")
