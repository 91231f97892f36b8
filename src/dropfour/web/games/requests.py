"""What clients send about games."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from dropfour.engines.engine import EXACT, Choice, Mood, Score
from dropfour.game import Game
from dropfour.moves import parse_moves
from dropfour.notation import parse_position
from dropfour.position import Position
from dropfour.record import Variation
from dropfour.rules import MAX_CONNECT, MAX_SIDE, MIN_CONNECT, Objective, Rules
from dropfour.web.fields import (
    MAX_ENGINE,
    MAX_MOVES,
    MAX_PLAYER,
    ColourName,
    Moves,
    ObjectiveName,
    Ply,
    Request,
    Text,
)
from dropfour.web.games.clock import ClockSettings
from dropfour.web.games.game import OfferKind, ReactionKind, declare

MAX_POSITION = 600
MAX_VARIATIONS = 100
# Of a name or comment, and of all those of a game together.
MAX_COMMENT = 1_000
MAX_COMMENTS = 20_000
# Of why a player forfeited a game.
MAX_REASON = 200

Name = Annotated[
    Text, Field(max_length=MAX_PLAYER, description="What the others see; there are no accounts.")
]


SWAP = "Whether the second player may swap sides after the first move."


class PlayedMoves(Request):
    """Rules or a start position, and the moves played from there."""

    moves: Moves = ""
    board: str | None = Field(
        default=None, max_length=7, description="Columns x rows; default: 7x6.", examples=["9x7"]
    )
    connect: int | None = Field(default=None, ge=MIN_CONNECT, le=MAX_CONNECT)
    objective: ObjectiveName | None = None
    start: str | None = Field(
        default=None,
        max_length=MAX_POSITION,
        description="A position string; it includes the rules.",
        examples=["7x6.4.first-line.3-ryr-yr-2.y"],
    )

    def start_position(self) -> Position:
        """Return the position before the moves; raise ValueError if it is invalid."""
        if self.start is None:
            objective = Objective(self.objective or "first-line")
            return Position(Rules.for_board(self.board or "7x6", self.connect or 4, objective))
        position = parse_position(self.start)
        rules = position.rules
        stated = (
            (self.board, rules.size),
            (self.connect, rules.connect),
            (self.objective, rules.objective.value),
        )
        if any(given not in (None, own) for given, own in stated):
            raise ValueError("the start position has different rules from those given with it")
        return position

    def game(self, swapped: bool | None = None) -> Game:
        """Return the moves as a game (`Game.from_moves`); raise ValueError if one is illegal."""
        return Game.from_moves(self.moves, self.start_position(), swapped=swapped)


class SeatChoice(Request):
    """A person, or an engine by its specification, such as ``alphabeta:lines,depth=6``."""

    name: Text = Field(default="", max_length=MAX_PLAYER)
    engine: Text | None = Field(default=None, min_length=1, max_length=MAX_ENGINE)


class VariationState(Request):
    """Moves that could be played from the start; *name* or comment is of the position after them."""

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


class Declared(Request):
    """How a game ended that is not over on the board."""

    winner: ColourName | None
    ending: Literal["resignation", "agreement", "forfeit"]
    reason: Text = Field(default="", max_length=MAX_REASON)


class _Player(Request):
    """Somebody who wants to play on a device of their own."""

    name: Name = ""
    public: bool = Field(default=False, description="Whether everybody finds it in the list.")
    clock: ClockSettings | None = None


class LiveTerms(_Player):
    """The seat of the visitor who starts a game between two devices, and its clock."""

    colour: Literal["red", "yellow", "random"] = "random"


class NewGame(PlayedMoves):
    """A game to start, with *moves* already on the board, or one from a file that has ended. A game
    that is sent again with the same *draft*, a name of the client's choice, is not started twice.
    With *live* it is a game to which a link invites somebody; of the fields that follow, it has only
    *swapped*."""

    live: LiveTerms | None = None
    swapped: bool | None = Field(
        default=None,
        description="In a game with the swap rule, whether sides were swapped after the first move; "
        "*red* and *yellow* are who has the colours then.",
    )
    declared: Declared | None = None
    red: SeatChoice = SeatChoice()
    yellow: SeatChoice = SeatChoice()
    variations: Variations = Field(default=[])
    draft: str | None = Field(default=None, pattern="^[0-9A-Za-z-]{8,40}$")

    @model_validator(mode="after")
    def _check_live(self) -> NewGame:
        of_one_screen = {"declared", "red", "yellow", "variations", "draft"}
        if self.live is not None and (more := of_one_screen & self.model_fields_set):
            raise ValueError(f"a live game begins without {', '.join(sorted(more))}")
        return self

    def game(self, swapped: bool | None = None) -> Game:
        """Return the game with its moves, ended if it was; raise ValueError for one that cannot be."""
        game, declared = super().game(self.swapped), self.declared
        if declared is not None and not game.is_over:
            declare(game, declared.winner, declared.ending, declared.reason)
        return game


class AtPly(Request):
    ply: Ply


class Move(AtPly):
    column: int = Field(ge=1, le=MAX_SIDE)
    thought_ms: int | None = Field(
        default=None,
        ge=0,
        description="How long the player of a live game thought, for a fair clock: the rest is lag, for "
        "which there is an allowance.",
    )


class Resignation(AtPly):
    colour: ColourName | None = Field(default=None, description="Who resigns on one screen.")


class EngineScore(Request):
    """An engine's score of its move; *scale* is ``exact``, or names the unit of an estimate."""

    value: float = Field(ge=-1e9, le=1e9)
    exact: bool
    scale: str = Field(max_length=40)


class ChosenMood(Request):
    emoji: str = Field(max_length=8)
    word: str = Field(max_length=20)


class ChosenMove(Request):
    """What an engine in the client's browser has chosen, and how it sees its move."""

    column: int = Field(ge=1, le=MAX_SIDE)
    score: EngineScore | None = None
    depth: int | None = Field(default=None, ge=0, le=MAX_MOVES)
    nodes: int = Field(default=0, ge=0, le=2**53)
    variation: list[Annotated[int, Field(ge=1, le=MAX_SIDE)]] = Field(
        default=[], max_length=MAX_MOVES
    )
    time_s: float = Field(default=0.0, ge=0, le=1e6)
    mood: ChosenMood | None = None
    swap: bool = Field(default=False, description="Whether it takes over the first stone instead.")

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
            self.swap,
        )


class EngineMove(AtPly):
    """The turn of an engine, with its *choice* if it plays in the client's browser."""

    choice: ChosenMove | None = None


# --- live games -----------------------------------------------------------------------------------


class LobbyTerms(PlayedMoves, _Player):
    """The game that somebody wants to play; *any_board* and *any_clock* leave that to the other."""

    any_board: bool = False
    any_clock: bool = False
    swap: bool = Field(default=False, description=SWAP)


class Joining(Request):
    name: Name = ""


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
