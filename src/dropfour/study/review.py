"""Where a game was lost: what each move was worth, found from the end of the game back to its start."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import reduce
from typing import Any

from dropfour import _native
from dropfour.engines.engine import Limits, Stop, checked_limits
from dropfour.engines.exact import Solver, SolverCache, shared_solvers
from dropfour.game import Game
from dropfour.native import native_board
from dropfour.outcome import ColourLike, colour_of
from dropfour.position import RED, Colour, Position
from dropfour.record import Record
from dropfour.rules import Objective, Rules
from dropfour.scores import ScoreRange, winning_stones
from dropfour.study.plan_finder import Task, find_for
from dropfour.study.plan_parts import Promise
from dropfour.study.plans import Plan
from dropfour.study.story import SideStory, Story, tell_story
from dropfour.words import say, speaking, spoken, with_capital

DEFAULT_LIMITS = Limits(time_s=60)

# How long a plan is looked for: about a second, counted in nodes so that a review can be repeated.
_PLAN_NODES, _PLAN_TIME_S = 2_000_000, 10.0


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
            with speaking(plan.language):
                clause = with_capital(say(f"sentences.{name}", colour=plan.colour))
                rows.append(say("page.heading", clause=clause))
            rows += plan.sentences
        return tuple(rows)

    def __str__(self) -> str:
        """One row, such as ``12. yellow  3  blunder: loss instead of draw; best: 4 or 5``."""
        return self.row()

    def row(self, *, is_decisive: bool = False) -> str:
        """Return the row of the move; *is_decisive* says that it decided the game."""
        name = None if self.verdict is None else self.verdict.value
        decisive = "decisive " if is_decisive and self.verdict is Verdict.BLUNDER else ""
        text = say("terminal.verdict", verdict=f"{decisive}{name}")
        if self.verdict is Verdict.BLUNDER:
            outcomes = (self.played.outcome, self.best.outcome)
            played, best = (say("terminal.outcome", outcome=each) for each in outcomes)
            text = say("terminal.instead", verdict=text, played=played, best=best)
        elif self.is_mistake and self.played.is_exact and self.best.is_exact:
            text = self._end_text(text)
        if self.best_columns and self.verdict is not Verdict.BEST:
            columns = map(str, self.best_columns)
            either = reduce(lambda first, rest: say("terminal.or", first=first, rest=rest), columns)
            text = say("terminal.better", text=text, columns=either)
        colours = {each: say("terminal.colour", colour=each) for each in Colour}
        colour = colours[self.colour].ljust(max(map(len, colours.values())))
        return f"{self.ply:3}. {colour} {self.column:2}  {text}"

    @property
    def _itself(self) -> tuple[int, ...]:
        return (self.column,) if self.verdict is Verdict.BEST else ()

    def _end_text(self, verdict: str) -> str:
        played, best = self.played.low, self.best.low
        if self.position.rules.objective is Objective.MOST_LINES:
            lines = {"played": f"{played:+d}", "best": f"{best:+d}"}
            return say("terminal.instead", verdict=verdict, **lines)
        count, fewer = (winning_stones(self.position, score) for score in (played, best))
        return say("terminal.instead, stones", verdict=verdict, count=count, best=fewer)


@dataclass(frozen=True, slots=True)
class Review:
    """The moves of a game in order, each with what is proven of it; *winner* is who won the game, and
    *language* that of its words."""

    moves: tuple[ReviewedMove, ...]
    winner: Colour | None = None
    language: str = field(default_factory=spoken, compare=False)

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The moves that changed the result, and those that a person could have seen to be worse than
        another; :meth:`story` says why."""
        return tuple(self.moves[mistake.ply - 1] for mistake in self.story().mistakes)

    @property
    def is_complete(self) -> bool:
        """Whether there is a verdict on every move."""
        return all(move.verdict is not None for move in self.moves)

    def story(self, reader: ColourLike | None = None) -> Story:
        """Return what the review tells: the accuracy of both sides, the mistakes with their reasons, and
        the one to look at first. *reader* is the side addressed as "you".

        >>> print(d4.review("121217").story(reader=d4.YELLOW))
        You did not block column 1, where red could complete a line.
        """
        reader = None if reader is None else colour_of(reader)
        with speaking(self.language):
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
        """One row for each move, each side's accuracy, when the game turned, and why it was lost."""
        with speaking(self.language):
            return self._told()

    def _told(self) -> str:
        if not self.moves:
            return say("terminal.no moves")
        story = self.story()
        seen = {each.ply: each.text for each in story.mistakes if each.sight is not None}
        rows: list[str] = []
        for move in self.moves:
            rows.append(move.row(is_decisive=move.ply == story.turning_point))
            rows += _indented((seen.get(move.ply, ""), *move.describe_plans()))
        rows += (self._summary(*side) for side in story.sides.items())
        rows.append(story.ending)
        if story.decisive is not None:
            rows.append(say("terminal.decisive", ply=story.decisive.ply, text=story.decisive.text))
        return "\n".join(rows)

    def _summary(self, colour: Colour, side: SideStory) -> str:
        parts = [say("terminal.mistakes", count=side.mistakes)]
        if side.blunders:
            parts = [say("terminal.blunders", mistakes=parts[0], count=side.blunders)]
        if unproven := sum(move.colour is colour for move in self.moves) - side.moves:
            parts.append(say("terminal.unproven", count=unproven))
        if side.accuracy is not None:
            parts.append(say("terminal.accuracy", accuracy=side.accuracy))
        return say("terminal.summary", colour=colour, parts=say("page.comma").join(parts))


