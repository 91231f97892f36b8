"""`python check_solution.py FILE` checks a solution (docs/solution_format.md) without Dropfour.

It follows the solution against every reply. The exit code is 1 if an answer is missing, a move is not
possible or the promise can be broken, and then it prints a game that shows it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

COLUMNS = "123456789abcdefghijk"


class Broken(Exception):
    pass


class Checker:
    """Cells are bits, column by column from the bottom, with a spare bit on top of each column. We are
    the side that the solution is for."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        board = re.fullmatch(r"board (\d+)x(\d+) connect (\d+)", lines[1])
        promise = re.fullmatch(r"promise (red|yellow) (wins|does not lose)", lines[3])
        if (
            lines[0] != "dropfour solution 1"
            or not board
            or not promise
            or not lines[2].startswith("start ")
        ):
            raise Broken("the first four lines are not those of a solution")
        self.width, self.height, self.connect = map(int, board.groups())
        self.is_red, self.must_win = promise[1] == "red", promise[2] == "wins"
        self.bottom = [1 << x * (self.height + 1) for x in range(self.width)]
        self.column = [bit * ((1 << self.height) - 1) for bit in self.bottom]
        self.full, self.floor = sum(self.column), sum(self.bottom)
        self.plans: list[list[tuple[str, list[int]]]] = []
        self.answers: dict[tuple[int, int], tuple[str, int, bool]] = {}
        self.start = self.moves(lines[2][6:])
        for line in lines[4:]:
            if found := re.fullmatch(r"plan (\d+) (.+)", line):
                self.plans.append([self.rule(part.split()) for part in found[2].split("; ")])
                if int(found[1]) != len(self.plans):
                    raise Broken(f"plan {found[1]} is not the next one")
            elif found := re.fullmatch(r"position (\S+) (play|plan) (\d+)", line):
                mine, theirs = self.board(self.moves(found[1]))
                self.answers[self.mirror(mine), self.mirror(theirs)] = (
                    found[2],
                    int(found[3]),
                    True,
                )
                self.answers[mine, theirs] = (found[2], int(found[3]), False)
            elif line and not line.startswith("#"):
                raise Broken(f"this line is none of a solution: {line}")
        self.answered = [  # the columns whose replies a plan answers in the same column
            {x for kind, parts in rules if kind == "answer" for x in parts} for rules in self.plans
        ]
        self.todo: dict[int, list[tuple[int, int, list[int]]]] = {}  # positions by their plan
        self.seen: set[object] = set()  # positions that were checked with the present plan, or none
        self.count = 0

    def moves(self, text: str) -> list[int]:
        return [] if text == "-" else [COLUMNS.index(each) for each in text]

    def rule(self, words: list[str]) -> tuple[str, list[int]]:
        """Cells as bits, columns counted from 0."""
        kind, *rest = words
        if kind not in ("take", "pair", "answer", "otherwise") or (
            kind == "pair" and len(rest) != 2
        ):
            raise Broken(f"there is no rule {' '.join(words)}")
        if kind in ("take", "pair"):
            cells = [[int(part) - 1 for part in cell.split(".")] for cell in rest]
            return kind, [self.bottom[x] << y for x, y in cells]
        return kind, [int(column) - 1 for column in rest]

    def board(self, moves: list[int]) -> tuple[int, int]:
        stones = [0, 0]  # of red and yellow
        for ply, x in enumerate(moves):
            stones[ply % 2] |= self.drop(stones[0] | stones[1], x, moves[: ply + 1])
        return (stones[0], stones[1]) if self.is_red else (stones[1], stones[0])

    def drop(self, stones: int, x: int, line: list[int]) -> int:
        """The cell where a stone in column *x* lands."""
        if not 0 <= x < self.width or not (cell := (stones + self.bottom[x]) & self.column[x]):
            raise Broken(f"the last move of {self.text(line)} is not possible")
        return cell

    def text(self, line: list[int]) -> str:
        return "".join(COLUMNS[x] for x in line)

    def mirror(self, stones: int) -> int:
        step = self.height + 1
        return sum(
            (stones & c) >> x * step << (self.width - 1 - x) * step
            for x, c in enumerate(self.column)
        )

    def has_line(self, stones: int) -> bool:
        for step in (1, self.height, self.height + 1, self.height + 2):
            row = stones
            for _ in range(self.connect - 1):
                row &= row >> step
                if not row:
                    break
            if row:
                return True
        return False

    def playable(self, stones: int) -> Iterator[tuple[int, int]]:
        """The columns that are not full, each with the cell where a stone lands."""
        open_cells = (stones + self.floor) & self.full
        return (
            (x, column & open_cells) for x, column in enumerate(self.column) if column & open_cells
        )

    def follow_plan(self, plan: int, mine: int, theirs: int, last: int | None) -> int:
        """The cell that a plan chooses where we cannot win at once, after a reply in column *last*."""
        now = dict(self.playable(mine | theirs))
        for cell in now.values():
            if self.has_line(theirs | cell):
                return cell
        safe = {
            x: cell
            for x, cell in now.items()
            if not (cell << 1 & self.full and self.has_line(theirs | cell << 1))
        }
        safe = safe or now
        for kind, parts in self.plans[plan - 1]:
            if kind in ("take", "pair"):
                cells = [cell for cell in parts if cell in now.values()]
                wanted = cells if kind == "take" or len(cells) == 1 else []
            elif kind == "answer":
                wanted = [safe[last]] if last in parts and last in safe else []
            else:
                wanted = [safe[x] for x in parts if x in safe]
            for cell in wanted:
                if cell in safe.values():
                    return cell
        return next(iter(safe.values()))

    def we_move(self, mine: int, theirs: int, plan: int, last: int | None, line: list[int]) -> None:
        if (mine, theirs, last) in self.seen:
            return
        self.seen.add((mine, theirs, last))
        self.count += 1
        if any(self.has_line(mine | cell) for _, cell in self.playable(mine | theirs)):
            return
        if mine | theirs == self.full:
            if self.must_win:
                raise Broken(f"{self.text(line)} is a draw")
            return
        if plan:
            cell = self.follow_plan(plan, mine, theirs, last)
            x = next(x for x, column in enumerate(self.column) if column & cell)
        else:
            if (mine, theirs) not in self.answers:
                raise Broken(f"there is no answer to {self.text(line)}")
            what, number, is_mirrored = self.answers[mine, theirs]
            if what == "plan":
                return self.note_plan(mine, theirs, number, is_mirrored, line)
            x = self.width - number if is_mirrored else number - 1
            cell = self.drop(mine | theirs, x, [*line, x])
        self.they_move(mine | cell, theirs, plan, [*line, x])

    def note_plan(
        self, mine: int, theirs: int, plan: int, is_mirrored: bool, line: list[int]
    ) -> None:
        """Leaves a position for later, as the position that is listed, to which the plan belongs."""
        if not 1 <= plan <= len(self.plans):
            raise Broken(f"there is no plan {plan} for {self.text(line)}")
        if is_mirrored:
            mine, theirs = self.mirror(mine), self.mirror(theirs)
            line = [self.width - 1 - x for x in line]
        self.todo.setdefault(plan, []).append((mine, theirs, line))

    def they_move(self, mine: int, theirs: int, plan: int, line: list[int]) -> None:
        if self.has_line(mine):
            return
        if mine | theirs == self.full and self.must_win:
            raise Broken(f"{self.text(line)} is a draw")
        for x, cell in self.playable(mine | theirs):
            if self.has_line(theirs | cell):
                raise Broken(f"the opponent wins with {self.text([*line, x])}")
            last = x if plan and x in self.answered[plan - 1] else None
            self.we_move(mine, theirs | cell, plan, last, [*line, x])

    def check(self) -> None:
        mine, theirs = self.board(self.start)
        if (len(self.start) % 2 == 0) == self.is_red:
            self.we_move(mine, theirs, 0, None, self.start)
        else:
            self.they_move(mine, theirs, 0, self.start)
        for plan, positions in self.todo.items():
            self.seen.clear()
            for mine, theirs, line in positions:
                self.we_move(mine, theirs, plan, None, line)


def main(path: str) -> int:
    try:
        with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
            checker = Checker(file.read())
        checker.check()
    except (Broken, ValueError, IndexError) as error:
        print(f"Broken: {error}.")
        return 1
    side = "The first player" if checker.is_red else "The second player"
    end = "wins" if checker.must_win else "does not lose"
    print(f"{side} {end}: every reply was checked, in {checker.count} positions.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
