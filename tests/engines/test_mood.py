import pytest

from dropfour.engines.engine import EXACT, Score
from dropfour.engines.mood import mood_of

WORDS = ["desperate", "worried", "uneasy", "calm", "hopeful", "delighted", "triumphant"]


def test_a_better_score_has_a_happier_mood() -> None:
    for scale in ("lines", "convolution", "parity", "playouts", "custom"):
        steps = [
            WORDS.index(mood_of(Score(value / 10, scale)).word) for value in range(-3000, 3001)
        ]
        assert steps == sorted(steps)
        assert (steps[0], steps[-1]) == (0, len(WORDS) - 1)
        assert steps[3000] == len(WORDS) // 2


@pytest.mark.parametrize(
    ("value", "word"), [(18, "triumphant"), (1, "triumphant"), (0, "calm"), (-3, "desperate")]
)
def test_a_proven_result_has_an_extreme_mood(value: int, word: str) -> None:
    assert mood_of(Score(value, EXACT)).word == word


def test_every_mood_is_its_own() -> None:
    moods = {mood_of(Score(value, "lines")) for value in range(-200, 201)}
    assert {mood.word for mood in moods} == set(WORDS)
    assert len({mood.emoji for mood in moods}) == len(WORDS)
