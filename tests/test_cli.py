import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import dropfour
from dropfour.cli import main
from dropfour.drawing import draw_text
from dropfour.position import Position
from dropfour.rules import Rules


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def test_version_is_that_of_the_package() -> None:
    assert run("--version").output == f"dropfour {dropfour.__version__}\n"


def test_board_draws_the_position_after_the_moves() -> None:
    assert run("board", "4455").output == draw_text(Position.from_moves("4455")) + "\n"


def test_board_draws_the_empty_board_in_every_style() -> None:
    for style in ("slashes", "plain", "compact", "words"):
        expected = draw_text(Position(Rules(9, 7)), style=style)
        assert run("board", "", "--style", style, "--board", "9x7").output == expected + "\n"


def test_board_writes_an_svg_and_a_png(tmp_path: Path) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    assert run("board", "4455", "--svg", str(svg), "--png", str(png)).exit_code == 0
    assert ElementTree.parse(svg).getroot().attrib["viewBox"]
    assert png.read_bytes().startswith(b"\x89PNG")


def test_perft_prints_the_count() -> None:
    assert run("perft", "7").output == "823536\n"
    assert run("perft", "4", "--board", "4x4").output == "256\n"
    assert run("perft", "1", "--moves", "1212121").output == "0\n"
    assert run("perft", "1", "--moves", "1212121", "--objective", "most-lines").output == "7\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["board", "4x"], "character 2 of the move string"),
        (["board", "9"], "there is no column 9"),
        (["board", "4444444"], "column 4 is full"),
        (["board", "12121213"], "the game is over"),
        (["board", "", "--board", "21x6"], "1 to 20 columns"),
        (["board", "", "--board", "big"], "columns x rows"),
        (["board", "", "--connect", "2"], "3 to 10 in a row"),
        (["board", "", "--style", "oil"], "compact"),
        (["board", "", "--svg", "no/such/directory/x.svg"], "no/such/directory"),
        (["perft", "--", "-1"], "expected an integer of at least 0, not '-1'"),
        (["perft", "many"], "many"),
        (["nonsense"], "nonsense"),
        (["slove", "4455"], "No such command 'slove'. Did you mean solve?"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_the_module_runs_like_the_command() -> None:
    command = [sys.executable, "-m", "dropfour", "perft", "3"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "343\n"
