"""What a move did to the game, judged from what is proven."""

from __future__ import annotations

import pytest

from dropfour.engines.engine import Stop
from dropfour.game import Game
from dropfour.rules import Objective
from dropfour.scores import ScoreRange
from dropfour.study.analyst import Analyst
from dropfour.study.review import Reviewed, Verdict, judge, review


@pytest.mark.parametrize(
    ("best", "played", "verdict"),
    [
        ((3, 3), (3, 3), Verdict.BEST),
        ((-2, -2), (-2, -2), Verdict.BEST),
        ((3, 3), (1, 1), Verdict.SLOWER_WIN),
        ((-1, -1), (-5, -5), Verdict.SOONER_LOSS),
        ((1, 1), (0, 0), Verdict.BLUNDER),
        ((0, 0), (-3, -3), Verdict.BLUNDER),
        ((2, 9), (-4, -1), Verdict.BLUNDER),  # by how much does not matter
        ((2, 9), (1, 5), Verdict.KEPT),
        ((4, 9), (1, 3), Verdict.SLOWER_WIN),
        ((0, 9), (0, 0), None),
        ((-9, 9), (-9, 9), None),
    ],
)
def test_a_move_is_judged_by_what_is_proven(
    best: tuple[int, int], played: tuple[int, int], verdict: Verdict | None
) -> None:
    assert judge(ScoreRange(*best), ScoreRange(*played), Objective.FIRST_LINE) is verdict


def test_most_lines_has_no_slower_win() -> None:
    best, played = ScoreRange(3, 3), ScoreRange(1, 1)
    assert judge(best, played, Objective.MOST_LINES) is Verdict.FEWER_LINES


def reviewed(moves: str, time_s: float, stop: Stop | None = None) -> dict[int, Reviewed]:
    game = Game()
    for column in moves:
        game.play(int(column))
    found: dict[int, Reviewed] = {}
    review(
        game.positions,
        Analyst(table_mib=2),
        time_s,
        stop or Stop(),
        lambda move: found.update({move.ply: move}),
    )
    return found


def test_a_game_that_ends_by_resignation_is_reviewed_as_far_as_it_went() -> None:
    found = reviewed("44553344411221", 2.0)
    assert sorted(found) == list(range(1, 15))


def test_without_time_nothing_is_proven_and_nothing_is_said() -> None:
    stop = Stop()
    stop.set()
    found = reviewed("4455", 10.0, stop)
    assert [found[ply].verdict for ply in (1, 2, 3, 4)] == [None] * 4
