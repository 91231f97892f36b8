import xml.etree.ElementTree as ElementTree
from pathlib import Path

import dropfour
from commands import run, run_python
from dropfour import Position, Rules, draw_text


def test_version_and_perft_are_printed() -> None:
    assert run("--version").output == f"dropfour {dropfour.__version__}\n"
    assert run("perft", "7").output == "823536\n"
    assert run("perft", "4", "--board", "4x4").output == "256\n"
    assert run("perft", "1", "1212121").output == "0\n"
    assert run("perft", "1", "1212121", "--objective", "most-lines").output == "7\n"
    assert run("perft", "1000").output == "0\n"  # no game on this board is as long
    given_up = run("perft", "20", "--time", "0.001")
    assert (given_up.exit_code, given_up.stdout) == (1, "")
    assert "not finished within 0.001 s" in given_up.stderr


def test_board_draws_positions_in_every_style() -> None:
    assert run("board", "4455").output == draw_text(Position.from_moves("4455")) + "\n"
    for style in ("slashes", "plain", "compact", "words"):
        expected = draw_text(Position(Rules(9, 7)), style=style)
        assert run("board", "", "--style", style, "--board", "9x7").output == expected + "\n"


def test_board_writes_an_svg_and_a_png(tmp_path: Path) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    assert run("board", "4455", "--svg", str(svg), "--png", str(png)).exit_code == 0
    assert ElementTree.parse(svg).getroot().attrib["viewBox"]
    assert png.read_bytes().startswith(b"\x89PNG")


def test_the_module_runs_like_the_command() -> None:
    code = "import runpy; runpy.run_module('dropfour', run_name='__main__', alter_sys=True)"
    assert run_python(code, "perft", "3") == "343\n"
