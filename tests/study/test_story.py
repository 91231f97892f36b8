"""The story of a review: accuracy, mistakes with their reasons, and the turning point."""

import pytest

from cases import cases
from dropfour import RED, YELLOW, Colour, Game, Position, ScoreRange
from dropfour.study.review import ReviewedMove, Verdict, review
from dropfour.study.story import tell_story


def judged(*scores: tuple[int, int]) -> list[ReviewedMove]:
    """Moves in column 4 and 3 in turn, each by the scores of the best move and of its own."""
    moves, position = [], Position()
    for ply, (best, played) in enumerate(scores, start=1):
        column = 4 if ply % 2 else 3
        ranges = ScoreRange(best, best), ScoreRange(played, played)
        moves.append(ReviewedMove(ply, position, column, *ranges, None, (1, 2)))
        position = position.play(column)
    return moves


@pytest.mark.parametrize(("scores", "winner", "ending", "turning_point"), cases(__file__, "turns"))
def test_the_turning_point_is_the_last_move_that_gave_the_result_away(
    scores: list[tuple[int, int]], winner: str | None, ending: str, turning_point: int | None
) -> None:
    story = tell_story(judged(*scores), Colour[winner.upper()] if winner else None)
    assert (story.ending, story.turning_point) == (ending, turning_point)


def test_what_is_not_proven_is_not_told() -> None:
    open_move = ReviewedMove(1, Position(), 4, ScoreRange(-9, 9), ScoreRange(-9, 9), None)
    story = tell_story([open_move], None)
    assert story.ending == "No move has a proven score."
    assert story.sides[RED].accuracy is None
    assert story.mistakes == ()


def test_accuracy_is_what_the_moves_kept_on_average() -> None:
    # Red: best, a win becomes a draw, a win becomes a loss. Yellow: a sooner loss.
    story = tell_story(judged((3, 3), (-3, -5), (2, 0), (0, 0), (1, -1)), None)
    assert story.sides[RED].accuracy == round((100 + 25 + 0) / 3)
    assert (story.sides[RED].moves, story.sides[RED].mistakes, story.sides[RED].blunders) == (
        3,
        2,
        2,
    )
    assert story.sides[YELLOW].accuracy == round((75 + 100) / 2)
    assert story.sides[YELLOW].blunders == 0


def test_a_mistake_says_what_was_played_what_was_better_and_why() -> None:
    found = review("4455336", plans=False)
    for reader, who in ((None, "Yellow"), (RED, "Yellow"), (YELLOW, "You")):
        mistake = found.story(reader).mistakes[1]
        assert mistake.ply == 4
        assert mistake.text == (
            f"{who} let red build two threats at once, in columns 2 and 6: columns 3 and 6 would have "
            "stopped both."
        ).replace("let red", "let you" if reader is RED else "let red")
        assert mistake.exact == (
            f"{who} played column 5, and a win became a loss. Columns 3 and 6 would have kept the win."
        )
        assert str(found.story(reader)) == mistake.text
    assert found.story(YELLOW).ending == "You were winning until move 4."


def test_every_mistake_of_a_review_is_in_its_story() -> None:
    found = review("412226412332", plans=False)
    story = found.story()
    assert [each.ply for each in story.mistakes] == [move.ply for move in found.mistakes]
    for colour, side in story.sides.items():
        verdicts = [move.verdict for move in found.moves if move.colour is colour]
        assert side.blunders == verdicts.count(Verdict.BLUNDER)
        assert side.moves == len(verdicts)


def test_a_resignation_has_a_winner_too() -> None:
    game = Game.from_moves("4455")
    game.resign(YELLOW)
    found = review(game, plans=False)
    assert found.winner is RED
    assert found.story().turning_point == 4
