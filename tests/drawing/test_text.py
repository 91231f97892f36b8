"""Text drawings: golden files for every style, marks, colours and when they are used."""

import io
import re

import pytest

from cases import cases
from drawing.drawn import POSITIONS, check_golden, position_named
from dropfour import RED, YELLOW, Cell, Objective, Position, Rules, draw_text
from dropfour.drawing import TEXT_STYLES, find_runs, status_text, style_for, wants_ansi
from dropfour.words import speaking

MOST_LINES = Objective.MOST_LINES

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("style", TEXT_STYLES)
def test_drawing_is_the_golden_one(style: str, name: str) -> None:
    check_golden(f"{name}.{style}.txt", draw_text(position_named(name), style) + "\n")


@pytest.mark.parametrize("style", TEXT_STYLES)
def test_coloured_drawing_is_the_golden_one(style: str) -> None:
    drawing = draw_text(position_named("won-7x6"), style, ansi=True)
    check_golden(f"won-7x6-colour.{style}.txt", drawing + "\n")


def test_compact_is_the_default_with_a_status_that_can_be_left_out() -> None:
    with_status = draw_text(Position()).splitlines()
    assert draw_text(Position(), status=False).splitlines() == with_status[:-1]
    position = Position.from_moves("4455")
    assert str(position) == draw_text(position) == draw_text(position, "compact")


@pytest.mark.parametrize("name", POSITIONS)
def test_a_drawing_ends_with_the_status(name: str) -> None:
    position = position_named(name)
    assert re.sub("[●○] ", "", str(position).splitlines()[-1]) == status_text(position)
    with speaking("de"):
        assert re.sub("[●○] ", "", str(position).splitlines()[-1]) == status_text(position)


@pytest.mark.parametrize(("size", "connect", "moves", "runs"), cases(__file__, "runs"))
def test_runs_go_from_end_to_end(
    size: str, connect: int, moves: str, runs: list[list[int]]
) -> None:
    found = find_runs(Position.from_moves(moves, Rules.for_board(size, connect)))
    assert [[*run.cells[0], *run.cells[-1]] for run in found] == runs


def test_runs_are_of_either_colour_and_have_no_gap() -> None:
    rules = Rules(columns=9, rows=1, connect=3, objective=MOST_LINES)
    red = [Cell(column, 1) for column in (1, 2, 3, 5, 6, 7, 8)]
    found = find_runs(Position.from_cells(red, [Cell(4, 1)], rules, to_move=YELLOW))
    assert [[cell.column for cell in run.cells] for run in found] == [[1, 2, 3], [5, 6, 7, 8]]
    position = Position.from_moves("12121212", Rules(objective=MOST_LINES))
    assert [(run.colour, len(run.cells)) for run in find_runs(position)] == [(RED, 4), (YELLOW, 4)]


# --- styles and colours ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("style", TEXT_STYLES)
def test_colours_only_add_escapes(style: str, name: str) -> None:
    position = position_named(name)
    without = draw_text(position, style)
    assert "\x1b" not in without
    if style == "slashes":  # where red and yellow differ in colour only
        without = without.replace("▒", "█")
    assert ESCAPE.sub("", draw_text(position, style, ansi=True)) == without


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("environ", "on_terminal", "in_pipe"), cases(__file__, "colours"))
def test_ansi_is_for_terminals(environ: dict[str, str], on_terminal: bool, in_pipe: bool) -> None:
    assert wants_ansi(Terminal(), environ) is on_terminal
    assert wants_ansi(io.StringIO(), environ) is in_pipe


def test_ansi_follows_the_real_environment_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert wants_ansi(Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_ansi(Terminal())


def test_a_closed_stream_gets_no_ansi() -> None:
    stream = io.StringIO()
    stream.close()
    assert not wants_ansi(stream, {})


@pytest.mark.parametrize(
    ("encoding", "style"),
    [("utf-8", "compact"), ("utf-16", "compact"), ("ascii", "ascii"), ("latin-1", "ascii")],
)
def test_style_for_a_stream_is_one_it_can_show(encoding: str, style: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    assert style_for(stream) == style
    print(draw_text(position_named("won-7x6"), style), file=stream, flush=True)


@pytest.mark.parametrize("style", TEXT_STYLES)
def test_a_style_is_kept_if_the_stream_can_show_it(style: str) -> None:
    shown = style_for(io.TextIOWrapper(io.BytesIO(), encoding="cp1252"), style)
    assert shown == ("ascii" if style in ("compact", "slashes") else style)
    assert style_for(io.StringIO(), style) == style
    assert style_for(io.StringIO()) == "compact"


def test_notes_are_shown_under_their_columns_and_widen_all_of_them() -> None:
    drawing = draw_text(Position.from_moves("4"), "ascii", notes={1: "-2", 4: "+1", 7: "0"})
    lines = drawing.splitlines()
    assert lines[5] == "|  .  .  . (x) .  .  . |"
    assert lines[6] == "+----------------------+"
    assert lines[7] == "   1  2  3  4  5  6  7"
    assert lines[8] == "  -2       +1        0"
    assert lines[9] == "o yellow to move"
