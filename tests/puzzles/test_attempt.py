import pytest

import dropfour as d4
from dropfour.puzzles.attempt import Attempt
from strategies import after

PUZZLE = max(d4.puzzles().select("trap"), key=lambda puzzle: len(puzzle.solution))


def test_the_solution_solves_the_puzzle() -> None:
    attempt = Attempt(PUZZLE)
    for count, column in enumerate(PUZZLE.solution[::2], start=1):
        assert attempt.next_column == column
        verdict = attempt.play(column)
        assert verdict.is_right
        assert verdict.position == attempt.position
        assert attempt.moves_left == (len(PUZZLE.solution) + 1) // 2 - count
    assert attempt.is_solved
    assert attempt.wrong == 0
    assert attempt.position == d4.Position.from_moves(
        [*map(int, PUZZLE.moves), *PUZZLE.solution], PUZZLE.rules
    )
    with pytest.raises(d4.IllegalMove, match="the puzzle is solved"):
        attempt.play(1)
    with pytest.raises(ValueError, match="solved"):
        _ = attempt.next_column


@pytest.mark.parametrize("theme", ["trap", "draw", "only-move", "max-connect4", "zugzwang"])
def test_a_wrong_move_is_refuted_and_taken_back(theme: str) -> None:
    puzzle = d4.puzzles().select(theme)[0]
    attempt = Attempt(puzzle)
    before = attempt.position
    wrong = [column for column in before.legal_columns if column != puzzle.solution[0]]
    count = 0
    for column in wrong:
        verdict = attempt.play(column)
        assert not verdict.is_right
        count += not verdict.is_slower
        assert attempt.wrong == count
        assert attempt.position == before
        assert verdict.variation[:2] == (column, verdict.reply)
        assert verdict.position == before.play(column).play(verdict.variation[1])
        # The variation is legal, played to its end, and does not end well.
        position = after(before, verdict.variation)
        assert position.is_over
        if verdict.is_slower:
            assert puzzle.is_fast
        else:
            assert position.winner is not before.to_move
        if puzzle.goal == "draw":
            assert position.winner is before.to_move.opponent
        told = "wins, too" if verdict.is_slower else "does not"
        assert verdict.text.startswith(f"Column {column} {told}")


def test_a_slower_win_takes_longer_and_is_not_wrong() -> None:
    for puzzle in d4.puzzles().select("win-in-2"):
        scores = d4.analyse(puzzle.position).scores
        slower = [each for each, score in scores.items() if score > 0]
        slower.remove(puzzle.solution[0])
        if slower:
            attempt = Attempt(puzzle)
            verdict = attempt.play(slower[0])
            stones = len(verdict.variation[::2])
            assert stones > 2
            assert verdict.text == (
                f"Column {slower[0]} wins, too, but not fastest: "
                f"{puzzle.position.to_move} wins in {stones} moves."
            )
            assert verdict.is_slower
            assert not verdict.is_right
            assert attempt.wrong == 0
            return
    raise AssertionError("in no puzzle is there a slower win")


def test_a_column_that_cannot_be_played_does_not_count() -> None:
    attempt = Attempt(PUZZLE)
    with pytest.raises(d4.IllegalMove, match="there is no column 9"):
        attempt.play(9)
    assert attempt.wrong == 0