def review(
    game: Game | Record | str,
    *,
    rules: Rules | None = None,
    limits: Limits = DEFAULT_LIMITS,
    solvers: SolverCache = shared_solvers,
    on_move: Callable[[ReviewedMove], None] | None = None,
    names_all_best: bool = False,
    plans: bool = True,
    language: str | None = None,
) -> Review:
    """Return what each move of *game* was worth; a string is its moves on the board of *rules*, by
    default 7x6.

    Of *limits*, the time and the stop count. *on_move* is called while the search runs, with the last
    move first: once for what is proven quickly, again with the best columns where the move was not the
    best, and again for what the time that is left proves. *names_all_best* spends the rest of it on the
    best columns of moves that were among them. At the end it gets the blunders again with their
    *plans*, unless that is False. *solvers* remember what is proven. *language* is that of the review's
    words, as in `d4.explain`.

    >>> [(move.ply, move.column, move.best_columns) for move in d4.review("4455336").mistakes]
    [(3, 5, (4,)), (4, 5, (3, 6))]
    """
    checked_limits(limits)
    if isinstance(game, str):
        game = Game.from_moves(game, rules)
    elif not isinstance(game, Game | Record):
        raise TypeError(f"expected a Game, a Record or a move string such as '4455', not {game!r}")
    positions = game.positions if isinstance(game, Game) else tuple(game.positions())
    solver = solvers.get(positions[0].rules)
    with speaking(language):
        moves = _judged(positions, solver, limits, on_move, names_all_best, plans)
        return Review(moves, _winner_of(game))


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


def _judged(
    positions: Sequence[Position],
    solver: Solver,
    limits: Limits,
    on_move: Callable[[ReviewedMove], None] | None,
    names_all_best: bool,
    plans: bool,
) -> tuple[ReviewedMove, ...]:
    ends_at = math.inf if limits.time_s is None else time.monotonic() + limits.time_s
    moves: dict[int, ReviewedMove] = {}

    def report(move: ReviewedMove) -> None:
        moves[move.ply] = move
        if on_move is not None:
            on_move(move)

    def hear(text: str) -> None:
        event = json.loads(text)
        if event["event"] == "move":
            report(_reviewed(positions, event["data"]))

    start, columns = positions[0], [position.last_cell for position in positions[1:]]
    _native.review(
        solver._native,
        [native_board(position) for position in positions],
        [cell.column for cell in columns if cell is not None],
        start.to_move is RED,
        limits.time_s,
        (limits.stop or Stop())._flag,
        names_all_best,
        hear,
    )
    if plans and start.rules.objective is Objective.FIRST_LINE:
        # Those of the last blunder first.
        for move in sorted(moves.values(), key=lambda move: -move.ply):
            if move.verdict is Verdict.BLUNDER:
                found = _with_plans(move, limits, ends_at)
                if found != move:
                    report(found)
    return tuple(moves[ply] for ply in range(1, len(positions)))


def _reviewed(positions: Sequence[Position], values: dict[str, Any]) -> ReviewedMove:
    """Return a move in the form of the native core, which names the columns of a best move, too."""
    ply, verdict = values["ply"], values["verdict"]
    best_columns = tuple(values["best_columns"])
    is_itself = verdict == "best" and best_columns == (values["column"],)
    return ReviewedMove(
        ply,
        positions[ply - 1],
        values["column"],
        ScoreRange.from_dict(values["best"]),
        ScoreRange.from_dict(values["played"]),
        None if verdict is None else Verdict(verdict),
        () if is_itself else best_columns,
    )


def _with_plans(move: ReviewedMove, limits: Limits, ends_at: float) -> ReviewedMove:
    """Return a blunder with the plan that it gave up, and that of the opponent, where they are found."""

    def find(position: Position, colour: Colour, promise: Promise) -> Plan | None:
        left_s = min(_PLAN_TIME_S, ends_at - time.monotonic())
        if left_s <= 0 or position.is_over or (limits.stop is not None and limits.stop.is_set):
            return None
        within = Limits(time_s=left_s, nodes=_PLAN_NODES, stop=limits.stop)
        plan = find_for(Task(position, colour, promise, within))
        return None if plan is None or plan.is_empty else plan

    against = None
    given_up = find(move.position, move.colour, "win" if move.best.outcome == "win" else "draw")
    if move.played.outcome == "loss":
        against = find(move.position.play(move.column), move.colour.opponent, "win")
    return replace(move, given_up=given_up, plan_against=against)


def _indented(rows: Iterable[str]) -> Iterator[str]:
    for row in filter(None, rows):
        yield f"{' ' * (8 if row[0].isdigit() else 5)}{row}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
