"""Game: two seats in turn, with history, undo and redo, resignation and result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from dropfour.position import RED, Colour, IllegalMove, Position
from dropfour.rules import Objective, Rules


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays one side: a person, whose moves come from outside, or a function that chooses."""

    name: str = "human"
    choose: Callable[[Position], int] | None = None

    @property
    def is_person(self) -> bool:
        return self.choose is None


class Ending(Enum):
    """Why a game is over; the values are the words that files and pages use."""

    LINE = "line"
    FULL_BOARD = "full board"
    RESIGNATION = "resignation"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: *winner* is None for a draw; *reason* is said for a forfeit."""

    winner: Colour | None
    ending: Ending
    reason: str = ""

    @property
    def token(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``, red's points first."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is RED else "0-1"

    def __str__(self) -> str:
        if self.winner is None:
            return "draw"
        how = {Ending.LINE: "", Ending.FULL_BOARD: " by more lines"}
        text = f"{self.winner} wins{how.get(self.ending, f' by {self.ending.value}')}"
        return f"{text}: {self.reason}" if self.reason else text


class Game:
    """A game in progress. One loop serves them all: `advance` lets a seat that is no person move,
    `play` takes a person's move, and `run` does both to the end."""

    def __init__(
        self,
        start: Position | Rules | None = None,
        red: Seat | None = None,
        yellow: Seat | None = None,
    ) -> None:
        position = start if isinstance(start, Position) else Position(start)
        self.red, self.yellow = red or Seat(), yellow or Seat()
        self._positions = [position]
        self._columns: list[int] = []
        self._played = 0  # how many of the columns are on the board; the rest can be redone
        self._declared: Result | None = None

    # --- what is known --------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        return self.start.rules

    @property
    def start(self) -> Position:
        return self._positions[0]

    @property
    def position(self) -> Position:
        return self._positions[self._played]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions from the start to the one on the board."""
        return tuple(self._positions[: self._played + 1])

    @property
    def moves(self) -> tuple[int, ...]:
        """The columns played from the start; what was undone is left out."""
        return tuple(self._columns[: self._played])

    @property
    def undone(self) -> tuple[int, ...]:
        """The columns that can be redone, the next one first."""
        return tuple(self._columns[self._played :])

    def seat(self, colour: Colour) -> Seat:
        return self.red if colour is RED else self.yellow

    @property
    def seat_to_move(self) -> Seat:
        return self.seat(self.position.to_move)

    @property
    def result(self) -> Result | None:
        """How the game ended, on the board or by declaration; None while it goes on."""
        if self._declared is not None:
            return self._declared
        outcome = self.position.outcome
        if outcome is None:
            return None
        by_line = self.rules.objective is Objective.FIRST_LINE and not outcome.is_draw
        return Result(outcome.winner, Ending.LINE if by_line else Ending.FULL_BOARD)

    @property
    def is_over(self) -> bool:
        return self._declared is not None or self.position.is_over

    # --- moves ----------------------------------------------------------------------------------

    def play(self, column: int) -> Position:
        """Drop a stone for the side to move and return the new position; what had been undone is
        forgotten. Raises IllegalMove, and the game is as it was."""
        if self._declared is not None:
            raise IllegalMove(f"the game is over: {self._declared}")
        position = self.position.play(column)
        del self._columns[self._played :]
        del self._positions[self._played + 1 :]
        self._columns.append(column)
        self._positions.append(position)
        self._played += 1
        return position

    def advance(self) -> bool:
        """Let the side to move choose and play; return False if a person must move or all is over.

        A seat that chooses an illegal column forfeits the game.
        """
        seat = self.seat_to_move
        if self.is_over or seat.choose is None:
            return False
        colour = self.position.to_move
        column = seat.choose(self.position)
        try:
            self.play(column)
        except IllegalMove as error:
            self.forfeit(colour, f"{seat.name} chose an illegal move: {error}")
        return True

    def run(
        self,
        ask: Callable[[Game], int] | None = None,
        on_move: Callable[[Game], None] | None = None,
    ) -> Result:
        """Play to the end: *ask* gives a person's column, *on_move* is called after each move.

        Raises ValueError if a person is to move and there is nobody to ask.
        """
        while (result := self.result) is None:
            if not self.advance():
                if ask is None:
                    raise ValueError(f"{self.position.to_move} is a person, and nobody is asked")
                self.play(ask(self))
            if on_move is not None:
                on_move(self)
        return result

    # --- taking back ----------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return self._played > 0 or self._declared is not None

    @property
    def can_redo(self) -> bool:
        return self._declared is None and self._played < len(self._columns)

    def undo(self) -> Position:
        """Take the last move back, or a declared result if there is one; ValueError at the start."""
        if not self.can_undo:
            raise ValueError("there is no move to undo")
        if self._declared is not None:
            self._declared = None
        else:
            self._played -= 1
        return self.position

    def undo_turn(self) -> Position:
        """Undo until a person is to move again (one move, if no seat is a person's)."""
        self.undo()
        if self.red.is_person or self.yellow.is_person:
            while not self.seat_to_move.is_person and self._played > 0:
                self.undo()
        return self.position

    def redo(self) -> Position:
        """Play the move again that was undone last; ValueError if there is none."""
        if not self.can_redo:
            raise ValueError("there is no move to redo")
        self._played += 1
        return self.position

    def redo_turn(self) -> Position:
        """Redo until a person is to move again or nothing is left to redo."""
        self.redo()
        while self.can_redo and not self.seat_to_move.is_person:
            self.redo()
        return self.position

    # --- declared ends --------------------------------------------------------------------------

    def resign(self, colour: Colour | None = None) -> Result:
        """End the game as lost for *colour*, by default the side to move; ValueError if it is over."""
        return self._declare(colour or self.position.to_move, Ending.RESIGNATION, "")

    def forfeit(self, colour: Colour, reason: str) -> Result:
        """End the game as lost for *colour* through a fault that *reason* tells."""
        return self._declare(colour, Ending.FORFEIT, reason)

    def _declare(self, loser: Colour, ending: Ending, reason: str) -> Result:
        if self.is_over:
            raise ValueError(f"the game is over already: {self.result}")
        self._declared = Result(loser.opponent, ending, reason)
        return self._declared
