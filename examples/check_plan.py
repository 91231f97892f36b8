"""`python check_plan.py FILE` checks a plan or strategy of `dropfour plan --json`, without Dropfour.

It plays it out against every reply. The exit code is 1 if the promise can be broken, and then it
prints a game in which it is.
"""

from __future__ import annotations

import json
import sys
from typing import Any

Board = tuple[str, ...]
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Checker:
    """A board is a tuple of columns, each a string of stones, r or y, from the bottom upwards."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.width, self.height = plan["columns"], plan["rows"]
        self.connect = plan["connect"]
        self.plans = plan.get("plans", [plan.get("rules")])
        self.steps = plan.get("steps", [{"plan": 0}])
        self.we, self.they = "ry" if plan["colour"] == "red" else "yr"
        self.must_win = plan["promise"] == "win"
        columns = ("".join(column)[::-1] for column in zip(*plan["board"], strict=True))
        self.start = tuple(column.rstrip(".") for column in columns)
        if any("." in column for column in self.start):
            raise ValueError("a stone of the board has nothing below it")
        self.we_begin = plan["to_move"] == plan["colour"]
        # Positions with us to move from which the promise is kept, with their last column and step.
        self.seen: set[tuple[Board, int | None, int]] = set()

    def stone(self, board: Board, x: int, y: int) -> str | None:
        is_there = 0 <= x < self.width and 0 <= y < len(board[x])
        return board[x][y] if is_there else None

    def completes(self, board: Board, colour: str, x: int, y: int) -> bool:
        """Whether a stone of *colour* at (x, y) makes a line."""
        for dx, dy in STEPS:
            count = 1
            for sign in (1, -1):
                n = sign
                while self.stone(board, x + n * dx, y + n * dy) == colour:
                    count, n = count + 1, n + sign
            if count >= self.connect:
                return True
        return False

    def open_columns(self, board: Board) -> list[int]:
        return [x for x in range(self.width) if len(board[x]) < self.height]

    def winning_column(self, board: Board, colour: str) -> int | None:
        """The leftmost column in which *colour* makes a line now, or None."""
        for x in self.open_columns(board):
            if self.completes(board, colour, x, len(board[x])):
                return x
        return None

    def our_column(self, board: Board, last: int | None, step: int) -> int:
        """What we play after their stone in column *last*, None if the plan has just begun."""
        if self.steps[step]["plan"] is None:
            return int(self.steps[step]["column"]) - 1
        for colour in (self.we, self.they):
            x = self.winning_column(board, colour)
            if x is not None:
                return x
        playable = self.open_columns(board)
        safe = [x for x in playable if not self.wins_on_top(board, x)] or playable
        for rule in self.plans[self.steps[step]["plan"]]:
            cells = [(each["column"] - 1, each["row"] - 1) for each in rule.get("cells", ())]
            now = [x for x, y in cells if x in playable and len(board[x]) == y]
            if rule["rule"] == "take":
                wanted = now
            elif rule["rule"] == "pair":
                wanted = now if len(now) == 1 else []
            elif rule["rule"] == "answer":
                wanted = [last] if last is not None and last + 1 in rule["columns"] else []
            elif rule["rule"] == "otherwise":
                wanted = [column - 1 for column in rule["columns"]]
            else:
                raise ValueError(f"there is no rule {rule['rule']!r}")
            for x in wanted:
                if x in safe:
                    return int(x)
        return safe[0]

    def wins_on_top(self, board: Board, x: int) -> bool:
        """Whether they would make a line right above our stone in column *x*."""
        y = len(board[x]) + 1
        return y < self.height and self.completes(self.drop(board, x, self.we), self.they, x, y)

    def drop(self, board: Board, x: int, colour: str) -> Board:
        return (*board[:x], board[x] + colour, *board[x + 1 :])

    def can_still_win(self, board: Board) -> bool:
        """Whether they could make a line if all empty cells were theirs."""
        filled = tuple(column.ljust(self.height, self.they) for column in board)
        return any(
            filled[x][y] == self.they and self.completes(filled, self.they, x, y)
            for x in range(self.width)
            for y in range(self.height)
        )

    def break_from(self, board: Board, last: int | None, step: int) -> list[int] | None:
        """We are to move: a list of columns after which the promise is broken, None if it is kept."""
        if (board, last, step) in self.seen:
            return None
        if not self.open_columns(board):
            return [] if self.must_win else None
        x = self.our_column(board, last, step)
        if x not in self.open_columns(board):
            raise ValueError(f"column {x + 1} cannot be played")
        if self.completes(board, self.we, x, len(board[x])):
            return None
        found = self.break_after(self.drop(board, x, self.we), step)
        if found is not None:
            return [x + 1, *found]
        self.seen.add((board, last, step))
        return None

    def break_after(self, board: Board, step: int) -> list[int] | None:
        """They are to move: likewise."""
        if not self.open_columns(board):
            return [] if self.must_win else None
        if not self.must_win and not self.can_still_win(board):
            return None
        for x in self.open_columns(board):
            if self.completes(board, self.they, x, len(board[x])):
                return [x + 1]
            after = self.drop(board, x, self.they)
            found = self.break_from(after, *self.next_step(x, step))
            if found is not None:
                return [x + 1, *found]
        return None

    def next_step(self, x: int, step: int) -> tuple[int | None, int]:
        """What a plan knows of their stone in column *x*, and the step it leads to."""
        if self.steps[step]["plan"] is not None:
            return x, step
        if str(x + 1) not in self.steps[step]["replies"]:
            raise ValueError(f"there is no answer to column {x + 1} in step {step}")
        return None, int(self.steps[step]["replies"][str(x + 1)])

    def check(self) -> list[int] | None:
        """A game that breaks the promise, as columns from the plan's position on, or None."""
        if self.we_begin:
            return self.break_from(self.start, None, 0)
        return self.break_after(self.start, 0)


def main(path: str) -> int:
    with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
        plan = json.load(file)
    checker = Checker(plan)
    line = checker.check()
    promise = f"{plan['colour']} {'wins' if checker.must_win else 'does not lose'}"
    if line is not None:
        print(f"Broken: {promise}, but not after {' '.join(map(str, line))}.")
        return 1
    print(f"Kept: {promise}, in {len(checker.seen)} positions.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
