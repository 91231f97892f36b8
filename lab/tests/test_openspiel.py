"""Agreement with OpenSpiel's connect_four on random games."""

import random

import numpy as np
import pytest

from dropfour.notation.diagram import format_grid
from dropfour.position import RED, Position
from dropfour.rl import tensor_of

GAMES = 10_000


@pytest.mark.long
def test_random_games_agree_with_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game = pyspiel.load_game("connect_four")
    chance = random.Random(20261115)
    endings = {1: 0, 0: 0, -1: 0}
    for number in range(GAMES):
        state, position = game.new_initial_state(), Position()
        while not position.is_over:
            assert not state.is_terminal()
            assert state.current_player() == (0 if position.to_move is RED else 1)
            if number < 50:
                expected = np.reshape(state.observation_tensor(0), (3, 6, 7))
                assert np.array_equal(tensor_of(position), expected)
            assert state.legal_actions() == [column - 1 for column in position.legal_columns]
            column = chance.choice(position.legal_columns)
            position = position.play(column)
            state.apply_action(column - 1)
        assert state.is_terminal()
        assert str(state) == format_grid(position, ".", "x", "o")
        outcome = position.outcome
        assert outcome is not None
        red = 0 if outcome.is_draw else 1 if outcome.winner is RED else -1
        assert state.returns() == [red, -red]
        endings[red] += 1
    assert all(endings.values())
