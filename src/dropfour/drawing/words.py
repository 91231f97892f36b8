"""What is on a board: the lines that a drawing marks, and its status and description in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import Cell, Direction, Objective
from dropfour.words import say, sentence


@dataclass(frozen=True, slots=True)
class Run:
    """All adjacent stones of one colour in one direction, as many as make a line or more."""

    colour: Colour
    cells: tuple[Cell, ...]


def find_runs(position: Position) -> tuple[Run, ...]:
    """Return the runs on the board, red's first; overlapping lines in one direction are one run.

    In a classic game only the winner has any; in Max-Connect4 both colours may have runs at any time.
    """
    runs = []
    for colour in Colour:
        starts = {(line[0], _direction_of(line[0], line[1])) for line in position.lines(colour)}
        for first, direction in starts:
            if (first.step(direction, -1), direction) in starts:
                continue
            length = position.rules.connect
            while (first.step(direction, length - position.rules.connect + 1), direction) in starts:
                length += 1
            cells = tuple(first.step(direction, i) for i in range(length))
            runs.append(Run(colour, cells))
    return tuple(sorted(runs, key=lambda run: (run.colour.value, run.cells)))


def _direction_of(first: Cell, second: Cell) -> Direction:
    return Direction((second.column - first.column, second.row - first.row))


def status_text(position: Position, name: Callable[[Colour], str] = str) -> str:
    """Return who is to move or who won, as in ``red to move``; in Max-Connect4 the score comes first.

    *name* gives the words for a colour.
    """
    if not position.is_over:
        status = say("terminal.on move", colour=name(position.to_move))
    else:
        winner = "nobody" if position.winner is None else name(position.winner)
        status = say("terminal.ended", winner=winner)
    if position.rules.objective is Objective.MOST_LINES:
        return say("terminal.status", lines=line_counts(position, name), status=status)
    return status


def line_counts(position: Position, name: Callable[[Colour], str] = str) -> str:
    """Return how many lines each colour has made, as in ``red 3, yellow 2``."""
    counts = {"red": position.count_lines(RED), "yellow": position.count_lines(YELLOW)}
    return say("terminal.lines", first=name(RED), second=name(YELLOW), **counts)


def describe(position: Position) -> str:
    """Return a description of the board, one sentence per column, each from the bottom up."""
    rules = position.rules
    size = {
        "columns": say("terminal.columns", count=rules.columns),
        "rows": say("terminal.rows", count=rules.rows),
    }
    values = {"objective": rules.objective.value, "connect": rules.connect, **size}
    sentences = [say("terminal.board", **values)]
    for column in range(1, rules.columns + 1):
        stones = _describe_column(position, column)
        sentences.append(say("terminal.column", column=column, stones=stones))
    if (cell := position.last_cell) is not None:
        sentences.append(say("terminal.last move", colour=position[cell], cell=cell_phrase(cell)))
    sentences += [_describe_run(run) for run in find_runs(position)]
    sentences.append(sentence(status_text(position)))
    return "\n".join(sentences)


def _describe_column(position: Position, column: int) -> str:
    height = position.height(column)
    if height == 0:
        return say("terminal.empty")
    words = [say("terminal.colour", colour=position[column, row]) for row in range(1, height + 1)]
    free = position.rules.rows - height
    rest = say("terminal.free", count=free) if free else say("terminal.full")
    return say("page.comma").join([*words, rest])


def _describe_run(run: Run) -> str:
    ends = {"first": cell_phrase(run.cells[0]), "last": cell_phrase(run.cells[-1])}
    return say("terminal.run", colour=run.colour, count=len(run.cells), **ends)


def cell_phrase(cell: Cell) -> tuple[str, dict[str, int]]:
    """Return a cell as a phrase, to fill in a sentence."""
    return "cell", {"column": cell.column, "row": cell.row}
