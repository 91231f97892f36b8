"""How an engine feels: an emoji and a word that follow from its own estimate."""

from __future__ import annotations

from dropfour import _native
from dropfour.engines.engine import Mood, Score


def mood_of(score: Score) -> Mood:
    """Return the mood for *score*; a proven win or loss has the extreme one."""
    return Mood(*_native.mood_of(score.value, score.scale))
