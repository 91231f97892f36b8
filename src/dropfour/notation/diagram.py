"""Board diagrams: the board as a person draws it in text, top row first.

    .......
    .......
    .......
    ...Y...
    ...RY..
    ...RR..

Empty cells are ``. _ 0 -``, red stones ``R r X x 1``, yellow stones ``Y y O o 2``; note that the digit
0 is empty and the letter O a stone. Blanks, ``|`` and empty lines only separate. A line of column
numbers over or under the board is passed over from three columns on (``1 2`` could be two stones).
"""

from __future__ import annotations

from dropfour.moves import InvalidNotation, format_moves
from dropfour.notation.grid import Mark, error_at, format_grid, position_of, split_lines
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rules import MAX_SIDE, Rules

_OWNERS: dict[str, Colour | None] = {
    **dict.fromkeys("._0-", None),
    **dict.fromkeys("RrXx1", RED),
    **dict.fromkeys("YyOo2", YELLOW),
}


def parse_diagram(text: str, rules: Rules | None = None, to_move: Colour | None = None) -> Position:
    """Return the position drawn in *text*.

    Without *rules* the size is read off the diagram and the rest is classic. Without *to_move* the
    stones decide whose turn it is; with it their counts may be any (a set-up position).

    Raises InvalidNotation, with line and column, for text that draws no board of that size, and
    InvalidPosition for a board that no game can reach.
    """
    lines = [(i, line) for i, line in enumerate(split_lines(text), start=1) if _bare(line)]
    if len(lines) > 1 and _numbers_columns(lines[0][1], len(_bare(lines[1][1]))):
        del lines[0]
    if len(lines) > 1 and _numbers_columns(lines[-1][1], len(_bare(lines[-2][1]))):
        del lines[-1]
    grid = [_marks(number, line) for number, line in lines]
    if not grid:
        raise InvalidNotation("line 1, column 1: expected a board diagram, found no cells")
    if rules is None:
        width = len(grid[0])
        if width > MAX_SIDE or len(grid) > MAX_SIDE:
            raise error_at(
                *_end_of(grid[min(MAX_SIDE, len(grid) - 1)]),
                f"a board has at most {MAX_SIDE} columns and rows, not {width}x{len(grid)}",
            )
        rules = Rules(width, len(grid))
    for marks in grid:
        if len(marks) != rules.columns:
            place = marks[rules.columns] if len(marks) > rules.columns else None
            line, column = (place.line, place.column) if place else _end_of(marks)
            message = f"expected {rules.columns} cells in the row, found {len(marks)}"
            raise error_at(line, column, message)
    if len(grid) != rules.rows:
        message = f"expected {rules.rows} rows, found {len(grid)}"
        raise error_at(*_end_of(grid[-1]), message)
    return position_of(grid, rules, to_move)


def format_diagram(position: Position) -> str:
    """Return the board as rows of ``.``, ``R`` and ``Y``, each ended by LF.

    The rules but for the size, and a side to move that does not follow from the stones, are not drawn.
    """
    return format_grid(position, ".", "R", "Y")


def _bare(line: str) -> str:
    """Return the line without what only separates."""
    return "".join(character for character in line if not _separates(character))


def _separates(character: str) -> bool:
    return character == "|" or character.isspace()


def _marks(number: int, line: str) -> list[Mark]:
    marks = []
    for column, character in enumerate(line, start=1):
        if _separates(character):
            continue
        if character not in _OWNERS:
            raise error_at(
                number,
                column,
                f"{character!r} is no cell: expected one of . _ 0 - (empty), R X 1 (red) "
                "or Y O 2 (yellow)",
            )
        marks.append(Mark(_OWNERS[character], number, column))
    return marks


def _end_of(marks: list[Mark]) -> tuple[int, int]:
    """Return the line, and the column after its last cell."""
    return marks[-1].line, marks[-1].column + 1


def _numbers_columns(line: str, columns: int) -> bool:
    """Tell whether *line* is ``1 2 3 …`` for that many columns and cannot be a row of cells."""
    if not 3 <= columns <= MAX_SIDE:
        return False
    words = line.replace("|", " ").split()
    numbers = range(1, columns + 1)
    last_digits = "".join(str(number % 10) for number in numbers)
    return words == [str(number) for number in numbers] or "".join(words).lower() in (
        format_moves(numbers),
        last_digits,
    )
