"""A position in words: its status, and a description of the board for screen readers."""

from __future__ import annotations

from collections.abc import Callable

from dropfour.drawing.marks import Run, find_runs
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import Objective


def status_text(position: Position, name: Callable[[Colour], str] = str) -> str:
    """Return who is to move or who won, as in ``red to move``; in Max-Connect4 the score comes first.

    *name* gives the words for a colour.
    """
    if not position.is_over:
        status = f"{name(position.to_move)} to move"
    elif position.winner is None:
        status = "draw"
    else:
        status = f"{name(position.winner)} wins"
    if position.rules.objective is Objective.MOST_LINES:
        return f"{line_counts(position, name)}; {status}"
    return status


def line_counts(position: Position, name: Callable[[Colour], str] = str) -> str:
    """Return how many lines each colour has made, as in ``red 3, yellow 2``."""
    red, yellow = position.count_lines(RED), position.count_lines(YELLOW)
    return f"{name(RED)} {red}, {name(YELLOW)} {yellow}"


def describe(position: Position) -> str:
    """Return a description of the board, one sentence per column, each from the bottom up."""
    rules = position.rules
    gain = "wins" if rules.objective is Objective.FIRST_LINE else "is a point"
    sentences = [
        f"Board of {_count(rules.columns, 'column')} and {_count(rules.rows, 'row')}; "
        f"{rules.connect} in a row {gain}. Each column is read from the bottom up."
    ]
    sentences += [
        f"column {column}: {_describe_column(position, column)}"
        for column in range(1, rules.columns + 1)
    ]
    if position.last_cell is not None:
        column, row = position.last_cell
        stone = position[position.last_cell]
        sentences.append(f"Last move: {stone} in column {column}, row {row}.")
    sentences += [_describe_run(run) for run in find_runs(position)]
    sentences.append(f"{status_text(position).capitalize()}.")
    return "\n".join(sentences)


def _describe_column(position: Position, column: int) -> str:
    height = position.height(column)
    if height == 0:
        return "empty"
    words = [str(position[column, row]) for row in range(1, height + 1)]
    free = position.rules.rows - height
    return ", ".join([*words, f"{free} empty" if free else "full"])


def _describe_run(run: Run) -> str:
    first, last = run.cells[0], run.cells[-1]
    return (
        f"{str(run.colour).capitalize()} has {len(run.cells)} in a row, "
        f"from column {first.column}, row {first.row} to column {last.column}, row {last.row}."
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
