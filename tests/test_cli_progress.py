import sys
import time

import click
import pytest

from dropfour.cli.progress import ProgressDisplay


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_a_log_has_few_lines(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    show = ProgressDisplay()
    for second in range(25):
        clock[0] = 100.0 + second
        show("ply 8", 600 + 10 * second, 1000)  # 600 from earlier runs do not affect the pace
    assert capsys.readouterr().err == (
        "ply 8: 700 of 1000, about 0 min 30 s left\nply 8: 800 of 1000, about 0 min 20 s left\n"
    )


def test_a_terminal_has_one_line_for_each_stage(
    clock: list[float], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(click, "echo", lambda text, nl, err: sys.stderr.write(text + "\n" * nl))
    show = ProgressDisplay()
    show("games", 1, 2)
    clock[0] += 0.01
    show("games", 1, 2)  # too soon to redraw
    show("games", 2, 2)
    show("puzzles", 1, 5000)
    assert capsys.readouterr().err == (
        "\r\x1b[Kgames: 1 of 2\r\x1b[Kgames: 2 of 2\n\r\x1b[Kpuzzles: 1 of 5000"
    )
