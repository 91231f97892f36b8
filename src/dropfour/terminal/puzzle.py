"""Solving puzzles in the terminal: the board, typed columns, refutations and the explained answer."""

from __future__ import annotations

import datetime
import random
from collections.abc import Sequence
from dataclasses import dataclass

from dropfour.engines.engine import Limits
from dropfour.engines.exact import analyse
from dropfour.position import IllegalMove, Position
from dropfour.puzzles.attempt import Attempt, AttemptedMove
from dropfour.puzzles.collection import Puzzles, shipped_puzzles
from dropfour.puzzles.puzzle import Puzzle
from dropfour.study.explain import explain
from dropfour.terminal.console import Console
from dropfour.terminal.dialogue import EndOfInput
from dropfour.words import say

_LIMITS = Limits(time_s=10)
_SPREAD = 75  # Elo around the rating asked for, widened until there are puzzles


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """The options of ``dropfour puzzles solve``; without any, the puzzle of the day is chosen."""

    id: str | None = None
    theme: str | None = None
    rating: int | None = None
    day: datetime.date | None = None
    count: int = 1
    seed: int | None = None

    def __post_init__(self) -> None:
        if (self.id is not None) + (self.day is not None) + self.is_random > 1:
            raise ValueError(
                "choose puzzles by id, by day, or at random (theme, rating, seed), in one way only"
            )

    @property
    def is_random(self) -> bool:
        """Whether puzzles are drawn at random."""
        chosen = (self.theme, self.rating, self.seed)
        return self.count > 1 or any(option is not None for option in chosen)

    def choose(self) -> list[Puzzle]:
        """Return the puzzles to solve; raise ValueError if there are none."""
        puzzles = shipped_puzzles()
        if self.id is not None:
            return [puzzles.find(self.id)]
        if not self.is_random:
            return [puzzles.of_the_day(self.day)]
        suitable = puzzles.select(self.theme)
        if self.rating is not None:
            suitable = _near(suitable, self.rating, self.count)
        chance = random.Random(self.seed) if self.seed is not None else random.Random()
        return chance.sample(list(suitable), min(self.count, len(suitable)))


def _near(puzzles: Puzzles, rating: int, count: int) -> Puzzles:
    """Return puzzles rated about *rating*, at least *count* of them if there are so many."""
    spread = _SPREAD
    while True:
        near = puzzles.select(lowest=rating - spread, highest=rating + spread)
        if len(near) >= min(count, len(puzzles)):
            return near
        spread *= 2


def solve_puzzles(puzzles: Sequence[Puzzle], style: str | None = None) -> int:
    """Let a person solve *puzzles* on the standard streams; return the exit code."""
    console = Console(style)
    unaided = 0
    try:
        for number, puzzle in enumerate(puzzles, start=1):
            if number > 1:
                console.say()
            unaided += _Solving(console, puzzle).run()
    except EndOfInput:
        return 0
    if len(puzzles) > 1:
        console.say("\n" + say("terminal.puzzles solved", solved=unaided, count=len(puzzles)))
    return 0


class _Solving:
    """One puzzle, from its board to its explained answer."""

    def __init__(self, console: Console, puzzle: Puzzle) -> None:
        self._console, self._puzzle = console, puzzle
        self._attempt = Attempt(puzzle)
        self._is_helped = False
        self._hinted: Position | None = None  # the position whose idea was given
        self._refuted: set[int] = set()  # the wrong columns of the next move

    def run(self) -> bool:
        """Return whether the puzzle was solved without help or a wrong move; EndOfInput ends it."""
        console, attempt = self._console, self._attempt
        puzzle = self._puzzle
        values = {"id": puzzle.id, "rating": puzzle.rating, "task": puzzle.task}
        console.say(say("terminal.puzzle", **values))
        self._show_board()
        while not attempt.is_solved:
            question = say("terminal.puzzle, prompt", colour=attempt.position.to_move)
            self._answer(console.ask(question))
        self._explain()
        return not self._is_helped and not attempt.wrong

    def _answer(self, answer: str) -> None:
        console, attempt = self._console, self._attempt
        word = answer.lower()
        if word in ("q", "quit", "exit"):
            raise EndOfInput
        if word in ("h", "hint"):
            self._is_helped = True
            console.say(self._hint())
        elif word in ("s", "solution"):
            self._is_helped = True
            while not attempt.is_solved:
                self._show(attempt.play(attempt.next_column))
        elif word in ("b", "board"):
            self._show_board()
        elif word.isdecimal() and word.isascii():
            try:
                self._show(attempt.play(int(word), _LIMITS))
            except IllegalMove as error:
                console.say(say("terminal.not possible", reason=error))
        else:
            console.say(say("terminal.puzzle, help"))

    def _hint(self) -> str:
        """Give the idea; the next time, name three columns, one of which is right."""
        position, right = self._attempt.position, self._attempt.next_column
        if self._hinted != position:
            self._hinted = position
            return say("terminal.puzzle, idea", idea=self._attempt.idea)
        chance = random.Random(position.key)
        others = [
            column
            for column in position.legal_columns
            if column != right and column not in self._refuted
        ]
        shown = sorted([right, *chance.sample(others, min(2, len(others)))])
        return say("terminal.puzzle, one of", columns=say("page.comma").join(map(str, shown)))

    def _show(self, verdict: AttemptedMove) -> None:
        console, attempt = self._console, self._attempt
        console.draw(verdict.position)
        if verdict.is_right:
            self._refuted.clear()
            left = attempt.moves_left
            rest = " " + say("terminal.puzzle, left", count=left) if left else ""
            console.say(f"{verdict.text}{rest}")
            return
        self._refuted.add(verdict.column)
        console.say(verdict.text)
        variation = " ".join(map(str, verdict.variation))
        console.say(say("terminal.puzzle, refuted", moves=variation))
        self._show_board()

    def _show_board(self) -> None:
        self._console.draw(self._attempt.position)

    def _explain(self) -> None:
        """Say why the answer is right: what the puzzle's position shows, and how the game ends."""
        console, puzzle, after = self._console, self._puzzle, self._attempt.position
        themes = say("page.comma").join(map(_theme_name, puzzle.themes))
        console.say("\n" + say("terminal.puzzle, solved", themes=themes))
        console.say(say("terminal.puzzle, before"))
        console.say(str(explain(puzzle.position)))
        rest: tuple[int, ...] = ()
        if not after.is_over:
            analysis = analyse(after, limits=_LIMITS)
            console.say(say("terminal.puzzle, after"))
            console.say(str(explain(after, analysis)))
            rest = analysis.find_variation(limits=_LIMITS)
        moves = " ".join(map(str, (*puzzle.solution, *rest)))
        console.say(say("terminal.puzzle, best play", moves=moves))


def _theme_name(theme: str) -> str:
    kind, _, count = theme.partition("-in-")
    return say("puzzles.theme", theme=kind, count=count)
