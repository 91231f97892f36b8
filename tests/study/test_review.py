"""What a move did to the game, judged from what is proven."""

import json

import pytest

from cases import cases
from dropfour.engines.engine import Limits, Stop
from dropfour.engines.exact import analyse, solve
from dropfour.game import Game
from dropfour.position import RED, YELLOW
from dropfour.record import Record, RecordedMove
from dropfour.rules import Objective, Rules
from dropfour.scores import ScoreRange
from dropfour.study.explain import explain
from dropfour.study.plans import Plan
from dropfour.study.review import ReviewedMove, Verdict, judge, review
from values import some


@pytest.mark.parametrize(("best", "played", "verdict"), cases(__file__, "judged"))
def test_a_move_is_judged_by_what_is_proven(
    best: tuple[int, int], played: tuple[int, int], verdict: str | None
) -> None:
    found = judge(ScoreRange(*best), ScoreRange(*played), Objective.FIRST_LINE)
    assert (found and found.value) == verdict


def test_most_lines_has_no_slower_win() -> None:
    best, played = ScoreRange(3, 3), ScoreRange(1, 1)
    assert judge(best, played, Objective.MOST_LINES) is Verdict.FEWER_LINES


def test_a_review_names_each_mistake_and_what_was_best() -> None:
    found = review("4455336")
    assert [move.column for move in found.moves] == [4, 4, 5, 5, 3, 3, 6]
    assert [move.ply for move in found.mistakes] == [3, 4]
    red, yellow = found.mistakes
    assert (red.colour, red.best_columns, red.best.outcome) == (RED, (4,), "win")
    assert (yellow.colour, yellow.best_columns, yellow.played.outcome) == (YELLOW, (3, 6), "loss")
    assert str(found).splitlines()[3:] == cases(__file__, "review")


def test_a_blunder_names_the_plan_it_gave_up_and_the_opponents() -> None:
    found = review("412226412332")
    red, yellow = found.moves[-2:]
    given_up, against = some(red.given_up), some(yellow.plan_against)
    assert (given_up.colour, given_up.promise) == (RED, "win")
    assert given_up.position == red.position
    assert given_up.verify().positions > 0
    assert red.plan_against is None  # it is a draw now
    assert against.position == yellow.position.play(yellow.column)
    assert against.verify().positions > 0
    values = red.to_dict()
    assert Plan.from_dict(values["given_up"]) == given_up
    assert "plan_against" not in values
    words = red.describe_plans()
    assert words[0] == "Red gave up a win by these rules:"
    assert words[1:] == given_up.sentences
    # Only what changes the result gives a plan up, and no plan says nothing.
    for move in found.moves:
        assert move.verdict is Verdict.BLUNDER or not move.describe_plans()
        assert not any(
            plan is not None and plan.is_empty for plan in (move.given_up, move.plan_against)
        )
    plain = review("412226412332", plans=False)
    assert not any(move.describe_plans() for move in plain.moves)
    assert [move.verdict for move in plain.moves] == [move.verdict for move in found.moves]


def test_a_held_draw_is_given_up_too() -> None:
    found = review("3455437243343624412231271")
    given = [move.given_up for move in found.moves if move.given_up is not None]
    assert given[-1].promise == "draw"


def test_every_score_of_a_review_is_that_of_the_solver() -> None:
    rules = Rules(5, 4)
    found = review(Game.from_moves("12345123451234", rules))
    assert found.is_complete
    for move in found.moves:
        position = move.position
        assert move.best.score == solve(position).score
        assert move.played.score == -(solve(position.play(move.column)).score or 0)
        if move.best_columns:
            assert move.best_columns == analyse(position).best
        assert move.is_mistake == (move.played.low < move.best.low)


def test_a_slower_win_says_how_much_slower() -> None:
    move = review("4455334").moves[-1]
    assert move.verdict is Verdict.SLOWER_WIN
    assert str(move) == "  7. red     4  slower win: in 2 stones instead of 1; best: 2 or 6"


def test_most_lines_are_compared_as_differences() -> None:
    rules = Rules(4, 4, objective=Objective.MOST_LINES)
    move = review(Game.from_moves("312222331", rules)).moves[-1]
    assert str(move) == "  9. red     1  fewer lines: -2 instead of -1; best: 3"


def test_games_records_and_move_strings_are_reviewed_alike() -> None:
    game = Game("4455")
    record = Record(moves=tuple(map(RecordedMove, (4, 4, 5, 5))))
    of_game, of_record, of_text = (review(each) for each in (game, record, "4455"))
    assert of_game == of_record == of_text
    assert json.loads(json.dumps(of_game.to_dict())) == of_game.to_dict()


def test_a_callback_receives_what_the_review_returns() -> None:
    last: dict[int, ReviewedMove] = {}
    found = review("4455336", on_move=lambda move: last.update({move.ply: move}))
    assert tuple(last[ply] for ply in sorted(last)) == found.moves


def test_a_game_that_ends_by_resignation_is_reviewed_as_far_as_it_went() -> None:
    game = Game("44553344411221")
    game.resign()
    assert len(review(game, limits=Limits(time_s=2)).moves) == 14


def test_without_time_nothing_is_proven_and_nothing_is_called_a_mistake() -> None:
    stop = Stop()
    stop.set()
    found = review("4455", limits=Limits(stop=stop))
    assert [move.verdict for move in found.moves] == [None] * 4
    assert found.mistakes == ()
    assert str(found).splitlines()[0] == "  1. red     4  not proven"
    assert str(found).splitlines()[-2] == "Yellow: 0 mistakes, 2 moves not proven."


def test_a_game_without_moves_is_reviewed_in_one_sentence() -> None:
    assert str(review(Game())) == "There are no moves to review."


def test_what_study_returns_is_short_at_the_prompt() -> None:
    assert repr(review("4455336")) == "<Review of 7 moves: 2 mistakes>"
    assert repr(analyse("4455")) == "<Analysis: red to move; score +18; best: 3 or 6>"
    sentence = "Red wins next: in columns 3 and 7, and yellow can block only one."
    assert repr(explain("44556")) == f"<Explanation: {sentence}>"
