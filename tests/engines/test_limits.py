"""Limits, and the numbers that they take."""

import math
from typing import Any

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


@pytest.mark.parametrize("name", ["nodes", "depth"])
@pytest.mark.parametrize("wrong", [True, "4", 4.0, math.nan, math.inf])
def test_a_limit_that_is_not_an_integer_is_refused(name: str, wrong: Any) -> None:
    with pytest.raises(TypeError, match=f"a limit of {name} is an integer, not {wrong!r}"):
        Limits(**{name: wrong})


@pytest.mark.parametrize(
    ("name", "wrong", "most"),
    [("nodes", 0, (1 << 63) - 1), ("nodes", 1 << 63, (1 << 63) - 1), ("depth", 10**30, 2**31 - 1)],
)
def test_a_limit_out_of_range_is_refused(name: str, wrong: int, most: int) -> None:
    with pytest.raises(ValueError, match=f"{name} must be 1 to {most}, not {wrong}"):
        Limits(**{name: wrong})  # type: ignore[arg-type]
    assert getattr(Limits(**{name: most}), name) == most  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [Limits, TimeControl])
def test_a_time_that_is_not_a_number_or_out_of_range_is_refused(make: Any) -> None:
    name = "time_s" if make is Limits else "game_s"
    for wrong in (True, "1", b"1", [1]):
        with pytest.raises(TypeError, match="a time limit is a number, not"):
            make(**{name: wrong})
    for number in (0, -1, math.nan, math.inf, 1e300):
        with pytest.raises(ValueError, match="more than 0 and at most 1000000000 seconds, not"):
            make(**{name: number})


@pytest.mark.parametrize("wrong", [-0.1, math.nan, math.inf])
def test_a_margin_out_of_range_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="a margin must be 0 seconds or more"):
        TimeControl(margin_s=wrong)


def test_limits_have_a_stop_and_a_rest_of_at_least_a_millisecond() -> None:
    with pytest.raises(TypeError, match="stop is a Stop, not True"):
        Limits(stop=True)  # type: ignore[arg-type]
    limits = Limits(time_s=2, nodes=5, stop=Stop())
    assert limits.after(0.5) == Limits(time_s=1.5, nodes=5)
    assert limits.after(3) == Limits(time_s=0.001, nodes=5)
    assert limits.after(3).stop is limits.stop
    assert Limits(nodes=5).after(3) == Limits(nodes=5)
