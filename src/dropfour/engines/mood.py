"""How an engine feels: an emoji and a word that follow from its own estimate."""

from __future__ import annotations

import math

from dropfour.engines.engine import Mood, Score

# From the worst to the best.
MOODS = (
    Mood("😭", "desperate"),
    Mood("😟", "worried"),
    Mood("😕", "uneasy"),
    Mood("😐", "calm"),
    Mood("🙂", "hopeful"),
    Mood("😄", "delighted"),
    Mood("😎", "triumphant"),
)

# A large value on the scale of each evaluation: it is two thirds of the way to the extreme mood.
_LARGE = {
    "cells": 25.0,
    "convolution": 60.0,
    "lines": 30.0,
    "parity": 60.0,
    "playouts": 0.5,
    "streaks": 8.0,
    "threats": 60.0,
}
_DEFAULT_LARGE = 50.0


def mood_of(score: Score) -> Mood:
    """Return the mood for *score*; a proven win or loss has the extreme one."""
    middle = len(MOODS) // 2
    if score.is_exact:
        return MOODS[middle + middle * ((score.value > 0) - (score.value < 0))]
    share = math.tanh(score.value / _LARGE.get(score.scale, _DEFAULT_LARGE))
    return MOODS[middle + round(share * middle)]
