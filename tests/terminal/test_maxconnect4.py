"""The two Max-Connect4 modes, which use files."""

import random
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from cases import cases
from dropfour import Limits, Objective, Position, Rules, analyse
from dropfour.cli.maxconnect4 import maxconnect4
from dropfour.notation import format_maxconnect4, parse_maxconnect4, read_maxconnect4
from dropfour.terminal.maxconnect4 import MaxConnect4Engine, board_text
from platforms import linux_only, not_as_root, posix_only
from strategies import late_positions
from terminal.programs import DROPFOUR, Run
from values import some

RULES = Rules(objective=Objective.MOST_LINES)
MIDDLE = Position.from_moves("4455332211", RULES)
TEXT = format_maxconnect4(MIDDLE)
FULL = "1212121\n2121212\n1212121\n2121212\n1212121\n2121212\n1\n"


def written(path: Path) -> Position:
    file = read_maxconnect4(path)
    assert file.notice is None
    return file.position


# --- one move ---------------------------------------------------------------------------------------


def test_one_move_prints_the_format_of_the_assignment(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT, encoding="utf-8")
    output = run("one-move", "in.txt", "out.txt", "2").output
    after = written(tmp_path / "out.txt")
    assert after.ply == 11
    (column,) = (c for c in MIDDLE.legal_columns if MIDDLE.play(c) == after)
    move = f"move 11: Player 1, column {column}\n\n"
    assert output == f"{board_text(MIDDLE)}\n{move}{board_text(after)}\n"


def test_the_board_is_drawn_between_two_rules() -> None:
    rows = board_text(Position.from_moves("12", RULES)).splitlines()
    assert rows[0] == " -----------------"
    assert rows[1] == " | 0 0 0 0 0 0 0 | "
    assert rows[-3:] == [
        " | 1 2 0 0 0 0 0 | ",
        " -----------------",
        "Score: Player 1 = 0, Player 2 = 0",
    ]


def test_a_missing_file_is_the_empty_board(run: Run, tmp_path: Path) -> None:
    result = run("one-move", "in.txt", "out.txt", "2")
    assert result.exit_code == 0
    assert "There is no file in.txt: starting with the empty board." in result.stderr
    assert written(tmp_path / "out.txt").ply == 1


def test_a_full_board_is_reported_and_nothing_is_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(FULL, encoding="utf-8")
    (tmp_path / "out.txt").write_text("old", encoding="utf-8")
    result = run("one-move", "in.txt", "out.txt", "2")
    assert result.exit_code == 0
    assert "BOARD FULL" in result.output
    assert "move" not in result.output
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == "old"


def test_a_turn_that_contradicts_the_stones_is_a_warning(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT[:-2] + "2\n", encoding="utf-8")
    result = run("one-move", "in.txt", "out.txt", "2")
    assert "player 2 moves next, as the file says" in result.stderr
    assert "Player 2, column" in result.stdout


def test_another_board_size_is_an_option(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("00000\n00000\n00000\n00000\n1\n", encoding="utf-8")
    assert run("one-move", "in.txt", "out.txt", "2").exit_code == 2
    assert run("one-move", "in.txt", "out.txt", "2", "--board", "5x4").exit_code == 0
    assert parse_maxconnect4((tmp_path / "out.txt").read_text("utf-8")).position.ply == 1


def test_input_and_output_may_be_one_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(TEXT, encoding="utf-8")
    for ply in range(11, 16):
        assert run("one-move", "game.txt", "game.txt", "2").exit_code == 0
        assert written(tmp_path / "game.txt").ply == ply


@pytest.mark.parametrize(
    "engine",
    ["", "averaging", "discounting", "exact", "mcts", "minimax:streaks", "hard", "random:seed=1"],
)
def test_the_time_ends_a_search_that_no_depth_does(run: Run, tmp_path: Path, engine: str) -> None:
    chosen = ("--engine", engine) if engine else ()
    assert run("one-move", "in.txt", "out.txt", "30", "--time", "0.1", *chosen).exit_code == 0
    assert written(tmp_path / "out.txt").ply == 1


def test_the_default_takes_the_line_that_is_there(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("0000000\n" * 5 + "1110222\n1\n", encoding="utf-8")
    run("one-move", "in.txt", "out.txt", "4")
    assert (tmp_path / "out.txt").read_text("utf-8").splitlines()[5] == "1111222"


def test_the_default_plays_the_end_exactly_however_shallow_it_looks() -> None:
    (position,) = late_positions(1, 16, RULES)
    engine = MaxConnect4Engine()
    while not position.is_over:
        choice = engine.choose(position, Limits(depth=1))
        assert some(choice.score).is_exact
        assert choice.column in analyse(position).best
        position = position.play(choice.column)


def test_the_default_plays_the_opening_exactly_however_little_time_it_has_to_solve() -> None:
    generator = random.Random(2)
    engine = MaxConnect4Engine(solving_time_s=0.5)
    for colour in range(2):
        position = Position(RULES)
        while position.ply < 13:
            column = generator.choice(position.legal_columns)
            if position.ply % 2 == colour:
                choice = engine.choose(position, Limits(depth=1))
                assert some(choice.score).is_exact
                column = choice.column
            position = position.play(column)


@pytest.mark.parametrize(("source", "target", "message"), cases(__file__, "unusable"))
def test_unusable_files_are_refused(
    run: Run, tmp_path: Path, source: str, target: str, message: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "in.txt").write_text(TEXT, encoding="utf-8")
    result = run("one-move", source, target, "2")
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "in.txt"]
    assert (tmp_path / "in.txt").read_text(encoding="utf-8") == TEXT


@not_as_root
def test_permissions_are_kept(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "closed").mkdir(mode=0o500)
    assert run("one-move", "in.txt", "closed/out.txt", "2").exit_code == 2
    (tmp_path / "in.txt").chmod(0)
    assert run("one-move", "in.txt", "out.txt", "2").exit_code == 2


@linux_only
def test_a_full_disk_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT, encoding="utf-8")
    result = run("one-move", "in.txt", "/dev/full", "2")
    assert result.exit_code == 2
    assert "cannot write /dev/full" in result.stderr


