"""Engines in games with the swap rule."""

import pytest

import dropfour as d4
from dropfour import Choice, Limits, Objective, Position, Rules
from values import some

IN_TIME = Limits(time_s=20)


def choice(spec: str, moves: str, rules: Rules | None = None, limits: Limits = IN_TIME) -> Choice:
    found: Choice = d4.engine(spec).choose(Position.from_moves(moves, rules), limits, swap=True)  # type: ignore[call-arg]
    return found


@pytest.mark.parametrize("spec", ["exact", "perfect", "10"])
def test_by_a_proof_it_takes_the_side_that_wins_and_opens_with_a_draw(spec: str) -> None:
    # On 7x6 red wins with column 4, draws with 3 and 5, and loses with all others.
    for column in range(1, 8):
        found = choice(spec, str(column))
        assert found.swap is (column == 4)
        score = some(found.score)
        assert score.is_exact
        assert score.value >= 0  # for the side that it takes
    assert choice(spec, "4").column == 4
    opened = choice(spec, "")
    assert opened.column in (3, 5)
    assert some(opened.score).value == 0


@pytest.mark.parametrize("spec", ["perfect", "alphabeta:lines,depth=4", "averaging", "mcts"])
def test_without_a_proof_it_goes_by_its_estimate(spec: str) -> None:
    # Nobody has solved 9x9; a stone in the middle is worth most.
    rules, limits = Rules(9, 9), Limits(nodes=20_000, time_s=60)
    assert choice(spec, "5", rules, limits).swap
    opened = choice(spec, "", rules, limits)
    assert opened.column < 5
    assert some(opened.score).value <= 0  # the opponent will choose the better side
    assert not opened.swap


def test_only_the_second_move_is_a_swap_and_only_with_the_rule() -> None:
    assert not choice("perfect", "43").swap
    assert not d4.engine("perfect").choose(Position.from_moves("4"), IN_TIME).swap
    assert choice("perfect", "", Rules(1, 1)).column == 1
    assert not choice("random", "4").swap


def test_two_that_play_perfectly_draw_by_the_swap_rule() -> None:
    with d4.Game(None, "perfect", "perfect", swap=True) as game:
        assert game.run(limits=Limits(time_s=5)).winner is None
    lines = Rules(5, 4, objective=Objective.MOST_LINES)
    with d4.Game(lines, "perfect", "perfect", swap=True) as game:
        game.run(limits=Limits(time_s=5))
        assert game.swapped is not None


def test_a_player_that_does_not_know_the_rule_is_never_offered_it() -> None:
    asked = []

    def middle(position: Position) -> int:
        asked.append(position)
        return position.columns_from_middle[0]

    game = d4.Game(None, middle, middle, swap=True)
    game.advance()
    game.advance()
    assert (game.moves, game.swapped, len(asked)) == ((4, 4), False, 2)
