import pytest

from dropfour.engines.engine import EXACT, Score
from dropfour.engines.mood import MOODS, mood_of


def test_a_better_score_has_a_happier_mood() -> None:
    for scale in ("lines", "convolution", "parity", "playouts", "custom"):
        steps = [MOODS.index(mood_of(Score(value / 10, scale))) for value in range(-3000, 3001)]
        assert steps == sorted(steps)
        assert (steps[0], steps[-1]) == (0, len(MOODS) - 1)
        assert steps[3000] == len(MOODS) // 2


@pytest.mark.parametrize(
    ("value", "word"), [(18, "triumphant"), (1, "triumphant"), (0, "calm"), (-3, "desperate")]
)
def test_a_proven_result_has_an_extreme_mood(value: int, word: str) -> None:
    assert mood_of(Score(value, EXACT)).word == word


def test_every_mood_is_its_own() -> None:
    assert len({mood.emoji for mood in MOODS}) == len({mood.word for mood in MOODS}) == 7