# --- interactive ------------------------------------------------------------------------------------


def test_interactive_plays_to_the_end_and_saves_both_sides(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("000\n000\n1\n", encoding="utf-8")
    result = run(
        "interactive", "in.txt", "human-next", "2", "--board", "3x2", lines="1 1 2 2 3 3 1 2 3"
    )
    assert result.exit_code == 0
    assert result.output.rstrip().endswith("Game over: a draw.")
    assert [result.output.count(f"move {ply}: Player {2 - ply % 2}") for ply in range(1, 7)] == [
        1
    ] * 6
    left = [read_maxconnect4(tmp_path / f"{who}.txt").position for who in ("human", "computer")]
    assert [position.ply for position in left] == [5, 6]


def test_interactive_lets_the_computer_begin(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(format_maxconnect4(MIDDLE.play(4)), encoding="utf-8")
    result = run("interactive", "in.txt", "computer-next", "2")
    assert "move 12: Player 2, column" in result.output
    assert written(tmp_path / "computer.txt").ply == 12
    assert not (tmp_path / "human.txt").exists()


def test_interactive_asks_until_the_column_can_be_played(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("1000000\n2000000\n" * 3 + "1\n", encoding="utf-8")
    lines = ["", "x", "0", "8", "1", "99999999999", "4"]
    result = run("interactive", "in.txt", "human-next", "2", lines=lines)
    for reason in ("Please type a column, 1 to 7", "There is no column 0", "Column 1 is full"):
        assert reason in result.output
    assert "move 7: Player 1, column 4" in result.output


def test_interactive_can_be_continued_with_the_same_options(run: Run, tmp_path: Path) -> None:
    options = ["--time", "0.1", "--engine", "discounting"]
    arguments = ["interactive", "in.txt", "computer-next", "30", "--board", "5x4"]
    result = run(*arguments, *options, lines="q")
    command = result.stdout.splitlines()[-1].split()
    assert command[:5] == ["maxconnect4", "interactive", "computer.txt", "human-next", "30"]
    assert command[5:] == ["--board", "5x4", *options]
    result = run(*command[1:], lines="2 q")
    assert "move 3: Player 1, column" in result.output


def test_interactive_on_a_full_board_ends_immediately(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(FULL, encoding="utf-8")
    for turn in ("computer-next", "human-next"):
        result = run("interactive", "in.txt", turn, "2")
        assert result.exit_code == 0
        assert result.output.count("BOARD FULL") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["in.txt"]


def test_interactive_goes_on_where_it_cannot_save_and_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "computer.txt").mkdir()
    result = run("interactive", "in.txt", "computer-next", "2", lines="4\nq")
    assert result.exit_code == 0
    assert "Cannot write computer.txt: Is a directory." in result.output
    assert result.output.count("it is not saved") == 2  # human.txt was saved in between
    assert "move 3: Player 1" in result.output
    assert result.stdout.endswith("The game is not saved.\n")


@posix_only
def test_the_move_is_written_before_anything_is_printed(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT)
    command = [*DROPFOUR, "one-move", "in.txt", "out.txt", "3"]
    with open("/dev/full", "w") as full:
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert result.returncode == 2
    assert result.stderr == "Error: cannot write to standard output: No space left on device\n"
    assert written(tmp_path / "out.txt").ply == MIDDLE.ply + 1


def test_a_dash_writes_the_move_to_standard_output(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT)
    result = run("one-move", "in.txt", "-", "3")
    assert parse_maxconnect4(result.output).position.ply == MIDDLE.ply + 1
    assert [path.name for path in tmp_path.iterdir()] == ["in.txt"]


def test_maxconnect4_is_a_program_that_speaks_the_file_protocol(tmp_path: Path) -> None:
    result = CliRunner().invoke(maxconnect4, ["one-move", "in.txt", "out.txt", "2"])
    assert result.exit_code == 0
    assert written(tmp_path / "out.txt").ply == 1
    for text, problem in (
        ("x", ": line 1, column 1: expected 0, 1 or 2, found 'x'\n"),
        (TEXT + " " * 10_000_000, "a file has at most"),
    ):
        (tmp_path / "bad.txt").write_text(text, encoding="utf-8")
        result = CliRunner().invoke(maxconnect4, ["one-move", "bad.txt", "out2.txt", "2"])
        assert (result.exit_code, result.stdout) == (2, "")
        assert problem in result.stderr
        assert not (tmp_path / "out2.txt").exists()
