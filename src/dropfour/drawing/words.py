"""A position in words: the line under a board, and the whole board for a screen reader."""

from __future__ import annotations

from collections.abc import Callable

from dropfour.drawing.marks import Run, find_runs
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import Objective


def status_line(position: Position, name: Callable[[Colour], str] = str) -> str:
    """Say who is to move or who won, as in ``red to move``; in Max-Connect4 after the score.

    *name* gives the words for a player.
    """
    outcome = position.outcome
    if outcome is None:
        status = f"{name(position.to_move)} to move"
    elif outcome.winner is None:
        status = "draw"
    else:
        status = f"{name(outcome.winner)} wins"
    if position.rules.objective is Objective.MOST_LINES:
        return f"{score_line(position, name)}; {status}"
    return status


def score_line(position: Position, name: Callable[[Colour], str] = str) -> str:
    """Say how many lines each player has made, as in ``red 3, yellow 2``."""
    red, yellow = position.count_lines(RED), position.count_lines(YELLOW)
    return f"{name(RED)} {red}, {name(YELLOW)} {yellow}"


def describe(position: Position) -> str:
    """Return the board in words, one line a column and each column from the bottom up."""
    rules = position.rules
    gain = "wins" if rules.objective is Objective.FIRST_LINE else "is a point"
    lines = [
        f"Board of {_count(rules.columns, 'column')} and {_count(rules.rows, 'row')}; "
        f"{rules.connect} in a row {gain}. Each column is read from the bottom up."
    ]
    lines += [
        f"column {column}: {_describe_column(position, column)}"
        for column in range(1, rules.columns + 1)
    ]
    if position.last_cell is not None:
        column, row = position.last_cell
        lines.append(f"Last move: {position[position.last_cell]} in column {column}, row {row}.")
    lines += [_describe_run(run) for run in find_runs(position)]
    lines.append(f"{status_line(position).capitalize()}.")
    return "\n".join(lines)


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
