"""How far a person had to see to avoid a mistake, and whether what is said of it is true."""

import re
from pathlib import Path

import pytest

from cases import cases
from dropfour import RED, YELLOW, Cell, Colour, Game, Objective, Position, Rules, solve
from dropfour.study.review import Review, Verdict, review
from dropfour.study.story import Mistake
from values import some

LOST = [
    line.split()[-1]
    for line in Path(__file__).with_name("lost_games.txt").read_text().splitlines()
    if not line.startswith("#")
]


# --- the definition of native/policy/sight.hpp, cell by cell ------------------------------------------


def completes(position: Position, colour: Colour, cell: Cell) -> bool:
    """Whether a stone of *colour* in an empty cell would make a line."""
    return any(
        all(each == cell or position[each] is colour for each in line)
        for line in position.rules.lines_through(cell)
    )


def wins_of(position: Position, colour: Colour) -> list[Cell]:
    """The cells in which *colour* would complete a line now."""
    landings = map(position.landing_cell, position.legal_columns)
    return [cell for cell in landings if completes(position, colour, cell)]


def replies_in(position: Position) -> list[int]:
    """The columns after which the other side does not complete a line at once."""
    other = position.to_move.opponent
    return [
        column for column in position.legal_columns if not wins_of(position.play(column), other)
    ]


def is_won(position: Position, choices: int) -> bool:
    """Whether the side to move forces a plain win with so many moves of its choice."""
    if position.is_over or wins_of(position, position.to_move):
        return not position.is_over
    is_forced = bool(wins_of(position, position.to_move.opponent))
    if choices == 0 and not is_forced:
        return False
    left = choices - (not is_forced)
    return any(is_lost(position.play(each), left) for each in replies_in(position))


def is_lost(position: Position, choices: int) -> bool:
    """Whether the other side does, choosing so many moves."""
    if position.is_over or wins_of(position, position.to_move):
        return False
    return all(is_won(position.play(each), choices) for each in replies_in(position))


# --- what a review says --------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=LOST)
def reviewed(request: pytest.FixtureRequest) -> Review:
    return review(request.param, plans=False)


def seen(found: Review) -> list[tuple[Position, int, Mistake]]:
    """The mistakes that a person could have seen: where, in which column, and what is said."""
    return [
        (found.moves[each.ply - 1].position, found.moves[each.ply - 1].column, each)
        for each in found.story().mistakes
        if each.sight is not None
    ]


def test_the_exact_part_is_what_the_solver_says(reviewed: Review) -> None:
    assert reviewed.is_complete
    for move in reviewed.moves:
        best = solve(move.position).score
        after = move.position.play(move.column)
        played = None if after.is_over else solve(after).score
        assert move.best.score == best
        assert played is None or move.played.score == -played
    counted = {mistake.ply: mistake for mistake in reviewed.story().mistakes}
    for move in reviewed.moves:
        if move.verdict is Verdict.BLUNDER:
            assert f"played column {move.column}, and a" in counted[move.ply].exact
        elif move.ply in counted:
            assert move.is_mistake
            assert counted[move.ply].sight is not None


def test_what_is_said_of_a_mistake_is_true_on_the_board(reviewed: Review) -> None:
    for position, column, mistake in seen(reviewed):
        is_missed = "missed a win" in mistake.text
        winner = position.to_move if is_missed else position.to_move.opponent
        assert is_missed or mistake.line[0] == column
        board = before = position
        for each in mistake.line:
            before, board = board, board.play(each)
        if board.is_over:
            assert mistake.sight == 1
            assert board.winner is winner
            assert wins_of(before, winner) == list(mistake.cells)
        else:
            # Plain: whatever is played, the winner completes a line in one of the cells.
            assert board.to_move is not winner
            assert not wins_of(board, board.to_move)
            for each in board.legal_columns:
                assert set(wins_of(board.play(each), winner)) & set(mistake.cells)
            assert all(completes(board, winner, cell) for cell in mistake.cells)
        named = mistake.text if is_missed else mistake.text.split(":")[0]
        columns = {cell.column for cell in mistake.cells}
        assert ("two threats at once" in named) <= (len(mistake.cells) == 2)
        assert ("several threats" in named) <= (len(mistake.cells) > 2)
        assert "safe columns" in named or columns <= set(map(int, re.findall(r"\d", named)))
        if better := re.search(r"columns? ([\d, and]+) would have stopped", mistake.text):
            for each in map(int, re.findall(r"\d", better[1])):
                assert position.play(each).is_over or (solve(position.play(each)).score or 0) <= 0


def test_the_sight_is_the_least_number_of_moves_that_shows_the_mistake(reviewed: Review) -> None:
    for position, column, mistake in seen(reviewed):
        sight = some(mistake.sight)
        if sight <= 3:  # others take too long here
            shown = position if "missed a win" in mistake.text else position.play(column)
            assert is_won(shown, sight - 1)
            assert sight == 1 or not is_won(shown, sight - 2)


def test_a_loser_is_told_the_last_mistake_that_could_be_seen(reviewed: Review) -> None:
    loser = some(reviewed.winner).opponent
    story = reviewed.story(loser)
    own = [each for position, _, each in seen(reviewed) if position.to_move is loser]
    decisive = some(story.decisive)
    if own:
        assert decisive.ply == own[-1].ply
        assert str(story).startswith("You ")
    else:
        assert decisive.ply == story.turning_point
        assert re.search(r"It took (red|yellow) until move \d+ to ", str(story))


def test_only_what_changes_the_result_or_can_be_seen_is_counted() -> None:
    found = review("412226412332", plans=False)
    assert found.moves[1].verdict is Verdict.SOONER_LOSS  # in 17 moves instead of 20
    assert found.moves[8].verdict is Verdict.SLOWER_WIN  # in 13 instead of 8
    assert [move.ply for move in found.mistakes] == [3, 4, 5, 6, 11, 12]
    assert [each.ply for each in found.story().mistakes if each.sight] == [12]


def test_each_kind_of_mistake_has_its_sentence() -> None:
    story = review("44443431", plans=False).story(YELLOW)
    assert [[each.sight, each.text] for each in story.mistakes] == cases(__file__, "mistakes")
    story = review("1212132", plans=False).story(RED)
    assert [each.text for each in story.mistakes if each.sight] == [
        "Yellow did not block column 1, where you could complete a line.",
        "You missed a win in column 1.",
    ]


def test_a_slower_win_that_can_still_be_seen_is_no_mistake() -> None:
    found = review("4455331", plans=False)
    assert found.moves[-1].verdict is Verdict.SLOWER_WIN
    assert found.moves[-1] not in found.mistakes


def test_most_lines_has_no_wins_to_see() -> None:
    rules = Rules(4, 4, objective=Objective.MOST_LINES)
    story = review(Game.from_moves("312222331", rules)).story()
    assert story.mistakes
    assert not any(each.sight for each in story.mistakes)
