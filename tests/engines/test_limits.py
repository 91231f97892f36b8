"""Limits, and the numbers that they take."""

import pytest

from dropfour.engines.engine import Limits, Stop
from dropfour.players.player import TimeControl


class Index:
    """An integer of another package, as numpy's are."""

    def __index__(self) -> int:
        return 7


class Real:
    """A number of another package, as numpy's are."""

    def __float__(self) -> float:
        return 0.5


@pytest.mark.parametrize("name", ["nodes", "depth"])
def test_anything_with_an_index_is_an_integer(name: str) -> None:
    value = getattr(Limits(**{name: Index()}), name)  # type: ignore[arg-type]
    assert value == 7
    assert type(value) is int


def test_a_time_may_be_any_number() -> None:
    assert Limits(time_s=2).time_s == 2
    assert Limits(time_s=Index()).time_s == 7  # type: ignore[arg-type]
    limit = Limits(time_s=Real()).time_s  # type: ignore[arg-type]
    assert limit == 0.5
    assert type(limit) is float
    control = TimeControl(move_s=Real(), game_s=Index(), margin_s=Real())  # type: ignore[arg-type]
    assert control == TimeControl(move_s=0.5, game_s=7, margin_s=0.5)


def test_limits_have_a_most_a_stop_and_a_rest_of_at_least_a_millisecond() -> None:
    most = Limits(nodes=(1 << 63) - 1, depth=(1 << 31) - 1)
    assert (most.nodes, most.depth) == ((1 << 63) - 1, (1 << 31) - 1)
    limits = Limits(time_s=2, nodes=5, stop=Stop())
    assert limits.after(0.5) == Limits(time_s=1.5, nodes=5)
    assert limits.after(3) == Limits(time_s=0.001, nodes=5)
    assert limits.after(3).stop is limits.stop
    assert Limits(nodes=5).after(3) == Limits(nodes=5)
