"""What clients send about games."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dropfour.engines.engine import EXACT, Choice, Mood, Score
from dropfour.moves import parse_moves
from dropfour.record import Variation
from dropfour.rules import MAX_SIDE
from dropfour.web.fields import MAX_ENGINE, MAX_MOVES, MAX_PLAYER, ColourName, Moves, Ply, Request
from dropfour.web.games.clock import ClockSettings
from dropfour.web.games.game import OfferKind, ReactionKind
from dropfour.web.positions.schema import PlayedMoves
from dropfour.web.text import Text

MAX_VARIATIONS = 100
# Of a name or comment, and of all those of a game together.
MAX_COMMENT = 1_000
MAX_COMMENTS = 20_000

Name = Annotated[
    Text, Field(max_length=MAX_PLAYER, description="What the others see; there are no accounts.")
]


class SeatChoice(Request):
    """A person, or an engine by its specification, such as ``medium`` or ``alphabeta:lines,depth=6``."""

    name: Text = Field(default="", max_length=MAX_PLAYER)
    engine: Text | None = Field(default=None, min_length=1, max_length=MAX_ENGINE)


class VariationState(Request):
    """Moves from the start of a game that could be played; *name*, which may be a comment, belongs to
    the position after them."""

    moves: Annotated[Moves, Field(min_length=1)]
    name: Text = Field(default="", max_length=MAX_COMMENT)

    def variation(self) -> Variation:
        return Variation(parse_moves(self.moves), self.name)


def _check_comments(variations: list[VariationState]) -> list[VariationState]:
    if sum(len(each.name) for each in variations) > MAX_COMMENTS:
        raise ValueError(
            f"the comments of a game have at most {MAX_COMMENTS:,} characters together"
        )
    return variations


Variations = Annotated[
    list[VariationState], Field(max_length=MAX_VARIATIONS), AfterValidator(_check_comments)
]


class NewVariations(Request):
    """All variations of a game, which replace those before."""

    variations: Variations


class NewGame(PlayedMoves):
    """A game to start, with *moves* already on the board. A game that is sent again with the same
    *draft*, a name of the client's choice, is not started twice."""

    red: SeatChoice = SeatChoice()
    yellow: SeatChoice = SeatChoice()
    variations: Variations = Field(default=[])
    draft: str | None = Field(default=None, pattern="^[0-9A-Za-z-]{8,40}$")


class AtPly(Request):
    ply: Ply


class Move(AtPly):
    column: int = Field(ge=1, le=MAX_SIDE)


class Resignation(AtPly):
    colour: ColourName


class ChosenScore(Request):
    value: float = Field(ge=-1e9, le=1e9)
    exact: bool
    scale: str = Field(max_length=40)


class ChosenMood(Request):
    emoji: str = Field(max_length=8)
    word: str = Field(max_length=20)


class ChosenMove(Request):
    """What an engine in the client's browser has chosen, and how it sees its move."""

    column: int = Field(ge=1, le=MAX_SIDE)
    score: ChosenScore | None = None
    depth: int | None = Field(default=None, ge=0, le=MAX_MOVES)
    nodes: int = Field(default=0, ge=0, le=2**53)
    variation: list[Annotated[int, Field(ge=1, le=MAX_SIDE)]] = Field(
        default=[], max_length=MAX_MOVES
    )
    time_s: float = Field(default=0.0, ge=0, le=1e6)
    mood: ChosenMood | None = None

    def choice(self) -> Choice:
        """Return it as the choice of an engine."""
        score, mood = self.score, self.mood
        return Choice(
            self.column,
            None if score is None else Score(score.value, EXACT if score.exact else score.scale),
            self.depth,
            self.nodes,
            tuple(self.variation),
            self.time_s,
            None if mood is None else Mood(mood.emoji, mood.word),
        )


class EngineMove(AtPly):
    """The turn of an engine: the server's, or with a *choice* the one in the client's browser."""

    choice: ChosenMove | None = None


# --- live games -----------------------------------------------------------------------------------


class _Wanted(PlayedMoves):
    name: Name = ""
    public: bool = Field(default=False, description="Whether everybody finds it in the list.")


class NewLiveGame(_Wanted):
    """A game to which a link invites somebody."""

    colour: Literal["red", "yellow", "random"] = "random"
    clock: ClockSettings | None = None


class LobbyTerms(_Wanted):
    """The game that somebody in the lobby wants to play; *any_board* and *any_clock* leave that to the
    other player."""

    clock: ClockSettings | None = None
    any_board: bool = False
    any_clock: bool = False


class WaitingTerms(_Wanted):
    """The same as LobbyTerms, as 1.0 had it: in a query, and without *any*."""

    time_s: int | None = Field(default=None, ge=1, le=86_400)
    increment_s: int = Field(default=0, ge=0, le=3600)
    per_move: bool = False

    def terms(self) -> LobbyTerms:
        names = {"time_s", "increment_s", "per_move"}
        clock = None if self.time_s is None else ClockSettings(**self.model_dump(include=names))
        return LobbyTerms(**self.model_dump(exclude=names), clock=clock)


class Joining(Request):
    name: Name = ""


class LiveMove(Move):
    thought_ms: int | None = Field(
        default=None,
        ge=0,
        description="How long the player thought, for a fair clock: the rest is lag, for which there is "
        "an allowance.",
    )


class OfferAtPly(AtPly):
    kind: OfferKind


class OfferAnswer(OfferAtPly):
    accept: bool


class Claim(AtPly):
    result: Literal["win", "draw"] = "win"


class NewReaction(Request):
    kind: ReactionKind


class TakeOver(Request):
    token: str = Field(min_length=10, max_length=60)


class Visibility(Request):
    public: bool
