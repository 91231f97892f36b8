"""The story of a reviewed game: the accuracy of both sides, their mistakes, and when the game turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dropfour import _native
from dropfour.native import native_board
from dropfour.position import RED, Colour
from dropfour.study.sentences import fill, with_capital

if TYPE_CHECKING:
    from dropfour.study.review import ReviewedMove


@dataclass(frozen=True, slots=True)
class SideStory:
    """The moves of one side that have a verdict.

    *accuracy* is from 0 to 100, the mean over its moves, or None without any: 100 for the best move, 75
    for one that keeps the outcome with a worse score, 25 if a win became a draw or a draw a loss, and 0
    if a win became a loss. A move of which no loss is proven counts as the best one.
    """

    moves: int
    mistakes: int
    blunders: int
    accuracy: int | None

    def to_dict(self) -> dict[str, int | None]:
        """Return the JSON form."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in sentences: what was *played*, what was *better*, and the *reason*, what it allows
    the opponent. The last two are empty where they are not known."""

    ply: int
    played: str
    better: str
    reason: str

    @property
    def text(self) -> str:
        """The sentences about it: what was played, what was better, and why."""
        return " ".join(filter(None, (self.played, self.better, self.reason)))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Story:
    """What a review tells: *turning_point* is the ply of the last move that changed the result for the
    loser (of either side in a draw), *ending* the story in one sentence."""

    sides: dict[Colour, SideStory]
    mistakes: tuple[Mistake, ...]
    turning_point: int | None
    ending: str

    @property
    def decisive(self) -> Mistake | None:
        """The mistake at the turning point."""
        return next((each for each in self.mistakes if each.ply == self.turning_point), None)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, as ``dropfour review --json`` and the page's API give it."""
        return {
            **{str(colour): side.to_dict() for colour, side in self.sides.items()},
            "mistakes": [mistake.to_dict() for mistake in self.mistakes],
            "turning_point": self.turning_point,
            "ending": self.ending,
        }

    def __str__(self) -> str:
        return self.ending


def tell_story(
    moves: Sequence[ReviewedMove], winner: Colour | None, reader: Colour | None = None
) -> Story:
    """Return the story of a game that *winner* won; *reader* is the side addressed as "you"."""
    told = [
        (
            native_board(move.position),
            move.colour is RED,
            move.column,
            (move.best.low, move.best.high),
            (move.played.low, move.played.high),
            move.best_columns,
        )
        for move in moves
    ]
    sides, mistakes, turning_point, ending = _native.tell_story(
        told, None if winner is None else str(winner), None if reader is None else str(reader)
    )
    return Story(
        {colour: SideStory(*side) for colour, side in zip(Colour, sides, strict=True)},
        tuple(Mistake(ply, *map(_sentence, phrases)) for ply, *phrases in mistakes),
        turning_point,
        _sentence(ending),
    )


def _sentence(phrase: tuple[str, dict[str, Any]] | None) -> str:
    if phrase is None:
        return ""
    return with_capital(fill(phrase))
