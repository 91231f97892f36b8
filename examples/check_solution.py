"""`python check_solution.py FILE` checks a solution (docs/solution.md) without Dropfour.

FILE is a `.solution`, or what `dropfour explain MOVES --strategy --text` prints. It is followed against
every reply. The exit code is 1 if an answer is missing, a move is not possible or the promise can be
broken, and then it prints a game that shows it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

COLUMNS = "123456789abcdefghijk"


class Broken(Exception):
    """*line* holds the columns of a game that shows it, counted from 0."""

    def __init__(self, message: str, line: list[int] | None = None) -> None:
        super().__init__(message)
        self.line = line or []


class Checker:
    """Cells are bits, column by column from the bottom, with a spare bit on top of each column. We are
    the side that the solution is for."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        head = re.fullmatch(
            r"dropfour solution [123]\nboard (\d+)x(\d+) connect (\d+)\nstart (\S+)\n"
            r"promise (red|yellow) (wins|does not lose)",
            "\n".join(lines[:4]),
        )
        if not head:
            raise Broken("the first four lines are not those of a solution")
        self.width, self.height, self.connect = map(int, head.groups()[:3])
        self.is_red, self.must_win = head[5] == "red", head[6] == "wins"
        self.bottom = [1 << x * (self.height + 1) for x in range(self.width)]
        self.column = [bit * ((1 << self.height) - 1) for bit in self.bottom]
        self.full, self.floor = sum(self.column), sum(self.bottom)
        self.base, self.red_begins = [0, 0], True  # stones of red and yellow before the first move
        is_set_up = "." in head[4]
        if is_set_up:
            self.set_up(head[4])
        self.start = [] if is_set_up else self.moves(head[4])
        self.plans: list[list[tuple[str, list[int]]]] = []
        self.answers: dict[tuple[int, int], tuple[str, int, bool]] = {}
        for line in lines[4:]:
            if found := re.fullmatch(r"plan (\d+) (.+)", line):
                self.plans.append(self.plan(found[2]))
                if int(found[1]) != len(self.plans):
                    raise Broken(f"plan {found[1]} is not the next one")
            elif found := re.fullmatch(r"position (\S+) (play|plan|follow) (\d+)", line):
                if found[2] != "play" and not 1 <= int(found[3]) <= len(self.plans):
                    raise Broken(f"there is no plan {found[3]}")
                self.list_position(self.moves(found[1]), found[2], int(found[3]))
            elif line and not line.startswith("#"):
                raise Broken(f"this line is none of a solution: {line}")
        self.answered = [  # the columns whose replies a plan answers in the same column
            {x for kind, parts in rules if kind == "answer" for x in parts} for rules in self.plans
        ]
        # Positions by their plan ("plan" or "follow", and its number), and whether we are to move.
        self.todo: dict[tuple[str, int], list[tuple[int, int, bool, list[int]]]] = {}
        self.reached: set[object] = set()  # positions that were checked without a plan
        self.seen: set[object] = set()  # and with the present one,
        self.has_exceptions = False  # which may be left where a listed position comes up
        self.count = 0

    def set_up(self, text: str) -> None:
        """Read the stones of a position string, such as 7x6.4.first-line.3-ryr-yr-2.y."""
        head = f"{self.width}x{self.height}.{self.connect}.first-line."
        *_, columns, mover = text.split(".")
        self.red_begins = mover == "r"
        piles: list[str] = []
        for item in columns.split("-"):
            piles += [item] if item.strip("ry") == "" else [""] * int(item)
        if not text.startswith(head) or mover not in "ry" or len(piles) != self.width:
            raise Broken("the start is not a position of this board")
        for x, pile in enumerate(piles):
            if len(pile) > self.height:
                raise Broken("the start is not a position of this board")
            for y, stone in enumerate(pile):
                self.base["ry".index(stone)] |= self.bottom[x] << y

    def list_position(self, moves: list[int], what: str, number: int) -> None:
        mine, theirs = self.board(moves)
        if (mine, theirs) in self.answers:
            raise Broken("a position is listed twice", moves)
        if mine | theirs == self.full:
            raise Broken("the game is over there", moves)
        if what == "play" and not self.is_ours(moves):
            raise Broken("a position has a move for the other side", moves)
        self.answers[self.mirror(mine), self.mirror(theirs)] = what, number, True
        self.answers[mine, theirs] = what, number, False

    def moves(self, text: str) -> list[int]:
        return [] if text == "-" else [COLUMNS.index(each) for each in text]

    def plan(self, text: str) -> list[tuple[str, list[int]]]:
        rules = [self.rule(part.split(" ")) for part in text.split("; ")]
        kinds = [kind for kind, _ in rules]
        order = ("take", "pair", "answer", "otherwise")
        single = [kind for kind in kinds if kind != "pair"]
        if kinds != sorted(kinds, key=order.index) or len(single) != len(set(single)):
            raise Broken(f"the rules are not in the order {', '.join(order)}: {text}")
        return rules

    def rule(self, words: list[str]) -> tuple[str, list[int]]:
        """Cells as bits, columns counted from 0."""
        kind, *rest = words
        if kind in ("take", "pair") and (kind == "take" or len(rest) == 2):
            return kind, [self.cell(word) for word in rest]
        if kind in ("answer", "otherwise"):
            columns = [int(word) - 1 for word in rest]
            if all(0 <= x < self.width for x in columns):
                return kind, columns
        raise Broken(f"there is no rule {' '.join(words)}")

    def cell(self, word: str) -> int:
        x, y = (int(part) - 1 for part in word.split("."))
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise Broken(f"there is no cell {word}")
        return self.bottom[x] << y

    def is_ours(self, moves: list[int]) -> bool:
        """Whether we are to move after these moves."""
        return (self.red_begins == (len(moves) % 2 == 0)) == self.is_red

    def board(self, moves: list[int]) -> tuple[int, int]:
        stones = list(self.base)
        is_yellow = not self.red_begins
        for ply, x in enumerate(moves):
            stones[is_yellow] |= self.drop(stones[0] | stones[1], x, moves[: ply + 1])
            if self.has_line(stones[is_yellow]):
                raise Broken("the game is over there", moves)
            is_yellow = not is_yellow
        return (stones[0], stones[1]) if self.is_red else (stones[1], stones[0])

    def drop(self, stones: int, x: int, line: list[int]) -> int:
        """The cell where a stone in column *x* lands."""
        if not 0 <= x < self.width or not (cell := (stones + self.bottom[x]) & self.column[x]):
            raise Broken(f"the last move of {self.text(line)} is not possible", line)
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
        seen = self.seen if plan else self.reached
        if (mine, theirs, last) in seen:
            return
        seen.add((mine, theirs, last))
        self.count += 1
        if any(self.has_line(mine | cell) for _, cell in self.playable(mine | theirs)):
            return
        if mine | theirs == self.full:
            if self.must_win:
                raise Broken(f"{self.text(line)} is a draw", line)
            return
        if plan:
            cell = self.follow_plan(plan, mine, theirs, last)
            x = next(x for x, column in enumerate(self.column) if column & cell)
        else:
            if (mine, theirs) not in self.answers:
                raise Broken(f"there is no answer to {self.text(line)}", line)
            what, number, is_mirrored = self.answers[mine, theirs]
            if what != "play":
                return self.note_plan(mine, theirs, True, line)
            x = self.width - number if is_mirrored else number - 1
            cell = self.drop(mine | theirs, x, [*line, x])
        self.they_move(mine | cell, theirs, plan, [*line, x])

    def note_plan(self, mine: int, theirs: int, is_ours: bool, line: list[int]) -> None:
        """Leave a position for later, as the position that is listed, to which the plan belongs."""
        what, plan, is_mirrored = self.answers[mine, theirs]
        if is_mirrored:
            mine, theirs = self.mirror(mine), self.mirror(theirs)
            line = [self.width - 1 - x for x in line]
        self.todo.setdefault((what, plan), []).append((mine, theirs, is_ours, line))

    def they_move(self, mine: int, theirs: int, plan: int, line: list[int]) -> None:
        if self.has_line(mine) or (not self.must_win and not self.has_line(self.full & ~mine)):
            return
        if mine | theirs == self.full and self.must_win:
            raise Broken(f"{self.text(line)} is a draw", line)
        if not plan and (mine, theirs) in self.answers:
            return self.note_plan(mine, theirs, False, line)
        for x, cell in self.playable(mine | theirs):
            if self.has_line(theirs | cell):
                raise Broken(f"the opponent wins with {self.text([*line, x])}", [*line, x])
            if plan and self.has_exceptions and (mine, theirs | cell) in self.answers:
                self.we_move(mine, theirs | cell, 0, None, [*line, x])
                continue
            last = x if plan and x in self.answered[plan - 1] else None
            self.we_move(mine, theirs | cell, plan, last, [*line, x])

    def check(self) -> None:
        mine, theirs = self.board(self.start)
        if self.is_ours(self.start):
            self.we_move(mine, theirs, 0, None, self.start)
        else:
            self.they_move(mine, theirs, 0, self.start)
        while self.todo:
            what, plan = key = min(self.todo)  # "follow" first, since it may lead to any other
            positions = self.todo.pop(key)
            self.has_exceptions = what == "follow"
            self.seen.clear()
            for mine, theirs, is_ours, line in positions:
                if is_ours:
                    self.we_move(mine, theirs, plan, None, line)
                else:
                    self.they_move(mine, theirs, plan, line)


def main(path: str) -> int:
    try:
        with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
            checker = Checker(file.read())
        checker.check()
    except (Broken, ValueError, IndexError) as error:
        print(f"Broken: {error}.")
        return 1
    side = "Red" if checker.is_red else "Yellow"
    end = "wins" if checker.must_win else "does not lose"
    print(f"{side} {end}: every reply was checked.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
