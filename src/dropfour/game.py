"""Game: two players in turn, with history, undo and redo, resignation and result."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from dropfour.arguments import PositionLike, position_of
from dropfour.hints import NAMES_FOR_GAMES, unknown_name
from dropfour.moves import format_moves, parse_moves
from dropfour.outcome import ColourLike, colour_of
from dropfour.outcome import Ending as Ending
from dropfour.outcome import Fault as Fault
from dropfour.outcome import Result as Result
from dropfour.position import RED, YELLOW, Colour, IllegalMove, Position
from dropfour.rules import Objective, Rules, checked_rules

if TYPE_CHECKING:
    from dropfour.drawing.scene import Overlay
    from dropfour.engines.engine import Limits
    from dropfour.files import OpenFile
    from dropfour.players.player import ChosenColumn, Player, Seatable, SeatedPlayer


class Game:
    """A game in progress; a player of None is a person, whose moves come from outside.

    A move string as *start* is played, so that it is among the moves and can be undone.

    Any other player is an Engine, a Player, a text that `dropfour.open_player` opens, such as ``easy``,
    or a function of a Position that returns a column. `advance` lets a player move, `play` takes a
    person's move, and `run` does both until the end. A game is a context manager: leaving the block
    ends the processes of players that the game opened itself. Games are equal if start, moves, result
    and `swapped` are; who plays and what was undone is not compared.

    With *swap*, the second player may change sides instead of making the second move: the board stays
    as it is, and the players change colours. `swapped` says whether they have; None without this rule.

    >>> game = d4.Game(yellow=lambda position: position.legal_columns[0])
    >>> position = game.play(4)
    >>> choice = game.advance()
    >>> game.moves
    (4, 1)
    """

    def __init__(
        self,
        start: PositionLike | Rules | None = None,
        red: Seatable | None = None,
        yellow: Seatable | None = None,
        *,
        swap: bool = False,
    ) -> None:
        played: Sequence[int] = ()
        if isinstance(start, str) and "." not in start:
            played, start = parse_moves(start), None
        if start is None or isinstance(start, Rules):
            start = Position(start)
        self._positions = [position_of(start)]
        if swap and self.start.ply:
            raise ValueError("the swap rule is for games that start from the empty board")
        self.swapped: bool | None = False if swap else None
        self._columns: list[int] = []
        self._played = 0  # how many of the columns are on the board; the rest can be redone
        self._declared: Result | None = None
        self._opened: list[Player] = []
        # What was seated, with the player made from it: `run` makes others for its limits.
        self._given: dict[Colour, tuple[Seatable, SeatedPlayer]] = {}
        self.red: SeatedPlayer | None = None
        self.yellow: SeatedPlayer | None = None
        for column in played:
            self.play(column)
        for colour, player in ((RED, red), (YELLOW, yellow)):
            self.seat(colour, player)

    @classmethod
    def from_moves(
        cls,
        moves: str | Iterable[int],
        start: PositionLike | Rules | None = None,
        red: Seatable | None = None,
        yellow: Seatable | None = None,
        *,
        swapped: bool | None = None,
    ) -> Game:
        """Return the game after *moves*, a move string or a sequence of columns, played from *start*.

        *swapped* says whether the sides were swapped after the first of them, so that *red* was yellow
        until then; None is a game without the swap rule. Raises IllegalMove for a move that cannot be
        played, InvalidNotation for a malformed string and ValueError for a swap that cannot be.
        """
        start = position_of(start) if isinstance(start, str) else start
        game = cls(start, red, yellow, swap=swapped is not None)
        for column in parse_moves(moves) if isinstance(moves, str) else moves:
            game.play(column)
        if swapped and not game.moves:
            raise ValueError("sides are swapped after the first move")
        game.swapped = swapped
        return game

    def __copy__(self) -> Game:
        """Return a game that is played on separately, by the same players."""
        game = object.__new__(type(self))
        game.__dict__.update(self.__dict__)
        game._positions, game._columns = self._positions.copy(), self._columns.copy()
        game._opened, game._given = [], self._given.copy()
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
        """The rules of the game."""
        return self.start.rules

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position on the board."""
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

    def player(self, colour: ColourLike) -> SeatedPlayer | None:
        """Return who plays *colour*; None for a person."""
        return self.red if colour_of(colour) is RED else self.yellow

    def seat(
        self, colour: ColourLike, player: Seatable | None, limits: Limits | None = None
    ) -> None:
        """Let *player* play *colour* from now on. *limits* apply to each of its moves, unless it is a
        Player, which has its own; a text has one second by default."""
        colour, seat = colour_of(colour), None
        if player is not None:
            from dropfour.players.player import Player
            from dropfour.players.seating import seated

            seat = seated(player, self.rules, limits)
            self._given[colour] = (player, seat)
            if isinstance(player, str) and isinstance(seat, Player):
                self._opened.append(seat)
        if colour is RED:
            self.red = seat
        else:
            self.yellow = seat

    @property
    def player_to_move(self) -> SeatedPlayer | None:
        """Whose turn it is; None for a person."""
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
        """Whether the game has ended, on the board or by declaration."""
        return self._declared is not None or self.position.is_over

    @property
    def is_swap_ahead(self) -> bool:
        """Whether sides can be swapped by this move or the next one, which an engine has to know."""
        return self.swapped is False and self._played < 2

    @property
    def can_swap(self) -> bool:
        """Whether the player to move may swap sides instead of making the second move."""
        return self.swapped is False and self._played == 1 and not self.is_over

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

    def swap(self) -> None:
        """Let the players change colours by the swap rule; ValueError unless `can_swap`."""
        if not self.can_swap:
            raise ValueError("sides can be swapped only by the swap rule, as the second move")
        del self._columns[1:], self._positions[2:]
        self._change_sides()

    def _change_sides(self) -> None:
        self.red, self.yellow, self.swapped = self.yellow, self.red, not self.swapped
        self._given = {colour.opponent: given for colour, given in self._given.items()}

    def play_chosen(self, choice: ChosenColumn, name: str) -> None:
        """Play what the player called *name* chose; an illegal choice forfeits the game."""
        try:
            if getattr(choice, "swap", False):
                self.swap()
            else:
                self.play(choice.column)
        except ValueError as error:
            self.forfeit(self.position.to_move, f"{name} chose an illegal move: {error}")

    def advance(self) -> bool:
        """Let the player to move choose and play; return False if a person must move or the game is
        over.

        An illegal choice and a Fault forfeit the game.
        """
        from dropfour.engines.engine import ask

        player = self.player_to_move
        if self.is_over or player is None:
            return False
        try:
            choice = ask(
                player, self.position, moves=self.moves_from_empty, swap=self.is_swap_ahead
            )
        except Fault as fault:
            self.forfeit(self.position.to_move, f"{player.name} {fault}")
        else:
            self.play_chosen(choice, player.name)
        return True

    def run(
        self,
        ask: Callable[[Game], int] | None = None,
        on_move: Callable[[Game], None] | None = None,
        *,
        limits: Limits | None = None,
    ) -> Result:
        """Play to the end: *ask* returns a person's column, *on_move* is called after each move.

        *limits* are those of `seat`, for both players. Raises ValueError if a person is to move and
        *ask* is missing.
        """
        if limits is not None:
            for colour, (given, made) in list(self._given.items()):
                if self.player(colour) is made:
                    self.seat(colour, given, limits)
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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return all(
            getattr(self, each) == getattr(other, each)
            for each in ("start", "moves", "result", "swapped")
        )

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def save(
        self, file: str | os.PathLike[str] | OpenFile, red: str = "", yellow: str = ""
    ) -> None:
        """Write the game as a record to a path, replacing the file, or to an open file.

        *red* and *yellow* are the names of the players; a player that is not a person has its own.
        `dropfour.load` reads it.
        """
        from dropfour.record.writing import save_game

        save_game(self, file, red, yellow)

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
        """Whether there is a move or a declared result to undo."""
        return self._played > 0 or self._declared is not None

    @property
    def can_undo_turn(self) -> bool:
        """Whether `undo_turn` is possible: an engine's first move is not undone, since it would only be
        chosen again."""
        if not self.can_undo or None not in (self.red, self.yellow):
            return self.can_undo
        left = self._played - (self._declared is None)
        return left > 0 or bool(self.swapped) or self.player(self.start.to_move) is None

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return self._declared is None and self._played < len(self._columns)

    def undo(self) -> Position:
        """Take back the last move, a swap after the first one, or a declared result; ValueError at the
        start."""
        if not self.can_undo:
            raise ValueError("there is no move to undo")
        if self._declared is not None:
            self._declared = None
        elif self.swapped and self._played == 1:
            del self._columns[1:], self._positions[2:]  # played on the other side
            self._change_sides()
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

    def resign(self, colour: ColourLike | None = None) -> Result:
        """End the game as lost for *colour*, by default the side to move; ValueError if it is over."""
        loser = self.position.to_move if colour is None else colour_of(colour)
        return self._declare(loser.opponent, Ending.RESIGNATION, "")

    def agree_draw(self) -> Result:
        """End the game as a draw that both players agreed on; ValueError if it is over."""
        return self._declare(None, Ending.AGREEMENT, "")

    def forfeit(self, colour: ColourLike, reason: str) -> Result:
        """End the game as lost for *colour* because of a fault described by *reason*."""
        return self._declare(colour_of(colour).opponent, Ending.FORFEIT, reason)

    def _declare(self, winner: Colour | None, ending: Ending, reason: str) -> Result:
        if self.is_over:
            raise ValueError(f"the game is over already: {self.result}")
        self._declared = Result(winner, ending, reason)
        return self._declared

    if not TYPE_CHECKING:  # a type checker must still report every unknown name

        def __getattr__(self, name: str) -> Any:
            raise unknown_name("'Game' object", name, NAMES_FOR_GAMES, self)


def random_game(seed: int | None = None, rules: Rules | None = None) -> Game:
    """Return a finished game in which every legal column was equally likely; *seed* repeats it.

    >>> d4.random_game(1) == d4.random_game(1), d4.random_game(1).is_over
    (True, True)
    """
    chance, game = random.Random(seed), Game(checked_rules(rules))
    while not game.is_over:
        game.play(chance.choice(game.position.legal_columns))
    return game
