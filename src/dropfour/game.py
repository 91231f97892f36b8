"""Game: two players in turn, with history, undo and redo, resignation and result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from dropfour.moves import format_moves, parse_moves
from dropfour.position import RED, Colour, IllegalMove, Position
from dropfour.rules import Objective, Rules

if TYPE_CHECKING:
    from dropfour.drawing.scene import Overlay
    from dropfour.players.player import Player, Seatable


class Fault(Exception):
    """A player crashed, hung or broke its protocol, and so loses the game.

    The message continues a sentence that starts with the player's name.
    """


class ChosenColumn(Protocol):
    """A choice, of which a game needs the column only."""

    @property
    def column(self) -> int: ...


class SeatedPlayer(Protocol):
    """A player that chooses its own moves; `dropfour.open_player` opens one."""

    @property
    def name(self) -> str: ...

    def choose(self, position: Position, *, moves: tuple[int, ...] | None = None) -> ChosenColumn:
        """Choose a column for *position*, reached by *moves* from the empty board (None: unknown).

        Raises Fault for what loses the game; whether the column is legal is checked by the game.
        """
        ...


class Ending(Enum):
    """Why a game is over; the values are the words that files and pages use."""

    LINE = "line"
    FULL_BOARD = "full board"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: *winner* is None for a draw; *reason* explains a forfeit."""

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
    """A game in progress; a player of None is a person, whose moves come from outside.

    Any other player is an Engine, a Player, a text that `dropfour.open_player` opens, such as ``easy``,
    or a function of a Position that returns a column. `advance` lets a player move, `play` takes a
    person's move, and `run` does both until the end. A game is a context manager: leaving the block
    ends the processes of players that the game opened itself.

    >>> game = d4.Game(yellow=lambda position: position.legal_columns[0])
    >>> position = game.play(4)
    >>> choice = game.advance()
    >>> game.moves
    (4, 1)
    """

    def __init__(
        self,
        start: Position | Rules | None = None,
        red: Seatable | None = None,
        yellow: Seatable | None = None,
    ) -> None:
        if start is not None and not isinstance(start, Position | Rules):
            raise TypeError(
                f"a game starts from a Position or Rules, not {start!r}; "
                "Game.from_moves takes a move string such as '4455'"
            )
        position = start if isinstance(start, Position) else Position(start)
        self._positions = [position]
        self._columns: list[int] = []
        self._played = 0  # how many of the columns are on the board; the rest can be redone
        self._declared: Result | None = None
        self._opened: list[Player] = []
        self.red, self.yellow = self._seated(red), self._seated(yellow)

    @classmethod
    def from_moves(
        cls,
        moves: str | Iterable[int],
        start: Position | Rules | None = None,
        red: Seatable | None = None,
        yellow: Seatable | None = None,
    ) -> Game:
        """Return the game after *moves*, a move string or a sequence of columns, played from *start*.

        Raises IllegalMove for a move that cannot be played and InvalidNotation for a malformed string.
        """
        game = cls(start, red, yellow)
        for column in parse_moves(moves) if isinstance(moves, str) else moves:
            game.play(column)
        return game

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the players that the game opened from a text."""
        while self._opened:
            self._opened.pop().close()

    # --- state ----------------------------------------------------------------------------------

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
        """The columns played from the start, without those undone."""
        return tuple(self._columns[: self._played])

    @property
    def undone(self) -> tuple[int, ...]:
        """The columns that can be redone, the next one first."""
        return tuple(self._columns[self._played :])

    @property
    def moves_from_empty(self) -> tuple[int, ...] | None:
        """The columns played from the empty board; None if the game started from another position."""
        return None if self.start.ply else self.moves

    def player(self, colour: Colour) -> SeatedPlayer | None:
        """Return who plays *colour*; None for a person."""
        return self.red if colour is RED else self.yellow

    def seat(self, colour: Colour, player: Seatable | None) -> None:
        """Let *player* play *colour* from now on."""
        if colour is RED:
            self.red = self._seated(player)
        else:
            self.yellow = self._seated(player)

    def _seated(self, player: Seatable | None) -> SeatedPlayer | None:
        if player is None:
            return None
        from dropfour.players.player import Player, seated

        seat = seated(player, self.rules)
        if isinstance(player, str) and isinstance(seat, Player):
            self._opened.append(seat)
        return seat

    @property
    def player_to_move(self) -> SeatedPlayer | None:
        return self.player(self.position.to_move)

    @property
    def result(self) -> Result | None:
        """How the game ended, on the board or by declaration; None while it is in progress."""
        if self._declared is not None:
            return self._declared
        if not self.position.is_over:
            return None
        winner = self.position.winner
        by_line = self.rules.objective is Objective.FIRST_LINE and winner is not None
        return Result(winner, Ending.LINE if by_line else Ending.FULL_BOARD)

    @property
    def is_over(self) -> bool:
        return self._declared is not None or self.position.is_over

    # --- moves ----------------------------------------------------------------------------------

    def play(self, column: int) -> Position:
        """Drop a stone for the side to move and return the new position; undone moves are discarded.

        Raises IllegalMove and leaves the game unchanged if the column cannot be played.
        """
        if self._declared is not None:
            raise IllegalMove(f"the game is over: {self._declared}")
        position = self.position.play(column)
        del self._columns[self._played :]
        del self._positions[self._played + 1 :]
        self._columns.append(column)
        self._positions.append(position)
        self._played += 1
        return position

    def play_chosen(self, column: int, name: str) -> None:
        """Play what the player called *name* chose; an illegal column forfeits the game."""
        try:
            self.play(column)
        except IllegalMove as error:
            self.forfeit(self.position.to_move, f"{name} chose an illegal move: {error}")

    def advance(self) -> bool:
        """Let the player to move choose and play; return False if a person must move or the game is
        over.

        An illegal choice and a Fault forfeit the game.
        """
        player = self.player_to_move
        if self.is_over or player is None:
            return False
        try:
            column = player.choose(self.position, moves=self.moves_from_empty).column
        except Fault as fault:
            self.forfeit(self.position.to_move, f"{player.name} {fault}")
        else:
            self.play_chosen(column, player.name)
        return True

    def run(
        self,
        ask: Callable[[Game], int] | None = None,
        on_move: Callable[[Game], None] | None = None,
    ) -> Result:
        """Play to the end: *ask* returns a person's column, *on_move* is called after each move.

        Raises ValueError if a person is to move and *ask* is missing.
        """
        while (result := self.result) is None:
            if not self.advance():
                if ask is None:
                    raise ValueError(f"{self.position.to_move} is a person, and ask is missing")
                self.play(ask(self))
            if on_move is not None:
                on_move(self)
        return result

    # --- showing --------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        """Who is to move, or how the game ended."""
        from dropfour.drawing.words import status_text

        return status_text(self.position) if self.result is None else str(self.result)

    def __repr__(self) -> str:
        return f"<Game {format_moves(self.moves) or 'without moves'}: {self.status}>"

    def __str__(self) -> str:
        """The board, with who is to move or how the game ended under it."""
        from dropfour.drawing.text import draw_text

        if self._declared is None:
            return draw_text(self.position)
        return f"{draw_text(self.position, status=False)}\n{self._declared}"

    @property
    def overlay(self) -> Overlay:
        """What a drawing adds to the position: the players and the result."""
        from dropfour.drawing.scene import Overlay

        red, yellow = (
            str(colour) if player is None else f"{player.name} ({colour})"
            for colour, player in ((colour, self.player(colour)) for colour in Colour)
        )
        return Overlay(caption=(f"{red} against {yellow}: {self.status}",))

    def _repr_svg_(self) -> str:
        from dropfour.drawing.svg import draw_svg

        return draw_svg(self)

    # --- taking back ----------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return self._played > 0 or self._declared is not None

    @property
    def can_undo_turn(self) -> bool:
        """Whether `undo_turn` is possible: an engine's first move is not undone, since it would only be
        chosen again."""
        if not self.can_undo or None not in (self.red, self.yellow):
            return self.can_undo
        left = self._played - (self._declared is None)
        return left > 0 or self.player(self.start.to_move) is None

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
        """Undo until a person is to move again (one move if neither player is a person); ValueError
        unless `can_undo_turn`."""
        if not self.can_undo_turn:
            raise ValueError("there is no move to undo")
        self.undo()
        if self.red is None or self.yellow is None:
            while self.player_to_move is not None:
                self.undo()
        return self.position

    def redo(self) -> Position:
        """Play the move that was undone last again; ValueError if there is none."""
        if not self.can_redo:
            raise ValueError("there is no move to redo")
        self._played += 1
        return self.position

    def redo_turn(self) -> Position:
        """Redo until a person is to move again or nothing is left to redo."""
        self.redo()
        while self.can_redo and self.player_to_move is not None:
            self.redo()
        return self.position

    # --- declared ends --------------------------------------------------------------------------

    def resign(self, colour: Colour | None = None) -> Result:
        """End the game as lost for *colour*, by default the side to move; ValueError if it is over."""
        return self._declare((colour or self.position.to_move).opponent, Ending.RESIGNATION, "")

    def agree_draw(self) -> Result:
        """End the game as a draw that both players agreed on; ValueError if it is over."""
        return self._declare(None, Ending.AGREEMENT, "")

    def forfeit(self, colour: Colour, reason: str) -> Result:
        """End the game as lost for *colour* because of a fault described by *reason*."""
        return self._declare(colour.opponent, Ending.FORFEIT, reason)

    def _declare(self, winner: Colour | None, ending: Ending, reason: str) -> Result:
        if self.is_over:
            raise ValueError(f"the game is over already: {self.result}")
        self._declared = Result(winner, ending, reason)
        return self._declared
