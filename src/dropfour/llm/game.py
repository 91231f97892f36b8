"""TextGame: a game in which one seat or both answer prompts, with a reward for every answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from dropfour.arguments import PositionLike
from dropfour.engines.engine import Limits
from dropfour.engines.exact import analyse
from dropfour.game import Game
from dropfour.llm.prompts import NoMove, Style
from dropfour.outcome import ColourLike, colour_of
from dropfour.players.player import Seatable, find_moves
from dropfour.position import RED, Colour, Position
from dropfour.rules import Rules
from dropfour.scores import score_limits

Reward = Literal["result", "regret", "legality"]
REWARDS: tuple[Reward, ...] = get_args(Reward)

REGRET_LIMITS = Limits(time_s=5)


@dataclass(frozen=True, slots=True)
class Step:
    """What an answer led to: *column* is what it played, or None with the *reason* why it is no move.

    *reward* belongs to *colour*, who answered. *regret* is what the move cost in points of the exact
    score, if that is the reward and was proven within the limits.
    """

    colour: Colour
    column: int | None
    reason: str
    reward: float
    regret: int | None
    is_over: bool


def regret_of(position: Position, column: int | None, scores: dict[int, int]) -> int:
    """Return what *column* costs if *scores* are exact; None, no move, costs one point more than the
    worst score that the rules allow."""
    worst = score_limits(position).low - 1
    return max(scores.values()) - (worst if column is None else scores[column])


class TextGame:
    """A game for language models: `prompt` asks whoever is to move, `answer` takes the answer.

    With an *opponent* (an engine, a text such as ``easy``, or a function) the model plays *colour*, and
    the opponent replies at once; without one the model, or two of them, play both sides. Rewards:

    - ``result``: 1, 0 or -1 with the answer that ends the game, for the side that gave it; with an
      opponent, for the model, also when the opponent ends it.
    - ``regret``: after every answer, minus what it cost in points of the exact score; best moves cost
      nothing. 0 if that cannot be proven within *limits*.
    - ``legality``: 1 for an answer that is a legal move, else 0.

    An answer that is not a move is asked again *retries* times a game, and then loses it.

    >>> game = d4.llm.TextGame("random:seed=1", reward="regret")
    >>> game.answer("I start at the edge: [1]").reward, game.answer("Hm.").reason
    (-3.0, 'the answer has no column in square brackets, such as [4]')
    """

    def __init__(
        self,
        opponent: Seatable | None = None,
        *,
        colour: ColourLike = RED,
        start: PositionLike | Rules | None = None,
        style: Style | None = None,
        reward: Reward = "result",
        limits: Limits = REGRET_LIMITS,
        retries: int = 0,
    ) -> None:
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; there are: {', '.join(REWARDS)}")
        self.game = Game(start)
        self.style = style or Style()
        self.reward = reward
        self._limits = limits
        self._retries = retries
        self._complaint = ""
        self._before: Sequence[int] | None = None
        if self.style.notation == "moves":  # raises ValueError if no moves lead to the start
            self._before = find_moves(self.game.start)
        if opponent is not None:
            self.game.seat(colour_of(colour).opponent, opponent)
            self.game.advance()

    def __enter__(self) -> TextGame:
        return self

    def __exit__(self, *_: object) -> None:
        self.game.close()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over

    @property
    def prompt(self) -> str:
        """What to ask the side to move; after an answer that is no move, with the reason first. When
        the game is over, how it ended."""
        if self.game.is_over:
            return f"The game is over: {self.game.result}."
        moves = None if self._before is None else (*self._before, *self.game.moves)
        return self._complaint + self.style.prompt(self.game.position, moves)

    def answer(self, text: str) -> Step:
        """Play the column in *text*, then the opponent's reply; raise ValueError if the game is over."""
        position = self.game.position
        if self.game.is_over:
            raise ValueError(f"the game is over: {self.game.result}")
        column, reason = None, ""
        try:
            column = self.style.read(text, position)
        except NoMove as error:
            reason = str(error)
        self._complaint = f"Your answer was not a move: {reason}.\n\n" if reason else ""
        regret = self._regret(position, column) if self.reward == "regret" else None
        if column is not None:
            self.game.play(column)
            self.game.advance()
        elif self._retries:
            self._retries -= 1
        else:
            self.game.forfeit(position.to_move, reason)
        gained = float(column is not None) if self.reward == "legality" else float(-(regret or 0))
        if self.reward == "result":
            gained = self._result(position.to_move)
        return Step(position.to_move, column, reason, gained, regret, self.is_over)

    def _regret(self, position: Position, column: int | None) -> int | None:
        analysis = analyse(position, limits=self._limits)
        return regret_of(position, column, analysis.scores) if analysis.is_exact else None

    def _result(self, colour: Colour) -> float:
        result = self.game.result
        if result is None or result.winner is None:
            return 0.0
        return 1.0 if result.winner is colour else -1.0
