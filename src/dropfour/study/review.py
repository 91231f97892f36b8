"""Where a game was lost: what each move was worth, found from the end of the game back to its start."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from dropfour import _native
from dropfour.engines.engine import Limits, Stop, checked_limits
from dropfour.game import Game
from dropfour.position import Colour, Position
from dropfour.record import Record
from dropfour.rules import Objective
from dropfour.scores import ScoreRange, finished_score, score_limits, winning_stones
from dropfour.study.analyst import Analyst
from dropfour.study.plan_finder import Task, find_for
from dropfour.study.plan_parts import Promise
from dropfour.study.plans import Plan
from dropfour.study.sentences import say
from dropfour.study.story import SideStory, Story, tell_story

DEFAULT_LIMITS = Limits(time_s=60)

# How long a position is searched at first, and once all others have had their turn.
_GLANCE_S, _LONG_SEARCH_S = 0.7, 10.0

# How long a plan is looked for: about a second, counted in nodes so that a review can be repeated.
_PLAN_NODES = 2_000_000


class Verdict(Enum):
    """What a move did to the game; the values are the words of the API."""

    BEST = "best"
    SLOWER_WIN = "slower win"
    SOONER_LOSS = "sooner loss"
    FEWER_LINES = "fewer lines"
    KEPT = "kept"  # the outcome is the same; whether anything was lost is not proven
    BLUNDER = "blunder"  # the outcome changed


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move and what is proven of it, for the side that made it.

    *ply* counts the moves of the game from 1, *position* is the one it was made in. *best* is the score
    of the best move there was, *played* of the one made. *best_columns* are all of them where the move
    is not the best one itself, and elsewhere if the review was asked for them. A blunder has the plan
    that it gave up, and the one by which the opponent wins now, where they were found.
    """

    ply: int
    position: Position
    column: int
    best: ScoreRange
    played: ScoreRange
    verdict: Verdict | None  # None: not proven
    best_columns: tuple[int, ...] = ()
    given_up: Plan | None = None
    plan_against: Plan | None = None

    @property
    def colour(self) -> Colour:
        """Who made the move."""
        return self.position.to_move

    @property
    def is_mistake(self) -> bool:
        """Whether a better move was there; False if nothing is proven."""
        return self.verdict not in (None, Verdict.BEST, Verdict.KEPT)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, as ``dropfour review --json`` and the page's API give it; plans that
        were not found are absent."""
        plans = {"given_up": self.given_up, "plan_against": self.plan_against}
        return {
            "ply": self.ply,
            "colour": str(self.colour),
            "column": self.column,
            "verdict": None if self.verdict is None else self.verdict.value,
            "best": self.best.to_dict(self.position),
            "played": self.played.to_dict(self.position),
            "best_columns": list(self.best_columns or self._itself),
            **{name: plan.to_dict() for name, plan in plans.items() if plan is not None},
        }

    def describe_plans(self) -> tuple[str, ...]:
        """Return the plans in words: a sentence for each, followed by those of its rules."""
        named = []
        if self.given_up is not None:
            named.append((f"plan given up, {self.given_up.promise}", self.given_up))
        if self.plan_against is not None:
            named.append(("plan against", self.plan_against))
        rows: list[str] = []
        for name, plan in named:
            head = say(name, colour=plan.colour)
            rules = (f"{number}. {text}" for number, text in enumerate(plan.sentences, start=1))
            rows += [f"{head[0].upper()}{head[1:]}:", *rules]
        return tuple(rows)

    def __str__(self) -> str:
        """One row, such as ``12. yellow  3  blunder: loss instead of draw; best: 4 or 5``."""
        return self.row()

    def row(self, *, is_decisive: bool = False) -> str:
        """Return the row of the move; *is_decisive* says that it decided the game."""
        text = "not proven" if self.verdict is None else self.verdict.value
        if self.verdict is Verdict.BLUNDER:
            text = "decisive blunder" if is_decisive else "blunder"
            text += f": {self.played.outcome} instead of {self.best.outcome}"
        elif self.is_mistake and self.played.is_exact and self.best.is_exact:
            text += f": {self._end_text()}"
        if self.best_columns and self.verdict is not Verdict.BEST:
            text += f"; best: {' or '.join(map(str, self.best_columns))}"
        return f"{self.ply:3}. {self.colour!s:6} {self.column:2}  {text}"

    @property
    def _itself(self) -> tuple[int, ...]:
        return (self.column,) if self.verdict is Verdict.BEST else ()

    def _end_text(self) -> str:
        played, best = self.played.low, self.best.low
        if self.position.rules.objective is Objective.MOST_LINES:
            return f"{played:+d} instead of {best:+d}"
        stones = _count(winning_stones(self.position, played), "stone")
        return f"in {stones} instead of {winning_stones(self.position, best)}"


@dataclass(frozen=True, slots=True)
class Review:
    """The moves of a game in order, each with what is proven of it; *winner* is who won the game."""

    moves: tuple[ReviewedMove, ...]
    winner: Colour | None = None

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The moves that are proven worse than another."""
        return tuple(move for move in self.moves if move.is_mistake)

    @property
    def is_complete(self) -> bool:
        """Whether there is a verdict on every move."""
        return all(move.verdict is not None for move in self.moves)

    def story(self, reader: Colour | None = None) -> Story:
        """Return what the review tells: the accuracy of both sides, the mistakes with their reasons, and
        the turning point. *reader* is the side addressed as "you".

        >>> print(d4.review("4455336").story())
        Yellow was winning until move 4.
        """
        return tell_story(self.moves, self.winner, reader)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, as ``dropfour review --json`` prints it."""
        return {
            "moves": [move.to_dict() for move in self.moves],
            "mistakes": [move.ply for move in self.mistakes],
            "complete": self.is_complete,
            "story": self.story().to_dict(),
        }

    def __repr__(self) -> str:
        moves, mistakes = _count(len(self.moves), "move"), _count(len(self.mistakes), "mistake")
        return f"<Review of {moves}: {mistakes}>"

    def __str__(self) -> str:
        """One row for each move, the accuracy of each side, the turning point, and what was better."""
        if not self.moves:
            return "There are no moves to review."
        story = self.story()
        reasons = {mistake.ply: mistake.reason for mistake in story.mistakes}
        rows: list[str] = []
        for move in self.moves:
            rows.append(move.row(is_decisive=move.ply == story.turning_point))
            rows += _indented((reasons.get(move.ply, ""), *move.describe_plans()))
        rows += (self._summary(*side) for side in story.sides.items())
        better = "" if story.decisive is None else story.decisive.better
        return "\n".join([*rows, f"{story.ending} {better}".rstrip()])

    def _summary(self, colour: Colour, side: SideStory) -> str:
        text = f"{str(colour).capitalize()}: {_count(side.mistakes, 'mistake')}"
        if side.blunders:
            text += f" ({_count(side.blunders, 'blunder')})"
        if unproven := sum(move.colour is colour for move in self.moves) - side.moves:
            text += f", {_count(unproven, 'move')} not proven"
        return f"{text}." if side.accuracy is None else f"{text}, accuracy {side.accuracy} %."


def review(
    game: Game | Record | str,
    *,
    limits: Limits = DEFAULT_LIMITS,
    analyst: Analyst | None = None,
    on_move: Callable[[ReviewedMove], None] | None = None,
    names_all_best: bool = False,
    plans: bool = True,
) -> Review:
    """Return what each move of *game* was worth; a string is the moves of a classic game on 7x6.

    Of *limits*, the time and the stop count. *on_move* is called while the search runs, with the last
    move first: once for what is proven quickly, again with the best columns where the move was not the
    best, and again for what the time that is left proves. *names_all_best* spends the rest of it on the
    best columns of moves that were among them. At the end it gets the blunders again with their *plans*,
    unless that is False.

    >>> [(move.ply, move.column, move.best_columns) for move in d4.review("4455336").mistakes]
    [(3, 5, (4,)), (4, 5, (3, 6))]
    """
    checked_limits(limits)
    if isinstance(game, str):
        game = Game.from_moves(game)
    elif not isinstance(game, Game | Record):
        raise TypeError(f"expected a Game, a Record or a move string such as '4455', not {game!r}")
    positions = game.positions if isinstance(game, Game) else tuple(game.positions())
    reviewer = _Reviewer(positions, analyst or Analyst(), limits, on_move)
    return Review(reviewer.run(names_all_best, plans), _winner_of(game))


def _winner_of(game: Game | Record) -> Colour | None:
    if isinstance(game, Record):
        return {"1-0": Colour.RED, "0-1": Colour.YELLOW}.get(game.result)
    return None if game.result is None else game.result.winner


def judge(best: ScoreRange, played: ScoreRange, objective: Objective) -> Verdict | None:
    """Return the verdict on a move worth *played* where the best was worth *best*; None: not proven."""
    verdict = _native.judge(
        (best.low, best.high), (played.low, played.high), objective is Objective.MOST_LINES
    )
    return None if verdict is None else Verdict(verdict)


class _Reviewer:
    def __init__(
        self,
        positions: Sequence[Position],
        analyst: Analyst,
        limits: Limits,
        on_move: Callable[[ReviewedMove], None] | None,
    ) -> None:
        self._positions = positions
        self._analyst = analyst
        self._stop = limits.stop or Stop()
        self._ends_at = math.inf if limits.time_s is None else time.monotonic() + limits.time_s
        self._on_move = on_move
        self._known = [_by_rules(position) for position in positions]
        self._moves: dict[int, ReviewedMove] = {}

    def run(self, names_all_best: bool, with_plans: bool) -> tuple[ReviewedMove, ...]:
        last = len(self._positions) - 1
        self._prove(last, _GLANCE_S)
        for i in reversed(range(last)):
            self._prove(i, _GLANCE_S)
            self._judge(i)
        self._name_best()
        for i in reversed(range(last + 1)):
            if self._known[i].is_exact:
                continue
            self._prove(i, _LONG_SEARCH_S if math.isfinite(self._ends_at) else math.inf)
            for j in (i, i - 1):
                if 0 <= j < last:
                    self._judge(j)
        self._name_best()
        if names_all_best:
            self._name_best(unnamed=(None,))
        if with_plans and self._positions[0].rules.objective is Objective.FIRST_LINE:
            self._find_plans()
        return tuple(self._moves[i] for i in range(last))

    def _limits(self, time_s: float) -> Limits | None:
        left_s = min(time_s, self._ends_at - time.monotonic())
        if left_s <= 0.01 or self._stop.is_set:
            return None
        return Limits(time_s=left_s if math.isfinite(left_s) else None, stop=self._stop)

    def _prove(self, i: int, time_s: float) -> None:
        """Learn more about the position after *i* moves."""
        position = self._positions[i]
        analysis = self._analyst.known(position)
        limits = self._limits(time_s)
        if analysis is not None:
            self._known[i] = analysis.range
        elif limits is not None and not position.is_over:
            solver = self._analyst.solver(position.rules)
            self._known[i] &= solver.solve(position, limits=limits).range
        if i + 1 < len(self._positions):
            # A position is worth at least what the move made of it.
            least = -self._known[i + 1].high
            known = self._known[i]
            self._known[i] = ScoreRange(max(known.low, least), max(known.high, least))

    def _judge(self, i: int) -> None:
        """Report the move that was made after *i* others, if more is known of it than before."""
        best, played = self._known[i], -self._known[i + 1]
        before = self._moves.get(i)
        if before is not None and (before.best, before.played) == (best, played):
            return
        position, last = self._positions[i], self._positions[i + 1].last_cell
        assert last is not None, "a move was made"
        verdict = judge(best, played, position.rules.objective)
        self._report(ReviewedMove(i + 1, position, last.column, best, played, verdict))

    def _name_best(self, unnamed: Sequence[Verdict | None] = (None, Verdict.BEST)) -> None:
        """Find the best columns where they are not named yet, blunders first, except for the verdicts
        *unnamed*."""
        moves = [
            move
            for move in self._moves.values()
            if move.verdict not in unnamed and not move.best_columns
        ]
        for move in sorted(moves, key=lambda move: move.verdict is not Verdict.BLUNDER):
            limits = self._limits(_LONG_SEARCH_S)
            if limits is None:
                return
            best_columns = self._analyst.analyse(move.position, limits).best
            if best_columns:
                self._report(replace(move, best_columns=best_columns))

    def _find_plans(self) -> None:
        """Find the plans that blunders gave up, and those of the opponent, the last blunder first."""
        for move in sorted(self._moves.values(), key=lambda move: -move.ply):
            if move.verdict is not Verdict.BLUNDER:
                continue
            position, against = move.position, None
            promise: Promise = "win" if move.best.outcome == "win" else "draw"
            given_up = self._plan(position, move.colour, promise)
            if move.played.outcome == "loss":
                against = self._plan(position.play(move.column), move.colour.opponent, "win")
            if given_up is not None or against is not None:
                self._report(replace(move, given_up=given_up, plan_against=against))

    def _plan(self, position: Position, colour: Colour, promise: Promise) -> Plan | None:
        limits = self._limits(_LONG_SEARCH_S)
        if limits is None or position.is_over:
            return None
        plan = find_for(Task(position, colour, promise, replace(limits, nodes=_PLAN_NODES)))
        return None if plan is None or plan.is_empty else plan

    def _report(self, move: ReviewedMove) -> None:
        self._moves[move.ply - 1] = move
        if self._on_move is not None:
            self._on_move(move)


def _by_rules(position: Position) -> ScoreRange:
    if not position.is_over:
        return score_limits(position)
    score = finished_score(position)
    return ScoreRange(score, score)


def _indented(rows: Iterable[str]) -> Iterator[str]:
    for row in filter(None, rows):
        yield f"{' ' * (8 if row[0].isdigit() else 5)}{row}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
